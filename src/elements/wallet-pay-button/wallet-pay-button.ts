import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { shortAddress } from '../../accounts/short-address.js';
import { explorerLink } from '../../core/explorer-url.js';
import { withDocs } from '../../errors.js';
import type { Amount } from '../../lib/amount.js';
import { LONGEST_TIMER } from '../../lib/read-options.js';
import { native, read } from '../../lib/safe-access.js';
import type { Unsubscribe } from '../../lib/store.js';
import { checkPayment } from '../../payments/pay.js';
import type { Payment } from '../../payments/payment.js';
import {
  watchPayment,
  type PaymentFailure,
  type PaymentState,
  type PaymentWatcher,
} from '../../payments/watch-payment.js';
import type { NetworkName } from '../../stacks/address.js';
import { findAsset } from '../../stacks/assets.js';
import { formatUnits } from '../../metadata/units.js';
import { MessagesController } from '../controllers/messages-controller.js';
import { ElementEvent, buttonVariant, hasLabel } from '../internal/base-element.js';
import { ButtonElement, SHOWN_AFTER } from '../internal/button-element.js';
import { isPress } from '../internal/press.js';
import { getReason, isAborted } from '../internal/failure.js';
import { doneIcon, explorerIcon, refusedIcon } from '../internal/icons.js';
import { isSame } from '../internal/is-same.js';
import { payMessages } from '../messages/en/pay.js';
import { PAY_FAILURES } from '../messages/failures.js';
import { busyLabel } from '../styles/busy-label.js';
import { walletPayButtonStyles } from './wallet-pay-button.styles.js';

/** The wallet has sent the transaction. That the order is paid is said by `wallet-pay-paid`. */
export class WalletPaySentEvent extends ElementEvent<WalletPaySentEvent> {
  static override readonly type = 'wallet-pay-sent';
  /** `0x` and 64 hex digits. */
  declare readonly txid: string;
}

/** The server says that the order is paid. */
export class WalletPayPaidEvent extends ElementEvent<WalletPayPaidEvent> {
  static override readonly type = 'wallet-pay-paid';
  /** `0x` and 64 hex digits. */
  declare readonly txid: string;
}

/** The payment failed, or the user declined. */
export class WalletPayErrorEvent extends ElementEvent<WalletPayErrorEvent> {
  static override readonly type = 'wallet-pay-error';
  declare readonly code: PaymentFailure;
  declare readonly error: unknown;
  /** Of a transaction that was sent. */
  declare readonly txid: string | undefined;
}

const IDLE: PaymentState = Object.freeze({ status: 'idle' });

/** The payments that the attributes name, and what is wrong with them. */
interface Offer {
  /** Also those of an order whose time is over. */
  readonly payments: readonly Payment[];
  readonly problem?: string | undefined;
  /** The problem is that the time to pay has ended. */
  readonly isOver?: boolean;
}

/**
 * Asks the user for one exact payment, and shows whether the server says that it is paid. One press connects a wallet if none is
 * connected, and asks it. After a reload it finds its own payment again.
 *
 * The price is the server's: before the wallet opens, the server is asked what the order costs, and the payment must be the
 * same. Acts only on trusted clicks. A tag with a mistake is disabled, and the console shows it.
 *
 * @example
 * ```html
 * <wallet-pay-button
 *   to="SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH"
 *   asset="stx"
 *   amount="5000000"
 *   order="A-1042"
 *   endpoint="/pay"
 * ></wallet-pay-button>
 * ```
 *
 * @slot - The label. Default: "Pay" and the amount. A label of your own is followed by the amount.
 *
 * @csspart button - The button.
 * @csspart label - The label.
 * @csspart amount - The amount in the label.
 * @csspart spinner - The spinner before the label, while the wallet or the network has not answered.
 * @csspart choices - The assets of which the user chooses one.
 * @csspart choice - One of them.
 * @csspart balance - The balance of one of them, once a wallet is connected.
 * @csspart state - The text about a payment that was sent, below the button; once it is paid, the short id of the transaction.
 * @csspart explorer-link - The link to the transaction: behind that text, or the id itself.
 * @csspart error - The popover with the reason why a payment failed.
 * @csspart notice - The popover that says what is awaited, or that the user declined.
 *
 * @cssstate unusable - An attribute has a mistake, which the console names, or the time to pay has ended.
 *
 * @fires wallet-pay-sent - The wallet has sent the transaction; has its id.
 * @fires wallet-pay-paid - The server says that the order is paid; has the id of the transaction.
 * @fires wallet-pay-error - The payment failed; has the code.
 */
