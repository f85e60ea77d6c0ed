import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { bare } from '../../lib/safe-access.js';
import { closeIcon } from '../internal/icons.js';
import { animationsOver, ModalDialog } from '../internal/modal-dialog.js';

/** The sheet opens in a window that is at most as wide. */
const SMALL = '(max-width: 480px)';

/** The element whose menu it is. `anchor`: an element that opens it, instead of the element's own `#trigger`. */
interface Host extends LitElement {
  readonly anchor: HTMLElement | undefined;
  /** The element covers the anchor, so its own box is where the menu belongs. */
  readonly isPartOfAnchor: boolean;
}

/**
 * The menu of an account: a popover that belongs to a button. Opens and closes it, and returns the focus to the button.
 * The browser does the rest: its place, Escape, a click elsewhere, one popover at a time. In a small window it opens a
 * modal dialog instead, which behaves as the picker.
 *
 *     <button @pointerdown=${menu.pressed} @click=${menu.toggle} aria-expanded=${menu.open}>
 */
export class AccountMenu implements ReactiveController {
  readonly #host: Host;
  #open = false;
  #openWhenPressed = false;
  #heldFocus = false;
  /** Whether the sheet opened, not the popover, the last time. */
  #isModal = false;
  /** Open, or its animation has not ended. */
  #hasContent = false;

  /** The behaviour of the sheet. */
  readonly #modal = new ModalDialog(
    () => this.hide(),
    () => this.hide(),
  );

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  get open(): boolean {
    return this.#open;
  }

  get isSheetOpen(): boolean {
    return this.#open && this.#isModal;
  }

  get #anchor(): HTMLElement | null {
    return this.#host.anchor ?? this.#find('#trigger');
  }

  get #panel(): HTMLElement | null {
    return this.#find('#menu');
  }

  #find<Found extends HTMLElement>(selector: string): Found | null {
    // Undefined before the element is connected for the first time.
    const root = this.#host.renderRoot as ParentNode | undefined;
    return root?.querySelector<Found>(selector) ?? null;
  }

  /** An anchor elsewhere, which anchor names do not reach. */
  get #away(): HTMLElement | undefined {
    const { anchor, isPartOfAnchor } = this.#host;
    return isPartOfAnchor ? undefined : (anchor ?? undefined);
  }

  show(): void {
    const sheet = this.#find<HTMLDialogElement>('#sheet');
    if (!sheet || !this.#anchor || this.#open || !this.#host.isConnected) return;
    // jsdom has neither media queries nor popovers.
    this.#isModal = globalThis.matchMedia?.(SMALL).matches ?? false;
    if (!this.#isModal) {
      // Only for an anchor elsewhere: in WebKitGTK 2.50, Tab does not leave a source for the popover.
      const source = this.#away;
      this.#panel?.showPopover?.(source && bare({ source }));
      return;
    }
    this.#modal.show(sheet);
    this.#become(true);
  }

  hide(): void {
    if (!this.#open) return;
    if (!this.#isModal) return this.#panel?.hidePopover();
    this.#modal.close();
    // WebKit returns the focus to the host, which passes it on to the first control of the sheet.
    this.#anchor?.focus(bare({ preventScroll: true }));
    this.#become(false);
  }

  #become(open: boolean): void {
    this.#open = open;
    this.#host.requestUpdate();
    if (open) this.#hasContent = true;
    else void this.#removeContent();
  }

  async #removeContent(): Promise<void> {
    await this.#host.updateComplete;
    const sheet = this.#find('#sheet');
    if (sheet) await animationsOver(sheet);
    if (this.#open) return;
    this.#hasContent = false;
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

  readonly #beforeToggle = (event: ToggleEvent): void => {
    const panel = this.#panel;
    if (event.target !== panel) return;
    if (event.newState === 'closed') this.#heldFocus = panel?.matches(':focus-within') ?? false;
    this.#become(event.newState === 'open');
  };

  readonly #toggled = (event: ToggleEvent): void => {
    if (event.target !== this.#panel) return;
    if (event.newState === 'closed' && this.#heldFocus) this.#anchor?.focus();
    this.#heldFocus = false;
  };

  /** Closes the panel when Tab moves the focus out of it. */
  readonly #focusLeft = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null;
    const anchor = this.#anchor;
    if (!to || to === anchor || anchor?.shadowRoot?.contains(to)) return;
    // Slotted content of the panel is a descendant of the host.
    if (!this.#panel?.contains(to) && !this.#host.contains(to)) this.hide();
  };

  hostDisconnected(): void {
    if (this.#isModal) this.hide();
    if (this.#open) this.#become(false);
    this.#heldFocus = false;
  }

  /**
   * The popover and the sheet. `status`: the live region, here only while the sheet is open: screen readers do not announce
   * what is outside.
   */
  render(
    { label, close }: { readonly label: string; readonly close: string },
    body: () => TemplateResult,
    status: TemplateResult,
  ): TemplateResult {
    const content = this.#hasContent ? body() : nothing;
    const handle = html`<div class="handle">
      <button
        part="close-button"
        type="button"
        class="icon-button"
        aria-label=${close}
        @click=${() => this.hide()}
      >
        ${closeIcon}
      </button>
    </div>`;
    // The click listener needs no key events: Escape closes, and buttons handle their own keys.
    /* eslint lit-a11y/click-events-have-key-events: off */
    return html`<div
        part="menu"
        id="menu"
        class="panel ${this.#away ? 'away' : ''}"
        popover
        role="group"
        aria-label=${label}
        @beforetoggle=${this.#beforeToggle}
        @toggle=${this.#toggled}
        @focusout=${this.#focusLeft}
      >
        ${this.#isModal ? nothing : content}
      </div>
      <dialog part=${this.#isModal ? 'menu' : nothing} id="sheet" aria-label=${label}>
        ${this.#isModal && this.#hasContent ? html`${handle} ${content}` : nothing}
        ${this.isSheetOpen ? status : nothing}
      </dialog>`;
  }
}
