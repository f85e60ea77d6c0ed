import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { WalletState } from '../../core/types.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent, buttonVariant, hasLabel } from '../internal/base-element.js';
import { ButtonElement } from '../internal/button-element.js';
import { isOurs } from '../internal/element.js';
import { refusedIcon } from '../internal/icons.js';
import { isAborted, isRejection } from '../internal/failure.js';
import { shortAddress } from '../../accounts/short-address.js';
import { mainAddress } from '../internal/account-address.js';
import { property, query, state } from 'lit/decorators.js';
import { getMethod } from '../../lib/safe-access.js';
import { connectMessages } from '../messages/en/connect.js';
import type {
  AccountSummary,
  AccountSummaryEvent,
  WalletAccount,
} from '../wallet-account/wallet-account.js';
import { walletConnectButtonStyles } from './wallet-connect-button.styles.js';
import { whenIdle } from '../../lib/page.js';
import type { AddressEntry } from '../../accounts/addresses.js';

export type { WalletDisconnectEvent } from '../wallet-account/wallet-account.js';

/** Before a wallet is chosen or connected. Cancel it to show your own interface. */
export class WalletBeforeConnectEvent extends ElementEvent<WalletBeforeConnectEvent> {
  static override readonly type = 'wallet-before-connect';
}

/** The user connected a wallet with this button. */
export class WalletConnectEvent extends ElementEvent<WalletConnectEvent> {
  static override readonly type = 'wallet-connect';
  declare readonly addresses: readonly AddressEntry[];
}

/**
 * Connecting failed. `rejected`: the user declined, in the wallet or by closing the picker. If
 * `disconnect()` ended the attempt, `rejected` is false and the cause of the error is an `AbortError`.
 */
export class WalletConnectErrorEvent extends ElementEvent<WalletConnectErrorEvent> {
  static override readonly type = 'wallet-connect-error';
  declare readonly error: unknown;
  declare readonly rejected: boolean;
}

const MENU = 'wallet-account';

/** The parts of the account that a page may style in a connect button. */
const EXPORTED =
  'menu, close-button, header, avatar, name, network, network-warning, wallet, wallet-icon, list, row, purpose, copy-button, explorer-link, disconnect-button';

/**
 * Connects a wallet. While connected, it shows the account's short address and opens the account menu. Shows
 * a stored session in the first frame. It is one line high, and as wide as its label, or as the account while one is connected;
 * it shrinks with an ellipsis where it has no room.
 *
 * Escape, or removing the button, cancels the attempt while the picker loads. Removing it before the next
 * frame does not cancel: a page may replace it with a spinner.
 *
 * @example
 * ```html
 * <wallet-connect-button></wallet-connect-button>
 * ```
 *
 * @slot - The label while disconnected; replaces `label`.
 * @slot connecting - The label while the chosen wallet has not answered.
 * @slot connected - Replaces the short address.
 * @slot icon - Before the label.
 * @slot name - The name of the account, in the menu. The button shows its text instead of the short address.
 * @slot balance - A balance, in the menu.
 *
 * @csspart button - The button.
 * @csspart icon - Holds the slot `icon`.
 * @csspart label - The label while disconnected, and while connecting.
 * @csspart spinner - The spinner while connecting.
 * @csspart avatar - The picture of the account, on the button and in the menu.
 * @csspart name - With `names`: the BNS name of the account.
 * @csspart address - The short address, the name of the account, or the text that the wallet is on another network than the page.
 * @csspart menu - The popover that holds the account menu.
 * @csspart error - The popover with the reason why connecting failed.
 *
 * @cssstate failed - The last attempt failed, and the reason is shown.
 * @cssstate open - The account menu is open.
 *
 * @fires wallet-before-connect - Before a wallet is chosen or connected; can be canceled.
 * @fires wallet-connect - A wallet was connected with this button.
 * @fires wallet-connect-error - Connecting failed; has the error and whether the user declined.
 * @fires wallet-disconnect - The user disconnected in the account menu.
 */
export class WalletConnectButton extends ButtonElement {
  static override get styles() {
    return [super.styles, walletConnectButtonStyles];
  }

  /** Loads and defines `<wallet-account>`, needed only while connected. Set by `define.ts`. */
  static loadMenu: (() => Promise<unknown>) | undefined;

  readonly #messages = new MessagesController(this, connectMessages);

  /** The text while disconnected. Default: "Connect wallet" in the language of the page. */
  @property() label = '';

