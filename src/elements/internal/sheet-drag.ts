/** A drag over more pixels than this closes the sheet. */
const ENOUGH = 72;
const MILLISECONDS = 180;

/**
 * A listener of touch events that moves a sheet at the bottom of the window with the finger, and closes it if it
 * was dragged far enough. Does nothing for a panel elsewhere. The touched area needs `touch-action: none`.
 */
export function sheetDrag(
  sheet: () => HTMLElement | null | undefined,
  close: () => void,
): (event: TouchEvent) => void {
  let start: number | undefined;
  return ({ type, changedTouches: [touch] }) => {
    const element = sheet();
    if (!element || !touch) return;
    if (type === 'touchstart') start = isAtBottom(element) ? touch.clientY : undefined;
    if (start === undefined) return;
    const distance = Math.max(0, touch.clientY - start);
    const translate = `0 ${distance}px`;
    element.style.translate = type === 'touchmove' ? translate : '';
    if (type !== 'touchend' && type !== 'touchcancel') return;
    start = undefined;
    if (type === 'touchend' && distance > ENOUGH) close();
    const isClosed = !element.matches('[open], :popover-open');
    element.animate({ translate: [translate, isClosed ? '0 100%' : '0 0'] }, MILLISECONDS);
  };
}

function isAtBottom(element: HTMLElement): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return left <= 0 && Math.round(bottom) >= innerHeight;
}
