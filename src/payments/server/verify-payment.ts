import { findServiceUrl, serviceUrl } from '../../core/services.js';
import type { ServiceUrl } from '../../core/types.js';
import type { Node } from '../../contracts/stacks-node.js';
import { mustBe, withDocs } from '../../errors.js';
import { BASE_URL, parseBaseUrl } from '../../http/base-url.js';
import { bytesToHex } from '../../lib/bytes.js';
import * as option from '../../lib/read-options.js';
import { has, read } from '../../lib/safe-access.js';
import type { NetworkName } from '../../stacks/address.js';
import type { AssetId } from '../../stacks/clarity-value.js';
import {
  PAYMENT,
  readId,
  readPayment,
  readTime,
  type Payment,
  type PaymentParams,
} from '../payment.js';
import {
  findNetworkFault,
  readPendingIds,
  readTip,
  readTokenTransfers,
  readTransaction,
  readTransfersTo,
  ServiceFault,
  type PaymentBlock,
  type ReadTransaction,
  type Service,
  type Transfer,
} from './read-transaction.js';
import type { PaymentStore } from './stores.js';
import type { AbortSignal, Fetch } from '../../lib/web-types.js';

/** What an order costs: from the merchant's own data, never from a request. */
export interface ExpectedPayment extends PaymentParams {
  readonly order: string;
  /**
   * When the order was made, for `findPayment`, which reads no transfers before it: milliseconds since 1970, or a text with date,
   * time and time zone. Default: it reads as far back as it may.
   */
  readonly since?: number | string | undefined;
}

