import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import { adoptStyleSheet } from '../internal/element.js';

const holders = new WeakMap<Document, { count: number; release: Unsubscribe }>();

/**
 * Prevents the page behind a modal from scrolling, with an adopted style sheet instead of `style` attributes.
 * Keeps the space of a classic scrollbar, so that the page does not move. Locks nest; the returned function
 * may be called twice.
 */
export function lockScroll(document: Document): Unsubscribe {
  const held = holders.get(document) ?? { count: 0, release: adoptLock(document) };
  holders.set(document, held);
  held.count++;
  let locked = true;
  return () => {
    if (!locked) return;
    locked = false;
    if (--held.count) return;
    holders.delete(document);
    held.release();
  };
}

function adoptLock(document: Document): Unsubscribe {
  const view = native(document, 'defaultView');
  if (!view) return () => {};
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(lockRules(document, view));
  return adoptStyleSheet(document, sheet);
}

function lockRules(document: Document, view: Window & typeof globalThis): string {
  const root = native(document, 'documentElement');
  const scrollbar = view.innerWidth - root.clientWidth;
  const room = !scrollbar
    ? ''
    : view.CSS.supports('scrollbar-gutter', 'stable')
      ? 'scrollbar-gutter: stable !important;'
      : `padding-inline-end: ${scrollbar}px !important;`;
  // The body's overflow applies to the viewport only while the root's is `visible`. The lock changes the
  // root's, so the body's would apply to the body itself and show a second scrollbar.
  const usesBodyOverflow = view.getComputedStyle(root).overflowY === 'visible';
  return `html { overflow: hidden !important; ${room} } ${
    usesBodyOverflow ? 'body { overflow: visible !important; }' : ''
  }`;
}
