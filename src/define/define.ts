import './trusted-types.js';
import { withDocs } from '../errors.js';
import { getRegistry, isOurs } from '../elements/internal/element.js';

/**
 * Defines a tag, unless it is defined already: by an earlier load, by another copy of the package, or by
 * another script. Warns in the last case. Does nothing in a content script, which has no elements.
 */
export function define(tag: string, element: CustomElementConstructor): void {
  const registry = getRegistry();
  if (!registry) return;
  if (!registry.get(tag)) registry.define(tag, element);
  else if (!isOurs(tag)) {
    console.warn(
      withDocs(
        `stacks-wallet-elements: another script has defined <${tag}>, so this page does not get the element of this library.`,
        'tags',
      ),
    );
  }
}