export interface VerifyPaymentOptions {
  /** Where it is kept which transaction has paid which order. */
  readonly store: PaymentStore;
  /** The network of the payment. Default: that of `to`. */
  readonly network?: NetworkName | undefined;
  /** The least number of Stacks blocks from that of the transaction to the newest. Default: 1. At most 1000. */
  readonly confirmations?: number | undefined;
  /** The base URL of a Stacks API, or one for each network. Default: that of Hiro for mainnet and testnet. */
  readonly stacksApi?: ServiceUrl | undefined;
  /** Sends the requests. Default: that of the platform. */
  readonly fetch?: Fetch | undefined;
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why a payment does not count.
 *
 * - `not-found`: the service does not know the transaction, or it left the mempool. It may come later.
 * - `pending`: it is in no block yet, or not in enough.
 * - `failed`: it is in a block, and had no effect.
 * - `wrong-network`: the service is of another network than the payment.
 * - `wrong-asset`: it moves another asset, or by another contract than that of the asset.
 * - `wrong-recipient`, `wrong-amount`, `wrong-order`: it pays something else.
 * - `expired`: its block is later than `expires`.
 * - `used`: it has paid another order.
 * - `service`: the service did not answer, or not with a transaction. Nothing is known: ask again.
 * - `incomplete`: of `findPayment`, which has found nothing in the transfers that it may read; there are older ones.
 */
export type PaymentCode =
  | 'not-found'
  | 'pending'
  | 'failed'
  | 'wrong-network'
  | 'wrong-recipient'
  | 'wrong-asset'
  | 'wrong-amount'
  | 'wrong-order'
  | 'expired'
  | 'used'
  | 'service'
  | 'incomplete';

export interface VerifiedPayment {
  readonly ok: true;
  /** `0x` and 64 hex digits in lower case. */
  readonly txid: string;
  /** The account that paid. */
  readonly from: string;
  /** Base units. */
  readonly amount: bigint;
  /** `stx`, or the asset identifier of the token. */
  readonly asset: 'stx' | AssetId;
  readonly order: string;
  readonly block: PaymentBlock;
  /** The Stacks blocks from that of the transaction to the newest: 1 for the newest one. */
  readonly confirmations: number;
}

export interface RefusedPayment {
  readonly ok: false;
  readonly code: PaymentCode;
  /** For developers, in English. It may contain what a service answered. */
  readonly reason: string;
  /** Of `findPayment`: the transaction that it has found, and that does not count, or not yet. */
  readonly txid?: string | undefined;
  /** With `service`: milliseconds after which it may be asked again, if that is known. */
  readonly retryAfter?: number | undefined;
}

export type PaymentResult = VerifiedPayment | RefusedPayment;

export const VERIFY: option.OptionTable<VerifyPaymentOptions> = {
  store: option.shared(
    'a store with the method `add`',
    (store) => typeof read(store, 'add') === 'function',
  ),
  network: option.someText,
  confirmations: option.integer(1, 1000),
  stacksApi: serviceUrl,
  fetch: option.func,
  signal: option.signal,
};

const mistake = (caller: string, message: string) =>
  new TypeError(withDocs(`${caller}: ${message}`, 'payments'));

const toMistake = (message: string) => new TypeError(withDocs(message, 'payments'));

/**
 * Whether a transaction is one exact payment of an order: in a block, with an effect, to this receiver, of this asset and this
 * amount, with the order as its memo, and not used for another order.
 *
 * STX must be sent by a transfer, a token by a call of its own contract. What a service does not answer is `service`, never that
 * the order is not paid. It never rejects because of a `txid`.
 *
 * @param txid what the page has sent, of any type
 * @throws TypeError for a wrong `expected` or option, which it names, before the service is asked; the error of the store; the
 *   reason of the signal
 * @example
 * ```ts
 * import { memoryPaymentStore, verifyPayment } from 'stacks-wallet-elements/payments/server';
 *
 * const result = await verifyPayment(
 *   '0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
 *   {
 *     to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
 *     asset: 'sbtc',
 *     amount: 2500n, // satoshis
 *     order: 'A-1042',
 *   },
 *   { store: memoryPaymentStore() },
 * );
 * console.log(result.ok ? result.from : result.code);
 * ```
 */
export async function verifyPayment(
  txid: unknown,
  expected: ExpectedPayment,
  options: VerifyPaymentOptions,
): Promise<PaymentResult> {
  const caller = 'verifyPayment';
  const { payment, context } = readArguments(caller, expected, options);
  return verifyOne(txid, [payment], context);
}

/**
 * Finds the payment of an order whose transaction is not known, such as after the page was closed: among the transfers of the
 * asset to the receiver, from the newest back to `since`. Each that could be it is verified as by `verifyPayment`. Needs an API
 * since 9.1.0.
 *
 * It reads at most 1000 transfers, verifies at most 50 of the same amount, and starts no request after 20 seconds. If it stops
 * before `since`, its code is `incomplete`, not `not-found`: the order may be paid.
 *
 * @throws TypeError for a wrong `expected` or option, which it names; the error of the store; the reason of the signal
 * @example
 * ```ts
 * import { findPayment, memoryPaymentStore } from 'stacks-wallet-elements/payments/server';
 *
 * const result = await findPayment(
 *   {
 *     to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
 *     asset: 'stx',
 *     amount: 5_000_000n, // micro-STX
 *     order: 'A-1042',
 *     since: '2026-11-01T12:00Z',
 *   },
 *   { store: memoryPaymentStore() },
 * );
 * if (result.ok) console.log(result.txid);
 * ```
 */
export async function findPayment(
  expected: ExpectedPayment,
  options: VerifyPaymentOptions,
): Promise<PaymentResult> {
  const { payment, context } = readArguments('findPayment', expected, options);
  return findOne(payment, context);
}

/** What a verification needs besides the payment. */
export interface VerifyContext {
  readonly service: Service;
  readonly store: PaymentStore;
  readonly confirmations: number;
}

/** An order that was checked. */
export type Order = Payment & { readonly order: string; readonly since: number | undefined };

const EXPECTED: option.OptionTable<ExpectedPayment> = { ...PAYMENT, since: option.scalar };

function readArguments(
  caller: string,
  expected: ExpectedPayment,
  options: VerifyPaymentOptions,
): { readonly payment: Order; readonly context: VerifyContext } {
  const checked = option.readOptions(caller, options, VERIFY, toMistake);
  const payment = readExpected(caller, expected, checked.network);
  const context = createContext(caller, checked, payment.network);
  checked.signal?.throwIfAborted();
  return { payment, context };
}

/** Checks what an order costs. @throws TypeError that names the field */
export function readExpected(
  caller: string,
  expected: ExpectedPayment,
  network: NetworkName | undefined,
): Order {
  const refuse = (field: string, value: unknown, what: string): never => {
    throw mistake(caller, mustBe(`expected.${field}`, value, what));
  };
  const { since, ...params } = option.readOptions(
    caller,
    expected,
    EXPECTED,
    toMistake,
    'expected',
  );
  const named = params.network;
  if (named !== undefined && network !== undefined && named !== network) {
    refuse('network', named, `${network}, as in the options`);
  }
  const payment = readPayment({ ...params, network: network ?? named }, refuse);
  const { order = refuse('order', payment.order, 'the id of the order') } = payment;
  const start =
    since === undefined ? undefined : readTime(since, (...fault) => refuse('since', ...fault));
  return { ...payment, order, since: start };
}

/** @throws TypeError without a store, or if no API is known for the network */
export function createContext(
  caller: string,
  options: VerifyPaymentOptions,
  network: NetworkName,
): VerifyContext {
  const { store, confirmations = 1, stacksApi, fetch, signal } = options;
  if ((store as PaymentStore | undefined) === undefined) {
    throw mistake(caller, mustBe('store', store, VERIFY.store.expected));
  }
  const url = findServiceUrl('stacksApi', network, { stacksApi, network });
  if (url === undefined) {
    throw mistake(caller, `no Stacks API is known for ${network}; set \`stacksApi\`.`);
  }
  const baseUrl = parseBaseUrl(url);
  if (baseUrl === undefined) throw mistake(caller, mustBe('stacksApi', url, BASE_URL));
  const node: Node = { baseUrl, network, fetch };
  return { service: { node, caller, signal }, store, confirmations };
}

const refused = (code: PaymentCode, reason: string): RefusedPayment => ({
  ok: false,
  code,
  reason,
});

/** Runs what asks a service: a fault of the service is a result. */
async function orFault(run: () => Promise<PaymentResult>): Promise<PaymentResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return { ...refused('service', error.message), retryAfter: error.retryAfter };
  }
}

