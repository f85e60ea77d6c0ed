import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { SentTransaction } from '../../core/types.js';
import { bare, empty, getMethod, has, read } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import { readSentAmount } from '../../methods/sent-amount.js';
import type { NetworkName } from '../../stacks/address.js';
import { isMined, milliseconds, toText } from '../../transactions/states.js';
import { trackTransaction } from '../../transactions/track.js';
import type {
  Confirmations,
  RecentTransaction,
  TransactionHandle,
  TransactionState,
} from '../../transactions/types.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { watchNear } from '../controllers/visibility-controller.js';
import { shortAddress } from '../../accounts/short-address.js';
import { BaseElement, ElementEvent, delegatesFocus, oneOf } from '../internal/base-element.js';
import { explorerLink } from '../../core/explorer-url.js';
import { doneIcon, explorerIcon, icon, refusedIcon } from '../internal/icons.js';
import { isSame } from '../internal/is-same.js';
import { transactionMessages } from '../messages/en/transaction.js';
import { statusKey } from '../messages/status-key.js';
import { buttons } from '../styles/buttons.js';
import { base } from '../styles/base.js';
import { onPage } from '../styles/tokens.js';
import { walletTransactionStyles } from './wallet-transaction.styles.js';

/** The state of the transaction changed. */
export class WalletTransactionChangeEvent extends ElementEvent<WalletTransactionChangeEvent> {
  static override readonly type = 'wallet-transaction-change';
  declare readonly txid: string;
  declare readonly state: TransactionState;
  declare readonly previous: TransactionState;
}

/** The transaction is in a block. */
export class WalletTransactionConfirmedEvent extends ElementEvent<WalletTransactionConfirmedEvent> {
  static override readonly type = 'wallet-transaction-confirmed';
  declare readonly txid: string;
  declare readonly state: TransactionState;
}

/** The transaction failed, was replaced or was dropped: see `state`. */
export class WalletTransactionFailedEvent extends ElementEvent<WalletTransactionFailedEvent> {
  static override readonly type = 'wallet-transaction-failed';
  declare readonly txid: string;
  declare readonly state: TransactionState;
}

/** The elements that announce changes: one for each transaction, so that nothing is announced twice. */
const announcers = new Map<string, WalletTransaction>();

/** Milliseconds after which the relative time may have changed. */
const UPDATE_EVERY = 30_000;
/** Milliseconds. A transaction that is pending for longer takes longer than usual. */
const USUAL = 20 * 60_000;

/** What is in the first line, above the status. */
const TITLES = ":scope > :is([slot='label'], [slot='amount'])";

const spinner = html`<span class="spinner"></span>`;
const replacedIcon = icon(svg`<path d="M5 9h13l-4-4M19 15H6l4 4"/>`);
const questionIcon = icon(
  svg`<path d="M9.5 9.2a2.6 2.6 0 1 1 3.6 2.4c-.7.3-1.1.9-1.1 1.6M12 16.5h.01"/><circle cx="12" cy="12" r="9"/>`,
);

const MARKS = {
  submitted: spinner,
  pending: spinner,
  confirmed: doneIcon,
  failed: refusedIcon,
  // Usually by the same transaction with a higher fee.
  replaced: replacedIcon,
  dropped: refusedIcon,
  unknown: questionIcon,
  untracked: questionIcon,
} as const satisfies Record<TransactionState['status'], TemplateResult>;

/**
 * The status of a transaction: waiting, confirmed, failed, replaced or dropped. Reads it from the Stacks API, or from
 * mempool.space, while the element is near the viewport, until the transaction is as deep as `confirmations`.
 *
 * @example
 * ```html
 * <wallet-transaction txid="0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a"></wallet-transaction>
 * ```
 *
 * @slot icon - Replaces the icon of the status.
 * @slot label - Above the status: the purpose of the transaction.
 * @slot actions - After the texts.
 * @slot amount - What moves, such as "-20 STX", at the end of the row. Default: the `amount` of `transaction`, which a transfer
 *   of this page has, until it is known that it was not executed.
 *
 * @csspart icon - The icon of the status.
 * @csspart status - The status, as text.
 * @csspart detail - Further information, such as the depth or that the fee is paid.
 * @csspart time - How long ago it was confirmed or sent; its title is the exact time.
 * @csspart amount - The amount of a transfer: a `<ft-amount>`.
 * @csspart id - The short id, if there is no link to an explorer.
 * @csspart explorer-link - Links to the transaction in the explorer.
 *
 * @cssstate invalid - `txid` is not the id of a transaction; nothing is shown.
 *
 * @fires wallet-transaction-change - The state of the transaction changed; has the state and the previous state.
 * @fires wallet-transaction-confirmed - The transaction is in a block, and executed.
 * @fires wallet-transaction-failed - The transaction failed, was replaced or was dropped.
 */
