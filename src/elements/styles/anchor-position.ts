import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import { adoptStyleSheet, createSheet } from '../internal/element.js';

/** Pixels between the anchor and the panel, and between the panel and the edge of the window. */
const GAP = 8;
const MARGIN = 8;
/** With less room than this, the other side is used if it has more. */
const LEAST_BLOCK = 280;
const LEAST_INLINE = 304;

type Length = number | 'auto';
type Box = Pick<DOMRectReadOnly, 'top' | 'right' | 'bottom' | 'left'>;

/**
 * The CSS rule that sets `--_inset`, `--_max-inline` and `--_max-block` for a panel next to `anchor`: below
 * it and aligned with its start, unless there is more room above it or at its end. Does not need the panel's
 * own size, so the panel is in the right place from the first frame. `page` is the scrolling element: unlike
 * the size of the window, its size does not include a classic scrollbar, and neither does the containing
 * block of a fixed element.
 */
export function anchorPosition(
  anchor: Box,
  page: Pick<Element, 'clientWidth' | 'clientHeight'>,
  rightToLeft: boolean,
): string {
  const { clientWidth: width, clientHeight: height } = page;
  const roomBelow = height - anchor.bottom - GAP - MARGIN;
  const roomAbove = anchor.top - GAP - MARGIN;
  const below = roomBelow >= LEAST_BLOCK || roomBelow >= roomAbove;
  const block: { top: Length; bottom: Length; room: number } = below
    ? { top: anchor.bottom + GAP, bottom: 'auto', room: roomBelow }
    : { top: 'auto', bottom: height - anchor.top + GAP, room: roomAbove };

  const roomRight = width - anchor.left - MARGIN;
  const roomLeft = anchor.right - MARGIN;
  const [own, other] = rightToLeft ? [roomLeft, roomRight] : [roomRight, roomLeft];
  const flushStart = own >= LEAST_INLINE || own >= other;
  const growsRight = flushStart !== rightToLeft;
  const room = growsRight ? roomRight : roomLeft;
  const cramped = room < Math.min(LEAST_INLINE, width - 2 * MARGIN);
  const inline: { left: Length; right: Length; room: number } = cramped
    ? { left: MARGIN, right: MARGIN, room: width - 2 * MARGIN }
    : growsRight
      ? { left: Math.max(MARGIN, anchor.left), right: 'auto', room }
      : { left: 'auto', right: Math.max(MARGIN, width - anchor.right), room };

  const inset = [block.top, inline.right, block.bottom, inline.left].map(length).join(' ');
  return `:host{--_inset:${inset};--_max-inline:${length(inline.room)};--_max-block:${length(Math.max(block.room, 96))}}`;
}

function length(value: Length): string {
  return value === 'auto' ? value : `${Math.round(value)}px`;
}

/**
 * Keeps the open panel of a shadow root next to `anchor` while the page scrolls or is resized. Uses an adopted
 * style sheet: a Content Security Policy may forbid `style` attributes.
 */
export function followAnchor(anchor: HTMLElement, root: ShadowRoot): Unsubscribe {
  const { ownerDocument } = root;
  const view = native(ownerDocument, 'defaultView');
  const sheet = createSheet(root);
  if (!view || !sheet) return () => {};
  // In quirks mode (no doctype) the body is the scrolling element.
  const page =
    native(ownerDocument, 'scrollingElement') ?? native(ownerDocument, 'documentElement');
  const place = () => {
    const rtl = getComputedStyle(root.host).direction === 'rtl';
    sheet.replaceSync(anchorPosition(anchor.getBoundingClientRect(), page, rtl));
  };
  place();
  const undoStyles = adoptStyleSheet(root, sheet);
  view.addEventListener('scroll', place, { capture: true, passive: true });
  view.addEventListener('resize', place);
  return () => {
    undoStyles();
    view.removeEventListener('scroll', place, { capture: true });
    view.removeEventListener('resize', place);
  };
}
