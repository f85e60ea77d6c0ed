import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { WalletClient } from '../../client/types.js';
import { getFtBalance, getStxBalance } from '../../contracts/balances.js';
import { SBTC } from '../../stacks/assets.js';
import { ContractError } from '../../contracts/contract-error.js';
import type { Unsubscribe } from '../../lib/store.js';
import { bare, native } from '../../lib/safe-access.js';
import type { NetworkName } from '../../stacks/address.js';
import { getNetwork, getNetworkFamily } from '../../stacks/address.js';
import { recentTransactions, watchRecentTransactions } from '../../transactions/recent.js';
import { isSettled } from '../../transactions/states.js';
import { trackSent, trackTransaction } from '../../transactions/track.js';
import type { TransactionHandle } from '../../transactions/types.js';
import { ClientController } from '../controllers/client-controller.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { placeholder } from '../ft-amount/ft-amount.js';
import { ftAmountStyles } from '../ft-amount/ft-amount.styles.js';
import { getReadNetwork } from '../internal/account-address.js';
import { BaseElement } from '../internal/base-element.js';
import { DecimalsReader, wholeNumber } from '../internal/decimals.js';
import { isSame } from '../internal/is-same.js';
import { tokenMessages } from '../messages/en/token.js';
import { visuallyHidden } from '../styles/base.js';

/** Milliseconds for which a balance is not read again when the user returns to the page. */
const FRESH = 10_000;
/** Milliseconds before a read that failed is repeated, unless the service names a longer time. */
const RETRY = 30_000;
/** Errors that may be temporary. */
const TEMPORARY: readonly string[] = ['network', 'rate-limited'];

/** The assets with a name of their own. */
const KNOWN: Readonly<Record<string, { readonly decimals: number; readonly symbol: string }>> = {
  __proto__: null!,
  stx: { decimals: 6, symbol: 'STX' },
  sbtc: { decimals: 8, symbol: 'sBTC' },
};

/** What is read. */
interface BalanceQuery {
  readonly client: WalletClient;
  readonly address: string;
  /** An asset identifier, or `stx`. */
  readonly asset: string;
  readonly network: NetworkName | undefined;
}

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
 * @csspart base-units - The text "base units", if the decimals of the asset are not known.
 * @csspart error - The text that the balance could not be read, or is not up to date.
 * @csspart retry-button - Reads the balance again.
 */
export class WalletBalance extends BaseElement {
  static override styles = [ftAmountStyles, visuallyHidden];

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
  @property() notation: 'standard' | 'compact' = 'standard';

  /**
   * `disconnected`, `loading`, `ready` or `error`. While a balance is read again, and after that failed, the former amount
   * stays visible. Reflected for style sheets. Set by the element.
   */
  @property() status: 'disconnected' | 'loading' | 'ready' | 'error' = 'disconnected';

  readonly #decimals = new DecimalsReader(this);
  #query: BalanceQuery | undefined;
  #stop = new AbortController();
  /** Base units: those that were read last. */
  #balance: bigint | undefined;
  #isReading = false;
  #isOld = false;
  #readAt = 0;
  #error: unknown;

