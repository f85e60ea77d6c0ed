import { getDefaultClient } from '../core/client.js';
import { readOptions } from '../core/configure.js';
import type { WalletClient } from '../core/types.js';
import {
  describe,
  invalidParams,
  isDismissed,
  isJsonRpcError,
  JsonRpcErrorCode,
  keepArrays,
  wasNotAsked,
  withDocs,
} from '../errors.js';
import { fetchJson, HttpError } from '../http/fetch-json.js';
import { describeOriginRefusal, describeOwnUrl, findRoute, getPage } from '../http/own-origin.js';
import { parseRetryAfter } from '../http/pauses.js';
import * as option from '../lib/read-options.js';
import { bare, getGlobal, native, read } from '../lib/safe-access.js';
import { createStore, type Unsubscribe } from '../lib/store.js';
import { checkPayment, pay } from './pay.js';
import { readId, type Payment, type PaymentParams } from './payment.js';
import {
  formatAsk,
  isId,
  KEY,
  MAX_ACCOUNTS,
  parseAsk,
  readStored,
  writeStored,
  type Ask,
} from './remembered.js';
import type { AbortSignal } from '../lib/web-types.js';

/**
 * Why a payment failed in the page.
 *
 * - `user-rejected`: the user declined, in the wallet or by closing the picker.
 * - `wallet-failed`: the wallet failed, or did not say what it has sent.
 * - `invalid`: the payment has a mistake, which `error` names.
 * - `server`: the server did not say what the order costs. Nothing was asked of the wallet.
 * - `status-unknown`: a wallet was asked before, and the server did not say whether it has paid. A press asks the server again.
 * - `unknown-order`: the server does not know the order.
 * - `price-changed`: the server wants another payment than the page.
 * - The others are those of `verifyPayment`, of a transaction that was sent.
 */
export type PaymentFailure =
  | 'user-rejected'
  | 'wallet-failed'
  | 'invalid'
  | 'server'
  | 'status-unknown'
  | 'unknown-order'
  | 'price-changed'
  | 'failed'
  | 'wrong-network'
  | 'wrong-recipient'
  | 'wrong-asset'
  | 'wrong-amount'
  | 'wrong-order'
  | 'expired'
  | 'used';

/**
 * The state of a payment, frozen, and the same object until it changes. `preparing`: the server is asked what the order costs.
 * `connecting`: no wallet is connected yet. `confirming`: the wallet asks the user. `sent`: the wallet has sent the transaction.
 * `seen`: the server knows it. `paid`: the server says so; nothing else does.
 */
export type PaymentState =
  | { readonly status: 'idle' | 'preparing' | 'connecting' | 'confirming' }
  | { readonly status: 'sent' | 'seen' | 'paid'; readonly txid: string }
  | {
      readonly status: 'failed';
      readonly code: PaymentFailure;
      /** Of a transaction that was sent. */
      readonly txid: string | undefined;
      readonly error: unknown;
      /**
       * True if a press may ask the wallet again; after a wallet was asked, it asks the server first. False if the user has sent a
       * payment: paying again would cost twice.
       */
      readonly retry: boolean;
    };

export interface WatchPaymentOptions {
  /** The merchant's id of what is paid. Without one, the state ends with `sent`. */
  readonly order?: string | undefined;
  /**
   * The URL under which the server has `order` and `status`, see `createPaymentHandler`. Of the page's own origin, resolved
   * against the URL of the page. Without one, the state ends with `sent`.
   */
  readonly endpoint?: string | undefined;
  /** Default: that of the page. */
  readonly client?: WalletClient | undefined;
}

/** One payment in a page, see {@link watchPayment}. */
export interface PaymentWatcher {
  readonly state: PaymentState;
  /** Calls the listener after every change of `state`. While there is one, the server is asked about a sent transaction. */
  subscribe(listener: () => void): Unsubscribe;
  /**
   * Asks the user to pay. Call it in a press. Never rejects: the state says how it ended. Does nothing while a payment is
   * pending, after one that may have been paid, and once it is paid.
   */
  pay(params: Omit<PaymentParams, 'order'>, signal?: AbortSignal): Promise<void>;
  /** Asks the server what the order costs, so that a press opens the wallet at once. */
  prepare(): Promise<void>;
}

