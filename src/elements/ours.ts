/** The static property that marks the elements of this library, of whichever copy of it. */
export const OURS = Symbol.for('stacks-wallet-elements/element');

/** True where a tag is defined by this library: by this copy, by another one, or by a class made from ours. */
export function isOurs(tag: string): boolean {
  const defined = customElements.get(tag);
  return defined !== undefined && OURS in defined;
}
