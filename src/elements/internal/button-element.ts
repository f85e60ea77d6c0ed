import { html, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Choice, WalletClient } from '../../core/types.js';
import { openingCancelled } from '../../errors.js';
import { ClientController } from '../controllers/client-controller.js';
import { base } from '../styles/base.js';
import { buttonHost, buttons, buttonStates } from '../styles/buttons.js';
import { note } from '../styles/note.js';
import { panel } from '../styles/panel.js';
import { bare, native } from '../../lib/safe-access.js';
import { BaseElement, delegatesFocus, oneOf } from './base-element.js';
import { logMistake } from './failure.js';
import { refusedIcon } from './icons.js';
import { toUserText } from '../messages/to-user-text.js';

/** Milliseconds. A faster answer shows no spinner: it would only flicker. */
export const SHOWN_AFTER = 100;

/** Milliseconds that a notice is shown: at least, and for each character, of which slow readers read ten in a second. */
const NOTICE_TIME = 5_000;
const READING_TIME = 100;

/**
 * The base of the elements that are a button which asks a wallet.
 *
 * Preloads the picker when the pointer, a touch or the focus enters the element. Cancels its request if the element is
 * removed from the document while the picker loads. Removing it before the next frame cancels nothing: a page may replace
 * it with a spinner when it is pressed.
 *
 * It has a notice: a status (`role=status`), for screen readers or also shown, or a warning (`role=alert`), always shown
 * next to the button. It covers what is below the button, so a press on it dismisses it, and it goes by itself when it has been
 * read: not while the pointer is on it, or the page is hidden. Live regions must exist before their text: always render `renderNotice()`.
 */
export abstract class ButtonElement extends BaseElement {
  static override get shadowRootOptions() {
    return delegatesFocus;
  }
  static override get styles(): CSSResultGroup {
    return [base, buttons, buttonHost, buttonStates, panel, note];
  }

  protected readonly wallet = new ClientController(this);

  /** The client of the wallet. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /** `s`, `m` or `l`. Default: `m`. */
  @property({ converter: oneOf('s', 'm', 'l') }) size: 's' | 'm' | 'l' = 'm';

  /** Disables the button. Default: false. */
  @property({ type: Boolean, reflect: true }) disabled = false;

  /** A framework changes the data of a text node in a slot, which fires no `slotchange`. */
  readonly #contentObserver = new MutationObserver(() => this.requestUpdate());
  #status = '';
  #warning = '';
  /** Another object for each notice that is shown. */
  #shown: { readonly content: string | TemplateResult } | undefined;
  #notices = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #busyTimer: ReturnType<typeof setTimeout> | undefined;
  #isBusyShown = false;
  #pending:
    | {
        readonly client: WalletClient;
        readonly request: AbortController;
        choice: Choice | undefined;
      }
    | undefined;
  #isFrameOver = false;

  constructor() {
    super();
    for (const type of ['pointerenter', 'touchstart', 'focusin']) {
      this.addEventListener(type, () => this.preload(), { once: true, passive: true });
    }
  }

  /** Presses the button. Only the connect button acts on it: what asks a wallet to sign needs a press of the user. */
  override click(): void {
    this.shadowRoot?.querySelector('button')?.click();
  }

  /** Loads what a press will need. */
  protected preload(): void {
    this.wallet.client.preload();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const options = bare({ childList: true, characterData: true, subtree: true });
    this.#contentObserver.observe(this, options);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#contentObserver.disconnect();
    this.followBusy(false);
    this.clearNotice();
    const mayCancel = this.#isFrameOver;
    // Moving an element within the document also disconnects it.
    queueMicrotask(() => {
      if (!mayCancel || this.isConnected || !this.isCancellable) return;
      this.#pending?.request.abort(openingCancelled());
    });
  }

  /** Whether to show a spinner. */
  protected get isBusyShown(): boolean {
    return this.#isBusyShown;
  }

