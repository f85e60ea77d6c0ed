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
    path.find((element) => element.isConnected && focusWithin(element));
  };
}

/** The focused element, inside open shadow roots too; undefined for none. */
export function deepFocus(document: Document): Element | undefined {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused && focused !== document.body ? focused : undefined;
}

function* withAncestors(element: Element): Iterable<Element> {
  for (let at: Element | null = element; at; at = parentOf(at)) yield at;
}

function parentOf(element: Element): Element | null {
  if (element.assignedSlot) return element.assignedSlot;
  const { parentNode } = element;
  return parentNode instanceof ShadowRoot ? parentNode.host : element.parentElement;
}

function focusWithin(element: Element): boolean {
  for (const candidate of [element, ...element.querySelectorAll(FOCUSABLE)]) {
    (candidate as HTMLElement).focus?.({ preventScroll: true });
    if (candidate.matches(':focus-within')) return true;
  }
  return false;
}
