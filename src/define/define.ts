import './trusted-types.js';
import { isOurs } from '../elements/internal/element.js';

/**
 * Defines a tag once: a second copy of the package, or a second load, leaves the first in place. So does a
 * tag that another script has defined, with a warning.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
  else if (!isOurs(tag)) {
    console.warn(
      `stacks-wallet-elements: another script has defined <${tag}>, so that this page does not get the element of this library.`,
    );
  }
}
