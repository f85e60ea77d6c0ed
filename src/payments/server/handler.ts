import { mustBe, withDocs } from '../../errors.js';
import { answerJson, createPostHandler, findOriginFault, readBody, tooLong } from '../../http/post-routes.js'; // prettier-ignore
import type { Amount } from '../../lib/amount.js';
import * as option from '../../lib/read-options.js';
import { attempt, isRecord, parseJson, read } from '../../lib/safe-access.js';
import { isOrder, readId } from '../payment.js';
import { readPrincipal } from './read-transaction.js';
import {
  createContext,
  findOne,
  pickMoreSpecific,
  readExpected,
  VERIFY,
  verifyOne,
  type ExpectedPayment,
  type Order,
  type PaymentResult,
  type RefusedPayment,
  type VerifiedPayment,
  type VerifyContext,
  type VerifyPaymentOptions,
} from './verify-payment.js';
import type { Request, Response } from '../../lib/web-types.js';

type Price = Pick<ExpectedPayment, 'asset' | 'amount'>;

/** What an order costs, from the merchant's own data. */
export type PaymentOrder = Pick<ExpectedPayment, 'to' | 'expires' | 'since'> & {
  /** The transaction that has paid the order, as `onPaid` got it: the page then asks no wallet. Default: it is not paid. */
  readonly paid?: string | null | undefined;
} & (
    | Price
    | {
        /** Several assets, of which the user chooses one: at most 10, each once. */
        readonly accepts: readonly { readonly asset: string; readonly amount: Amount }[];
      }
  );

/** The options of {@link createPaymentHandler}: those of `verifyPayment`, and those of its routes. */
export interface PaymentHandlerOptions extends Omit<VerifyPaymentOptions, 'signal'> {
  /** The origin of the page: `https://shop.example.com`. From the configuration, never from a header of the request. */
  readonly origin: string;
  /**
   * Returns what an order costs, or undefined for an order that does not exist, or is not for this visitor. The `id` is of the
   * request: a text of 1 to 34 bytes, without control characters. The price is what this returns, whatever the page says.
   */
  readonly orders: (
    id: string,
    request: Request,
  ) => PaymentOrder | undefined | Promise<PaymentOrder | undefined>;
  /**
   * Called before the page gets the answer that an order is paid, each time that it is verified: at least once for each
   * payment, and perhaps at the same time in several processes. What it does for a `txid`, it must do once. If it rejects, the
   * page gets an error, and asks again.
   */
  readonly onPaid?: ((payment: VerifiedPayment, request: Request) => unknown) | undefined;
  /** A text by which clients are told apart, such as a session or an IP address. Default: they are not. */
  readonly client?: ((request: Request) => string) | undefined;
  /** How often a client may ask about one order in a minute; all its orders together, ten times as often. Default: 30. */
  readonly perMinute?: number | undefined;
  /** The most verifications at the same time. Default: 8. */
  readonly concurrency?: number | undefined;
}

/** The part of a server that takes payments, see {@link createPaymentHandler}. */
export interface PaymentHandler {
  /**
   * Answers a `POST` to `/order` and `/status`, under any path. Never rejects: it answers 500 if `orders`, the store or `onPaid`
   * fails, with the error in the console.
   */
  readonly handle: (request: Request) => Promise<Response>;
}

const OPTIONS: option.OptionTable<PaymentHandlerOptions> = {
  store: VERIFY.store,
  network: VERIFY.network,
  confirmations: VERIFY.confirmations,
  stacksApi: VERIFY.stacksApi,
  fetch: VERIFY.fetch,
  origin: option.someText,
  orders: option.func,
  onPaid: option.func,
  client: option.func,
  perMinute: option.integer(1, 100_000),
  concurrency: option.integer(1, 1_000),
};

const CALLER = 'createPaymentHandler';
const toMistake = (message: string) => new TypeError(withDocs(message, 'payments'));
const mistake = (message: string) => toMistake(`${CALLER}: ${message}`);
/** The most assets of an order. */
const MAX_ASSETS = 10;
/** Milliseconds for a verification: a page asks again. */
const VERIFY_TIMEOUT = 30_000;

