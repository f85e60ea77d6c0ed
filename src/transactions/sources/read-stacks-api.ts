import { withoutQuery } from '../../http/base-url.js';
import { SMALL_ANSWER } from '../../http/fetch-json.js';
import { readRoutes, isRouteMissing, type Route } from '../../http/stacks-routes.js';
import { read } from '../../lib/safe-access.js';
import {
  block,
  count,
  fields,
  fromSeconds,
  list,
  sighting,
  stacksId,
  text,
  type Fields,
} from '../states.js';
import type { SourceAnswer, Dropped, Failed, Get, TransactionToRead, Reading } from '../types.js';
import type { SourceReads } from './source-reads.js';

/** The most ids in one request: the length of the URL is the only limit (3.4 kB). */
const BATCH = 50;
/** The most bytes of a transaction: the code of a contract, or a result, and its events. */
const TRANSACTION = 2_500_000;
/** The most bytes of each more in the same answer. */
const ONE_MORE = 100_000;
const getMaxBytes = (count: number): number => TRANSACTION + (count - 1) * ONE_MORE;
/** The most results of transactions that are read at once. The batch route of `v3` has none. */
const MAX_RESULTS = 5;

/** Reads one Stacks API. */
export function readStacksApi(baseUrl: string): SourceReads {
  const api = new Api(baseUrl);
  return {
    read: (transactions, get) => api.read(transactions, get),
    async tip(get) {
      const tip = fields(fields((await get('/extended', SMALL_ANSWER)).json)['chain_tip']);
      const height = count(tip['block_height']);
      return height === undefined
        ? undefined
        : { height, burnHeight: count(tip['burn_block_height']) };
    },
  };
}

type Entry = readonly [id: string, reading: Reading];
type Readings = AsyncIterable<Entry>;

/** Reads transactions from one API. */
class Api {
  readonly #baseUrl: string;
  /** False once the route has answered 400: before 9.2.0, the API reads `batch` as an invalid id. */
  #hasBatch = true;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async *read(transactions: readonly TransactionToRead[], get: Get): Readings {
    const readings = await this.#readRoutes('transactions', [
      (isKnown) => this.#readNew(transactions, get, isKnown),
      () => this.#readOld(transactions, get),
    ]);
    if (!readings)
      throw new Error(`${withoutQuery(this.#baseUrl)} has no routes for transactions.`);
    yield* readings;
  }

  #readRoutes<T>(what: string, routes: readonly [newer: Route<T>, older: Route<T>]) {
    return readRoutes(`${this.#baseUrl} ${what}`, routes);
  }

  /**
   * The routes `v3`: the first requests, and what the others return. Undefined if they are missing.
   *
   * A transaction that is not there is a 404, which browsers write to the console. So one of a known sender is looked for
   * in lists: of what waits for a block, and of what is in one.
   */
  async #readNew(
    transactions: readonly TransactionToRead[],
    get: Get,
    isKnown: boolean,
  ): Promise<Readings | undefined> {
    const lists = new Lists(get, isKnown, this.#hasBatch);
    const [first] = transactions;
    if (transactions.length > 1) {
      await lists.readMined(transactions);
      await lists.readPending(transactions);
    } else if (first!.sender && !first!.isMined) {
      await lists.readPending(transactions);
      await lists.readMined(transactions);
    }
    this.#hasBatch = lists.hasBatch;
    if (lists.isMissing) return undefined;
    const answer = lists.isAsked ? undefined : await getOne(first!.id, get);
    if (answer && isRouteMissing(answer, isKnown)) return undefined;
    return this.#readEach(transactions, get, lists, answer);
  }

  /** @param first the answer about the first transaction, if it was already asked for */
  async *#readEach(
    transactions: readonly TransactionToRead[],
    get: Get,
    lists: Lists,
    first: SourceAnswer | undefined,
  ): Readings {
    const nonces = this.#createNonceReader(get);
    const gone: TransactionToRead[] = [];
    let answer = first;
    let results = 0;
    for (const transaction of transactions) {
      const { id, sender, seen, isOverdue, isMined } = transaction;
      const row = lists.rows.get(id);
      const needsResult = !!row?.['block'] && !isMined && results < MAX_RESULTS;
      if (needsResult) results += 1;
      if (needsResult || (!row && !lists.hasAllOf(sender))) answer ??= await getOne(id, get);
      const tx = answer ? fields(answer.json) : row;
      const exists = answer ? answer.status === 200 : !!row;
      answer = undefined;
      if (exists) {
        if (tx?.['tx_id'] !== id) continue;
        yield [id, await withMissingNonce(toNewReading(tx), transaction, nonces)];
      } else if (seen || isOverdue) {
        gone.push(transaction);
      } else {
        yield [id, { status: 'missing' }];
      }
    }
    if (gone.length > 0) yield* await this.#readGone(gone, get, nonces);
  }

  /**
   * Dropped and replaced transactions, for which the routes `v3` answer 404, although their schema has a status for them.
   * The routes `v1` tell why; without them, the nonces of the account do (inferred).
   */
  async #readGone(
    transactions: readonly TransactionToRead[],
    get: Get,
    nonces: NonceReader,
  ): Promise<Readings> {
    const readings = await this.#readRoutes('dropped transactions', [
      () => this.#readOld(transactions, get),
      () => Promise.resolve(inferEach(transactions, get, nonces)),
    ]);
    return readings!;
  }

  /** The routes `v1`: the first request, and what the others return. Undefined if they are missing. */
  async #readOld(
    transactions: readonly TransactionToRead[],
    get: Get,
  ): Promise<Readings | undefined> {
    const [batch = [], ...others] = inBatches(transactions);
    const readings = await readOldBatch(batch, get);
    return readings && this.#readOldBatches(batch, readings, others, get);
  }

  async *#readOldBatches(
    first: readonly TransactionToRead[],
    firstReadings: ReadonlyMap<string, Reading>,
    others: readonly (readonly TransactionToRead[])[],
    get: Get,
  ): Readings {
    const nonces = this.#createNonceReader(get);
    for (const batch of [first, ...others]) {
      const readings = batch === first ? firstReadings : await readOldBatch(batch, get);
      const winners = [...(readings?.values() ?? [])].flatMap((reading) =>
        reading.status === 'replaced' && reading.by ? [{ id: reading.by }] : [],
      );
      const replacements = winners.length > 0 ? await readOldBatch(winners, get) : undefined;
      for (const transaction of batch) {
        const reading = readings?.get(transaction.id);
        if (!reading) continue;
        const checked = checkReplacement(reading, replacements);
        yield [transaction.id, await withMissingNonce(checked, transaction, nonces)];
      }
    }
  }

  /** Reads the nonces of each account once. They have no fields if they cannot be read. */
  #createNonceReader(get: Get): NonceReader {
    const noncesBySender = new Map<string, Fields>();
    const route = (path: string, sender: string) => async () => {
      const answer = await get(`/extended/${path}/${sender}/nonces`, SMALL_ANSWER);
      return isRouteMissing(answer) ? undefined : fields(answer.json);
    };
    return async (sender) => {
      const nonces =
        noncesBySender.get(sender) ??
        (await this.#readRoutes('nonces', [
          route('v3/principals', sender),
          route('v1/address', sender),
        ])) ??
        fields(undefined);
      noncesBySender.set(sender, nonces);
      return nonces;
    };
  }
}

