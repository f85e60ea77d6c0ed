import { getGlobal, native } from '../../lib/safe-access.js';

/** The static property that marks the elements of this library, in every copy of it. */
export const OURS = Symbol.for('stacks-wallet-elements/element');

/** True for the text "false" of a boolean attribute. */
export const isFalse = (value: string | null): boolean => /^\s*false\s*$/i.test(value ?? '');

/** Undefined in a content script of Chromium, where `customElements` is null. */
export const getRegistry = (): CustomElementRegistry | undefined =>
  getGlobal('customElements') ?? undefined;

/** True if a tag is defined by this library: by this copy, by another copy, or by a subclass. */
export function isOurs(tag: string): boolean {
  const defined = getRegistry()?.get(tag);
  return defined !== undefined && OURS in defined;
}

/** Creates a style sheet for the document of a node. Undefined if it has no window, or in jsdom. */
export function createSheet(node: Node, rules = ''): CSSStyleSheet | undefined {
  const document = node.ownerDocument ?? (node as Document);
  const view = native(document, 'defaultView');
  if (!view || !native(document, 'adoptedStyleSheets')) return undefined;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}