/**
 * Verifies a transaction as the payment of an order that may be paid in several ways: one of `payments`, which differ by their
 * asset.
 */
export function verifyOne(
  txid: unknown,
  payments: readonly Order[],
  context: VerifyContext,
): Promise<PaymentResult> {
  return orFault(async () => {
    const { service } = context;
    const id = readId(txid);
    if (id === undefined) return refused('not-found', 'the txid is not 64 digits of hex');
    const fault = await findNetworkFault(service);
    if (fault !== undefined) return refused('wrong-network', fault);
    const transaction = await readTransaction(service, id);
    if (transaction.status === 'missing') return refused('not-found', transaction.reason);
    if (transaction.status !== 'success') return refused(transaction.status, transaction.reason);
    let refusal: RefusedPayment | undefined;
    for (const payment of payments) {
      const result = await compare(id, transaction, payment, context);
      if (result.ok) return result;
      // Prefer the result for the asset that was paid: wrong-asset only says that it was another one.
      if (!refusal || refusal.code === 'wrong-asset') refusal = result;
    }
    return refusal ?? refused('wrong-asset', 'the order accepts no asset');
  });
}

type Mined = Extract<ReadTransaction, { status: 'success' }>;

/** Compares a transaction in a block with a payment, and stores it if it is the same. */
async function compare(
  txid: string,
  { payload, block, events }: Mined,
  payment: Order,
  { service, store, confirmations }: VerifyContext,
): Promise<PaymentResult> {
  const { asset, amount, order, expires } = payment;
  const transfer = matchTransfer(payload, payment);
  if (has(transfer, 'code')) return transfer;
  const { sender, recipient } = transfer;
  if (asset !== 'stx') {
    const { transfers, isAll } = await readTokenTransfers(service, txid, asset, events);
    const isMoved = transfers.some(
      (moved) =>
        moved.sender === sender && moved.recipient === recipient && moved.amount === amount,
    );
    if (!isMoved) {
      if (!isAll) throw new ServiceFault(`the transaction ${txid} has too many events.`);
      return refused(transfers.length > 0 ? 'wrong-amount' : 'wrong-asset', `the transaction moved no ${amount} of ${asset}`); // prettier-ignore
    }
  }
  if (expires !== undefined && block.time > expires) {
    const time = (at: number) => new Date(at).toISOString();
    return refused('expired', `it is in a block of ${time(block.time)}, after ${time(expires)}`);
  }
  const depth = (await readTip(service)) - block.height + 1;
  if (depth < confirmations) {
    return refused('pending', `it is ${Math.max(depth, 0)} blocks deep, of ${confirmations}`);
  }
  service.signal?.throwIfAborted();
  const isStored: unknown = await store.add(txid, order);
  if (typeof isStored !== 'boolean') {
    throw mistake(service.caller, mustBe('store.add()', isStored, 'true or false'));
  }
  if (!isStored) return refused('used', 'the transaction has paid another order');
  return { ok: true, txid, from: sender, amount, asset, order, block, confirmations: depth };
}

/** The transfer of an asset that a transaction asks for. A text: why it is none. */
function findTransfer(payload: Mined['payload'], asset: Payment['asset']): Transfer | string {
  if (asset === 'stx') {
    return payload.type === 'stx' ? payload : 'the transaction is no transfer of STX';
  }
  const [contract] = asset.split('::', 1);
  if (payload.type !== 'call' || payload.contract !== contract) {
    return `the transaction is no call of ${contract}`;
  }
  if (payload.functionName !== 'transfer') {
    return `the transaction calls \`${payload.functionName}\`, not \`transfer\``;
  }
  return payload.transfer ?? 'the arguments of the call are not those of `transfer` (SIP-010)';
}