const OPTIONS: option.OptionTable<WatchPaymentOptions> = {
  order: option.someText,
  endpoint: option.someText,
  client: option.client,
};

/**
 * Follows one payment in a page: from the press to what the server says. A transaction that was sent is remembered in this
 * browser, so that after a reload it is found again, and is not paid twice.
 *
 * @throws JsonRpcError -32602 for a wrong option, and for an endpoint of another origin
 * @example
 * ```ts
 * import { watchPayment } from 'stacks-wallet-elements/payments';
 *
 * const payment = watchPayment({ order: 'A-1042', endpoint: '/pay' });
 * payment.subscribe(() => console.log(payment.state.status));
 * document.querySelector('#pay')?.addEventListener('click', () => {
 *   void payment.pay({
 *     to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
 *     asset: 'sbtc',
 *     amount: 2500n,
 *   });
 * });
 * ```
 */
export function watchPayment(options: WatchPaymentOptions = {}): PaymentWatcher {
  const checked = readOptions('watchPayment', options, OPTIONS);
  const { order, endpoint, client } = checked;
  // On a server, a path is not of an origin yet.
  if (getPage() && endpoint !== undefined && !findRoute(endpoint, '', [])) {
    throw invalidParams('watchPayment', 'endpoint', endpoint, describeOwnUrl());
  }
  return new Watcher(order, endpoint, client);
}

/** Milliseconds between two polls: the last is repeated. */
const PAUSES = [1_000, 2_000, 3_000, 5_000, 8_000, 10_000];
const LONG_PAUSE = 30_000;
/** Polls with the pauses above. */
const MAX_FREQUENT_POLLS = 30;
/** Polls after which a transaction that the server does not know may have been replaced. */
const POLLS_BEFORE_REPLACEMENT = 6;
/** Milliseconds for which the server's price is not fetched again: from touching the button to the press. */
const PRICE_MAX_AGE = 15_000;
/** Milliseconds after which a service lists a transaction that was sent. */
const LISTED_AFTER = 10_000;
/** Milliseconds. The server may search for 30 seconds. */
const STATUS_TIMEOUT = 35_000;

/** The codes of `verifyPayment` that do not change any more. */
const FINAL: readonly PaymentFailure[] = [
  'failed',
  'wrong-network',
  'wrong-recipient',
  'wrong-asset',
  'wrong-amount',
  'wrong-order',
  'expired',
  'used',
];

class Watcher implements PaymentWatcher {
  readonly #order: string | undefined;
  readonly #endpoint: string | undefined;
  readonly #client: WalletClient | undefined;
  readonly #store;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pollController: AbortController | undefined;
  #polls = 0;
  /** What was last asked of a wallet. A browser may store nothing. */
  #lastAsk: Ask | undefined;
  #price: { readonly at: number; readonly answer: Promise<ServerAnswer> } | undefined;

  constructor(
    order: string | undefined,
    endpoint: string | undefined,
    client: WalletClient | undefined,
  ) {
    this.#order = order;
    this.#endpoint = endpoint;
    this.#client = client;
    const stored = this.#stored;
    const initial: PaymentState = isId(stored)
      ? { status: 'sent', txid: stored }
      : { status: 'idle' };
    this.#store = createStore<PaymentState>(Object.freeze(initial), () => this.#start());
    this.subscribe = this.subscribe.bind(this);
  }

  get state(): PaymentState {
    return this.#store.get();
  }

  subscribe(listener: () => void): Unsubscribe {
    return this.#store.subscribe(listener);
  }

