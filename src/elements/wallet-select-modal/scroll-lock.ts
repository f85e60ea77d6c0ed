import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { adoptStyleSheet } from '../internal/element.js';

const holders = new WeakMap<Document, { count: number; release: Undo }>();

/**
 * Keeps the page behind a modal from scrolling, by a style sheet that the document adopts: the author's
 * `style` attributes stay untouched. Where a classic scrollbar shows, its room is kept, so nothing moves.
 * Locks nest; undoing one twice does no harm.
 */
export function lockScroll(document: Document): Undo {
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

function adoptLock(document: Document): Undo {
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
  // The body's overflow counts for the window only while the root has none: it must not fall back on
  // the body itself, which would then show a second scrollbar.
  const ownsScrolling = view.getComputedStyle(root).overflowY === 'visible';
  return `html { overflow: hidden !important; ${room} } ${
    ownsScrolling ? 'body { overflow: visible !important; }' : ''
  }`;
}
