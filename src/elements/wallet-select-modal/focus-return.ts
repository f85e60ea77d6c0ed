import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])';

/**
 * Remembers the focused element, also in nested shadow roots; the returned function focuses it again. If it
 * was removed or disabled, focuses the first focusable element in its nearest remaining ancestor.
 */
export function rememberFocus(document: Document): Unsubscribe {
  const opener = deepFocus(document);
  const path = opener ? [...withAncestors(opener)] : [];
  return () => {
    path.find((element) => native(element, 'isConnected') && focusWithin(element));
  };
}

/** The focused element, also inside open shadow roots; undefined if none. */
function deepFocus(document: Document): Element | undefined {
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