  /**
   * The look of the button: `filled`, `outlined` or `plain`. Default: `filled`; while connected, a quiet button in the
   * color of the surface.
   */
  @property({ converter: buttonVariant }) variant: 'filled' | 'outlined' | 'plain' | undefined;

  /** The id of the wallet to connect without the picker, such as `LeatherProvider`. Default: the user chooses. */
  @property() provider = '';

  /** Opens no menu when pressed while connected. The button still shows a wrong network. Default: false. */
  @property({ type: Boolean, attribute: 'without-menu' }) withoutMenu = false;

  /** Shows the BNS name of the account beside its address: see `<wallet-account>`. Default: false. */
  @property({ type: Boolean }) names = false;

  /** Shows what the account can spend in STX, on the button and in the menu: see `<wallet-account>`. Default: false. */
  @property({ type: Boolean }) balance = false;

  /** Three letters of a currency, such as `eur`: shows what the balance in the menu is worth. Default: no value. */
  @property() fiat: string | undefined;

  /** Lists the account's recent transactions in the menu. Default: false. */
  @property({ type: Boolean }) transactions = false;

  /** Turns on `names`, `balance` and `transactions`. Default: false. */
  @property({ type: Boolean }) rich = false;

  /** `disconnected`, `connecting` or `connected`, for style sheets. Set by the element. */
  @property() status: WalletState['status'] = 'disconnected';

  /** What the button shows of the account. The account reports it: it has the texts, and the code of the picture. */
  @state() private summary: AccountSummary | undefined;

  #attempt: AbortController | undefined;

  @query('button') private readonly button!: HTMLButtonElement | null;
  /** The element is not upgraded, so it has no properties, until its module has loaded. */
  @query(MENU) private readonly account!: Partial<WalletAccount> | null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { status } = this.wallet.state;
    this.followBusy(status === 'connecting');
    if (status === this.status && !changed.has('client')) return;
    // Clear "Wallet connected.", which is no longer true.
    if (this.status === 'connected') this.clearNotice();
    this.status = status;
    if (status === 'connected') whenIdle(() => this.#loadMenu());
    else this.summary = undefined;
  }

  protected override updated(): void {
    this.setState('failed', this.hasWarning);
    this.setState('open', this.account?.open === true);
  }