export class WalletTransaction extends BaseElement {
  static override get shadowRootOptions() {
    return delegatesFocus;
  }
  static override get styles() {
    return [base, buttons, onPage, walletTransactionStyles];
  }

  readonly #messages = new MessagesController(this, transactionMessages);

  /** Loads and defines `<ft-amount>`, needed only for a transfer. Set by `define.ts`. */
  static loadAmount: (() => Promise<unknown>) | undefined;

  /** The id of the transaction. */
  @property() txid = '';

  /** `stacks` or `bitcoin`. Default: `stacks`. */
  @property({ converter: oneOf('stacks', 'bitcoin') }) chain: 'stacks' | 'bitcoin' = 'stacks';

  /** The network of the transaction. Default: `mainnet`. */
  @property() network: NetworkName = '';

  /**
   * Reads until the transaction is this many blocks deep; with `bitcoin`, until a reorganization is unlikely.
   * Default: 1.
   */
  @property({ converter: (value) => (value === 'bitcoin' ? value : Number(value) || 1) })
  confirmations: Confirmations = 1;

  /** Reads only once: later changes are not shown. Default: false. */
  @property({ type: Boolean, attribute: 'without-poll' }) withoutPoll = false;

  /** Also shows whether a replacement is confirmed. Default: false. */
  @property({ type: Boolean, attribute: 'follow-replacement' }) followReplacement = false;

  /**
   * URL of an explorer (https) with `{txid}`, and optionally `{network}` and `{chain}`. Default: the Stacks
   * explorer and mempool.space; no link on a network that they do not have.
   */
  @property() explorer = '';

  /** URL of the service to read. Default: that of the page (`configure`), else the public one. */
  @property({ attribute: 'base-url' }) baseUrl = '';

  /**
   * A transaction of the event `sent`, a recent transaction, or the result of a request. Replaces `txid`, `chain` and
   * `network`. A sent transaction is kept in the list of recent transactions.
   */
  @property({ attribute: false }) transaction:
    | SentTransaction
    | RecentTransaction
    | object
    | undefined;

  /** @internal The whole row is the link to the explorer, which takes no column of its own. */
  @property({ attribute: false }) isRowLink = false;

  /**
   * The status of the transaction, also as the attribute: `submitted`, `pending`, `confirmed`, `failed`, `replaced`,
   * `dropped`, `unknown` or `untracked`. Set by the element.
   */
  @property() status: TransactionState['status'] | '' = '';

  /** Undefined while there is no valid id. */
  #handle: TransactionHandle | undefined;
  /** What the handle tracks. */
  #tracked: readonly unknown[] = [];
  #isNear = false;
  #unwatch: Unsubscribe | undefined;
  #unsubscribe: Unsubscribe | undefined;
  #last: TransactionState | undefined;
  /** The transaction is pending again after it was in a block. */
  #wasInBlock = false;
  /** Updates the relative time. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The state of the transaction; undefined while there is no valid id. */
  get state(): TransactionState | undefined {
    return this.#handle?.state;
  }