/**
 * Creates the server's part of `<wallet-pay-button endpoint="…">`: two routes that take a `Request` and return a `Response`, as
 * the route handlers of Next, SvelteKit, Nuxt, Astro, Hono and Cloudflare Workers do. For Express, Fastify and Node's own server,
 * {@link toNode} makes it one of their requests. Both take JSON:
 *
 * - `/order { order }` answers `{ ok, order, to, accepts: [{ asset, amount }], expires, network, paid }`: amounts are base units
 *   as digits, `expires` milliseconds since 1970 or null, `paid` the transaction that has paid the order, or null.
 * - `/status { order, txid, from }` answers `{ ok, status, txid }`: `paid`, or a code of `verifyPayment`. Without a `txid`, it looks
 *   for the payment, as `findPayment` does, from the time `since` of the order, and among the transactions of the account `from`
 *   that wait for a block; the `txid` of the answer is what it has found.
 *
 * An order that `orders` does not know is answered with 404, one that is asked too often with 429 and `Retry-After`, another
 * origin with 403, and a body of more than 64 kB with 413.
 *
 * @example
 * ```ts
 * import { createPaymentHandler, memoryPaymentStore } from 'stacks-wallet-elements/payments/server';
 *
 * const prices: Record<string, bigint> = { 'A-1042': 2500n };
 * const payments = createPaymentHandler({
 *   origin: 'https://shop.example.com',
 *   store: memoryPaymentStore(),
 *   orders: (id) =>
 *     Object.hasOwn(prices, id)
 *       ? { to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH', asset: 'sbtc', amount: prices[id]! }
 *       : undefined,
 *   onPaid: ({ order, txid }) => console.log(`${order} is paid by ${txid}`),
 * });
 * export const POST = payments.handle;
 * ```
 *
 * @throws TypeError for a wrong option, which it names
 */
export function createPaymentHandler(options: PaymentHandlerOptions): PaymentHandler {
  const checked = option.readOptions(CALLER, options, OPTIONS, toMistake);
  const fault = findOriginFault(checked.origin);
  if (fault !== undefined) throw mistake(fault);
  if ((checked.orders as unknown) === undefined) {
    throw mistake(mustBe('orders', checked.orders, 'a function'));
  }
  // Throws for a mistake in the options now, not at the first payment.
  createContext(CALLER, checked, checked.network ?? 'mainnet');
  const desk = new PaymentDesk(checked);
  return {
    handle: createPostHandler(
      checked.origin,
      {
        order: (request) => desk.order(request),
        status: (request) => desk.status(request),
      },
      mistake,
    ),
  };
}

/** Every field that an order may have. Each is checked with the payment. */
interface AnyOrder {
  readonly to: string;
  readonly expires?: number | string | undefined;
  readonly since?: number | string | undefined;
  readonly accepts?: unknown;
  readonly asset?: unknown;
  readonly amount?: unknown;
  readonly paid?: unknown;
}
const ORDER: option.OptionTable<AnyOrder> = {
  to: option.anything,
  expires: option.scalar,
  since: option.scalar,
  accepts: option.anything,
  asset: option.anything,
  amount: option.anything,
  paid: option.anything,
};

/**
 * The body of a request: the order, and the transaction if the page knows it; else the account that may have paid, and how many
 * milliseconds ago its wallet was first asked.
 */
interface PaymentQuery {
  readonly id: string;
  readonly txid: string | undefined;
  readonly from: string | undefined;
  readonly age: number | undefined;
}

/** What a request asks, and what its order costs. */
interface AskedOrder {
  readonly query: PaymentQuery;
  readonly payments: readonly Order[];
  /** The transaction that has paid it. */
  readonly paid: string | undefined;
}

class PaymentDesk {
  readonly #options: PaymentHandlerOptions;
  readonly #limits: RequestLimits;
  /** The verifications that run, by order and transaction. The same one is not started twice. */
  readonly #running = new Map<string, Promise<PaymentResult>>();

