import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Choice, WalletClient } from '../../core/types.js';
import type { JsonRpcError } from '../../errors.js';
import { abortable } from '../../lib/promises.js';
import { attempt, bare, has, native } from '../../lib/safe-access.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';
import { ClientController } from '../controllers/client-controller.js';
import { CopyController } from '../controllers/copy-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { BaseElement } from '../internal/base-element.js';
import { closeIcon } from '../internal/icons.js';
import { animationsOver, ModalDialog } from '../internal/modal-dialog.js';
import { dialogStyles } from '../internal/sheet-drag.js';
import { walletMarkStyles } from '../internal/wallet-mark.js';
import { pickerMessages } from '../messages/en/picker.js';
import { buttons } from '../styles/buttons.js';
import { base } from '../styles/base.js';
import { ChoiceViews, WalletSelectEvent } from '../wallet-list/choice-views.js';
import { getListedWallets, icon, ListController, newTab } from '../wallet-list/list-controller.js';
import { walletListStyles } from '../wallet-list/wallet-list.styles.js';
import type { WalletRow, WalletSort } from '../wallet-list/wallet-rows.js';
import {
  WalletModalAfterHideEvent,
  WalletModalAfterShowEvent,
  WalletModalHideEvent,
  WalletModalShowEvent,
  type WalletModalHideReason,
} from './modal-events.js';
import {
  modalTexts,
  phoneActions,
  phoneCode,
  walletFacts,
  walletProgress,
  type ModalView,
  type PhoneView,
} from './modal-views.js';
import type { QrCode } from './qr-code.js';
import { startMotion } from './view-motion.js';
import { modalViewsStyles, walletSelectModalStyles } from './wallet-select-modal.styles.js';

export type { WalletSelectEvent } from '../wallet-list/choice-views.js';
export {
  WalletModalAfterHideEvent,
  WalletModalAfterShowEvent,
  WalletModalHideEvent,
  WalletModalShowEvent,
};
export type { WalletModalHideReason };

const backIcon = icon(svg`<path d="M15 5l-7 7 7 7"/>`, 'directional');

const LIST: ModalView = { name: 'list' };

/**
 * A dialog in which the user chooses a wallet, and which shows the progress of connecting to it.
 *
 * Without a script it offers the wallets of its client and connects the one that the user chooses. A script
 * may call `select()`. A button of the page opens it with `command="--show"` and closes it with `command="--hide"`, without
 * code, in browsers that have [`commandfor`](https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/button#commandfor).
 * Style properties: src/elements/styles/README.md.
 *
 * @example
 * ```html
 * <button type="button" commandfor="wallets" command="--show">Choose a wallet</button>
 * <wallet-select-modal id="wallets"></wallet-select-modal>
 * ```
 *
 * @slot header - Below the title.
 * @slot footer - Below everything.
 * @slot help - Replaces the text of "What is a wallet?".
 * @slot empty - Replaces the introduction if no wallet is installed.
 * @csspart dialog - The dialog.
 * @csspart header - Title and close button.
 * @csspart title - The title of the view.
 * @csspart close-button - Closes the modal.
 * @csspart back-button - Goes back to the list.
 * @csspart body - The scrollable content.
 * @csspart search - The search field: from ten wallets on.
 * @csspart clear-button - Empties the search field.
 * @csspart list - The wallets of a group.
 * @csspart group-label - The name of a group.
 * @csspart wallet - One wallet: a button, or a link to install it.
 * @csspart wallet-icon - The wallet's icon, or the first letter of its name.
 * @csspart wallet-name - The wallet's name.
 * @csspart wallet-badge - "Last used".
 * @csspart install-link - Every link to install or open a wallet.
 * @csspart status - The text of a view: the progress, or the reason of a failure.
 * @csspart retry-button - Tries again to connect: after a failure, or if the wallet does not answer.
 * @csspart copy-button - Copies the link of the QR code.
 * @csspart cancel-button - Cancels the attempt to connect.
 * @csspart footer - The help, the QR code for a phone, and the slot.
 * @cssstate list - The list is shown, and a wallet is installed.
 * @cssstate empty - The list is shown, and no wallet is installed.
 * @cssstate connecting - A wallet is connecting.
 * @cssstate connected - A wallet was connected; shown while the modal closes.
 * @cssstate rejected - The user declined in the wallet.
 * @cssstate failed - Connecting failed.
 * @cssstate help - "What is a wallet?" is shown.
 * @cssstate phone - The QR code to continue on a phone is shown.
 * @fires wallet-modal-show - Before it opens; can be canceled.
 * @fires wallet-modal-after-show - It is open, and its animation has ended.
 * @fires wallet-modal-hide - Before it closes, with `reason`; can be canceled if the user closes it.
 * @fires wallet-modal-after-hide - It is closed, and its animation has ended.
 * @fires wallet-select - Before the wallet is connected, with its `providerId`; can be canceled.
 */