  /** What is announced: a transaction, as one source reports it. */
  get #announced(): string {
    const handle = this.#handle;
    return handle?.id ? [handle.id, handle.network, handle.source].join('\n') : '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unwatch = watchNear(this, (isNear) => {
      this.#isNear = isNear;
      this.requestUpdate();
    });
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch?.();
    this.#isNear = false;
    this.#release();
    clearTimeout(this.#timer);
  }

  #release(): void {
    this.#stopReading();
    if (announcers.get(this.#announced) === this) announcers.delete(this.#announced);
    this.#tracked = [];
  }

  #stopReading(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  protected override willUpdate(): void {
    if (!this.isConnected) return;
    const { txid, chain, network, followReplacement, baseUrl, transaction } = this;
    const parts = isSent(transaction) ? identify(transaction) : [transaction];
    const wanted = [txid, chain, network, this.#depth, followReplacement, baseUrl, ...parts];
    if (!isSame(wanted, this.#tracked)) {
      this.#release();
      this.#tracked = wanted;
      this.#handle = this.#track();
      this.#last = this.state;
      this.#wasInBlock = false;
    }
    if (this.#isNear) this.#unsubscribe ??= this.#handle?.subscribe(this.#changed);
    else this.#stopReading();
    const announced = this.#announced;
    if (announced && !announcers.has(announced)) announcers.set(announced, this);
    this.status = this.state?.status ?? '';
    this.setState('invalid', !this.#handle);
  }

  /** A page may set anything. */
  get #confirmations(): Confirmations {
    const { confirmations: asked } = this;
    return asked === 'bitcoin' || (Number.isInteger(asked) && asked >= 1 && asked < 1e6)
      ? asked
      : 1;
  }

  get #depth(): Confirmations {
    return this.withoutPoll ? 0 : this.#confirmations;
  }

  #track(): TransactionHandle | undefined {
    const { transaction, followReplacement, baseUrl } = this;
    const sent = isSent(transaction) ? bare<SentFields>(transaction) : undefined;
    const text = this.txid?.trim();
    if (!transaction && !text) return undefined;
    const fields = sent ?? empty<SentFields>();
    const {
      account,
      method,
      label,
      amount,
      sentAt,
      chain = this.chain,
      network = this.network,
    } = fields;
    try {
      return trackTransaction(sent ? getTxid(sent) : (transaction ?? text), {
        chain: chain === 'bitcoin' ? 'bitcoin' : 'stacks',
        network: network || undefined,
        store: sent ? undefined : false,
        account,
        method,
        label,
        amount,
        sentAt: milliseconds(sentAt),
        confirmations: this.#depth,
        followReplacement: Boolean(followReplacement),
        baseUrl: baseUrl || undefined,
      });
    } catch (error) {
      console.error('<wallet-transaction> shows nothing:', (error as Error).message, this);
      return undefined;
    }
  }

  readonly #changed = (): void => {
    const { state } = this;
    const previous = this.#last;
    if (!state || !previous) return;
    this.requestUpdate();
    this.#last = state;
    if (toText(previous) === toText(state)) return;
    const txid = this.#handle?.id ?? '';
    const { status } = state;
    const isOther = previous.status !== status;
    if (isOther) this.#wasInBlock = status === 'pending' && (this.#wasInBlock || isMined(previous));
    this.dispatchEvent(new WalletTransactionChangeEvent({ txid, state, previous }));
    if (isOther && status === 'confirmed') {
      this.dispatchEvent(new WalletTransactionConfirmedEvent({ txid, state }));
    } else if (isOther && ['failed', 'replaced', 'dropped'].includes(status)) {
      this.dispatchEvent(new WalletTransactionFailedEvent({ txid, state }));
    }
  };

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('status') && !this.status) this.removeAttribute('status');
  }

  protected override render(): TemplateResult | typeof nothing {
    const handle = this.#handle;
    if (!handle) return nothing;
    const { state, id, trouble, chain, network } = handle;
    const { status } = state;
    const mark = MARKS[status];
    const texts = this.#messages;
    const detail = this.#detail(state);
    const time = this.#time(state);
    // Its detail is short: behind the time, in the same line if there is room for both.
    const isFailed = status === 'failed';
    const shortId = shortAddress(id ?? '', 6, 4);
    const url = id && explorerLink({ txid: id, chain, network }, this.explorer);
    const announcer = announcers.get(this.#announced) ?? this;
    const amount = this.#amount(state);
    const isTitled = amount !== nothing || this.querySelector(TITLES) !== null;
    return html`<div
      class="all ${status} ${isTitled ? '' : 'untitled'} ${this.isRowLink ? 'linked' : ''}"
      lang=${texts.language}
    >
      <span part="icon" class="mark" aria-hidden="true"><slot name="icon">${mark}</slot></span>
      <div class="row" @slotchange=${() => this.requestUpdate()}>
        <slot name="label"></slot><slot name="amount">${amount}</slot>
      </div>
      <div class="texts">
        <div class="line">
          <span part="status" class="status" role=${announcer === this ? 'status' : nothing}
            >${texts.text(this.#statusKey(state))}</span
          >
          ${
            isFailed
              ? html`<span class="then">${time} <span part="detail">${detail}</span></span>`
              : time
          }
        </div>
        ${detail && !isFailed ? html`<div part="detail" class="detail">${detail}</div>` : nothing}
        ${
          trouble && (mark === spinner || status === 'unknown')
            ? html`<div part="detail" class="detail">${texts.text('txTrouble')}</div>`
            : nothing
        }
        ${id && !url ? html`<bdi part="id" class="detail id" dir="ltr" translate="no">${shortId}</bdi>` : nothing}
        <slot name="actions"></slot>
      </div>
      ${
        url
          ? html`<a
              part="explorer-link"
              class="icon-button"
              href=${url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label=${texts.text('txView', { txid: shortId })}
              title=${shortId}
              >${explorerIcon}</a
            >`
          : nothing
      }
    </div>`;
  }

  /** The meaning of the state. The text changes only with the state, since screen readers announce it. */
  #statusKey(state: TransactionState) {
    return state.status === 'pending' && this.#wasInBlock ? 'txAgain' : statusKey(state);
  }

  /** Further information. Screen readers do not announce its changes. */
  #detail(state: TransactionState): string | undefined {
    const texts = this.#messages;
    const asked = this.#confirmations;
    switch (state.status) {
      case 'pending':
        if (state.waitingForNonce !== undefined)
          return texts.text('txNonce', { nonce: state.waitingForNonce });
        return Date.now() - state.since > USUAL ? texts.text('txSlow') : undefined;
      case 'confirmed':
        return typeof asked === 'number' && asked > 1
          ? texts.text('txDepth', { depth: Math.min(state.depth, asked), asked })
          : undefined;
      case 'failed':
        return texts.text('txFeePaid');
      case 'replaced':
      case 'dropped':
        return state.inferred ? texts.text('txInferred') : undefined;
      default:
        return undefined;
    }
  }

  /** What leaves the account, exactly. Nothing left it if the transaction was not executed. */
  #amount({ status }: TransactionState): TemplateResult | typeof nothing {
    const amount = readSentAmount(read(this.transaction, 'amount'));
    if (!amount || ['failed', 'replaced', 'dropped'].includes(status)) return nothing;
    getMethod(WalletTransaction, 'loadAmount')?.().catch(() => {}); // there is a row without an amount
    const { value, asset } = amount;
    const isBitcoin = asset === 'btc';
    return html`<ft-amount
      part="amount"
      class="amount"
      value=${`-${value}`}
      principal=${isBitcoin ? nothing : asset}
      decimals=${isBitcoin ? 8 : nothing}
      symbol=${isBitcoin ? 'BTC' : nothing}
    ></ft-amount>`;
  }

  /** When it was confirmed, else sent: relative, and exact on hover and for screen readers. */
  #time(state: TransactionState): TemplateResult | typeof nothing {
    clearTimeout(this.#timer);
    const block = has(state, 'block') ? state.block : undefined;
    const at = block?.minedAt ?? milliseconds(read(this.transaction, 'sentAt'));
    if (at === undefined) return nothing;
    if (this.isConnected) this.#timer = setTimeout(() => this.requestUpdate(), UPDATE_EVERY);
    const { locale } = this.#messages;
    const date = new Date(at);
    const format = new Intl.DateTimeFormat(
      locale,
      bare<Intl.DateTimeFormatOptions>({ dateStyle: 'medium', timeStyle: 'short' }),
    );
    const exact = format.format(date);
    return html`<time part="time" class="time" datetime=${date.toISOString()} title=${exact}
      ><bdi aria-hidden="true">${timeAgo(at, locale)}</bdi
      ><span class="visually-hidden">${exact}</span></time
    >`;
  }
}

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
/** Milliseconds. An older time is a date. */
const OLD = 7 * 24 * 60 * MINUTE;