  constructor(options: PaymentHandlerOptions) {
    this.#options = options;
    this.#limits = new RequestLimits(options.perMinute ?? 30);
  }

  async order(request: Request): Promise<Response> {
    const checked = await this.#read(request);
    if (checked instanceof Response) return checked;
    const { payments, paid = null } = checked;
    const [{ to, expires, network, order }] = payments as [Order];
    const accepts = payments.map(({ asset, amount }) => ({ asset, amount: `${amount}` }));
    return answerJson({ ok: true, order, to, accepts, expires: expires ?? null, network, paid });
  }

  async status(request: Request): Promise<Response> {
    const checked = await this.#read(request);
    if (checked instanceof Response) return checked;
    const { query, payments, paid } = checked;
    if (paid !== undefined && (query.txid ?? paid) === paid) {
      return answerJson({ ok: true, status: 'paid', txid: paid });
    }
    const result = await this.#verify(query, payments);
    if (result === 'busy') return tooMany(1);
    if (result.ok) await this.#options.onPaid?.(result, request);
    const status = result.ok ? 'paid' : result.code;
    const headers = new Headers();
    const wait = result.ok ? undefined : result.retryAfter;
    if (wait !== undefined) headers.set('retry-after', `${Math.ceil(wait / 1000)}`);
    const txid = query.txid ?? result.txid ?? null;
    return answerJson({ ok: true, status, txid }, 200, headers);
  }

  /** What a request asks, and what its order costs; or the answer to a request that is refused. */
  async #read(request: Request): Promise<Response | AskedOrder> {
    const body = await readBody(request);
    if (body === undefined) return tooLong();
    const query = readQuery(attempt(() => parseJson(body)));
    if (!query) return answerJson({ ok: false, code: 'malformed' }, 400);
    const { orders, client: getClient } = this.#options;
    const client: unknown = getClient?.(request);
    if (getClient && typeof client !== 'string') {
      throw mistake(mustBe('client()', client, 'a text'));
    }
    const wait = this.#limits.count(client as string | undefined, query.id);
    if (wait > 0) return tooMany(wait);
    const order = await orders(query.id, request);
    // Databases return null for a row that does not exist.
    if ((order ?? undefined) === undefined)
      return answerJson({ ok: false, code: 'unknown-order' }, 404);
    return { query, ...this.#readOrder(query.id, order as PaymentOrder) };
  }

