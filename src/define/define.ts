/** Defines a tag once: a second copy of the package, or a second load, leaves the first in place. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