export class WalletPayButton extends ButtonElement {
  static override get styles() {
    return [super.styles, busyLabel, walletPayButtonStyles];
  }

  readonly #messages = new MessagesController(this, payMessages);

  /** Loads and defines `<ft-amount>`, needed only for a token that is not known. Set by `define.ts`. */
  static loadAmount: (() => Promise<unknown>) | undefined;
  /** Loads and defines `<wallet-balance>`, needed only for several assets. Set by `define.ts`. */
  static loadBalance: (() => Promise<unknown>) | undefined;

  /** The address or contract that receives the payment. */
  @property() to = '';

  /** `stx`, `sbtc`, `usdcx`, or the asset identifier of a token. Not used with `accepts`. Default: `stx`. */
  @property() asset = 'stx';

  /** Base units: micro-STX, satoshis for sBTC. Not used with `accepts`. */
  @property() amount: Amount = '';

  /** Several assets with their amounts in base units, of which the user chooses one: `sbtc:2500 stx:5000000`. */
  @property() accepts = '';

  /** The merchant's id of what is paid: 1 to 34 bytes of UTF-8. It is the memo of the transfer. */
  @property() order = '';

  /** When the payment must be in a block: a text with time zone such as `2026-12-01T12:00Z`, or milliseconds since 1970. */
  @property() expires: string | number = '';

  /** The network. Default: that of the client, if `to` can be on it, else that of `to`. */
  @property() network: NetworkName = '';

  /**
   * The URL under which the server has `order` and `status`, as `createPaymentHandler` describes, such as `/pay`. It is resolved
   * against the URL of the page, not against `<base>`, and must be of the page's own origin. Without one, nobody says whether it
   * is paid.
   */
  @property() endpoint = '';

  /** The result of `watchPayment`. Default: one for `order` and `endpoint`. */
  @property({ attribute: false }) watcher: PaymentWatcher | undefined;

  /** The look of the button: `filled`, `outlined` or `plain`. Default: `filled`. */
  @property({ converter: buttonVariant }) variant: 'filled' | 'outlined' | 'plain' = 'filled';

  /**
   * The status: `idle`, `preparing`, `connecting`, `confirming`, `sent`, `seen`, `paid` or `failed`. Set by the element.
   */
  @property() status: PaymentState['status'] = 'idle';

  /** The chosen one of several assets. The page may change their order and amounts. */
  @state() private chosen: Pick<Payment, 'asset' | 'amount'> | undefined;

  @query('.all') private readonly all!: HTMLElement | null;
  @query('button') private readonly button!: HTMLElement | null;
  @query('[part=state]') private readonly text!: HTMLElement | null;

