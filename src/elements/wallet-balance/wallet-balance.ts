import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { WalletClient } from '../../core/types.js';
import { isTemporary } from '../../contracts/watch-account.js';
import { watchBalance, type BalanceState } from '../../contracts/watch-balance.js';
import type { Watcher } from '../../lib/read-watcher.js';
import type { Unsubscribe } from '../../lib/store.js';
import { getNetwork } from '../../stacks/address.js';
import { SBTC } from '../../stacks/assets.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { placeholder } from '../ft-amount/ft-amount.js';
import { ftAmountStyles } from '../ft-amount/ft-amount.styles.js';
import { BaseElement, oneOf } from '../internal/base-element.js';
import { DecimalsReader, wholeNumber } from '../internal/decimals.js';
import { isSame } from '../internal/is-same.js';
import { tokenMessages } from '../messages/en/token.js';
import { visuallyHidden } from '../styles/base.js';
import { bare } from '../../lib/safe-access.js';

/** The assets with a name of their own. */
const KNOWN: Readonly<Record<string, { readonly decimals: number; readonly symbol: string }>> =
  bare({
    stx: { decimals: 6, symbol: 'STX' },
    sbtc: { decimals: 8, symbol: 'sBTC' },
  });

/** How `<ft-amount>` names them on mainnet: coins of a testnet have no value. */
const MAINNET: Readonly<Record<string, string>> = bare({ stx: 'stx', sbtc: SBTC.mainnet });

/** Between two texts. */
const DOT = ' \u00b7 ';

/** What is read. */
interface BalanceQuery {
  readonly client: WalletClient;
  readonly address: string;
  /** `stx`, `sbtc` or an asset identifier. */
  readonly asset: string;
}

/**
 * What the connected account can spend of STX, sBTC or another fungible token, as an exact amount in inline text. Reads the
 * balance again when a transaction of the account is in a block, and when the user returns to the page. Shows nothing while
 * no wallet with a Stacks address is connected. If the wallet is on another network than the client, it says so, and reads
 * nothing. While it is in the page, it also stores every transaction that the client
 * sends, as `<wallet-transactions>` does.
 *
 * @example
 * ```html
 * <wallet-connect-button>
 *   <wallet-balance slot="balance" asset="sbtc"></wallet-balance>
 * </wallet-connect-button>
 * <wallet-balance></wallet-balance>
 * ```
 *
 * @slot disconnected - Shown while no wallet with a Stacks address is connected.
 * @slot icon - Before the amount.
 * @slot error - Replaces the text that the balance could not be read.
 *
 * @csspart amount - The number.
 * @csspart symbol - The symbol of the asset.
 * @csspart base-units - The text "base units", if the decimals of the asset are not known.
 * @csspart fiat - What the balance is worth, in brackets, such as "(about $1.43)".
 * @csspart price-time - In it, the time of the price, if that is five minutes old or older.
 * @csspart error - The text that the balance could not be read, is not up to date, or that the network is wrong.
 * @csspart retry-button - Reads the balance again.
 * @csspart short - The text that the balance is less than `needed`.
 *
 * @cssstate short - The balance is less than `needed`.
 */