export class WalletSelectModal extends BaseElement {
  static override get styles() {
    return [
      base,
      buttons,
      walletMarkStyles,
      walletListStyles,
      dialogStyles,
      walletSelectModalStyles,
      modalViewsStyles,
    ];
  }

  readonly #client = new ClientController(this);
  readonly #messages = new MessagesController(this, pickerMessages);
  /** Copies the link of the QR code. */
  readonly #link = new CopyController(this);
  readonly #list: ListController = new ListController(this, this.#messages);
  readonly #views = new ChoiceViews({
    getRow: (id) => this.#list.row(id),
    show: (view) => {
      this.view = view;
      // Before the dialog closes: its exit animation shows the tick.
      if (view.name === 'connected') this.performUpdate();
    },
    ended: (connected) => this.#hide(connected ? 'connected' : 'api'),
  });
  readonly #modal = new ModalDialog(
    (reason) => this.#hide(reason),
    () => this.#hide('api'),
  );
  /** Set while the modal is open. The code of a choice loads when the modal opens by itself. */
  #choosing: Promise<Choice> | undefined;
  /** The value of `#choosing` whose code could not be loaded: the next attempt starts a new choice. */
  #failed: Promise<Choice> | undefined;
  /** The id of the wallet that was picked last: another one may have been picked while the code loaded. */
  #picked: string | undefined;
  /** The choice that is shown, once its code has loaded. */
  #choice: Choice | undefined;
  /** The number of calls of `select()` that wait. */
  #selecting = 0;
  #shown = false;
  #hiding = false;
  #state = '';

  /** Whether the modal is open. Set it, or call `show()` and `hide()`. */
  @property({ type: Boolean, reflect: true }) open = false;
  /** Title of the list, and accessible name of the dialog. Default: "Connect a wallet", in the page's language. */
  @property() label = '';
  /** Offers only wallets that are installed. */
  @property({ type: Boolean, attribute: 'without-install' }) withoutInstall = false;
  /** The id of a wallet, such as `LeatherProvider`, to recommend to a user without one: it is the first. Default: none. */
  @property() recommend = '';
  /** Removes the help "What is a wallet?". */
  @property({ type: Boolean, attribute: 'without-help' }) withoutHelp = false;
  /** URL (http or https) of a page that replaces the built-in help "What is a wallet?". */
  @property({ attribute: 'help-href' }) helpHref = '';
  /** Order of the installed wallets: the last used first (default), by name, or in the order of discovery. */
  @property() sort: WalletSort = 'recent';
  /** The wallets to offer in addition to the installed ones. Default: those that this library lists. */
  @property({ attribute: false }) providers: readonly ProviderDescriptor[] | undefined;
  /** The client whose wallets are offered and connected. Default: the nearest context's, else the page-wide client. */
  @property({ attribute: false }) client: WalletClient | undefined;
  /** The current view. Set `{ name: 'help' }` to show the help. */
  @property({ attribute: false }) view: ModalView = LIST;

  /** The code of the phone view; undefined while it loads; `none` if the URL is too long, or the module did not load. */
  @state() private code: QrCode | 'none' | undefined;

  @query('dialog') private readonly dialog!: HTMLDialogElement;
  @query('.frame') private readonly frame!: HTMLElement;
  @query('[part=retry-button]') private readonly retryButton!: HTMLElement | null;
  @query('.title') private readonly heading!: HTMLElement;

  constructor() {
    super();
    this.addEventListener('command', ({ command }: Event & { readonly command?: string }) => {
      if (command === '--show') this.show();
      else if (command === '--hide') this.hide();
    });
  }

  /** Opens the modal. */
  show(): void {
    this.open = true;
  }

  /** Closes the modal, with the reason `api`. */
  hide(): void {
    this.#hide('api');
  }

  /**
   * Opens, connects the client to the wallet that the user chooses, and resolves with its id. Calls made
   * while it is open share that choice.
   *
   * @throws JsonRpcError -31001 if the user closes it, or the last error of a wallet; the signal's reason if
   *   it is aborted.
   */
  async select({ signal }: { readonly signal?: AbortSignal } = {}): Promise<{
    providerId: string;
  }> {
    signal?.throwIfAborted();
    const choosing = this.#begin();
    this.#selecting++;
    this.#show();
    try {
      const finished = choosing.then((choice) => choice.finished);
      return { providerId: await abortable(finished, signal) };
    } finally {
      if (!--this.#selecting && signal?.aborted && this.#choosing === choosing) this.#hide('api');
    }
  }

  /**
   * Opens as the picker of a client: `client.picker = (choice) => modal.showChoice(choice)`. Closes another choice that it
   * shows.
   */
  showChoice(choice: Choice): void {
    if (choice !== this.#choice) {
      this.#leave();
      this.#choosing = Promise.resolve(choice);
      this.#follow(choice);
    }
    this.#show();
  }

  /**
   * Renders the list without opening. Use it for an element that is removed in the same task.
   *
   * @internal
   */
  prepare(): void {
    this.#list.list(getListedWallets(this.#client.client, this.providers));
    this.performUpdate();
    this.#list.close();
  }

  /**
   * Lays out what {@link prepare} has rendered.
   *
   * @internal
   */
  prepareLayout(): void {
    // The attribute neither moves the focus nor dispatches an event.
    this.dialog.setAttribute('open', '');
    this.dialog.getBoundingClientRect();
    this.dialog.removeAttribute('open');
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.open && this.hasUpdated && !this.#shown) {
      this.#beforeShow();
      this.#present();
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Stay open if the element was moved within the document, which also disconnects it.
    if (this.#choosing) {
      queueMicrotask(() => (this.isConnected ? this.#modal.reattach() : this.#hide('removed')));
    }
  }

  /** A template of a page may set null. */
  get #view(): ModalView {
    return this.view ?? LIST;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('open')) {
      if (this.open) this.#beforeShow();
      else this.#hide('api');
    }
    if (changed.has('view') && this.#view.name === 'phone') void this.#createCode(this.#view);
  }

  async #createCode(view: PhoneView): Promise<void> {
    this.code = undefined;
    const code = await import('./qr-code.js')
      .then(({ qrCode }) => qrCode(view.url))
      .catch(() => 'none' as const);
    if (view === this.#view) this.code = code;
  }

  /** Between two views, the height of the dialog and the icon of the wallet move. */
  protected override update(changed: PropertyValues<this>): void {
    const before = changed.get('view');
    const view = this.#view;
    if (!before || !this.#shown) return super.update(changed);
    const withWallet = [view, before].find((each) => has(each, 'wallet'));
    const endMotion = startMotion(this.dialog, this.frame, withWallet?.wallet.id);
    super.update(changed);
    endMotion();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const wasShown = this.#shown;
    if (changed.has('open') && this.open) this.#present();
    this.#showState();
    const before = changed.get('view');
    if (before && wasShown && this.#shown) this.#viewChanged(before);
  }

  #showState(): void {
    const empty = this.#view.name === 'list' && !this.#list.hasInstalled;
    this.setState(this.#state, false);
    this.#state = empty ? 'empty' : this.#view.name;
    this.setState(this.#state, true);
  }

  /** Starts a choice of the client, whose wallet is connected, unless the modal shows a choice. */
  #begin(): Promise<Choice> {
    if (this.#choosing && this.#choosing !== this.#failed) return this.#choosing;
    this.#leave();
    const { providers } = this;
    const { client } = this.#client;
    this.#list.list(getListedWallets(client, providers));
    const choosing = (this.#choosing = client.choose({ defaultProviders: providers }));
    void this.#load(choosing);
    return choosing;
  }

  async #load(choosing: Promise<Choice>): Promise<void> {
    const choice = await choosing.catch(() => {
      this.#failed = choosing;
      // The caller of select() gets the error. Else the user sees it after picking a wallet.
      if (this.#selecting) this.#hide('api');
    });
    if (this.#choosing === choosing && choice) return this.#follow(choice);
    // It was closed while the code loaded. If it is open again, it may wait for the same choice.
    const next = await this.#choosing?.catch(() => undefined);
    if (choice !== next) choice?.close();
  }

  /** Ends the choice that is shown. */
  #leave(): void {
    this.#views.unfollow();
    this.#choosing = undefined;
    const choice = this.#choice;
    this.#choice = undefined;
    choice?.close();
    if (has(this.#view, 'wallet')) this.view = LIST;
  }

  #follow(choice: Choice): void {
    this.#choice = choice;
    this.#list.list(choice);
    this.#views.follow(choice);
  }

  #show(): void {
    this.open = true;
    if (!this.isConnected) this.#hide('removed');
  }

  /** Runs before the update, so that the same update renders the wallets, or nothing if a listener cancels. */
  #beforeShow(): void {
    if (this.#shown || !this.isConnected) return;
    if (!this.dispatchEvent(new WalletModalShowEvent({ cancelable: true }))) this.#end('api');
    else if (this.isConnected) void this.#begin();
  }

  #present(): void {
    if (!this.open || this.#shown || !this.isConnected) return;
    this.#shown = true;
    this.#modal.show(this.dialog);
    void this.#presented();
  }

  async #presented(): Promise<void> {
    await this.updateComplete;
    if (!this.#shown) return;
    // If no wallet is installed, let screen readers start at the introduction.
    if (this.#list.hasInstalled) this.#focusRow();
    else this.heading.focus(bare({ preventScroll: true }));
    await animationsOver(this.dialog);
    if (this.#shown) this.dispatchEvent(new WalletModalAfterShowEvent({}));
  }

  /** Every way to close the modal calls this. */
  #hide(reason: WalletModalHideReason): void {
    // A listener of the event may itself close or remove the modal.
    if (!this.#choosing || this.#hiding) return;
    this.#hiding = true;
    const byUser = reason === 'escape' || reason === 'backdrop' || reason === 'close-button';
    const allowed =
      !this.#shown || this.dispatchEvent(new WalletModalHideEvent({ reason, cancelable: byUser }));
    this.#hiding = false;
    if (allowed) this.#end(reason);
  }

  #end(reason: WalletModalHideReason): void {
    const shown = this.#shown;
    const choice = this.#choice;
    this.#shown = false;
    this.#choosing = this.#choice = undefined;
    this.open = false;
    this.#views.unfollow();
    this.#list.close();
    this.#modal.close();
    choice?.close();
    if (shown) void this.#hidden(reason);
  }

  async #hidden(reason: WalletModalHideReason): Promise<void> {
    if (this.isConnected) await animationsOver(this.dialog);
    if (!this.#shown) this.view = LIST;
    this.dispatchEvent(new WalletModalAfterHideEvent({ reason }));
  }

  #viewChanged(before: ModalView): void {
    const { name } = this.#view;
    if (name === before.name) return;
    this.#modal.viewChanged();
    if (name === 'connected') return;
    if (name === 'list' && has(before, 'wallet')) this.#focusRow(before.wallet.id);
    else if (name === 'rejected') this.retryButton?.focus();
    else this.heading.focus(bare({ preventScroll: true }));
  }

  #focusRow(id?: string): void {
    if (!this.#list.focus(id)) this.heading.focus(bare({ preventScroll: true }));
  }

  async #pick(wallet: WalletRow): Promise<void> {
    // It may be closing, or a listener may close it.
    if (!this.#select(wallet.id) || !this.#choosing) return;
    if (this.#choice) return this.#choice.pick(wallet.id);
    const choosing = this.#begin();
    this.#picked = wallet.id;
    const isCurrent = () => this.#choosing === choosing && this.#picked === wallet.id;
    try {
      const choice = await choosing;
      if (isCurrent()) choice.pick(wallet.id);
    } catch (error) {
      if (!isCurrent()) return;
      this.view = { name: 'failed', wallet, error: error as JsonRpcError };
    }
  }

  #tryAgain(wallet: WalletRow): void {
    if (!this.#choice) void this.#pick(wallet);
    else if (this.#select(wallet.id)) this.#choice.retry();
  }

  /** Before each attempt to connect. */
  #select(providerId: string): boolean {
    return this.dispatchEvent(new WalletSelectEvent({ providerId, cancelable: true }));
  }

  #showView(view: ModalView): void {
    this.#link.clear();
    this.view = view;
  }

  /**
   * The dialog with the current view. Its live regions always exist, so that a new text is announced. A changed text gets
   * a new text node (`textContent`): texts are centered, so the browser would count a changed text node as a layout shift.
   */
  protected override render(): TemplateResult {
    const view = this.#view;
    const messages = this.#messages;
    const texts = modalTexts(view, messages, this.#list.status);
    const copied = this.#link.result?.copied;
    /** A new element in each view, which fades in. */
    const fresh = (text?: string) => keyed(view.name, html`<span .textContent=${text}></span>`);
    // Visually hidden, since the texts are at the button.
    const linkCopied = copied
      ? html`<span class="visually-hidden">${messages.text('linkCopied')}</span>`
      : nothing;
    const alert =
      copied === false
        ? html`<span class="visually-hidden">${messages.text('copyLinkRefused')}</span>`
        : fresh(texts.alert);
    const isList = view.name === 'list';
    return html`<dialog
      part="dialog"
      class="${view.name}-view"
      lang=${messages.language}
      aria-labelledby="title"
    >
      <div class="frame" tabindex="-1">
        <div part="header" class="header">
          ${
            isList || view.name.startsWith('connect')
              ? nothing
              : html`<button
                  part="back-button"
                  class="icon-button back"
                  type="button"
                  aria-label=${messages.text('back')}
                  @click=${() => this.#showView(LIST)}
                >
                  ${backIcon}
                </button>`
          }
          <h2 part="title" class="title" id="title" tabindex="-1">
            ${fresh((isList && this.label) || texts.title)}
          </h2>
          <button
            part="close-button"
            class="icon-button"
            type="button"
            aria-label=${messages.text('close')}
            @click=${() => this.#hide('close-button')}
          >
            ${closeIcon}
          </button>
          <slot name="header"></slot>
        </div>
        <div part="body" class="body">
          ${this.#head()}
          <div part="status" class=${isList ? 'visually-hidden' : 'messages'}>
            <p role="status">${fresh(texts.status)}${linkCopied}</p>
            <p role="alert">${alert}</p>
          </div>
          ${isList ? nothing : keyed(view.name, html`<div class="actions">${this.#actions()}</div>`)}
        </div>
        <div part="footer" class="footer">
          ${isList ? this.#links() : nothing}
          <slot name="footer"></slot>
        </div>
      </div>
    </dialog>`;
  }

  /** Below the list: the help, and the code for a phone. */
  #links(): TemplateResult | typeof nothing {
    const wallet = this.#list.forPhone;
    if (this.withoutHelp && !wallet) return nothing;
    return html`<div class="help">
      ${this.withoutHelp ? nothing : this.#helpLink()}
      ${
        wallet
          ? html`<button
              class="button plain s"
              type="button"
              @click=${() => this.#showCode(wallet)}
            >
              ${this.#messages.text('usePhone')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #showCode(wallet: WalletRow): void {
    this.#showView({ name: 'phone', wallet, url: wallet.scanUrl! });
  }

  /** If the browser refuses to copy, the user can. */
  async #copyLink(url: string): Promise<void> {
    if (await this.#link.copy(url)) return;
    await this.updateComplete;
    const field = this.renderRoot.querySelector<HTMLElement>('.link');
    field?.focus();
    // The browser has scrolled to the end of the selection.
    field?.scroll(0, 0);
  }

  #helpLink(): TemplateResult {
    const text = this.#messages.text('whatIsAWallet');
    const href = httpUrl(this.helpHref);
    return href
      ? html`<a class="button plain s" href=${href} target="_blank" rel="noopener"
          >${text} ${newTab(this.#messages)}</a
        >`
      : html`<button
          class="button plain s"
          type="button"
          @click=${() => this.#showView({ name: 'help' })}
        >
          ${text}
        </button>`;
  }

  /** The content of the view above its texts. */
  #head(): TemplateResult {
    const view = this.#view;
    switch (view.name) {
      case 'list':
        return this.#list.render({
          pick: (wallet) => void this.#pick(wallet),
          scan: (wallet) => this.#showCode(wallet),
        });
      case 'help':
        return html`<slot name="help">${walletFacts(this.#messages)}</slot>`;
      case 'phone':
        return html`<div class="code">${phoneCode(view.wallet, this.code, this.#messages)}</div>`;
      default:
        return walletProgress(view);
    }
  }

  /** The buttons of the view, below its texts. */
  #actions(): TemplateResult | typeof nothing {
    const view = this.#view;
    switch (view.name) {
      case 'list':
        return nothing;
      case 'phone':
        return phoneActions(
          view,
          this.#messages,
          this.#link.result?.copied,
          () => void this.#copyLink(view.url),
        );
      case 'help':
        return html`<button
          type="button"
          class="button filled"
          @click=${() => this.#showView(LIST)}
        >
          ${this.#messages.text('getAWallet')}
        </button>`;
      case 'connected':
        return nothing;
      case 'connecting':
        return html`<button
            part="cancel-button"
            type="button"
            class="button outlined"
            @click=${() => this.#choice?.back()}
          >
            ${this.#messages.text('cancel')}
          </button>
          ${view.slow ? this.#retryButton(view.wallet) : nothing}`;
      case 'rejected':
      case 'failed':
        return this.#retryButton(view.wallet);
    }
  }

  #retryButton(wallet: WalletRow): TemplateResult {
    return html`<button
      part="retry-button"
      type="button"
      class="button filled"
      @click=${() => this.#tryAgain(wallet)}
    >
      ${this.#messages.text('tryAgain')}
    </button>`;
  }
}

/** The URL if it is http or https: a page may fill the attribute from untrusted data (`javascript:`). */
function httpUrl(text: string): string | undefined {
  const url = text ? attempt(() => new URL(text, native(document, 'baseURI'))) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-select-modal': WalletSelectModal;
  }
}