/** How long ago a time was, such as "5 min. ago", or its date after a week. */
function timeAgo(at: number, locale: string): string {
  const age = Date.now() - at;
  if (age > OLD)
    return new Intl.DateTimeFormat(
      locale,
      bare<Intl.DateTimeFormatOptions>({ dateStyle: 'medium' }),
    ).format(at);
  const format = new Intl.RelativeTimeFormat(
    locale,
    bare<Intl.RelativeTimeFormatOptions>({ numeric: 'auto', style: 'short' }),
  );
  const [unit, length] = UNITS.find(([, one]) => age >= one) ?? ['second', Infinity];
  return format.format(-Math.max(0, Math.floor(age / length)), unit);
}

type SentFields = Partial<SentTransaction & RecentTransaction>;

/** True for the `sent` event of a client, and for a recent transaction. */
const isSent = (transaction: object | undefined): transaction is SentFields =>
  read(transaction, 'sentAt') !== undefined;

/** The id of a sent or of a recent transaction. */
const getTxid = (transaction: object): string =>
  String(read(transaction, 'txid') ?? read(transaction, 'id') ?? '');

/** The same values for every object with the same transaction. */
function identify(transaction: SentFields): unknown[] {
  const { chain, network, account, method, label } = bare(transaction);
  return [getTxid(transaction), chain, network, account, method, label];
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-transaction-change': WalletTransactionChangeEvent;
    'wallet-transaction-confirmed': WalletTransactionConfirmedEvent;
    'wallet-transaction-failed': WalletTransactionFailedEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-transaction': WalletTransaction;
  }
}
