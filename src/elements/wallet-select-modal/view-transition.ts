import { native } from '../../lib/page.js';

const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
/** The fraction of the duration in which the old view fades out. The new view fades in during the rest. */
const OUT = 0.4;

/** The elements that fade in: the new view, with or without the mark of the wallet, or the hint of a slow wallet. */
const HEAD = '.title, .back, .help';
const HINT = '.messages, .actions';
const AROUND_MARK = `${HEAD}, ${HINT}, .mark > :not(.wallet-icon)`;
const VIEW = `${HEAD}, .body`;
/** The elements that move with the height of the title and of the view. */
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
 * Animates a change of view: the old view fades out, then the new view fades in, while the height changes. Visible
 * elements move only by transforms, so that the browser counts no layout shift.
 */
export class ViewTransition {
  #before: Layout | undefined;
  #moves: readonly Animation[] = [];
  /** The animation that fades out the copy of the old view. */
  #fade: Animation | undefined;

  /** Call before the content changes. */
  before(dialog: HTMLElement): void {
    this.#before = layoutOf(dialog);
    const duration = durationOf(dialog) * OUT;
    // Skips a view that has not faded in yet.
    if (!duration || this.#fade) return;
    const copy = copyOfView(dialog);
    if (!copy) return;
    const { opacity } = getComputedStyle(dialog.querySelector('.title')!);
    const timing = { duration, easing: 'ease-in', fill: 'forwards' } as const;
    this.#fade = copy.animate({ opacity: [opacity, '0'] }, timing);
    this.#fade.onfinish = () => {
      this.#fade = undefined;
      // The `remove` of Prototype.js throws for a node without a parent.
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

/**
 * Places a copy of the view over the dialog. Returns undefined if the view shows nodes of the page, which a copy cannot
 * show. The copy is inert and hidden from screen readers. It is in a closed shadow root, so that neither this element's
 * queries nor those of a page's tests find it.
 */
function copyOfView(dialog: HTMLElement): HTMLElement | undefined {
  const root = dialog.getRootNode();
  const slots = [...dialog.querySelectorAll<HTMLSlotElement>('.body slot')];
  if (!(root instanceof ShadowRoot) || slots.some((slot) => slot.assignedNodes().length))
    return undefined;
  const host = native(document, 'createElement')('div');
  host.className = 'leaving';
  host.inert = true;
  host.ariaHidden = 'true';
  /* eslint wc/no-closed-shadow-root: off */
  const shadow = host.attachShadow({ mode: 'closed' });
  shadow.adoptedStyleSheets = [...root.adoptedStyleSheets];
  const frame = dialog.querySelector<HTMLElement>('.frame')!;
  const copy = frame.cloneNode(true) as HTMLElement;
  // Keeps the page's styles of the parts.
  const parts = [...copy.querySelectorAll('[part]')].flatMap(({ part }) => [...part]);
  host.setAttribute('exportparts', parts.join());
  // For the rules that depend on the direction.
  copy.classList.add(...dialog.classList);
  // Keeps the heights, since the copy has no nodes of the page in its header and footer.
  const boxes = (of: HTMLElement) => [
    of,
    ...of.querySelectorAll<HTMLElement>('.header, .body, .footer'),
  ];
  const sizes = boxes(frame).map(({ offsetHeight, scrollTop }) => ({ offsetHeight, scrollTop }));
  shadow.append(copy);
  dialog.append(host);
  boxes(copy).forEach(({ style }, n) => (style.height = `${sizes[n]!.offsetHeight}px`));
  boxes(copy).forEach((box, n) => (box.scrollTop = sizes[n]!.scrollTop));
  // Skip the fade-in of a spinner.
  for (const animation of copy.getAnimations({ subtree: true })) animation.currentTime = 1_000;
  return host;
}

/** Milliseconds, from the style sheet. The page may set it; with reduced motion it is 0. */
function durationOf(dialog: HTMLElement): number {
  const duration = parseFloat(getComputedStyle(dialog).transitionDuration) * 1_000;
  return duration > 1 ? duration : 0;
}

/** The current layout, also during an animation. */
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

/** The height without the transform of the opening animation, unlike `getBoundingClientRect()`. */
function heightOf(element: Element): number {
  return parseFloat(getComputedStyle(element).height);
}

const pixels = (...lengths: number[]) => lengths.map((length) => `${length}px`);
