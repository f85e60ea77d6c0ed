import { native } from '../../lib/native.js';
import type { Undo } from '../../wire/provider.js';
import { adoptStyleSheet } from '../internal/element.js';
import { rememberFocus } from './focus-return.js';
import { lockScroll } from './scroll-lock.js';

/** No animation of a theme holds the after-events back for longer. */
const LONGEST_ANIMATION = 1_000;
/** The second click of a double click must not press what came to lie under the pointer. */
const DOUBLE_CLICK = 250;

export type UserHideReason = 'escape' | 'backdrop';

/**
 * What is modal about the modal: the native `<dialog>`, the scroll lock, the focus that returns, Escape
 * and the backdrop. Whether it closes is for `requestHide` to say.
 */
export class ModalDialog {
  readonly #requestHide: (reason: UserHideReason) => void;
  readonly #closed: () => void;
  #dialog: HTMLDialogElement | undefined;
  #undo: readonly Undo[] = [];
  #held: Undo | undefined;
  #pressedBackdrop = false;
  #changedAt = -Infinity;

  /** `closed`: the browser closed the dialog on its own. */
  constructor(requestHide: (reason: UserHideReason) => void, closed: () => void) {
    this.#requestHide = requestHide;
    this.#closed = closed;
  }

  show(dialog: HTMLDialogElement): void {
    const { ownerDocument } = dialog;
    this.#dialog = dialog;
    this.#undo = [lockScroll(ownerDocument), rememberFocus(ownerDocument), followViewport(dialog)];
    dialog.showModal();
  }

  /** After a move in the document, which takes a dialog out of the top layer but leaves it `open`. */
  reattach(): void {
    this.#dialog?.close();
    if (this.#dialog?.isConnected) this.#dialog.showModal();
  }

  close(): void {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    dialog?.close();
    for (const undo of this.#undo) undo();
    this.#undo = [];
    this.#held?.();
  }

  /**
   * Keeps the height of a dialog that stands at the foot of the window, so that a row which is added
   * moves no other from under the finger; until something else is shown.
   */
  hold(): void {
    const root = this.#dialog?.getRootNode();
    if (this.#held || !this.#dialog || !(root instanceof ShadowRoot)) return;
    const { bottom, height } = this.#dialog.getBoundingClientRect();
    if (Math.round(bottom) < native(document, 'documentElement').clientHeight) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`dialog { block-size: ${height}px !important; }`);
    const undoStyles = adoptStyleSheet(root, sheet);
    this.#held = () => {
      undoStyles();
      this.#held = undefined;
    };
  }

  /** Something else stands under the pointer from now on. */
  contentChanged(): void {
    this.#changedAt = performance.now();
    this.#held?.();
  }

  readonly keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Not left to `cancel`: browsers close at the third Escape, whatever that event's listeners say.
    event.preventDefault();
    this.#requestHide('escape');
  };

  /** The back gesture of a phone. */
  readonly cancel = (event: Event): void => {
    if (event.target !== this.#dialog) return;
    event.preventDefault();
    this.#requestHide('escape');
  };

  readonly nativeClose = (): void => {
    if (this.#dialog && !this.#dialog.open) this.#closed();
  };

  /** The dialog has no padding: only the backdrop, or its edge, is the dialog itself. */
  readonly pointerdown = (event: Event): void => {
    this.#pressedBackdrop = event.target === this.#dialog;
  };

  readonly click = (event: MouseEvent): void => {
    if (event.target === this.#dialog && this.#pressedBackdrop) this.#requestHide('backdrop');
  };

  /** Other libraries' scroll locks cancel, at the document, what would scroll anything but their own. */
  readonly ownScroll = {
    passive: true,
    handleEvent: (event: Event): void => event.stopPropagation(),
  };

  /** Listens before everything inside. Clicks of the keyboard and of scripts count none (`detail` 0). */
  readonly guard = {
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      if (event.detail > 0 && performance.now() - this.#changedAt < DOUBLE_CLICK) {
        event.stopPropagation();
        event.preventDefault();
      }
    },
  };
}

/** Settles when nothing inside moves any more. */
export async function animationsOver(element: Element): Promise<void> {
  const running = element.getAnimations({ subtree: true }).filter(isFinite);
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([
    Promise.allSettled(running.map(({ finished }) => finished)),
    new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_ANIMATION))),
  ]);
  clearTimeout(timer);
}

function isFinite(animation: Animation): boolean {
  return animation.effect?.getComputedTiming().endTime !== Infinity;
}

/**
 * Keeps the media queries of an element's styles true while it is shown: WebKit (seen in 2.50) looks at
 * those of an adopted sheet only when it is adopted, not when the window changes.
 */
export function followViewport(element: Element): Undo {
  const root = element.getRootNode();
  const view = native(element.ownerDocument, 'defaultView');
  const adopt = (): void => {
    if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets];
  };
  adopt();
  view?.addEventListener('resize', adopt);
  return () => view?.removeEventListener('resize', adopt);
}
