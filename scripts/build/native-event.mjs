/** The browser's own `Event`: MooTools replaces the global one. */
export default Object.getPrototypeOf(CustomEvent);