const getOne = (id: string, get: Get): Promise<SourceAnswer> =>
  get(`/extended/v3/transactions/${id}?include=result`, getMaxBytes(1));

function inBatches<T>(all: readonly T[]): readonly (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let at = 0; at < all.length; at += BATCH) batches.push(all.slice(at, at + BATCH));
  return batches;
}

/** The most rows in a list of an account. */
const LIST = 50;

/** The rows of transactions that are found in lists of the routes `v3`. */
class Lists {
  readonly rows = new Map<string, Fields>();
  /** False once the route has answered 400: before 9.2.0, the API reads `batch` as an invalid id. */
  hasBatch: boolean;
  readonly #get: Get;
  readonly #isKnown: boolean;
  /** For each route that was asked: whether the service has it. */
  readonly #routes: boolean[] = [];
  /** True once all that are in blocks are in the rows. */
  #hasMined = false;
  /** The senders of which all that wait for a block are in the rows. */
  readonly #senders = new Set<string>();

  /** @param isKnown whether the routes `v3` of the service have answered before */
  constructor(get: Get, isKnown: boolean, hasBatch: boolean) {
    this.#get = get;
    this.#isKnown = isKnown;
    this.hasBatch = hasBatch;
  }

  get isAsked(): boolean {
    return this.#routes.length > 0;
  }

  /** True if the service has none of the routes that were asked. */
  get isMissing(): boolean {
    return this.isAsked && !this.#routes.includes(true);
  }

  /** True if a transaction of this sender that has no row neither waits for a block nor is in one. */
  hasAllOf(sender: string | undefined): boolean {
    return this.#hasMined && sender !== undefined && this.#senders.has(sender);
  }

