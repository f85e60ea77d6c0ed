import { withDocs } from '../../errors.js';
import { nearest, suggestion } from '../../lib/read-options.js';

/** True while a page is developed: on the developer's own computer. */
const isDevelopment = (): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$|\.localhost$/.test(location.hostname);

/** Attributes that a framework has not set yet may come soon after the element. */
const SOON = 1000;

/**
 * While a page is developed, says in the console that an attribute is misspelled, or a property missing.
 *
 * @param needsOneOf the names of properties of which the element needs one
 */
export function checkAttributes(element: HTMLElement, needsOneOf: readonly string[]): void {
  if (!isDevelopment()) return;
  // The timer does not keep a removed element in memory.
  const reference = new WeakRef(element);
  setTimeout(() => {
    const host = reference.deref();
    if (!host?.isConnected) return;
    const { observedAttributes } = host.constructor as unknown as {
      readonly observedAttributes: readonly string[];
    };
    const warn = (fault: string) =>
      console.warn(withDocs(`<${host.localName}>: ${fault}`, 'attributes'), host);
    for (const name of host.getAttributeNames()) {
      const isKnown = observedAttributes.includes(name) || name in host;
      if (isKnown || nearest(name, observedAttributes) === undefined) continue;
      warn(`the attribute \`${name}\` is not known. ${suggestion(name, observedAttributes)}`);
    }
    const isEmpty = needsOneOf.every((name) => !(host as unknown as Record<string, unknown>)[name]);
    if (isEmpty && needsOneOf.length > 0) {
      warn(`it shows nothing without \`${needsOneOf.join('` or `')}\`.`);
    }
  }, SOON);
}