export class WalletBalance extends BaseElement {
  static override get styles() {
    return [ftAmountStyles, visuallyHidden];
  }

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, tokenMessages);
  readonly #near = new VisibilityController(this);

  /** The client whose account is shown. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /**
   * `stx`, `sbtc`, or the asset identifier of a fungible token: `<address>.<contract-name>::<asset-name>`. `sbtc` is the
   * official token on mainnet and testnet; on another network, write its asset identifier. Default: `stx`.
   */
  @property() asset = 'stx';

  /**
   * Decimals of the token, 0 to 38. Default: those of `stx` and `sbtc`, which have no others, else those of the token's metadata.
   * With another value, which the console names, or without metadata, the balance is shown in base units.
   */
  @property({ type: Number, converter: wholeNumber }) decimals: number | undefined;

  /** Symbol after the amount. Default: that of `stx` and `sbtc`, else that of the token's metadata. */
  @property() symbol: string | undefined;

  /** Maximum digits after the decimal point: see `<ft-amount>`. Default: all. */
  @property({ type: Number, attribute: 'max-fraction-digits', converter: wholeNumber })
  maxFractionDigits: number | undefined;

  /** `compact`: shortens large amounts, as in `1.2M`. Default: `standard`. */
  @property({ converter: oneOf('standard', 'compact') }) notation: 'standard' | 'compact' =
    'standard';

  /** Three letters of a currency, such as `eur`: shows what the balance is worth, see `<ft-amount>`. Default: no value. */
  @property() fiat: string | undefined;

  /** Base units that the page needs: with less, "Not enough" is before the amount. Default: none. */
  @property({ attribute: false }) needed: bigint | undefined;

  /**
   * `disconnected`, `loading`, `ready` or `error`. While a balance is read again, and after that failed, the former amount
   * stays visible. Reflected for style sheets. Set by the element.
   */
  @property() status: 'disconnected' | 'loading' | 'ready' | 'error' = 'disconnected';

  readonly #decimals = new DecimalsReader(this);
  #query: BalanceQuery | undefined;
  #watcher: Watcher<BalanceState> | undefined;
  #undo: Unsubscribe | undefined;

  /** Reads the balance again. A pending read may have been answered before the reason to do so: then reads after it. */
  reload(): void {
    this.#watcher?.reload();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#follow(undefined);
  }

  get #asset(): string {
    const asset = String(this.asset ?? '').trim();
    const name = asset.toLowerCase();
    return name in KNOWN ? name : asset || 'stx';
  }

  protected override willUpdate(): void {
    if (!this.isConnected) return;
    const { client, state } = this.#wallet;
    const { stxAddress: address } = state;
    const query = address ? { client, address, asset: this.#asset } : undefined;
    if (!isSame(query, this.#query)) this.#follow(query);
    this.setState('short', this.#isShort);
  }

  get #isShort(): boolean {
    const balance = this.#watcher?.state.balance;
    return balance !== undefined && typeof this.needed === 'bigint' && balance < this.needed;
  }

  #follow(query: BalanceQuery | undefined): void {
    this.#undo?.();
    this.#undo = this.#watcher = undefined;
    this.#query = query;
    this.status = query ? 'loading' : 'disconnected';
    if (!query) return;
    const { address, ...rest } = query;
    this.#watcher = watchBalance(address, { ...rest, beforeRead: () => this.#near.whenNear() });
    this.#undo = this.#watcher.subscribe(() => this.#changed());
  }

  #changed(): void {
    const { status, error } = this.#watcher!.state;
    this.status = status;
    this.requestUpdate();
    // The user has chosen the network in the wallet.
    const isMistake = error?.code !== 'wrong-network' && !isTemporary(error);
    if (status === 'error' && isMistake) {
      console.error('<wallet-balance> shows nothing:', error.message, this);
    }
  }

  protected override render(): TemplateResult {
    if (this.status === 'disconnected') return html`<slot name="disconnected"></slot>`;
    const balance = this.#watcher?.state.balance;
    return html`<span lang=${this.#messages.language}
      ><span class="visually-hidden">${this.#messages.text('balance')}</span> ${
        this.#isShort
          ? html`<span part="short">${this.#messages.text('balanceShort')}</span>${DOT}`
          : nothing
      }${
        balance === undefined ? this.#placeholder() : this.#amount(balance)
      }${this.status === 'error' ? this.#failure(balance !== undefined) : nothing}</span
    >`;
  }

  /** Of about the width that the amount will have. */
  #placeholder(): TemplateResult | typeof nothing {
    return this.status === 'error' ? nothing : placeholder('1,234.567890 STX');
  }

  #amount(balance: bigint): TemplateResult {
    const token = KNOWN[this.#asset];
    const { value, isRefused } = this.#decimals.read(this.decimals, token?.decimals);
    return html`<ft-amount
      exportparts="amount, symbol, base-units, fiat, price-time"
      .value=${balance}
      .decimals=${value ?? (isRefused ? undefined : token?.decimals)}
      .symbol=${this.symbol ?? token?.symbol}
      .principal=${isRefused ? '' : (MAINNET[this.#asset] ?? this.#asset)}
      .fiat=${this.fiat}
      .network=${getNetwork(this.#query?.address)}
      .maxFractionDigits=${this.maxFractionDigits}
      .notation=${this.notation}
      ><slot name="icon" slot="icon"></slot
    ></ft-amount>`;
  }

  #failure(isShown: boolean): TemplateResult {
    const isElsewhere = this.#watcher?.state.error?.code === 'wrong-network';
    const key = isElsewhere ? 'wrongNetwork' : isShown ? 'balanceOld' : 'balanceFailed';
    const text = this.#messages.text(key);
    return html`${' '}<slot name="error"><span part="error">${text}</span></slot
      >${' '}${
        isTemporary(this.#watcher?.state.error)
          ? html`<button part="retry-button" type="button" @click=${() => this.reload()}>
              ${this.#messages.text('tryAgain')}
            </button>`
          : nothing
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-balance': WalletBalance;
  }
}
