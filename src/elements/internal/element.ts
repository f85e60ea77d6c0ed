import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';

/** The static property that marks the elements of this library, of whichever copy of it. */
export const OURS = Symbol.for('stacks-wallet-elements/element');

/** True where a tag is defined by this library: by this copy, by another one, or by a class made from ours. */
export function isOurs(tag: string): boolean {
  const defined = customElements.get(tag);
  return defined !== undefined && OURS in defined;
}

/** The browser's own Event: MooTools puts a class of its own in its place. */
export const NativeEvent = Object.getPrototypeOf(CustomEvent) as typeof Event;

/** Sets `:state(name)`. Browsers before 2024 have no such states; there the element works without. */
export function setState(internals: ElementInternals | undefined, name: string, on: boolean): void {
  try {
    if (on) internals?.states.add(name);
    else internals?.states.delete(name);
  } catch {
    /* Chrome before 125 takes only `--name`. */
  }
}

/**
 * True where a page gave content for the default slot. White space between the tags, as in hand-written
 * HTML, fills a slot as well, and a script shows nothing: neither is a label.
 */
export function hasLabel(host: Element): boolean {
  return [...host.childNodes].some((node) =>
    node instanceof Element
      ? node.localName !== 'script' && !node.getAttribute('slot')
      : node instanceof Text && node.data.trim() !== '',
  );
}

/** Adds a style sheet to a document or a shadow root, until the undo. */
export function adoptStyleSheet(root: DocumentOrShadowRoot, sheet: CSSStyleSheet): Undo {
  const name = 'adoptedStyleSheets';
  const change = (changed: (sheets: readonly CSSStyleSheet[]) => readonly CSSStyleSheet[]) =>
    void Reflect.set(
      Object.getPrototypeOf(root) as object,
      name,
      changed(native(root, name)),
      root,
    );
  change((sheets) => [...sheets, sheet]);
  return () => change((sheets) => sheets.filter((other) => other !== sheet));
}
