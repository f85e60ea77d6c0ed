import { css } from 'lit';

/** Pixels. A slow drag over more than this closes the sheet. */
const FAR = 72;
/** Pixels a millisecond. A faster flick closes the sheet, or opens it again. */
const FLICK = 0.5;
/** Milliseconds. The speed of a flick is that of its end. */
const RECENT = 80;

/**
 * A listener of touch events, not passive, that moves a sheet at the bottom of the window with the finger, and closes it
 * if it was dragged far or flicked. What is scrolled under the finger scrolls first. Does nothing for a panel elsewhere.
 *
 * Needs the styles `dialogStyles`, and a transition of `translate`, which moves the sheet afterwards.
 */
export function sheetDrag(
  sheet: () => HTMLElement | null | undefined,
  close: () => void,
): (event: TouchEvent) => void {
  let start: number | undefined;
  /** The last places of the finger: [milliseconds, pixels]. */
  let places: (readonly [number, number])[] = [];
  return (event) => {
    const { type, timeStamp, touches } = event;
    const [touch] = event.changedTouches;
    const element = sheet();
    if (!element || !touch) return;
    if (type === 'touchstart') {
      const mayDrag =
        touches.length < 2 &&
        event.target !== element &&
        isAtBottom(element) &&
        !isScrolled(event, element);
      start = mayDrag ? touch.clientY : undefined;
      places = [];
    }
    if (start === undefined) return;
    const distance = touch.clientY - start;
    const isDragged = element.hasAttribute('data-dragged');
    places = [...places.filter(([at]) => timeStamp - at < RECENT), [timeStamp, touch.clientY]];
    if (type === 'touchmove') {
      if (!isDragged && distance <= 0) {
        // Upwards, the finger scrolls what is under it.
        if (distance < 0) start = undefined;
        return;
      }
      event.preventDefault();
      move(element, Math.max(0, distance));
    } else if (type !== 'touchstart' && isDragged) {
      start = undefined;
      const speed = getSpeed(places);
      const isFlick = Math.abs(speed) > FLICK;
      if (type === 'touchend' && (isFlick ? speed > 0 : distance > FAR)) close();
      element.removeAttribute('data-dragged');
      element.style.translate = '';
      element.style.removeProperty('--_dragged');
    }
  };
}

/**
 * A dialog that opens and closes in `--_time`, after `--_delay`, and its scrim. That follows a dragged sheet: `--_dragged` is
 * 0 for an open sheet, and 1 for a closed one.
 */
export const dialogStyles = css`
  dialog {
    --_delay: 0s;
    --_surface: var(--_elevated);
    margin: 0 auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_border);
    background: var(--_surface);
  }
  /* The page can already be used while the dialog closes. */
  dialog:not([open]) {
    pointer-events: none;
  }
  dialog::backdrop {
    background: var(--_backdrop);
    backdrop-filter: var(--_backdrop-filter);
    opacity: 0;
    transition:
      opacity var(--_time) linear var(--_delay),
      overlay var(--_time) var(--_delay) allow-discrete,
      display var(--_time) var(--_delay) allow-discrete;
  }
  dialog[open]::backdrop {
    opacity: 1;
  }
  @starting-style {
    dialog[open]::backdrop {
      opacity: 0;
    }
  }
  dialog[open][data-dragged],
  dialog[open][data-dragged]::backdrop {
    transition: none;
  }
  dialog[open][data-dragged]::backdrop {
    opacity: calc(1 - var(--_dragged));
  }
`;

function move(element: HTMLElement, distance: number): void {
  element.toggleAttribute('data-dragged', true);
  element.style.translate = `0 ${distance}px`;
  element.style.setProperty('--_dragged', `${distance / element.offsetHeight}`);
}

/** Pixels a millisecond, downwards. */
function getSpeed(places: readonly (readonly [number, number])[]): number {
  const [first, last] = [places[0]!, places.at(-1)!];
  return last[0] > first[0] ? (last[1] - first[1]) / (last[0] - first[0]) : 0;
}

function isAtBottom(element: HTMLElement): boolean {
  const { left, bottom } = element.getBoundingClientRect();
  return left <= 0 && Math.round(bottom) >= innerHeight;
}

function isScrolled(event: Event, sheet: Element): boolean {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(sheet) + 1).some((node) => (node as Element).scrollTop > 0);
}