/** The transfer of a payment that a transaction asks for, or why it asks for none. */
function matchTransfer(payload: Mined['payload'], payment: Order): Transfer | RefusedPayment {
  const transfer = findTransfer(payload, payment.asset);
  if (typeof transfer === 'string') return refused('wrong-asset', transfer);
  const { recipient, amount, memo } = transfer;
  if (recipient !== payment.to) {
    return refused('wrong-recipient', `it is sent to ${recipient}, not to ${payment.to}`);
  }
  if (amount !== payment.amount) {
    return refused('wrong-amount', `it sends ${amount}, not ${payment.amount}`);
  }
  return memo === toMemo(payment)
    ? transfer
    : refused('wrong-order', `the memo is 0x${memo}, not that of ${payment.order}`);
}

const toMemo = ({ order }: Order): string => bytesToHex(new TextEncoder().encode(order));

/** The most transactions that are verified for an order. */
const MAX_CANDIDATES = 50;
/** Milliseconds after which a search starts no request. */
const SEARCH_TIMEOUT = 20_000;

/** The codes of a search without a payment that counts, the most specific first. */
const RANK: readonly PaymentCode[] = ['wrong-network', 'pending', 'service', 'expired', 'used', 'incomplete', 'not-found']; // prettier-ignore

/** Of two results of a search, the one with the more specific code. */
export function pickMoreSpecific(
  current: RefusedPayment | undefined,
  next: RefusedPayment,
): RefusedPayment {
  return current && RANK.indexOf(current.code) <= RANK.indexOf(next.code) ? current : next;
}

/**
 * @param from an account that may have paid: what it has sent is looked at first, also what is in no block yet
 * @param asked milliseconds since 1970: when its wallet was asked, which is after the order was made
 */
export function findOne(
  payment: Order,
  context: VerifyContext,
  from?: string,
  asked = -Infinity,
): Promise<PaymentResult> {
  return orFault(async () => {
    const { service } = context;
    const { to, asset, amount } = payment;
    const fault = await findNetworkFault(service);
    if (fault !== undefined) return refused('wrong-network', fault);
    const deadline = Date.now() + SEARCH_TIMEOUT;
    // Before the transfers: what comes into a block between the two requests is in both lists, not in none.
    const waiting = from === undefined ? [] : await readPendingIds(service, from);
    const since = Math.max(payment.since ?? -Infinity, asked);
    const list = await readTransfersTo(service, to, asset, since, deadline);
    const memo = toMemo(payment);
    const candidates = list.transfers
      .filter((listed) => listed.recipient === to && listed.amount === amount)
      .filter((listed) => asset !== 'stx' || listed.memo === memo);
    const own = new Set(candidates.filter(({ sender }) => sender === from).map(({ id }) => id));
    const ids = new Set([...own, ...candidates.map(({ id }) => id)]);
    let verified = 0;
    let refusal: RefusedPayment | undefined;
    for (const id of ids) {
      if (verified === MAX_CANDIDATES || Date.now() > deadline) break;
      verified += 1;
      const result = await verifyOne(id, [payment], context);
      if (result.ok) return result;
      // wrong-order is expected here: other orders may cost the same. Keep results that may be this payment.
      if (['pending', 'service', 'expired', 'used'].includes(result.code)) {
        refusal = pickMoreSpecific(refusal, { ...result, txid: id });
      }
    }
    if (refusal) return refusal;
    const found = await findPending(waiting, payment, context, deadline);
    if (found) return found;
    if (list.isAll && verified >= (from === undefined ? ids.size : own.size)) {
      return refused('not-found', `the order is in no transfer to ${to}`);
    }
    const oldest = list.oldest === undefined ? '' : `, back to ${new Date(list.oldest).toISOString()}`; // prettier-ignore
    return refused(
      'incomplete',
      `the order is not in the newest ${list.count} transfers to ${to}${oldest}, of which ${verified} of ${ids.size} with this amount were verified; there are more`,
    );
  });
}

/** A payment among the transactions that wait for a block. */
async function findPending(
  waiting: readonly string[],
  payment: Order,
  context: VerifyContext,
  deadline: number,
): Promise<PaymentResult | undefined> {
  const { service } = context;
  for (const txid of waiting) {
    if (Date.now() > deadline) {
      throw new ServiceFault(`${waiting.length} transactions take too long to read.`);
    }
    const transaction = await readTransaction(service, txid);
    if (!has(transaction, 'payload')) continue;
    const { payload } = transaction;
    if (!payload) throw new ServiceFault(`the pending transaction ${txid} cannot be read.`);
    if (has(matchTransfer(payload, payment), 'code')) continue;
    if (transaction.status === 'pending') {
      return { ...refused('pending', transaction.reason), txid };
    }
    return { ...(await verifyOne(txid, [payment], context)), txid };
  }
  return undefined;
}
