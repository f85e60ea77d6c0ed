import { native } from '../../lib/page.js';
import type { Unsubscribe } from '../../wallets/provider.js';
import { adoptStyleSheet } from '../internal/element.js';
import { sheetDrag } from '../internal/sheet-drag.js';
import { ViewTransition } from './view-transition.js';
import { rememberFocus } from './focus-return.js';
import { lockScroll } from './scroll-lock.js';

/** Milliseconds. The after-events do not wait longer for animations. */
const LONGEST_ANIMATION = 1_000;
/** Milliseconds after a change of view in which clicks are ignored: they may be part of a double click. */
const DOUBLE_CLICK = 250;

export type UserHideReason = 'escape' | 'backdrop';

/**
 * The modal behaviour: the native `<dialog>`, the scroll lock, the return of the focus, Escape and clicks on
 * the backdrop. Calls `requestHide` when the user wants to close; the callback decides whether it closes.
 */
export class ModalDialog {
  readonly #requestHide: (reason: UserHideReason) => void;
  readonly #closed: () => void;
  #dialog: HTMLDialogElement | undefined;
  #undo: readonly Unsubscribe[] = [];
  #held: Unsubscribe | undefined;
  #pressedBackdrop = false;
  readonly #transition = new ViewTransition();
  #changedAt = -Infinity;

  /** `closed` is called when the dialog was closed by other means, such as its own `close()`. */
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

  /** Call after a move in the document, which removes a dialog from the top layer but leaves it `open`. */
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
   * Keeps the height of a dialog at the bottom of the window until the view changes, so that a new row does
   * not move the others under the user's finger.
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

  /** Call before the content changes. */
  contentChanges(): void {
    if (this.#dialog) this.#transition.before(this.#dialog);
  }

  /** Call when the content has changed. The controls of a new view are now under the pointer. */
  contentChanged(isNewView: boolean): void {
    if (isNewView) {
      this.#changedAt = performance.now();
      this.#held?.();
    }
    if (this.#dialog) this.#transition.after(this.#dialog, isNewView);
  }

  /** The listener for touches of the header. */
  readonly drag = sheetDrag(
    () => this.#dialog,
    () => this.#requestHide('backdrop'),
  );

  readonly keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Do not rely on `cancel`: browsers close on a repeated Escape even if that event is canceled.
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

  /** The dialog has no padding, so only events on the backdrop or the border have the dialog as target. */
  readonly pointerdown = (event: Event): void => {
    this.#pressedBackdrop = event.target === this.#dialog;
  };

  readonly click = (event: MouseEvent): void => {
    if (event.target === this.#dialog && this.#pressedBackdrop) this.#requestHide('backdrop');
  };

  /** Stops scroll events here: scroll locks of other libraries cancel them on the document. */
  readonly ownScroll = {
    passive: true,
    handleEvent: (event: Event): void => event.stopPropagation(),
  };

  /** Cancels clicks right after a change of view. Clicks by keyboard and scripts have `detail` 0 and are allowed. */
  readonly cancelClick = {
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      if (event.detail > 0 && performance.now() - this.#changedAt < DOUBLE_CLICK) {
        event.stopPropagation();
        event.preventDefault();
      }
    },
  };
}

/** Resolves when all finite animations inside the element have ended. */
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
 * Updates the media queries of an element's styles while it is shown: WebKit (seen in WebKitGTK 2.50)
 * evaluates those of an adopted style sheet only when it is adopted, not when the window is resized.
 */
export function followViewport(element: Element): Unsubscribe {
  const root = element.getRootNode();
  const view = native(element.ownerDocument, 'defaultView');
  const adopt = (): void => {
    if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets];
  };
  adopt();
  view?.addEventListener('resize', adopt);
  return () => view?.removeEventListener('resize', adopt);
}