  /** Reads the transactions in blocks, without their results. */
  async readMined(transactions: readonly TransactionToRead[]): Promise<void> {
    const ids = this.#missing(transactions).map(({ id }) => id);
    for (const batch of this.hasBatch ? inBatches(ids) : []) {
      const path = `/extended/v3/transactions/batch?tx_id=${batch.join()}`;
      const answer = await this.#get(path, getMaxBytes(batch.length)).catch((error: unknown) => {
        if (read(error, 'code') !== 'bad-request') throw error;
        this.hasBatch = false;
      });
      // Only a service with the route for one transaction answers 400.
      this.#routes.push(!answer || !isRouteMissing(answer, this.#isKnown));
      if (answer?.status !== 200) return;
      this.#add(answer, (tx) => !!tx['block']);
    }
    this.#hasMined = this.hasBatch;
  }

  /** Reads the transactions that wait for a block, of each sender. */
  async readPending(transactions: readonly TransactionToRead[]): Promise<void> {
    const senders = new Set(this.#missing(transactions).flatMap(({ sender }) => sender ?? []));
    for (const sender of senders) {
      const answer = await getMempool(sender, this.#get);
      this.#routes.push(!isRouteMissing(answer, this.#isKnown));
      if (answer.status !== 200) return;
      if (this.#add(answer, (tx) => !tx['block']) < LIST) this.#senders.add(sender);
    }
  }

  /** Returns the number of rows in the answer. */
  #add(answer: SourceAnswer, isWanted: (tx: Fields) => boolean): number {
    const results = list(fields(answer.json)['results']).map(fields);
    for (const tx of results) {
      const id = stacksId(tx['tx_id']);
      if (id && isWanted(tx)) this.rows.set(id, tx);
    }
    return results.length;
  }

  #missing(transactions: readonly TransactionToRead[]): readonly TransactionToRead[] {
    return transactions.filter(({ id }) => !this.rows.has(id));
  }
}

/** The transactions of an account that wait for a block. */
const getMempool = (sender: string, get: Get): Promise<SourceAnswer> =>
  get(`/extended/v3/principals/${sender}/mempool/transactions?limit=${LIST}`);

async function readMempool(sender: string, get: Get): Promise<readonly Fields[]> {
  const { json } = await getMempool(sender, get);
  return list(fields(json)['results']).map(fields);
}

/** The readings of the batch route of `v1`. Undefined if the route is missing. */
async function readOldBatch(
  transactions: readonly Pick<TransactionToRead, 'id'>[],
  get: Get,
): Promise<ReadonlyMap<string, Reading> | undefined> {
  const ids = new Set(transactions.map(({ id }) => id));
  const path = `/extended/v1/tx/multiple?exclude_function_args=true&tx_id=${[...ids].join()}`;
  const { status, json } = await get(path, getMaxBytes(ids.size));
  if (status !== 200) return undefined;
  const readings = new Map<string, Reading>();
  for (const [id, entry] of Object.entries(fields(json))) {
    const { found, result } = fields(entry);
    const tx = fields(result);
    if (found !== true) readings.set(id, { status: 'missing' });
    else if (tx['tx_id'] === id) readings.set(id, toReading(tx));
  }
  return readings;
}

/**
 * Until 9.5.0, the API computes replacements by the sponsor and the nonce of the origin, so two users of one sponsor may
 * look like rivals. A replacement has the same sender and the same nonce.
 */
function checkReplacement(
  reading: Reading,
  replacements: ReadonlyMap<string, Reading> | undefined,
): Reading {
  if (reading.status !== 'replaced') return reading;
  const { seen } = reading;
  const winner = replacements?.get(reading.by ?? '')?.seen;
  if (!winner) return { ...reading, inferred: true };
  return winner.sender === seen?.sender && winner.nonce === seen?.nonce
    ? reading
    : { status: 'unknown', raw: 'dropped_replace_by_fee', seen };
}

/** The reading of a row of the routes `v3`, which has the fields of `v1` under other names. */
function toNewReading(tx: Fields): Reading {
  const sender = fields(tx['sender']);
  const mined = fields(tx['block']);
  return toReading({
    tx_status: tx['status'],
    sender_address: sender['address'],
    nonce: sender['nonce'],
    block_height: mined['height'],
    block_hash: mined['hash'],
    block_time: mined['time'],
    burn_block_height: fields(tx['bitcoin_block'])['height'],
    tx_result: tx['result'],
    vm_error: tx['vm_error'],
    replaced_by_tx_id: tx['replaced_by_tx_id'],
    receipt_time: tx['receipt_time'],
    canonical: true,
    microblock_canonical: true,
  });
}

async function* inferEach(
  transactions: readonly TransactionToRead[],
  get: Get,
  nonces: NonceReader,
): Readings {
  for (const transaction of transactions)
    yield [transaction.id, await inferGone(transaction, get, nonces)];
}

