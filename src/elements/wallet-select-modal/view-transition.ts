import { copyOfView } from './copy-of-view.js';

const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
/** The part of the time in which the view before fades out. In the rest, the new view fades in. */
const OUT = 0.4;

/** What fades in: the new view, with or without the mark of the wallet, or the hint of a slow wallet. */
const HEAD = '.title, .back, .help';
const HINT = '.messages, .actions';
const AROUND_MARK = `${HEAD}, ${HINT}, .mark > :not(.wallet-icon)`;
const VIEW = `${HEAD}, .body`;
/** What moves with the height of the title and of the view. */
const MOVED = '.header slot, .footer';

/** In pixels. */
interface Layout {
  readonly height: number;
  /** From the top of the dialog to the mark of the wallet. */
  readonly mark: number | undefined;
  /** From the top of the dialog to the end of each moved element. */
  readonly ends: readonly number[];
}

/**
 * Animates a change of view: the view before fades out, then the new one fades in, while the height changes. What is
 * visible moves by transforms only, so that the browser counts no layout shift.
 */
export class ViewTransition {
  #before: Layout | undefined;
  #moves: readonly Animation[] = [];
  /** How the copy of the view before fades out. */
  #fade: Animation | undefined;

  /** Call before the content changes. */
  before(dialog: HTMLElement): void {
    this.#before = layoutOf(dialog);
    const duration = durationOf(dialog) * OUT;
    // A view that has not faded in yet is left out.
    if (!duration || this.#fade) return;
    const copy = copyOfView(dialog);
    if (!copy) return;
    const { opacity } = getComputedStyle(dialog.querySelector('.title')!);
    const timing = { duration, easing: 'ease-in', fill: 'forwards' } as const;
    this.#fade = copy.animate({ opacity: [opacity, '0'] }, timing);
    this.#fade.onfinish = () => {
      this.#fade = undefined;
      // Only a node in a tree: the `remove` of Prototype.js throws otherwise.
      if (copy.parentNode) copy.remove();
    };
  }

  /** Call when the content has changed. */
  after(dialog: HTMLElement, isNewView: boolean): void {
    for (const move of this.#moves) move.cancel();
    this.#moves = [];
    const duration = durationOf(dialog);
    const before = this.#before;
    if (!duration || !before) return;
    const now = layoutOf(dialog);
    const frame = dialog.querySelector('.frame')!;
    const frameHeights = pixels(heightOf(frame), heightOf(frame));
    const timing = { duration, easing: EASING };
    this.#moves = [
      // WebKitGTK 2.50 does not animate `blockSize`.
      dialog.animate({ height: pixels(before.height, now.height) }, timing),
      frame.animate({ minHeight: frameHeights, maxHeight: frameHeights }, timing),
      ...[...dialog.querySelectorAll(MOVED)].map((element, n) =>
        element.animate({ translate: [`0 ${before.ends[n]! - now.ends[n]!}px`, '0'] }, timing),
      ),
    ];
    const stays = now.mark !== undefined && now.mark === before.mark;
    const fading = isNewView ? (stays ? AROUND_MARK : VIEW) : HINT;
    for (const element of dialog.querySelectorAll(fading)) {
      element.animate(
        { opacity: [0, 1] },
        {
          delay: this.#fade ? duration * OUT - Number(this.#fade.currentTime) : 0,
          duration: duration * (1 - OUT),
          easing: 'ease-out',
          fill: 'backwards',
        },
      );
    }
  }
}

/** Milliseconds, from the style sheet: the page may set it, and with reduced motion there is none. */
function durationOf(dialog: HTMLElement): number {
  const duration = parseFloat(getComputedStyle(dialog).transitionDuration) * 1_000;
  return duration > 1 ? duration : 0;
}

/** During an animation too. */
function layoutOf(dialog: HTMLElement): Layout {
  const { top } = dialog.getBoundingClientRect();
  const mark = dialog.querySelector('.mark')?.getBoundingClientRect().top;
  return {
    height: heightOf(dialog),
    mark: mark && Math.round(mark - top),
    ends: [...dialog.querySelectorAll(MOVED)].map(
      (element) => element.getBoundingClientRect().bottom - top,
    ),
  };
}

/** Unlike the box, without the transform of the opening. */
function heightOf(element: Element): number {
  return parseFloat(getComputedStyle(element).height);
}

const pixels = (...lengths: number[]) => lengths.map((length) => `${length}px`);
