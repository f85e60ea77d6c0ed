import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ModalDialog } from '../wallet-select-modal/modal-dialog.js';

interface Parts {
  /** The element that opens the panel. */
  anchor(): HTMLElement | null | undefined;
  /**
   * An anchor outside of the shadow root, which anchor names do not reach. Only then the `source` of the popover: in
   * WebKitGTK 2.50, Tab does not leave a source for the popover.
   */
  away(): HTMLElement | undefined;
  /** The element with the attribute `popover`. */
  panel(): HTMLElement | null;
  /** The dialog that opens instead in a small window. */
  sheet(): HTMLDialogElement | null;
}

/** The sheet opens in a window that is at most as wide. */
const SMALL = '(max-width: 480px)';

/**
 * A popover that belongs to a button: opens and closes it, and returns the focus to the button. The
 * browser does the rest: its place, Escape, a click elsewhere, one popover at a time. In a small window it opens a modal
 * dialog instead, which behaves as the picker.
 *
 *     <button @pointerdown=${menu.pressed} @click=${menu.toggle} aria-expanded=${menu.open}>
 *     <div popover class="panel" @beforetoggle=${menu.beforeToggle} @toggle=${menu.toggled}>
 */
export class PopoverController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #parts: Parts;
  #open = false;
  #openWhenPressed = false;
  #heldFocus = false;
  #isModal = false;

  /** The behaviour of the sheet. */
  readonly #modal = new ModalDialog(
    () => this.hide(),
    () => this.hide(),
  );

  constructor(host: ReactiveControllerHost & HTMLElement, parts: Parts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open;
  }

  /** Whether the sheet opened, not the popover, the last time. */
  get isModal(): boolean {
    return this.#isModal;
  }

  show(): void {
    const sheet = this.#parts.sheet();
    if (!sheet || !this.#parts.anchor() || this.#open || !this.#host.isConnected) return;
    // jsdom has neither media queries nor popovers.
    this.#isModal = globalThis.matchMedia?.(SMALL).matches ?? false;
    if (!this.#isModal) {
      const source = this.#parts.away();
      this.#parts.panel()?.showPopover?.(source && { source });
      return;
    }
    this.#open = true;
    this.#modal.show(sheet);
    this.#host.requestUpdate();
  }

  hide(): void {
    if (!this.#open) return;
    if (!this.#isModal) return this.#parts.panel()?.hidePopover();
    this.#open = false;
    this.#modal.close();
    // WebKit returns the focus to the host, which passes it on to the first control of the sheet.
    this.#parts.anchor()?.focus({ preventScroll: true });
    this.#host.requestUpdate();
  }

  /** Pressing the anchor closes an open panel (light dismiss) before `click`, which must not open it again. */
  readonly pressed = (): void => {
    this.#openWhenPressed = this.#open;
  };

  /** A click by key or script has no `pointerdown` before it: its `detail` is 0, or there is no event. */
  readonly toggle = (click?: UIEvent): void => {
    const wasOpen = click?.detail ? this.#openWhenPressed : this.#open;
    if (wasOpen) this.hide();
    else this.show();
  };

  readonly beforeToggle = (event: ToggleEvent): void => {
    const panel = this.#parts.panel();
    if (event.target !== panel) return;
    this.#open = event.newState === 'open';
    if (!this.#open) this.#heldFocus = panel?.matches(':focus-within') ?? false;
    this.#host.requestUpdate();
  };

  readonly toggled = (event: ToggleEvent): void => {
    if (event.target !== this.#parts.panel()) return;
    if (event.newState === 'closed' && this.#heldFocus) this.#parts.anchor()?.focus();
    this.#heldFocus = false;
  };

  /** Closes the panel when Tab moves the focus out of it. */
  readonly focusLeft = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null;
    const anchor = this.#parts.anchor();
    if (!to || to === anchor || anchor?.shadowRoot?.contains(to)) return;
    // Slotted content of the panel is a descendant of the host.
    if (!this.#parts.panel()?.contains(to) && !this.#host.contains(to)) this.hide();
  };

  hostDisconnected(): void {
    if (this.#isModal) this.hide();
    this.#open = false;
    this.#heldFocus = false;
  }
}
