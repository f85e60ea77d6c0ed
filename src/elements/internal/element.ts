import type { Unsubscribe } from '../../lib/store.js';

/** The static property that marks the elements of this library, in every copy of it. */
export const OURS = Symbol.for('stacks-wallet-elements/element');

/** True if a tag is defined by this library: by this copy, by another copy, or by a subclass. */
export function isOurs(tag: string): boolean {
  const defined = customElements.get(tag);
  return defined !== undefined && OURS in defined;
}

/** The `shadowRootOptions` of an element that passes the focus on to its first control. */
export const delegatesFocus: ShadowRootInit = { mode: 'open', delegatesFocus: true };

type Fields<Self> = Omit<Self, keyof Event>;

/** An event of an element, with its data as fields. It bubbles, and leaves shadow roots. */
export class ElementEvent<Self> extends Event {
  declare static readonly type: string;

  constructor({ cancelable = false, ...fields }: Fields<Self> & { cancelable?: boolean }) {
    super(new.target.type, { bubbles: true, composed: true, cancelable });
    Object.assign(this, fields);
  }
}

/**
 * True if the page put visible content into the default slot. White space and scripts do not count, though
 * they are assigned to the slot too.
 */
export function hasLabel(host: Element): boolean {
  return [...host.childNodes].some((node) =>
    // Not `instanceof`: the element may be in another document.
    'localName' in node
      ? node.localName !== 'script' && !(node as Element).getAttribute('slot')
      : node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim() !== '',
  );
}

/** Creates a style sheet for the document of a node. Undefined if it has no window, or in jsdom. */
export function createSheet(node: Node, rules = ''): CSSStyleSheet | undefined {
  const document = node.ownerDocument ?? (node as Document);
  const view = document.defaultView;
  if (!view || !('adoptedStyleSheets' in document)) return undefined;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  return sheet;
}

/** Adds a style sheet to a document or a shadow root. Returns a function that removes it. */
export function adoptStyleSheet(
  root: DocumentOrShadowRoot,
  sheet: CSSStyleSheet | undefined,
): Unsubscribe {
  if (!sheet) return () => {};
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