  #watched: PaymentWatcher | undefined;
  #ownWatcher: PaymentWatcher | undefined;
  #ownOptions: readonly unknown[] = [];
  #ownProblem: string | undefined;
  #state: PaymentState = IDLE;
  #undo: Unsubscribe | undefined;
  #offer: Offer = { payments: [], problem: '' };
  #reported = '';
  #ending: ReturnType<typeof setTimeout> | undefined;
  #hasText = false;
  #isPaying = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('DOMContentLoaded', this.#parsed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('DOMContentLoaded', this.#parsed);
    clearTimeout(this.#ending);
    // A page may show something else while the wallet is open: the events say how that ends.
    if (!this.#isPaying) this.#follow(undefined);
  }

  /** A mistake is logged once the page is parsed: its script may set properties. */
  readonly #parsed = (): void => this.requestUpdate();

  protected override get isCancellable(): boolean {
    return super.isCancellable || this.#state.status === 'preparing';
  }

  protected override preload(): void {
    super.preload();
    if (this.#offer.problem === undefined) void this.#watched?.prepare();
  }

  protected override updated(): void {
    const hadText = this.#hasText;
    this.#hasText = this.text !== null;
    if (this.#hasText !== hadText) this.#measure();
  }

  /**
   * Keeps the width of a button that a page makes wider than its label. In a narrow container, the text below the button makes
   * the element as wide as if it was stretched, so this is measured without the text.
   */
  #measure(): void {
    const { button, all } = this;
    if (!button || !all) return;
    all.removeAttribute('data-stretched');
    const { offsetWidth } = button;
    all.classList.add('measured');
    const isWider = button.offsetWidth > offsetWidth + 1;
    all.classList.remove('measured');
    all.toggleAttribute('data-stretched', isWider);
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (!this.isConnected) return;
    this.#follow(this.watcher ?? this.#createOwn());
    this.#offer = this.#readOffer();
    const { problem = '', isOver } = this.#offer;
    this.#watchEnd();
    if (problem !== this.#reported && native(document, 'readyState') !== 'loading') {
      this.#reported = problem;
      const message = `<wallet-pay-button> is disabled: ${problem}`;
      if (problem && !isOver) console.error(withDocs(message, 'wallet-pay-button'), this);
    }
    this.status = this.#state.status;
    this.followBusy(this.#isBusy);
    this.setState('unusable', this.#isUnusable);
  }

  /** What the attributes say, checked as `pay` does. */
  #readOffer(): Offer {
    if (!this.watcher && this.#ownProblem !== undefined) {
      return { payments: [], problem: this.#ownProblem };
    }
    // A removed attribute is null.
    const order = this.order || undefined;
    const network = this.network || undefined;
    const expires = toTime(this.expires || undefined);
    const several = (this.accepts ?? '').trim();
    const ways = several
      ? several.split(/\s+/).map(splitWay)
      : [[this.asset ?? 'stx', this.amount ?? ''] as const];
    const check = (end: typeof expires) =>
      ways.map(([asset, amount]) =>
        checkPayment(
          { to: this.to ?? '', asset, amount, expires: end, order, network },
          this.wallet.client.network,
        ),
      );
    try {
      return { payments: check(expires) };
    } catch (error) {
      const isOver =
        read(read(error, 'data'), 'field') === 'expires' &&
        read(read(error, 'data'), 'expected') === 'in the future';
      // The end is checked last: there is no other mistake.
      const payments = isOver ? check(undefined) : [];
      return { payments, problem: getReason(error), isOver };
    }
  }

  /** The page may be open until the time to pay has ended. */
  #watchEnd(): void {
    clearTimeout(this.#ending);
    const end = this.#offer.payments[0]?.expires;
    if (end === undefined) return;
    const wait = Math.min(Math.max(end - Date.now() + 1, 0), LONGEST_TIMER);
    this.#ending = setTimeout(() => this.requestUpdate(), wait);
  }

  /** Creates a new watcher only if an option has changed. */
  #createOwn(): PaymentWatcher | undefined {
    const { order, endpoint } = this;
    const { client } = this.wallet;
    const options = [order, endpoint, client];
    if (isSame(options, this.#ownOptions)) return this.#ownWatcher;
    this.#ownOptions = options;
    this.#ownWatcher = this.#ownProblem = undefined;
    try {
      this.#ownWatcher = watchPayment({
        order: order || undefined,
        endpoint: endpoint || undefined,
        client: client.with({ opener: this }),
      });
    } catch (error) {
      this.#ownProblem = getReason(error);
    }
    return this.#ownWatcher;
  }

  #follow(watcher: PaymentWatcher | undefined): void {
    if (watcher === this.#watched) return;
    this.#undo?.();
    this.#watched = watcher;
    this.#state = watcher?.state ?? IDLE;
    this.#undo = watcher?.subscribe(() => {
      const before = this.#state;
      this.#state = watcher.state;
      if (before !== this.#state) this.#changed(before, this.#state);
      this.requestUpdate();
      this.#endIfRemoved();
    });
  }

  /** A button that was removed while the wallet was open tells how the payment ends. */
  #endIfRemoved(): void {
    const isEnded = !this.#isBusy || (this.#state.status === 'sent' && !this.#isFollowed);
    if (!this.isConnected && !this.#isPaying && isEnded) this.#follow(undefined);
  }

  /** Whether a server says if it is paid. */
  get #isFollowed(): boolean {
    return Boolean(this.watcher ?? (this.endpoint && this.order));
  }

  #changed(before: PaymentState, next: PaymentState): void {
    const text = this.#messages;
    clearTimeout(this.#waiting);
    this.clearNotice();
    switch (next.status) {
      case 'confirming':
        this.#waiting = setTimeout(() => this.announce(text.text('payConfirm'), true), SHOWN_AFTER);
        break;
      case 'sent':
        this.announce(text.text('paySent'));
        if (before.status === 'confirming') this.dispatchEvent(new WalletPaySentEvent({ txid: next.txid })); // prettier-ignore
        break;
      case 'seen':
        this.announce(text.text('paySeen'));
        break;
      case 'paid':
        this.announce(text.text('payPaid'));
        this.dispatchEvent(new WalletPayPaidEvent({ txid: next.txid }));
        break;
      case 'failed':
        this.#failed(next);
        break;
      default:
    }
  }

  #failed({ code, error, txid }: Extract<PaymentState, { status: 'failed' }>): void {
    const text = this.#failureText(code);
    if (code === 'user-rejected') {
      if (!isAborted(error)) this.announce(text, true);
    } else if (txid === undefined && !Object.hasOwn(PAY_FAILURES, code))
      void this.warnOf(error, this.#messages, (reason) =>
        this.#messages.text('payFailed', { reason }),
      );
    else if (txid === undefined) this.warn(text);
    else this.announce(text); // It stays below the button.
    this.dispatchEvent(new WalletPayErrorEvent({ code, error, txid }));
  }

