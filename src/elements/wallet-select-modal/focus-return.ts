import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])';

/**
 * Remembers what has the focus now, however deep in shadow roots, and gives it back. Where that is gone
 * or disabled by then, the focus goes to what can take it in the nearest surroundings that are left.
 */
export function rememberFocus(document: Document): Undo {
  const opener = deepFocus(document);
  const path = opener ? [...withAncestors(opener)] : [];
  return () => {
    path.find((element) => native(element, 'isConnected') && focusWithin(element));
  };
}

/** The focused element, inside open shadow roots too; undefined for none. */
export function deepFocus(document: Document): Element | undefined {
  let focused = native(document, 'activeElement');
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused && focused !== native(document, 'body') ? focused : undefined;
}

function* withAncestors(element: Element): Iterable<Element> {
  for (let at: Element | null = element; at; at = parentOf(at)) yield at;
}

function parentOf(element: Element): Element | null {
  const slot = native(element, 'assignedSlot');
  if (slot) return slot;
  const parent = native(element, 'parentNode');
  return parent instanceof ShadowRoot ? parent.host : native(element, 'parentElement');
}

function focusWithin(element: Element): boolean {
  for (const candidate of [element, ...native(element, 'querySelectorAll')(FOCUSABLE)]) {
    native(candidate as HTMLElement, 'focus')?.({ preventScroll: true });
    if (native(candidate, 'matches')(':focus-within')) return true;
  }
  return false;
}