  /** Whether a server says if the order is paid. */
  get #isFollowed(): boolean {
    return this.#endpoint !== undefined && this.#order !== undefined;
  }

  get #key(): string {
    const url = findRoute(this.#endpoint ?? '', '', [])?.href ?? '';
    return JSON.stringify([url, this.#order], keepArrays);
  }

  get #mayPay(): boolean {
    const { state } = this;
    return state.status === 'idle' || (state.status === 'failed' && state.retry);
  }

  /** What this browser remembers of the order. */
  get #stored(): string | undefined {
    return this.#isFollowed ? readStored(this.#key) : undefined;
  }

  /** What was asked of a wallet that has not said what it has sent. */
  get #ask(): Ask | undefined {
    if (!this.#isFollowed) return undefined;
    const stored = this.#stored;
    return stored === undefined ? this.#lastAsk : parseAsk(stored);
  }

  async prepare(): Promise<void> {
    if (!this.#isFollowed) return;
    const { json } = await this.#fetchPrice();
    if (this.state.status === 'idle') this.#findPaid(json);
  }

  async pay(params: Omit<PaymentParams, 'order'>, signal?: AbortSignal): Promise<void> {
    if (!this.#mayPay || this.#findSent()) return;
    const before = this.#ask;
    if (before) {
      this.#set({ status: 'preparing' });
      if (await this.#isSent(before)) return;
    }
    const client = this.#client ?? getDefaultClient();
    let payment: Payment;
    try {
      payment = checkPayment({ ...params, order: this.#order }, client.network);
    } catch (error) {
      return this.#fail('invalid', error);
    }
    if (this.#isFollowed) {
      this.#set({ status: 'preparing' });
      const answer = await this.#fetchPrice();
      if (this.#findPaid(answer.json)) return;
      const code = findPriceFault(answer, payment);
      if (code !== undefined) {
        this.#price = undefined;
        return this.#fail(code, undefined);
      }
    }
    const isAlone = await this.#runAlone(() => this.#askWallet(payment, client, before, signal));
    if (!isAlone) this.#fail('status-unknown', undefined);
  }

  async #askWallet(
    payment: Payment,
    client: WalletClient,
    before: Ask | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    let earlier: Ask | undefined;
    let asked: Ask | undefined;
    try {
      signal?.throwIfAborted();
      if (!client.isConnected()) {
        this.#set({ status: 'connecting' });
        await client.connect({ signal, network: payment.network });
      }
      // The user may have paid in another tab meanwhile.
      if (this.#findSent()) return;
      const { stxAddress } = client.state;
      const accounts = stxAddress === undefined ? [] : [stxAddress];
      earlier = this.#ask;
      // Another tab may have asked meanwhile; and the user may have connected another account.
      const isOther = earlier && formatAsk(earlier) !== (before && formatAsk(before));
      if (earlier && isOther && (await this.#isSent(earlier))) return;
      const isAnother = accounts.some((account) => !earlier?.accounts.includes(account));
      if (earlier && isAnother && (await this.#isSent({ ...earlier, accounts }))) return;
      signal?.throwIfAborted();
      this.#set({ status: 'confirming' });
      const all = [...new Set([...(earlier?.accounts ?? []), ...accounts])].slice(-MAX_ACCOUNTS);
      asked = { asked: Date.now(), ended: Date.now(), accounts: all, isProposal: false };
      this.#rememberAsk(asked);
      const { txid } = await pay({ ...payment, client, signal });
      this.#sent(txid);
    } catch (error) {
      // The error of an answer that cannot be verified, or of another account, has what was sent.
      const txid = readId(read(read(error, 'data'), 'txid'));
      if (txid !== undefined && this.#isFollowed) return this.#sent(txid);
      if (this.#findSent()) return;
      if (asked) {
        const ended = { ...asked, ended: Date.now(), isProposal: isProposal(error) };
        this.#rememberAsk(hasSentNothing(error) ? earlier : ended);
      }
      this.#fail(isDismissed(error) ? 'user-rejected' : 'wallet-failed', error, txid);
    }
  }

  /** False if another tab, or another element, is asking a wallet to pay the order: then `work` is not run. */
  async #runAlone(work: () => Promise<void>): Promise<boolean> {
    const locks = this.#isFollowed ? getGlobal('navigator')?.locks : undefined;
    let isRun = false;
    try {
      const options: LockOptions = bare({ ifAvailable: true });
      const isFree = await locks?.request(`${KEY} ${this.#key}`, options, async (lock) => {
        if (!lock) return false;
        isRun = true;
        await work();
        return true;
      });
      if (isFree !== undefined) return isFree;
    } catch (error) {
      // A user who lets the page store nothing has no locks.
      if (isRun) throw error;
    }
    await work();
    return true;
  }

  #rememberAsk(ask: Ask | undefined): void {
    this.#lastAsk = ask;
    this.#remember(ask && formatAsk(ask));
  }

  #remember(value: string | undefined): void {
    if (this.#isFollowed) writeStored(this.#key, value);
  }

  #sent(txid: string): void {
    this.#lastAsk = undefined;
    this.#set({ status: 'sent', txid });
    this.#remember(txid);
    this.#polls = 0;
    this.#schedule(PAUSES[0]!);
  }

  /** Another tab, or another element, may have paid the order. */
  #findSent(): boolean {
    const txid = this.#stored;
    if (!isId(txid) || txid === read(this.state, 'txid')) return false;
    this.#set({ status: 'sent', txid });
    this.#schedule(0);
    return true;
  }

  /** The order may be paid, such as on another device. */
  #findPaid(answer: unknown): boolean {
    const txid = read(answer, 'paid');
    return isId(txid) && this.#transactionFound('paid', txid);
  }

  /**
   * A wallet may fail, or the page may be closed, after it has sent: before a wallet is asked again, the server looks for the
   * payment.
   */
  async #isSent(ask: Ask): Promise<boolean> {
    const answers = await this.#postAsk(ask);
    for (const { status, json } of answers) {
      const txid = read(json, 'txid');
      if (status === 200 && isId(txid) && this.#transactionFound(read(json, 'status'), txid)) {
        return true;
      }
    }
    const age = Date.now() - ask.ended;
    const isListed = age < 0 || age >= LISTED_AFTER;
    const isMissing = answers.every(
      ({ status, json }) => status === 200 && NOT_SENT.includes(read(json, 'status')),
    );
    // Others may still sign a proposal.
    if (isMissing && isListed && !ask.isProposal) return false;
    this.#fail('status-unknown', undefined);
    return true;
  }

  /** Looks for what a wallet has sent, such as after a reload while it was open. */
  async #findAsked(): Promise<void> {
    const ask = this.#mayPay ? this.#ask : undefined;
    if (!ask) return;
    for (const { status, json } of await this.#postAsk(ask)) {
      const txid = read(json, 'txid');
      if (status === 200 && isId(txid) && this.#mayPay) {
        this.#transactionFound(read(json, 'status'), txid);
      }
    }
  }

  /** What the server has found of each account that was asked. */
  #postAsk({ asked, accounts }: Ask): Promise<readonly ServerAnswer[]> {
    // The clock may have been set back.
    const age = Date.now() - asked;
    const body = { age: age < 0 ? undefined : age };
    const bodies = accounts.length > 0 ? accounts.map((from) => ({ ...body, from })) : [body];
    return Promise.all(bodies.map((one) => this.#post('status', one)));
  }

  /** What the server has found of the order. False for a transaction that is neither a payment nor one that came too late. */
  #transactionFound(status: unknown, txid: string): boolean {
    if (status !== 'paid' && status !== 'pending' && status !== 'expired') return false;
    this.#lastAsk = undefined;
    if (status === 'expired') this.#fail(status, undefined, txid);
    else this.#set({ status: status === 'paid' ? status : 'seen', txid });
    this.#remember(txid);
    this.#schedule(PAUSES[0]!);
    return true;
  }

  #set(state: PaymentState): void {
    this.#store.set(Object.freeze(state));
  }

  #fail(code: PaymentFailure, error: unknown, txid?: string): void {
    // After a transaction was sent, only one that failed may be paid again. Other signers may still send a proposed one.
    const retry = (txid === undefined || code === 'failed') && !isProposal(error);
    this.#set({ status: 'failed', code, txid, error, retry });
  }

  /** Asks the server while somebody listens. */
  #start(): Unsubscribe {
    const page = getGlobal('document');
    const returned = () => {
      this.#schedule(0);
      if (page && !native(page, 'hidden')) void this.#findAsked();
    };
    const changed = ({ key }: StorageEvent) => {
      const { status } = this.state;
      if (key === KEY && (status === 'idle' || status === 'failed')) this.#findSent();
    };
    const window = getGlobal('window');
    if (page) native(page, 'addEventListener')('visibilitychange', returned);
    window?.addEventListener('storage', changed);
    this.#schedule(0);
    this.#isWatched = true;
    void this.#findAsked();
    return () => {
      this.#isWatched = false;
      clearTimeout(this.#timer);
      this.#pollController?.abort();
      if (page) native(page, 'removeEventListener')('visibilitychange', returned);
      window?.removeEventListener('storage', changed);
    };
  }

  #isWatched = false;

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    const { status } = this.state;
    if (!this.#isFollowed || (status !== 'sent' && status !== 'seen')) return;
    this.#timer = setTimeout(() => void this.#fetchStatus(), wait);
  }

  /** Asks whether the transaction counts. */
  async #fetchStatus(): Promise<void> {
    const { state } = this;
    if (!this.#isWatched || (state.status !== 'sent' && state.status !== 'seen')) return;
    const page = getGlobal('document');
    // A hidden page polls again when the user returns.
    if (page && native(page, 'hidden')) return;
    this.#pollController?.abort();
    const { signal } = (this.#pollController = new AbortController());
    const { txid } = state;
    const answer = await this.#post('status', { txid }, signal);
    if (signal.aborted) return;
    this.#polls += 1;
    const status = read(answer.json, 'status');
    if (answer.status === 200 && status === 'paid') return this.#set({ status: 'paid', txid });
    const final = FINAL.find((code) => code === status);
    if (answer.status === 200 && final !== undefined) {
      // The next payment has another transaction. Another tab may have sent it already.
      if (final === 'failed' && this.#findSent()) return;
      this.#fail(final, undefined, txid);
      // Another tab may ask a wallet just now.
      if (final === 'failed' && this.#stored === txid) this.#rememberAsk(undefined);
      return;
    }
    if (answer.status === 200 && status === 'pending' && state.status !== 'seen') {
      this.#set({ status: 'seen', txid });
    }
    const isMissing = answer.status === 200 && status === 'not-found';
    if (isMissing && (state.status === 'seen' || this.#polls > POLLS_BEFORE_REPLACEMENT)) {
      if (await this.#findOther(txid, signal)) return;
      if (signal.aborted) return;
    }
    const pause = PAUSES[Math.min(this.#polls, PAUSES.length - 1)]!;
    const usual = this.#polls > MAX_FREQUENT_POLLS ? LONG_PAUSE : pause;
    this.#schedule(Math.max(usual, answer.retryAfter ?? 0));
  }

  /** A transaction that is replaced, as by a higher fee, has another id: the order says which. True if there is one. */
  async #findOther(txid: string, signal: AbortSignal): Promise<boolean> {
    const { status, json } = await this.#post('status', {}, signal);
    const [orderStatus, other] = [read(json, 'status'), read(json, 'txid')];
    if (signal.aborted || status !== 200 || !isId(other) || other === txid) return false;
    return this.#transactionFound(orderStatus, other);
  }

  #fetchPrice(): Promise<ServerAnswer> {
    const last = this.#price;
    const age = last ? Date.now() - last.at : Infinity;
    // The clock may have been set back.
    if (last && age >= 0 && age < PRICE_MAX_AGE) return last.answer;
    const answer = this.#post('order', {});
    const price = { at: Date.now(), answer };
    this.#price = price;
    void answer.then(({ status }) => {
      if (status !== 200 && this.#price === price) this.#price = undefined;
    });
    return answer;
  }

  /** Never rejects: without an answer, the status is 0. */
  async #post(path: string, body: object, signal?: AbortSignal): Promise<ServerAnswer> {
    const url = findRoute(this.#endpoint!, path, []);
    if (!url) return { status: 0 };
    try {
      const { status, json, retryAfter } = await fetchJson({
        url: url.href,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: this.#order, ...body }, keepArrays),
        credentials: 'same-origin',
        maxBytes: 65_536,
        signal,
        timeout: path === 'status' ? STATUS_TIMEOUT : undefined,
      });
      if (status === 403 && read(json, 'code') === 'origin') {
        console.error(`watchPayment: ${url.href} answered 403${describeOriginRefusal(json)}.`);
      }
      if (path === 'order') logMissingRoute(url.href, status, json);
      return { status, json, retryAfter: parseRetryAfter(retryAfter, Date.now()) };
    } catch (error) {
      if (!(error instanceof HttpError)) return { status: 0 };
      console.error(`watchPayment: ${error.message}`);
      return { status: 0 };
    }
  }
}

const logged = new Set<string>();

/** What has answered is no route of payments: the page of the app, or a server that does not know the path. Once for each. */
function logMissingRoute(href: string, status: number, json: unknown): void {
  const isPage = status === 200 && json === undefined;
  const isUnknown = (status === 404 || status === 405) && read(json, 'code') === undefined;
  if (!isPage && !isUnknown) return;
  const remedy =
    'no route of payments is there for POST: check `endpoint`, the route of `createPaymentHandler`, or the proxy of the development server.';
  const message = `watchPayment: ${href} answered ${status}${isPage ? ' without JSON' : ''}: ${remedy}`;
  if (logged.has(message)) return;
  logged.add(message);
  console.error(withDocs(message, 'pay-route'));
}

interface ServerAnswer {
  /** 0: there was none. */
  readonly status: number;
  readonly json?: unknown;
  readonly retryAfter?: number | undefined;
}

/** Why the server would not take a payment for its order. */
function findPriceFault(
  { status, json }: ServerAnswer,
  { to, asset, amount, expires, network }: Payment,
): PaymentFailure | undefined {
  if (status === 404 && read(json, 'code') === 'unknown-order') return 'unknown-order';
  const accepts = read(json, 'accepts');
  if (status !== 200 || !Array.isArray(accepts)) return 'server';
  const isSame =
    read(json, 'to') === to &&
    read(json, 'network') === network &&
    (read(json, 'expires') ?? undefined) === expires &&
    accepts.some(
      (way: unknown) => read(way, 'asset') === asset && read(way, 'amount') === `${amount}`,
    );
  if (isSame) return undefined;
  const page = { to, asset, amount, expires, network };
  console.error(
    `watchPayment: the server wants ${describe(json)}, the page has ${describe(page)}.`,
  );
  return 'price-changed';
}

/** The codes of `findPayment` after which a wallet may be asked again. */
const NOT_SENT: readonly unknown[] = ['not-found', 'used'];

/** Whether a wallet has said that it has not sent anything, or was not asked. */
const hasSentNothing = (error: unknown): boolean =>
  isDismissed(error) ||
  (isJsonRpcError(error) &&
    (wasNotAsked(error) ||
      (error.code === JsonRpcErrorCode.InvalidParams && error.cause === undefined)));

/** Whether the wallet has signed, or proposed to other signers, what it has not sent. */
const isProposal = (error: unknown): boolean => read(read(error, 'data'), 'result') !== undefined;