  /** @throws TypeError that names what is wrong in what `orders` returned */
  #readOrder(id: string, order: PaymentOrder): Omit<AskedOrder, 'query'> {
    const { network } = this.#options;
    const { to, expires, since, accepts, asset, amount, paid } = option.readOptions<AnyOrder>(
      CALLER,
      order,
      ORDER,
      toMistake,
      'orders()',
    );
    const ways: unknown = accepts ?? [{ asset, amount }];
    if (!Array.isArray(ways) || ways.length < 1 || ways.length > MAX_ASSETS) {
      const expected = `a list of 1 to ${MAX_ASSETS} assets with amounts`;
      throw mistake(mustBe('accepts', ways, expected));
    }
    const payments = (ways as readonly unknown[]).map((way) => {
      const price = { asset: read(way, 'asset'), amount: read(way, 'amount') } as Price;
      return readExpected(CALLER, { to, ...price, order: id, expires, since }, network);
    });
    const assets = new Set(payments.map((payment) => payment.asset));
    if (assets.size < payments.length) {
      throw mistake(mustBe('accepts', ways, 'a list in which each asset is once'));
    }
    const isPaid = (paid ?? undefined) !== undefined;
    const txid = readId(paid);
    if (isPaid && txid === undefined) {
      throw mistake(mustBe('paid', paid, 'the `txid` that `onPaid` got'));
    }
    return { payments, paid: txid };
  }

  async #verify(
    { id, txid = '', from, age }: PaymentQuery,
    payments: readonly Order[],
  ): Promise<PaymentResult | 'busy'> {
    // What an order costs may change while it is verified.
    const cost = payments.map(({ to, asset, amount, expires }) => [to, asset, `${amount}`, expires]); // prettier-ignore
    // One search for the same minute.
    const asked = age === undefined ? undefined : Math.floor((Date.now() - age) / 60_000) * 60_000;
    const key = JSON.stringify([id, txid, from, asked, cost], null);
    const running = this.#running.get(key);
    if (running) return running;
    if (this.#running.size >= (this.#options.concurrency ?? 8)) return 'busy';
    const started = this.#start(txid, payments, from, asked).finally(() =>
      this.#running.delete(key),
    );
    this.#running.set(key, started);
    return started;
  }

  async #start(
    txid: string,
    payments: readonly Order[],
    from: string | undefined,
    asked: number | undefined,
  ): Promise<PaymentResult> {
    const { signal, end } = startTimer();
    const [{ network }] = payments as [Order];
    const context: VerifyContext = createContext(CALLER, { ...this.#options, signal }, network);
    try {
      if (txid !== '') return await verifyOne(txid, payments, context);
      let refusal: RefusedPayment | undefined;
      for (const payment of payments) {
        const result = await findOne(payment, context, from, asked);
        if (result.ok) return result;
        refusal = pickMoreSpecific(refusal, result);
      }
      return refusal!;
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      return { ok: false, code: 'service', reason: (signal.reason as Error).message };
    } finally {
      end();
    }
  }
}

/** Ends a verification that takes too long. */
function startTimer() {
  const controller = new AbortController();
  const reason = new Error(`no answer in ${VERIFY_TIMEOUT} ms`);
  const timer = setTimeout(() => controller.abort(reason), VERIFY_TIMEOUT);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}

function readQuery(body: unknown): PaymentQuery | undefined {
  if (!isRecord(body)) return undefined;
  const id = read(body, 'order');
  const given = read(body, 'txid') ?? undefined;
  const txid = readId(given);
  if (!isOrder(id) || (given !== undefined && txid === undefined)) return undefined;
  const age = read(body, 'age');
  return { id, txid, from: readPrincipal(read(body, 'from')), age: isAge(age) ? age : undefined };
}

/** @param wait seconds */
const tooMany = (wait: number): Response =>
  answerJson({ ok: false, code: 'too-many' }, 429, new Headers({ 'retry-after': `${wait}` }));

/** Milliseconds. */
const MINUTE = 60_000;
/** The most clients and orders that are counted. */
const MAX_COUNTED = 10_000;
/** How many times as often a client may ask about all its orders as about one. */
const ALL_ORDERS = 10;

/** Counts requests in each minute, by client, and by client and order. */
class RequestLimits {
  readonly #perMinute: number;
  readonly #counts = new Map<string, number>();
  #minute = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /**
   * Counts a request. Returns seconds until the next one is allowed; 0 if this one is.
   *
   * @param client undefined if clients are not told apart: then they have no limit for all orders together, with which one
   *   could keep the others out
   */
  count(client: string | undefined, order: string): number {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE);
    // Limits the memory that invented clients or orders can take.
    if (minute !== this.#minute || this.#counts.size > MAX_COUNTED) this.#counts.clear();
    this.#minute = minute;
    const perOrder = { parts: [client, order], limit: this.#perMinute };
    const perClient = { parts: [client], limit: this.#perMinute * ALL_ORDERS };
    for (const { parts, limit } of client === undefined ? [perOrder] : [perClient, perOrder]) {
      const key = JSON.stringify(parts, null);
      const count = (this.#counts.get(key) ?? 0) + 1;
      if (count > limit) return Math.ceil(((minute + 1) * MINUTE - now) / 1000);
      this.#counts.set(key, count);
    }
    return 0;
  }
}

const isAge = (age: unknown): age is number =>
  typeof age === 'number' && age >= 0 && age <= Number.MAX_SAFE_INTEGER;
