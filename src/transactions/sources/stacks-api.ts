import { SMALL_ANSWER } from '../../http/fetch-json.js';
import { STACKS_APIS } from '../../stacks/address.js';
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
import { createSource, STACKS_API } from '../options.js';
import type {
  Dropped,
  Failed,
  Get,
  Query,
  Reading,
  SourceOptions,
  TransactionSource,
} from '../types.js';

/** The most ids in one request: the length of the URL is the only limit (3.4 kB). */
const BATCH = 50;
/** The most bytes of a transaction: the code of a contract, or a result, and its events. */
const TRANSACTION = 2_500_000;
/** The most bytes of each more in the same answer. */
const ONE_MORE = 100_000;
const getMaxBytes = (count: number): number => TRANSACTION + (count - 1) * ONE_MORE;

/**
 * The API of Stacks nodes, such as Hiro's. Reads up to 50 transactions in one request of the routes `v1` (since
 * 2026 deprecated); once they answer 404, 410 or 501, the routes `v3`. Default URL: mainnet.
 *
 * @example
 * ```ts
 * import { stacksApi, trackTransaction } from 'stacks-wallet-elements/transactions';
 *
 * const source = stacksApi({ baseUrl: 'http://localhost:3999' });
 * trackTransaction('5a'.repeat(32), { network: 'devnet', source });
 * ```
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function stacksApi(options?: SourceOptions): TransactionSource {
  let hasV1 = true;
  return createSource(STACKS_API, 'stacks', STACKS_APIS.mainnet, options, {
    isBatched: true,
    async *read(queries, get) {
      if (hasV1) hasV1 = yield* readV1(queries, get);
      if (!hasV1) yield* readV3(queries, get);
    },
    async tip(get) {
      const tip = fields(fields((await get('/extended', SMALL_ANSWER)).json)['chain_tip']);
      const height = count(tip['block_height']);
      return height === undefined
        ? undefined
        : { height, burnHeight: count(tip['burn_block_height']) };
    },
  });
}

type Readings<T = void> = AsyncGenerator<readonly [id: string, reading: Reading], T>;

/** Returns false if the route is gone. */
async function* readV1(queries: readonly Query[], get: Get): Readings<boolean> {
  const nonces = createNonceReader('/extended/v1/address', get);
  for (let at = 0; at < queries.length; at += BATCH) {
    const batch = queries.slice(at, at + BATCH);
    const found = await readBatch(new Set(batch.map(({ id }) => id)), get);
    if (!found) return false;
    const winners = new Set(
      [...found.values()].flatMap((one) => (one.status === 'replaced' && one.by) || []),
    );
    const replacements = winners.size ? await readBatch(winners, get) : undefined;
    for (const query of batch) {
      const reading = found.get(query.id);
      if (!reading) continue;
      const checked = checkReplacement(reading, replacements);
      yield [query.id, await withMissingNonce(checked, query, nonces)];
    }
  }
  return true;
}

/** Undefined if the route is gone. */
async function readBatch(
  ids: ReadonlySet<string>,
  get: Get,
): Promise<ReadonlyMap<string, Reading> | undefined> {
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
 * The API computes replacements by the sponsor and the nonce of the origin, so two users of one sponsor may look
 * like rivals (inferred from its source). A replacement has the same sender and the same nonce.
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

/**
 * The routes `v3`. The batch contains only transactions in blocks; each other one needs a request. Dropped and replaced
 * transactions are 404, although the schema has a status for them: the account's nonce distinguishes them (inferred).
 */
async function* readV3(queries: readonly Query[], get: Get): Readings {
  const nonces = createNonceReader('/extended/v3/principals', get);
  const left = new Map(queries.map((query) => [query.id, query]));
  if (left.size > 1) {
    const ids = [...left.keys()].join();
    const { json } = await get(
      `/extended/v3/transactions/batch?tx_id=${ids}`,
      getMaxBytes(left.size),
    );
    for (const tx of list(fields(json)['results']).map(fields)) {
      const id = stacksId(tx['tx_id']);
      if (id && tx['block'] && left.delete(id)) yield [id, toV3Reading(tx)];
    }
  }
  for (const [id, query] of left) {
    const { status, json } = await get(
      `/extended/v3/transactions/${id}?include=result`,
      TRANSACTION,
    );
    const tx = fields(json);
    if (status === 200 && tx['tx_id'] === id) {
      yield [id, await withMissingNonce(toV3Reading(tx), query, nonces)];
    } else if (status === 404) {
      yield [id, await readMissing(query, nonces, get)];
    }
  }
}

/** The reading of a row of the routes `v3`, which has the fields of `v1` under other names. */
function toV3Reading(tx: Fields): Reading {
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

/** What a 404 means for a transaction that was seen before. `missing` if the nonces cannot be read. */
async function readMissing({ id, seen }: Query, nonces: NonceReader, get: Get): Promise<Reading> {
  const { sender, nonce } = seen ?? {};
  if (!sender || nonce === undefined) return { status: 'missing' };
  const account = await nonces(sender);
  const pending = fields(account['mempool'])['pending_nonces'];
  // Null: the account has sent nothing yet.
  const last =
    account['last_confirmed_nonce'] === null ? -1 : count(account['last_confirmed_nonce']);
  if (last === undefined || !Array.isArray(pending)) return { status: 'missing' };
  if (last >= nonce) {
    const { json } = await get(`/extended/v3/principals/${sender}/transactions`);
    const winner = list(fields(json)['results'])
      .map(fields)
      .find((tx) => {
        const from = fields(tx['sender']);
        return from['address'] === sender && from['nonce'] === nonce;
      });
    if (winner?.['tx_id'] === id) return toV3Reading(winner);
    return { status: 'replaced', by: stacksId(winner?.['tx_id']), inferred: true };
  }
  return pending.includes(nonce)
    ? { status: 'replaced', by: undefined, inferred: true }
    : { status: 'dropped', reason: 'unknown', inferred: true };
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
  { asksNonce }: Query,
  nonces: NonceReader,
): Promise<Reading> {
  const { sender, nonce } = reading.seen ?? {};
  if (!asksNonce || reading.status !== 'pending' || !sender || nonce === undefined) return reading;
  const account = await nonces(sender);
  // The names of the routes `v1` and `v3`.
  const all = account['detected_missing_nonces'] ?? fields(account['mempool'])['missing_nonces'];
  const waitingForNonce = Math.min(...list(all).flatMap((each) => count(each) ?? []));
  return waitingForNonce < nonce ? { ...reading, waitingForNonce } : reading;
}

type NonceReader = (sender: string) => Promise<Fields>;

/** Reads the nonces of each account once. */
function createNonceReader(route: string, get: Get): NonceReader {
  const known = new Map<string, Fields>();
  return async (sender) => {
    const nonces =
      known.get(sender) ?? fields((await get(`${route}/${sender}/nonces`, SMALL_ANSWER)).json);
    known.set(sender, nonces);
    return nonces;
  };
}
