import type { Unsubscribe } from '../../lib/store.js';
import { bare, native } from '../../lib/safe-access.js';
import { createSheet } from './element.js';
import { sheetDrag } from './sheet-drag.js';

/** Milliseconds. The after-events do not wait longer for animations. */
const LONGEST_ANIMATION = 1_000;
/** Milliseconds after a change of view in which clicks are ignored: they may be part of a double click. */
const DOUBLE_CLICK = 250;

/** The events by which a dialog of the page notices what happens outside of it. */
const OUTSIDE_EVENTS =
  'pointerdown pointerup mousedown mouseup touchstart touchend click auxclick dblclick contextmenu keydown keypress keyup focus blur focusin focusout'.split(
    ' ',
  );

/** Those of a pointer to which nothing in a dialog listens. */
const MOVES =
  'pointermove mousemove pointerover mouseover pointerout mouseout pointerenter mouseenter pointerleave mouseleave gotpointercapture lostpointercapture pointercancel'.split(
    ' ',
  );

export type UserHideReason = 'escape' | 'backdrop';

/**
 * The modal behaviour: the native `<dialog>`, the scroll lock, the return of the focus, Escape and clicks on
 * the backdrop. Calls `requestHide` when the user wants to close; the callback decides whether it closes.
 */
export class ModalDialog {
  readonly #requestHide: (reason: UserHideReason) => void;
  readonly #closed: () => void;
  #dialog: HTMLDialogElement | undefined;
  #undo: Unsubscribe[] = [];
  /** True while the focus moves into the dialog. */
  #isShowing = false;
  #pressedBackdrop = false;
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
    const view = native(ownerDocument, 'defaultView');
    // No event of the dialog tells that its frame was removed, or its window closed.
    if (view !== window) view?.addEventListener('pagehide', this.#closed, bare({ once: true }));
    const types = [...OUTSIDE_EVENTS, ...MOVES];
    for (const type of types) view?.addEventListener(type, this.#take, true);
    this.#undo.push(() => {
      for (const type of types) view?.removeEventListener(type, this.#take, true);
    });
    this.#undo.push(this.#listen(dialog));
    this.#undo.push(staysActive((dialog.getRootNode() as ShadowRoot).host));
    this.#isShowing = true;
    showModal(dialog);
    this.#isShowing = false;
  }

