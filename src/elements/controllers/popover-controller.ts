import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Unsubscribe } from '../../wallets/provider.js';
import { followAnchor } from '../styles/anchor-position.js';

interface Parts {
  /** The element that opens the panel. The panel is placed next to it. */
  anchor(): HTMLElement | null | undefined;
  /** The element with the attribute `popover`. */
  panel(): HTMLElement | null;
}

/**
 * A popover that belongs to a button: opens and closes it, keeps it next to the button, and returns the focus
 * to the button. The browser does the rest: Escape, a click elsewhere, one popover at a time.
 *
 *     <button @pointerdown=${menu.pressed} @click=${menu.toggle} aria-expanded=${menu.open}>
 *     <div popover class="panel ${menu.open ? 'open' : ''}" @beforetoggle=${menu.beforeToggle} @toggle=${menu.toggled}>
 */
export class PopoverController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #parts: Parts;
  #open = false;
  #openWhenPressed = false;
  #heldFocus = false;
  #release: Unsubscribe = () => {};

  constructor(host: ReactiveControllerHost & HTMLElement, parts: Parts) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open;
  }

  show(): void {
    const panel = this.#parts.panel();
    const anchor = this.#parts.anchor();
    if (!panel || !anchor || this.#open || !this.#host.isConnected) return;
    this.#release = followAnchor(anchor, panel.getRootNode() as ShadowRoot);
    if (panel.showPopover) panel.showPopover();
    else this.#set(true);
  }

  hide(): void {
    const panel = this.#parts.panel();
    if (!panel || !this.#open) return;
    if (panel.hidePopover) panel.hidePopover();
    else this.#set(false);
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
    if (event.target === this.#parts.panel()) this.#set(event.newState === 'open');
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
    this.#open = false;
    this.#heldFocus = false;
    this.#release();
  }

  #set(open: boolean): void {
    if (!open) {
      this.#heldFocus = this.#parts.panel()?.matches(':focus-within') ?? false;
      this.#release();
    }
    this.#open = open;
    this.#host.requestUpdate();
  }
}