  /** Reads the balance again. A pending read may have been answered before the reason to do so: then reads after it. */
  reload(): void {
    this.#isOld = true;
    if (this.#query && !this.#isReading) void this.#read(this.#query, this.#stop.signal);
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

  #getQuery(): BalanceQuery | undefined {
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
    if (!this.isConnected) return;
    const query = this.#getQuery();
    if (!isSame(query, this.#query)) this.#follow(query);
  }

  /**
   * Reads this balance while the element is near the viewport: now, after a transaction of the account is in a block, and
   * when the user returns to the page.
   */
  #follow(query: BalanceQuery | undefined): void {
    this.#stop.abort();
    this.#query = query;
    this.#balance = this.#error = undefined;
    this.#isReading = false;
    this.status = query ? 'loading' : 'disconnected';
    if (!query) return;
    const { signal } = (this.#stop = new AbortController());
    const undo = watchMined(query, () => this.reload());
    signal.addEventListener('abort', undo);
    const returned = (): void => {
      // The clock of the computer may have been set back.
      if (!native(document, 'hidden') && Math.abs(Date.now() - this.#readAt) > FRESH) this.reload();
    };
    native(document, 'addEventListener')('visibilitychange', returned, bare({ signal }));
    window.addEventListener('focus', returned, bare({ signal }));
    this.reload();
  }

  async #read(query: BalanceQuery, signal: AbortSignal): Promise<void> {
    this.#isReading = true;
    while (this.#isOld) {
      await this.#near.whenNear();
      if (signal.aborted) return;
      this.#isOld = false;
      this.#become('loading');
      try {
        const balance = await readBalance(query, signal);
        if (signal.aborted) return;
        this.#balance = balance;
        this.#readAt = Date.now();
        this.#become('ready');
      } catch (error) {
        if (signal.aborted) return;
        this.#fail(error, signal);
      }
    }
    this.#isReading = false;
  }

  #fail(error: unknown, signal: AbortSignal): void {
    // A busy service is no error: it is asked again.
    const isBusy = error instanceof ContractError && error.code === 'rate-limited';
    this.#become(isBusy ? 'loading' : 'error', error);
    if (!this.#isTemporary) {
      console.error('<wallet-balance> shows nothing:', (error as Error).message, this);
      return;
    }
    const { retryAfter = 0 } = error as ContractError;
    const timer = setTimeout(() => this.reload(), Math.max(retryAfter, RETRY));
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Whether the error may be temporary. */
  get #isTemporary(): boolean {
    return this.#error instanceof ContractError && TEMPORARY.includes(this.#error.code);
  }

  #become(status: WalletBalance['status'], error?: unknown): void {
    this.status = status;
    this.#error = error;
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    if (this.status === 'disconnected') return html`<slot name="disconnected"></slot>`;
    const balance = this.#balance;
    return html`<span lang=${this.#messages.language}
      ><span class="visually-hidden">${this.#messages.text('balance')}</span> ${
        balance === undefined ? this.#placeholder() : this.#amount(balance)
      }${this.status === 'error' ? this.#failure(balance !== undefined) : nothing}</span
    >`;
  }

  /** Of about the width that the amount will have. */
  #placeholder(): TemplateResult | typeof nothing {
    return this.status === 'error' ? nothing : placeholder('1,234.567890 STX');
  }

  #amount(balance: bigint): TemplateResult {
    const known = KNOWN[this.#asset];
    const { value, isRefused } = this.#decimals.read(this.decimals, known?.decimals);
    return html`<ft-amount
      exportparts="amount, symbol, base-units"
      .value=${balance}
      .decimals=${value ?? (isRefused ? undefined : known?.decimals)}
      .symbol=${this.symbol ?? known?.symbol}
      .principal=${known || isRefused ? '' : this.#asset.split('::', 1)[0]!}
      .maxFractionDigits=${this.maxFractionDigits}
      .notation=${this.notation}
      ><slot name="icon" slot="icon"></slot
    ></ft-amount>`;
  }

  #failure(isShown: boolean): TemplateResult {
    const text = this.#messages.text(isShown ? 'balanceOld' : 'balanceFailed');
    return html`${' '}<slot name="error"><span part="error">${text}</span></slot
      >${' '}${
        this.#isTemporary
          ? html`<button part="retry-button" type="button" @click=${() => this.reload()}>
              ${this.#messages.text('tryAgain')}
            </button>`
          : nothing
      }`;
  }
}

async function readBalance(query: BalanceQuery, signal: AbortSignal): Promise<bigint> {
  const { address, asset, network } = query;
  const options = { network, signal };
  if (asset !== 'stx') return getFtBalance(address, asset, options);
  const { available } = await getStxBalance(address, options);
  return available;
}

/** Calls back when a Stacks transaction of the account has left the mempool. Reads those that are in it. */
function watchMined({ client, address }: BalanceQuery, changed: () => void): Unsubscribe {
  const ends: Unsubscribe[] = [];
  const followed = new Set<string>();
  const follow = (id: string | undefined, track: () => TransactionHandle): void => {
    if (!id || followed.has(id)) return;
    // First: to track it changes the list of recent transactions.
    followed.add(id);
    const handle = track();
    const undo = handle.subscribe(() => {
      if (!isSettled(handle.state)) return;
      undo();
      changed();
    });
    ends.push(undo);
  };
  const followRecent = (): void => {
    for (const one of recentTransactions({ account: address })) {
      const { id, chain, network, account, method, label, sentAt, state } = one;
      if (chain !== 'stacks' || isSettled(state)) continue;
      follow(id, () => trackTransaction(id, { chain, network, account, method, label, sentAt }));
    }
  };
  ends.push(
    trackSent(client, (handle, { chain }) => {
      if (chain === 'stacks') follow(handle.id, () => handle);
    }),
    watchRecentTransactions(followRecent),
  );
  followRecent();
  return () => {
    for (const end of ends) end();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-balance': WalletBalance;
  }
}
