import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { placeBeside } from '../styles/place-beside.js';

interface Parts {
  /** What the panel belongs to and stands beside. */
  anchor(): HTMLElement | null;
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
  readonly #sheet = new CSSStyleSheet();

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
    if (!panel || this.#open || !this.#host.isConnected) return;
    this.#place();
    if (panel.showPopover) panel.showPopover();
    else this.#opens(true);
  }

  hide(): void {
    const panel = this.#parts.panel();
    if (!panel || !this.#open) return;
    if (panel.hidePopover) panel.hidePopover();
    else this.#opens(false);
  }

  /** A press on the anchor closes an open panel before the click comes, which must not open it again. */
  readonly pressed = (): void => {
    this.#openWhenPressed = this.#open;
  };

  readonly toggle = (): void => {
    const wasOpen = this.#openWhenPressed || this.#open;
    this.#openWhenPressed = false;
    if (wasOpen) this.hide();
    else this.show();
  };

  readonly beforeToggle = (event: ToggleEvent): void => {
    if (event.target === this.#parts.panel()) this.#opens(event.newState === 'open');
  };

  readonly toggled = (event: ToggleEvent): void => {
    if (event.target !== this.#parts.panel()) return;
    if (event.newState === 'closed' && this.#heldFocus) this.#parts.anchor()?.focus();
    this.#heldFocus = false;
  };

  /** Tab out of the panel leaves nothing lying over the page. */
  readonly focusLeft = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (!(to instanceof Node) || this.#parts.panel()?.contains(to)) return;
    if (to !== this.#parts.anchor() && to !== this.#host) this.hide();
  };

  hostDisconnected(): void {
    this.#open = false;
    this.#heldFocus = false;
    this.#release();
  }

  #opens(open: boolean): void {
    if (!open) this.#heldFocus = this.#parts.panel()?.matches(':focus-within') ?? false;
    this.#open = open;
    if (open) this.#follow();
    else this.#release();
    this.#host.requestUpdate();
  }

  #follow(): void {
    addEventListener('scroll', this.#place, { capture: true, passive: true });
    addEventListener('resize', this.#place);
  }

  #release(): void {
    removeEventListener('scroll', this.#place, { capture: true });
    removeEventListener('resize', this.#place);
  }

  readonly #place = (): void => {
    const anchor = this.#parts.anchor();
    const root = this.#host.shadowRoot;
    if (!anchor || !root) return;
    if (!root.adoptedStyleSheets.includes(this.#sheet)) root.adoptedStyleSheets.push(this.#sheet);
    const rtl = getComputedStyle(this.#host).direction === 'rtl';
    this.#sheet.replaceSync(placeBeside(anchor.getBoundingClientRect(), window, rtl));
  };
}