  #failureText(code: PaymentFailure): string {
    return code === 'wallet-failed' || code === 'invalid'
      ? this.#messages.text('payFailed', { reason: '' }).trim()
      : this.#messages.text(PAY_FAILURES[code]);
  }

  /** Whether nothing can be paid. What was sent stays, whatever the page changes. */
  get #isUnusable(): boolean {
    return this.#offer.problem !== undefined && !this.#isBusy && !this.#isSettled;
  }

  get #isSettled(): boolean {
    return this.#state.status === 'paid' || this.#isFinal;
  }

  get #isBusy(): boolean {
    return ['preparing', 'connecting', 'confirming', 'sent', 'seen'].includes(this.#state.status);
  }

  readonly #press = (event: MouseEvent): void => {
    // Ignore the second click of a double click.
    if (!isPress(event, this) || event.detail > 1 || this.#isBusy || this.#isSettled) return;
    // Timers are late in a page that was in the background.
    this.#offer = this.#readOffer();
    const payment = this.#payment;
    if (payment && this.#offer.problem === undefined) void this.#pay(payment);
    else this.requestUpdate();
  };

  async #pay({ to, asset, amount, expires, network }: Payment): Promise<void> {
    const { client } = this.wallet;
    const attempt = new AbortController();
    const end = this.startRequest(client, attempt);
    this.#isPaying = true;
    try {
      await this.#watched?.pay({ to, asset, amount, expires, network }, attempt.signal);
    } finally {
      this.#isPaying = false;
      end();
      this.#endIfRemoved();
    }
  }

  /** What a press pays: what the user chose, also with another amount, else the first. */
  get #payment(): Payment | undefined {
    const { payments } = this.#offer;
    const ofAsset = payments.filter(({ asset }) => asset === this.chosen?.asset);
    return (
      ofAsset.find(({ amount }) => amount === this.chosen?.amount) ?? ofAsset[0] ?? payments[0]
    );
  }

  protected override render(): TemplateResult {
    const { payments } = this.#offer;
    return html`<div
      class="all ${payments.length > 1 ? 'several' : ''}"
      lang=${this.#messages.language}
    >
      ${payments.length > 1 && !this.#isOver ? this.#choices(payments) : nothing} ${this.#button()}
      ${this.#stateText()} ${this.renderNotice()}
    </div>`;
  }

  /** Whether nothing is to be paid any more. */
  get #isOver(): boolean {
    const { status } = this.#state;
    const isSent = status === 'paid' || status === 'sent' || status === 'seen';
    return isSent || this.#isFinal || this.#offer.isOver === true;
  }

  get #isFinal(): boolean {
    return this.#state.status === 'failed' && !this.#state.retry;
  }

  #choices(payments: readonly Payment[]): TemplateResult {
    const isConnected = this.wallet.state.status === 'connected';
    const chosen = this.#payment;
    if (isConnected) WalletPayButton.loadBalance?.().catch(() => {}); // the amounts are there
    return html`<fieldset part="choices" class="bare" ?disabled=${this.disabled || this.#isBusy}>
      <legend>
        ${this.#messages.text('payWith')}
        <span aria-hidden="true">${this.#messages.text('balance')}</span>
      </legend>
      ${payments.map(
        (payment) =>
          html`<label part="choice"
            ><span
              ><input
                type="radio"
                name="asset"
                .checked=${payment === chosen}
                @change=${() => (this.chosen = payment)}
              />${this.#amount(payment)}</span
            >${isConnected ? this.#balance(payment) : nothing}</label
          >`,
      )}
    </fieldset>`;
  }

  #balance({ asset, amount, network }: Payment): TemplateResult {
    const { decimals, symbol } = findAsset(asset, network)!;
    return html`${' '}<span part="balance"
        ><wallet-balance
          .client=${this.wallet.client}
          .decimals=${decimals}
          .symbol=${symbol}
          .needed=${amount}
          asset=${asset}
        ></wallet-balance
      ></span>`;
  }

  /** The exact amount with its unit. The decimals of a token that is not known are those of its metadata, never guessed. */
  #amount({ asset, amount, network }: Payment): TemplateResult {
    const { decimals, symbol } = findAsset(asset, network)!;
    if (decimals === undefined || symbol === undefined) {
      WalletPayButton.loadAmount?.().catch(() => {}); // the base units are shown
      return html`<ft-amount part="amount" .value=${amount} .principal=${asset}></ft-amount>`;
    }
    const number = formatUnits(amount, decimals, { locale: this.#messages.locale });
    // Not in the template, whose minifier would write the character itself, into a script that must be ASCII.
    const shown = `${number}\u00a0`;
    return html`<bdi part="amount" translate="no"
      >${shown}<span class="unit">${symbol}</span></bdi
    >`;
  }

  #button(): TemplateResult {
    const payment = this.#payment;
    const text = this.#messages;
    const isPaid = this.#state.status === 'paid';
    const isPending = this.#isBusy && this.isBusyShown;
    const spinner = html`<span part="spinner" class="spinner"></span>`;
    const slot = html`<slot @slotchange=${() => this.requestUpdate()}></slot>`;
    const isLabelled = hasLabel(this);
    const labels = {
      own: html`${slot} ${DOT} ${payment ? this.#amount(payment) : nothing}`,
      pay: this.#label('pay', payment),
      paying: html`<bdi>${text.text('paying')}</bdi>`,
      paid: this.#label('paid', payment),
    };
    const shown = isPaid ? 'paid' : isLabelled ? 'own' : isPending ? 'paying' : 'pay';
    // They are hidden, so that the button keeps its width.
    const others = (isLabelled ? (['own', 'paid'] as const) : (['pay', 'paying', 'paid'] as const))
      .filter((name) => name !== shown)
      .map((name) => {
        const mark = name === 'paying' ? html`<span class="spinner"></span>` : paidMark(name);
        return html`<span class=${roomOf(name)}>${mark}<span>${labels[name]}</span></span>`;
      });
    const look = isPaid ? 'bare done' : this.#isFinal ? 'bare over' : this.variant || 'filled';
    const isSettled = this.#isSettled;
    const isUnusable = this.#isUnusable;
    return html`<button
      part="button"
      type="button"
      class="button has-states ${look} ${this.size || 'm'}"
      ?disabled=${!isSettled && (this.disabled || isUnusable)}
      aria-disabled=${this.#isBusy || isSettled ? 'true' : nothing}
      aria-labelledby="shown"
      aria-busy=${isPending ? 'true' : nothing}
      title=${isUnusable ? text.text('payUnusable') : nothing}
      @click=${this.#press}
    >
      <span class="states"
        ><span
          part="label"
          id="shown"
          class=${shown === 'own' && isPending ? 'beside' : roomOf(shown)}
          >${isPending ? spinner : paidMark(shown)}<span
            >${isLabelled ? nothing : slot}${labels[shown]}</span
          ></span
        >${others}</span
      >
    </button>`;
  }

  /** The amount is an element of its own, in the place that the language has for it. */
  #label(key: 'pay' | 'paid', payment: Payment | undefined): TemplateResult {
    const [before, after] = this.#messages.text(key, { amount: MARK }).split(MARK_ONLY);
    return html`<bdi>${before}</bdi>${payment ? this.#amount(payment) : nothing}<bdi
        >${after}</bdi
      >`;
  }

  /** What is known of a payment that was sent, or that none can be. */
  #stateText(): TemplateResult | typeof nothing {
    const { problem } = this.#offer;
    const text = this.#messages;
    const state = this.#state;
    const shown = {
      sent: () => text.text('paySent'),
      seen: () => text.text('paySeen'),
    };
    const message =
      state.status === 'failed'
        ? state.txid === undefined
          ? ''
          : this.#failureText(state.code)
        : state.status in shown
          ? shown[state.status as keyof typeof shown]()
          : problem !== undefined && this.#offer.isOver
            ? text.text('payEnded')
            : '';
    // The line stays when it is paid, so that nothing below the button moves.
    if (state.status === 'paid') {
      const id = html`<bdi class="id" dir="ltr" translate="no">${shortId(state.txid)}</bdi>`;
      return html`<p part="state" class="bare">${this.#explorerLink(id) ?? id}</p>`;
    }
    if (message === '') return nothing;
    const kind = state.status === 'failed' ? 'note danger' : this.#isBusy ? '' : 'note';
    return html`<p part="state" class="bare ${kind}">
      ${kind ? refusedIcon : nothing}<span>${message}</span>${this.#explorerLink()}
    </p>`;
  }

  /** `label`: what is shown in the link, before its icon. */
  #explorerLink(label?: TemplateResult): TemplateResult | undefined {
    const txid = read(this.#state, 'txid') as string | undefined;
    const network = this.#offer.payments[0]?.network;
    const url = txid && network && explorerLink({ chain: 'stacks', txid, network }, undefined);
    if (!url) return undefined;
    const id = shortId(txid);
    return html`<a
      part="explorer-link"
      class=${label ? 'link' : 'icon-button'}
      href=${url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label=${this.#messages.text('txView', { txid: id })}
      title=${id}
      >${label}${explorerIcon}</a
    >`;
  }
}

