import type { LitElement } from 'lit';
import { describe, withDocs } from '../../errors.js';
import { nearest, suggestion } from '../../lib/read-options.js';
import { read } from '../../lib/safe-access.js';

/**
 * Names that people write for attributes of these elements. Any other word may be that of a framework, such as `ngmodel`, or of
 * RDFa.
 */
const MEANT =
  /^(?:address|amount|asset|chain|color|contract|currency|from|kind|limit|method|mode|network|params|principal|provider|recipient|size|statement|symbol|theme|to|token|type|val|value|variant|wallet)$/;

/** Attributes that a framework has not set yet may come soon after the element. */
const SOON = 1000;

/**
 * While a page is developed, says in the console that an attribute is misspelled or has a value of no meaning, or that a
 * property is missing.
 *
 * @param needsOneOf the names of properties of which the element needs one
 */
export function checkAttributes(element: HTMLElement, needsOneOf: readonly string[]): void {
  // The timer does not keep a removed element in memory.
  const reference = new WeakRef(element);
  setTimeout(() => {
    const host = reference.deref();
    if (!host?.isConnected) return;
    const { observedAttributes, elementProperties } = host.constructor as typeof LitElement;
    const properties = host as unknown as Readonly<Record<PropertyKey, unknown>>;
    const warn = (fault: string) =>
      console.warn(withDocs(`<${host.localName}>: ${fault}`, 'attributes'), host);
    for (const name of host.getAttributeNames()) {
      const isKnown = observedAttributes.includes(name) || name in host || name.startsWith(':');
      const isMeant = MEANT.test(name) || nearest(name, observedAttributes) !== undefined;
      if (isKnown || !isMeant) continue;
      warn(`the attribute \`${name}\` is not known. ${suggestion(name, observedAttributes)}`);
    }
    for (const [name, { attribute, converter }] of elementProperties) {
      const values = read(converter, 'values') as readonly string[] | undefined;
      const value = properties[name];
      if (!value || !values || values.includes(value as string)) continue;
      const shown = typeof attribute === 'string' ? attribute : String(name);
      warn(`\`${shown}\` is ${describe(value)}. ${suggestion(String(value), values)}`);
    }
    const isEmpty = needsOneOf.every((name) => !properties[name]);
    if (isEmpty && needsOneOf.length > 0) {
      warn(`it shows nothing without \`${needsOneOf.join('` or `')}\`.`);
    }
  }, SOON);
}
