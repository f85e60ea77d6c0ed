import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Undo } from '../../wire/provider.js';
import { followAnchor } from '../styles/anchor-position.js';

interface Parts {
  /** What the panel belongs to and stands beside. */
  anchor(): HTMLElement | null | undefined;
  /** The element with the attribute `popover`. */
  panel(): HTMLElement | null;
}

/**
 * A panel in the top layer that belongs to a button: opens and closes, keeps its place beside the button,
 * and gives the focus back. The browser does the rest: Escape, a click elsewhere, one popover at a time.
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
  #release: Undo = () => {};

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

  /** A press on the anchor closes an open panel before the click comes, which must not open it again. */
  readonly pressed = (): void => {
    this.#openWhenPressed = this.#open;
  };

  /** By a click; or by a key or a script, which pressed nothing before: no event, or one of `detail` 0. */
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

  /** Tab out of the panel leaves nothing lying over the page. */
  readonly focusLeft = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    const anchor = this.#parts.anchor();
    if (!(to instanceof Node) || to === anchor || anchor?.shadowRoot?.contains(to)) return;
    // What is slotted into the panel stands below the host.
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