/** What a 404 means for a transaction that was seen before. `missing` if the nonces cannot be read. */
async function inferGone(
  transaction: TransactionToRead,
  get: Get,
  nonces: NonceReader,
): Promise<Reading> {
  const { id, seen } = transaction;
  const sender = seen?.sender;
  const nonce = seen?.nonce;
  if (!seen && transaction.sender) {
    // The account that was passed may not be the sender.
    const { status, json } = await getOne(id, get);
    if (status === 200 && fields(json)['tx_id'] === id) return toNewReading(fields(json));
  }
  if (!sender || nonce === undefined) return { status: 'missing' };
  const account = await nonces(sender);
  const mempool = fields(account['mempool']);
  // Null: the account has sent nothing yet.
  const last =
    account['last_confirmed_nonce'] === null ? -1 : count(account['last_confirmed_nonce']);
  const between = mempool['pending_nonces'];
  if (last === undefined || !Array.isArray(between)) return { status: 'missing' };
  const isMined = last >= nonce;
  const isPending = mempool['last_nonce'] === nonce || between.includes(nonce);
  if (!isMined && !isPending) return { status: 'dropped', reason: 'unknown', inferred: true };
  const winner = (isMined ? await readSent(sender, get) : await readMempool(sender, get)).find(
    (tx) => {
      const from = fields(tx['sender']);
      return from['address'] === sender && from['nonce'] === nonce;
    },
  );
  if (winner?.['tx_id'] === id) return toNewReading(winner);
  return { status: 'replaced', by: stacksId(winner?.['tx_id']), inferred: true };
}

/** The newest transactions in blocks that an account has sent or received. */
async function readSent(sender: string, get: Get): Promise<readonly Fields[]> {
  const { json } = await get(`/extended/v3/principals/${sender}/transactions?limit=50`);
  return list(fields(json)['results']).map((row) => fields(fields(row)['transaction']));
}

/** Why a transaction in a block has no effect. */
const FAILED = new Map<string, Failed['reason']>([
  ['abort_by_response', 'response'],
  ['abort_by_post_condition', 'post-condition'],
  ['problematic_skipped', 'skipped'],
]);
const DROPPED = new Map<string, Dropped['reason']>([
  ['dropped_stale_garbage_collect', 'expired'],
  ['dropped_too_expensive', 'too-expensive'],
  ['dropped_problematic', 'problematic'],
]);
const REPLACED = ['dropped_replace_by_fee', 'dropped_replace_across_fork'];

/**
 * The reading for a `tx_status`. Only the status decides: after a broken post-condition the result is often
 * `(ok true)`. A status that is not known here is `unknown`, never a success.
 *
 * Source: hirosystems/stacks-blockchain-api 9.0.2, src/api/schemas/v1/entities/transactions.ts
 */
function toReading(tx: Fields): Reading {
  // A transaction in a block that is no longer canonical. WebSockets report such transactions, and a route might.
  const isOrphan = tx['canonical'] === false || tx['microblock_canonical'] === false;
  const status = isOrphan ? 'pending' : (text(tx['tx_status']) ?? '');
  const seen = sighting(tx['sender_address'], tx['nonce']);
  if (status === 'pending') return { status, since: fromSeconds(tx['receipt_time']), seen };
  if (REPLACED.includes(status)) {
    return { status: 'replaced', by: stacksId(tx['replaced_by_tx_id']), seen };
  }
  const dropped = DROPPED.get(status);
  if (dropped) return { status: 'dropped', reason: dropped, seen };
  const { block_height, block_hash, block_time, burn_block_height } = tx;
  const mined = block(block_height, block_hash, fromSeconds(block_time), burn_block_height);
  if (mined) {
    const result = text(fields(tx['tx_result'])['repr']);
    if (status === 'success') return { status: 'confirmed', block: mined, result, seen };
    const reason = FAILED.get(status);
    const vmError = text(tx['vm_error']);
    if (reason) return { status: 'failed', reason, vmError, block: mined, result, seen };
  }
  return { status: 'unknown', raw: status, seen };
}

/** Adds a missing earlier nonce, if there is one: until it is used, the transaction cannot be mined. */
async function withMissingNonce(
  reading: Reading,
  { asksNonce }: TransactionToRead,
  nonces: NonceReader,
): Promise<Reading> {
  const sender = reading.seen?.sender;
  const nonce = reading.seen?.nonce;
  if (!asksNonce || reading.status !== 'pending' || !sender || nonce === undefined) return reading;
  const account = await nonces(sender);
  // The names of the routes `v1` and `v3`.
  const missing =
    account['detected_missing_nonces'] ?? fields(account['mempool'])['missing_nonces'];
  const waitingForNonce = Math.min(...list(missing).flatMap((value) => count(value) ?? []));
  return waitingForNonce < nonce ? { ...reading, waitingForNonce } : reading;
}

type NonceReader = (sender: string) => Promise<Fields>;