  /** Call on every update. `isBusy`: whether the element is waiting now. */
  protected followBusy(isBusy: boolean): void {
    if (!isBusy) {
      clearTimeout(this.#busyTimer);
      this.#busyTimer = undefined;
      this.#isBusyShown = false;
    } else {
      this.#busyTimer ??= setTimeout(() => {
        this.#isBusyShown = true;
        this.requestUpdate();
      }, SHOWN_AFTER);
    }
  }

  /** True while the picker loads for the element's request. */
  protected get isPickerLoading(): boolean {
    return this.#pending?.client.isOpening === true;
  }

  /** True if the element's request ends when the element is removed: the user has seen nothing of it yet. */
  protected get isCancellable(): boolean {
    return this.isPickerLoading;
  }

  /** True if the user has closed the picker of the element's request: it has shown how the choice ended. */
  protected get wasShown(): boolean {
    return this.#pending?.choice?.shown === true;
  }

  /**
   * Call before the request, whose options need `opener: this`: the picker opens in the document of this element. Call the
   * returned function when it has ended.
   */
  protected startRequest(client: WalletClient, request: AbortController): () => void {
    const pending = { client, request, choice: client.choice };
    const stop = client.subscribe(() => (pending.choice = client.choice ?? pending.choice));
    this.#pending = pending;
    this.#isFrameOver = false;
    requestAnimationFrame(() => setTimeout(() => (this.#isFrameOver = true)));
    return () => {
      stop();
      if (this.#pending === pending) this.#pending = undefined;
      this.requestUpdate();
    };
  }

  protected get hasWarning(): boolean {
    return this.#warning !== '';
  }

  /** `shown`: also show it next to the button, or show this instead. */
  protected announce(status: string, shown: boolean | TemplateResult = false): void {
    this.#setNotice(status, '', shown === true ? status : shown);
  }

  protected warn(warning: string): void {
    this.#setNotice('', warning, warning);
  }

  /** Warns of a failure in a user's words, which load now: nothing, if there is another notice by then. */
  protected async warnOf(
    error: unknown,
    { locale }: { readonly locale: string },
    toText: (reason: string) => string,
  ): Promise<void> {
    logMistake(this, error);
    this.clearNotice();
    const notices = this.#notices;
    const reason = await toUserText(error, locale);
    if (this.#notices === notices) this.warn(toText(reason));
  }

  protected clearNotice(): void {
    this.#setNotice('', '', false);
  }

  #setNotice(status: string, warning: string, content: false | string | TemplateResult): void {
    this.#notices += 1;
    this.#status = status;
    this.#warning = warning;
    this.#shown = content ? { content } : undefined;
    clearTimeout(this.#noticeTimer);
    this.requestUpdate();
    if (this.#shown) void this.#showNotice(this.#shown);
  }

  async #showNotice(shown: object): Promise<void> {
    // After the event that caused the notice: Escape would close the popover instead of a dialog of the page.
    await new Promise((resolve) => setTimeout(resolve));
    await this.updateComplete;
    if (shown !== this.#shown || !this.isConnected) return;
    // jsdom has no popovers.
    const popover = this.renderRoot.querySelector<HTMLElement>('.message');
    popover?.showPopover?.();
    const time = NOTICE_TIME + READING_TIME * (popover?.textContent.length ?? 0);
    const hide = () => {
      if (popover?.matches(':hover') || native(this.ownerDocument, 'hidden')) later();
      else this.#hideNotice();
    };
    const later = () => (this.#noticeTimer = setTimeout(hide, time));
    later();
  }

  readonly #hideNotice = (): void => {
    this.renderRoot.querySelector<HTMLElement>('.message')?.hidePopover?.();
  };

  /** The event is asynchronous: another notice may be shown by now. */
  readonly #toggled = ({ newState, target }: ToggleEvent): void => {
    if (newState === 'closed' && (target as Element).isConnected) this.clearNotice();
  };

  /** A shown notice is hidden from screen readers: the live regions announce it. */
  protected renderNotice(): TemplateResult {
    const isWarning = this.hasWarning;
    return html`<span class="visually-hidden" role="status">${this.#status}</span>
      <span class="visually-hidden" role="alert">${this.#warning}</span>
      ${
        this.#shown
          ? keyed(
              this.#shown,
              html`<div
                popover
                aria-hidden="true"
                part=${isWarning ? 'error' : 'notice'}
                class="note panel message ${isWarning ? 'danger' : ''}"
                @toggle=${this.#toggled}
                @click=${this.#hideNotice}
              >
                ${isWarning ? refusedIcon : nothing}<span>${this.#shown.content}</span>
              </div>`,
            )
          : nothing
      }`;
  }
}
