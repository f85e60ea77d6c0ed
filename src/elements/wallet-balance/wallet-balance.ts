import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { WalletClient } from '../../client/types.js';
import { SBTC } from '../../contracts/balances.js';
import { getNetwork, getNetworkFamily } from '../../stacks/address.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { ftAmountStyles } from '../ft-amount/ft-amount.styles.js';
import { wholeNumber } from '../ft-amount/ft-amount.js';
import { getReadNetwork } from '../internal/account-address.js';
import { BaseElement } from '../internal/base-element.js';
import { balanceMessages } from '../messages/en/balance.js';
import { visuallyHidden } from '../styles/reset.js';
import { BalanceController, type BalanceQuery, type BalanceStatus } from './balance-controller.js';

/** The assets with a name of their own. */
const KNOWN: Readonly<Record<string, { readonly decimals: number; readonly symbol: string }>> = {
  __proto__: null!,
  stx: { decimals: 6, symbol: 'STX' },
  sbtc: { decimals: 8, symbol: 'sBTC' },
};

/**
 * What the connected account can spend of STX, sBTC or another fungible token, as an exact amount in inline text. Reads the
 * balance again when a transaction of the account is in a block, and when the user returns to the page. Shows nothing while
 * no wallet with a Stacks address is connected. While it is in the page, it also stores every transaction that the client
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
 * @csspart error - The text that the balance could not be read, or is not up to date.
 * @csspart retry-button - Reads the balance again.
 */
export class WalletBalance extends BaseElement {
  static override styles = [ftAmountStyles, visuallyHidden];

  readonly #wallet = new ClientController(this);
  readonly #messages = new MessagesController(this, balanceMessages);
  readonly #balance = new BalanceController(this);

  /** The client whose account is shown. Default: the nearest `<wallet-context>`'s, else the page's. */
  @property({ attribute: false }) client: WalletClient | undefined;

  /**
   * `stx`, `sbtc`, or the asset identifier of a fungible token: `<address>.<contract-name>::<asset-name>`. `sbtc` is the
   * official token on mainnet and testnet; on another network, write its asset identifier. Default: `stx`.
   */
  @property() asset = 'stx';

  /** Decimals of the token, 0 to 38. Default: those of `stx` and `sbtc`, else those of the token's metadata. */
  @property({ type: Number, converter: wholeNumber }) decimals: number | undefined;

  /** Symbol after the amount. Default: that of `stx` and `sbtc`, else that of the token's metadata. */
  @property() symbol: string | undefined;

  /** Maximum digits after the decimal point: see `<ft-amount>`. Default: all. */
  @property({ type: Number, attribute: 'max-fraction-digits', converter: wholeNumber })
  maxFractionDigits: number | undefined;

  /** `compact`: shortens large amounts, as in `1.2M`. Default: `standard`. */
  @property() notation: 'standard' | 'compact' = 'standard';

  /**
   * `disconnected`, `loading`, `ready` or `error`. While a balance is read again, and after that failed, the former amount
   * stays visible. Reflected for style sheets. Set by the element.
   */
  @property() status: BalanceStatus = 'disconnected';

  /** Reads the balance again. */
  reload(): void {
    this.#balance.reload();
  }

  get #asset(): string {
    const asset = String(this.asset ?? '').trim();
    const name = asset.toLowerCase();
    return name in KNOWN ? name : asset || 'stx';
  }

  #query(): BalanceQuery | undefined {
    const { client, state } = this.#wallet;
    const { stxAddress: address } = state;
    if (!address) return undefined;
    const network = getReadNetwork(client, state);
    const family = getNetworkFamily(network ?? '') ?? getNetwork(address);
    const sbtc = family === 'mainnet' || family === 'testnet' ? SBTC[family] : undefined;
    const asset = this.#asset === 'sbtc' ? (sbtc ?? 'sbtc') : this.#asset;
    return { client, address, asset, network };
  }

  protected override willUpdate(): void {
    this.#balance.follow(this.#query());
    this.status = this.#balance.status;
  }

  protected override render(): TemplateResult {
    if (this.status === 'disconnected') return html`<slot name="disconnected"></slot>`;
    const { balance } = this.#balance;
    return html`<span lang=${this.#messages.language}
      ><span class="visually-hidden">${this.#messages.text('balance')}</span> ${
        balance === undefined ? this.#placeholder() : this.#amount(balance)
      }${this.status === 'error' ? this.#error(balance !== undefined) : nothing}</span
    >`;
  }

  /** Of about the width that the amount will have. */
  #placeholder(): TemplateResult | typeof nothing {
    return this.status === 'error'
      ? nothing
      : html`<span class="waiting" aria-hidden="true">1,234.567890 STX</span>`;
  }

  #amount(balance: bigint): TemplateResult {
    const known = KNOWN[this.#asset];
    return html`<ft-amount
      exportparts="amount, symbol"
      .value=${balance}
      .decimals=${this.decimals ?? known?.decimals}
      .symbol=${this.symbol ?? known?.symbol}
      .principal=${known ? '' : this.#asset.split('::', 1)[0]!}
      .maxFractionDigits=${this.maxFractionDigits}
      .notation=${this.notation}
      ><slot name="icon" slot="icon"></slot
    ></ft-amount>`;
  }

  #error(isShown: boolean): TemplateResult {
    const text = this.#messages.text(isShown ? 'balanceOld' : 'balanceFailed');
    return html`${' '}<slot name="error"><span part="error">${text}</span></slot> ${
        this.#balance.isTemporary
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
