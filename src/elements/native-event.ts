/** The browser's own Event: MooTools puts a class of its own in its place. */
export const NativeEvent = Object.getPrototypeOf(CustomEvent) as typeof Event;