  /**
   * Keeps the events of the dialog from all other listeners, also from those in the capture phase: a dialog of the page
   * would close, or take the focus back. What the browser does for an event does not depend on its listeners; those of
   * the dialog get a copy.
   */
  readonly #take = (event: Event): void => {
    const path = event.composedPath();
    const [target] = path;
    const isEscape = event.type === 'keydown' && (event as KeyboardEvent).key === 'Escape';
    const isMove = MOVES.includes(event.type);
    // It has closed, and returns the focus.
    if (!this.#dialog) return;
    const depth = path.indexOf(this.#dialog);
    const { host } = this.#dialog.getRootNode() as ShadowRoot;
    if (depth < 0) {
      // Nothing has the focus. The browser then sends `cancel` to the dialog.
      const isUnfocused = isEscape && target === native(this.#dialog.ownerDocument, 'body');
      // What the focus leaves would close, such as a menu that contains the opener.
      if (isUnfocused || this.#isShowing || (isMove && target === host))
        event.stopImmediatePropagation();
      return;
    }
    const isSlotted = path
      .slice(0, depth)
      .some((node) => native(node as Node, 'parentNode') === host);
    const isSecondClick = this.#isSecondClick(event as UIEvent);
    // The page listens to what it has put into a slot.
    if (isSlotted && !isSecondClick) return;
    event.stopImmediatePropagation();
    if (isSecondClick) event.preventDefault();
    else if (isEscape) this.#keydown(event as KeyboardEvent);
    else if (!isMove) dispatchCopy(event, target!);
  };

  #listen(dialog: HTMLDialogElement): Unsubscribe {
    const listening = new AbortController();
    const on = (types: string, listener: (event: never) => void, passive = false) => {
      const options = { passive, signal: listening.signal };
      for (const type of types.split(' '))
        dialog.addEventListener(type, listener as EventListener, options);
    };
    on('keydown', this.#keydown);
    on('cancel', this.#cancel);
    on('close', this.#nativeClose);
    on('pointerdown', this.#pointerdown);
    on('click', this.#click);
    on('touchstart touchmove touchend touchcancel', this.#drag);
    // Scroll locks of other libraries cancel these on the document.
    on('wheel touchmove', (event: Event) => event.stopPropagation(), true);
    return () => listening.abort();
  }

  /** Call after a move in the document, which removes a dialog from the top layer but leaves it `open`. */
  reattach(): void {
    if (!this.#dialog) return;
    close(this.#dialog);
    if (this.#dialog.isConnected) showModal(this.#dialog);
  }

  close(): void {
    const dialog = this.#dialog;
    this.#dialog = undefined;
    if (dialog) close(dialog);
    for (const undo of this.#undo) undo();
    this.#undo = [];
  }

  /** Call when the view has changed. Its controls are now under the pointer. */
  viewChanged(): void {
    this.#changedAt = performance.now();
  }

  readonly #drag = sheetDrag(
    () => this.#dialog,
    () => this.#requestHide('backdrop'),
  );

  readonly #keydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Do not rely on `cancel`: browsers close on a repeated Escape even if that event is canceled.
    event.preventDefault();
    // The key is released after the dialog has closed.
    event.view?.addEventListener(
      'keyup',
      (released) => released.key === 'Escape' && released.stopImmediatePropagation(),
      { capture: true, once: true },
    );
    this.#requestHide('escape');
  };

  /** The back gesture of a phone. */
  readonly #cancel = (event: Event): void => {
    if (event.target !== this.#dialog) return;
    event.preventDefault();
    this.#requestHide('escape');
  };

  readonly #nativeClose = (): void => {
    if (this.#dialog && !this.#dialog.open) this.#closed();
  };

  /** The dialog has no padding, so only events on the backdrop or the border have the dialog as target. */
  readonly #pointerdown = (event: Event): void => {
    this.#pressedBackdrop = event.target === this.#dialog;
  };

  readonly #click = (event: MouseEvent): void => {
    if (event.target === this.#dialog && this.#pressedBackdrop) this.#requestHide('backdrop');
  };

  /** A click right after a change of view. Clicks by keyboard and scripts have `detail` 0. */
  #isSecondClick({ type, detail }: UIEvent): boolean {
    return type === 'click' && detail > 0 && performance.now() - this.#changedAt < DOUBLE_CLICK;
  }
}

/** Dispatches an event with the same fields that does not leave the shadow root, and to which the browser does not react. */
function dispatchCopy(event: Event, target: EventTarget): void {
  const { type, bubbles } = event;
  const copy = new Event(type, bare({ bubbles, cancelable: true }));
  for (const field in event) {
    if (!(field in copy) || field === 'timeStamp')
      Object.defineProperty(copy, field, bare({ value: Reflect.get(event, field) as unknown }));
  }
  copy.preventDefault();
  target.dispatchEvent(copy);
}

/** jsdom has a `<dialog>` without methods. */
function showModal(dialog: HTMLDialogElement): void {
  if (dialog.showModal) dialog.showModal();
  else dialog.open = true;
}

function close(dialog: HTMLDialogElement): void {
  if (dialog.close) dialog.close();
  else dialog.open = false;
}

/** Undoes that a dialog of the page makes inert what is added to the page. Once while it is open: more might never end. */
function staysActive(host: Element): Unsubscribe {
  const names = ['inert', 'aria-hidden'];
  const activate = () => names.forEach((name) => host.removeAttribute(name));
  activate();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    activate();
  });
  observer.observe(host, bare({ attributeFilter: names }));
  return () => observer.disconnect();
}

/** Resolves when all finite animations inside the element have ended. */
export async function animationsOver(element: Element): Promise<void> {
  // jsdom has no animations.
  const running = element.getAnimations?.(bare({ subtree: true })).filter(isFinite) ?? [];
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
function followViewport(element: Element): Unsubscribe {
  const root = element.getRootNode() as ShadowRoot;
  const view = native(element.ownerDocument, 'defaultView');
  const adopt = (): void => {
    const { adoptedStyleSheets: sheets } = root as Partial<ShadowRoot>;
    if (sheets) root.adoptedStyleSheets = [...sheets];
  };
  adopt();
  view?.addEventListener('resize', adopt);
  return () => view?.removeEventListener('resize', adopt);
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex^="-"])';

/**
 * Remembers the focused element, also in nested shadow roots; the returned function focuses it again. A `<dialog>` does
 * nothing if it was removed or disabled: this focuses the first focusable element in its nearest remaining ancestor.
 */
function rememberFocus(document: Document): Unsubscribe {
  let opener = native(document, 'activeElement');
  while (opener?.shadowRoot?.activeElement) opener = opener.shadowRoot.activeElement;
  const path: Element[] = [];
  for (let at = opener === native(document, 'body') ? null : opener; at; at = getParent(at))
    path.push(at);
  return () => void path.find((element) => native(element, 'isConnected') && focusWithin(element));
}

function getParent(element: Element): Element | null {
  const parent = native(element, 'parentNode');
  return (
    native(element, 'assignedSlot') ??
    (parent instanceof ShadowRoot ? parent.host : native(element, 'parentElement'))
  );
}

function focusWithin(element: Element): boolean {
  return [element, ...native(element, 'querySelectorAll')(FOCUSABLE)].some((candidate) => {
    native(candidate as HTMLElement, 'focus')(bare({ preventScroll: true }));
    return native(candidate, 'matches')(':focus-within');
  });
}

/** The locks of a document, and how to remove the style sheet that they share. */
const locks = new WeakMap<Document, { count: number; release: Unsubscribe }>();

/**
 * Prevents the page behind a modal from scrolling, with an adopted style sheet instead of `style` attributes.
 * Keeps the space of a classic scrollbar, so that the page does not move. Locks nest.
 */
function lockScroll(document: Document): Unsubscribe {
  const lock = locks.get(document) ?? { count: 0, release: adopt(document, lockSheet(document)) };
  locks.set(document, lock);
  lock.count++;
  return () => {
    if (--lock.count) return;
    locks.delete(document);
    lock.release();
  };
}

function adopt(document: Document, sheet: CSSStyleSheet | undefined): Unsubscribe {
  if (!sheet) return () => {};
  const name = 'adoptedStyleSheets';
  const getSheets = () => native(document, name);
  const setSheets = (sheets: readonly CSSStyleSheet[]) =>
    void Reflect.set(Object.getPrototypeOf(document) as object, name, sheets, document);
  setSheets([...getSheets(), sheet]);
  return () => setSheets(getSheets().filter((other) => other !== sheet));
}

function lockSheet(document: Document): CSSStyleSheet | undefined {
  const root = native(document, 'documentElement');
  const view = native(document, 'defaultView')!;
  const gutter = view.innerWidth > root.clientWidth ? 'scrollbar-gutter: stable !important;' : '';
  // The body's overflow applies to the viewport only while the root's is `visible`. The lock changes the
  // root's, so the body's would apply to the body itself and show a second scrollbar.
  const usesBody = view.getComputedStyle(root).overflowY === 'visible';
  return createSheet(
    document,
    `html { overflow: hidden !important; ${gutter} }
    ${usesBody ? 'body { overflow: visible !important; }' : ''}`,
  );
}