/** A tick before the label of what is paid. */
const paidMark = (label: string) => (label === 'paid' ? doneIcon : nothing);

/** A label of the page stays while a spinner is before it. */
const roomOf = (label: string): string =>
  label === 'own' ? 'roomy' : label === 'pay' ? '' : 'beside';

const shortId = (txid: string): string => shortAddress(txid, 6, 4);

/** Between a label and the amount. */
const DOT = '\u00b7';

/** In place of the amount in a text. */
const MARK = '\ufffc';
/** With the signs around it in a text from right to left. */
const MARK_ONLY = /\u2068?\ufffc\u2069?/;

/** An asset and an amount: an asset identifier contains colons itself. */
function splitWay(way: string): readonly [asset: string, amount: string] {
  const at = way.lastIndexOf(':');
  return at < 0 ? [way, ''] : [way.slice(0, at), way.slice(at + 1)];
}

/** Milliseconds in an attribute are digits. */
const toTime = (value: string | number | undefined): string | number | undefined =>
  typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value;

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-pay-sent': WalletPaySentEvent;
    'wallet-pay-paid': WalletPayPaidEvent;
    'wallet-pay-error': WalletPayErrorEvent;
  }
  interface HTMLElementTagNameMap {
    'wallet-pay-button': WalletPayButton;
  }
}