  readonly #press = (event: MouseEvent): void => {
    // Ignore the second click of a double click.
    if (event.detail > 1) return;
    if (this.status !== 'connected') void this.#connect();
    else if (!this.withoutMenu) void this.#toggleMenu(event);
  };

  readonly #pressed = (): void => this.account?.menu?.pressed();

  readonly #changed = (): void => this.requestUpdate();

  readonly #summarize = ({ summary }: AccountSummaryEvent): void => {
    this.summary = summary;
  };

  readonly #near = (): void => {
    if (this.status === 'connected') void this.#loadMenu();
  };

  async #connect(): Promise<void> {
    if (!this.dispatchEvent(new WalletBeforeConnectEvent({ cancelable: true }))) return;
    // A wallet may never answer, if the user lost its window. Another press starts again and ignores a late answer.
    this.#attempt?.abort();
    const attempt = (this.#attempt = new AbortController());
    this.clearNotice();
    const { client } = this.wallet;
    const end = this.startRequest(client, attempt);
    try {
      const { addresses } = await client.connect({
        providerId: this.provider || undefined,
        opener: this,
        signal: attempt.signal,
      });
      this.announce(this.#messages.text('connected'));
      this.dispatchEvent(new WalletConnectEvent({ addresses }));
    } catch (error) {
      if (this.#attempt === attempt) this.#fail(error);
    } finally {
      end();
    }
  }

  /** Shows a failure, unless the picker has shown it. */
  #fail(error: unknown): void {
    const rejected = isRejection(error);
    const show = !this.wasShown && !isAborted(error);
    if (show && rejected) this.announce(this.#messages.text('connectRejected'), true);
    else if (show) {
      void this.warnOf(error, this.#messages, (reason) =>
        this.#messages.text('connectFailed', { reason }),
      );
    }
    this.dispatchEvent(new WalletConnectErrorEvent({ error, rejected }));
  }

  async #toggleMenu(click: MouseEvent): Promise<void> {
    // Offline; `define` has warned if another script has defined the tag.
    if (!(await this.#loadMenu())) return this.warn(this.#messages.text('menuFailed'));
    await this.account?.updateComplete;
    this.account?.menu?.toggle(click);
  }

  async #loadMenu(): Promise<boolean> {
    try {
      if (!isOurs(MENU)) await getMethod(WalletConnectButton, 'loadMenu')?.();
    } catch {
      /* Offline: the next press tries again. */
    }
    return isOurs(MENU);
  }

  readonly #disconnected = (): void => {
    void this.updateComplete.then(() => this.announce(this.#messages.text('disconnected')));
    this.button?.focus();
  };

  protected override render(): TemplateResult {
    const view = this.isBusyShown || this.status !== 'connecting' ? this.status : 'disconnected';
    const hasAccount = this.status === 'connected';
    const isWrong = view === 'connected' && this.summary?.warning;
    const look = isWrong
      ? 'quiet wrong danger'
      : this.variant || (view === 'connected' ? 'quiet' : 'filled');
    return html`<div class="all" lang=${this.#messages.language}>
      <button
        part="button"
        type="button"
        class="button has-states ${look} ${this.size || 'm'}"
        ?disabled=${this.disabled}
        aria-labelledby="shown"
        aria-busy=${view === 'connecting' || this.isPickerLoading}
        aria-expanded=${hasAccount && !this.withoutMenu ? this.account?.open === true : nothing}
        @pointerdown=${this.#pressed}
        @pointerenter=${this.#near}
        @focus=${this.#near}
        @click=${this.#press}
      >
        <slot part="icon" name="icon"></slot>
        <span class="states">
          <span part="label" id=${view === 'disconnected' ? 'shown' : nothing}>
            <span class="line"
              ><slot @slotchange=${this.#changed}></slot>${
                hasLabel(this)
                  ? nothing
                  : html`<bdi>${this.label || this.#messages.text('connectWallet')}</bdi>`
              }</span
            >
          </span>
          <span part="label" class="marked" id=${view === 'connecting' ? 'shown' : nothing}>
            <span part="spinner" class="spinner"></span>
            <span class="line"
              ><slot name="connecting"><bdi>${this.#messages.text('connecting')}</bdi></slot></span
            >
          </span>
          <span class="account" id=${view === 'connected' ? 'shown' : nothing}>
            ${this.#balance()}
            <span>
              <slot name="connected" @slotchange=${this.#changed}>${this.#address()}</slot>
              ${this.withoutMenu ? nothing : html`<span class="chevron"></span>`}
            </span>
          </span>
        </span>
      </button>
      ${
        hasAccount
          ? html`<wallet-account
              exportparts=${EXPORTED}
              .client=${this.wallet.client}
              .anchor=${this}
              .isPartOfAnchor=${true}
              .names=${this.names}
              .balance=${this.balance}
              .fiat=${this.fiat}
              .transactions=${this.transactions}
              .rich=${this.rich}
              @slotchange=${this.#changed}
              @wallet-account-summary=${this.#summarize}
              @wallet-account-toggle=${this.#changed}
              @wallet-disconnect=${this.#disconnected}
              ><slot name="name" slot="name"></slot><slot name="balance" slot="balance"></slot
            ></wallet-account>`
          : nothing
      }
      ${this.renderNotice()}
    </div>`;
  }

  /** Before the account, unless the page shows something else. */
  #balance(): TemplateResult | typeof nothing {
    const { warning, balance } = this.summary ?? {};
    if (this.querySelector(':scope > [slot=connected]')) return nothing;
    return html`<span class="visually-hidden">${this.#messages.text('account')}</span>${' '}${
        warning || !balance ? nothing : html`<span class="amount">${balance}</span>`
      }`;
  }

  #address(): TemplateResult {
    const current = this.wallet.state;
    const isConnected = current.status === 'connected';
    const address = isConnected ? mainAddress(current.addresses) : undefined;
    const name = this.querySelector(':scope > [slot=name]')?.textContent.trim();
    const { warning, picture, bnsName } = this.summary ?? {};
    const text = address ? warning || name || shortAddress(address) : '\u2026';
    const shown = isConnected ? text : nothing;
    return html`${warning ? refusedIcon : html`<span part="avatar" class="picture">${picture}</span>`}
      ${warning || name ? nothing : bnsName}
      <bdi
        part="address"
        class="address line"
        dir=${warning || name ? nothing : 'ltr'}
        translate=${warning ? nothing : 'no'}
        >${shown}</bdi
      >`;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-before-connect': WalletBeforeConnectEvent;
    'wallet-connect': WalletConnectEvent;
    'wallet-connect-error': WalletConnectErrorEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-connect-button': WalletConnectButton;
  }
}
