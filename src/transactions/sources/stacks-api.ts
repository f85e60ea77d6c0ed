import type { Get, Query, Reading, TransactionReads } from '../types.js';
import { count, fields, list } from '../json.js';
import { readV3 } from './stacks-api-v3.js';
import { idOf, once, seenOf, stacksReading, withMissingNonce } from './stacks-reading.js';

/** The most ids in one request: the length of the URL is the only limit (3.4 kB). */
const BATCH = 50;

type Rows = ReadonlyMap<string, Reading>;

/** Reads the routes `v1` until they are gone, then `v3`. */
export function stacksApiReads(): TransactionReads {
  let hasV1 = true;
  return {
    async *read(queries, get) {
      if (hasV1) {
        const read = await readV1(queries, get);
        if (read) return yield* read;
        hasV1 = false;
      }
      yield* readV3(queries, get);
    },
    tip: stacksTip,
  };
}

async function stacksTip(get: Get) {
  const tip = fields(fields((await get('/extended')).json)['chain_tip']);
  const height = count(tip['block_height']);
  return height === undefined ? undefined : { height, burnHeight: count(tip['burn_block_height']) };
}

/** Undefined if the route is gone. */
async function readV1(
  queries: readonly Query[],
  get: Get,
): Promise<(readonly [string, Reading])[] | undefined> {
  const read: (readonly [string, Reading])[] = [];
  const missing = once(async (sender) =>
    list(
      fields((await get(`/extended/v1/address/${sender}/nonces`)).json)['detected_missing_nonces'],
    ),
  );
  for (let at = 0; at < queries.length; at += BATCH) {
    const batch = queries.slice(at, at + BATCH);
    const rows = await rowsOf(
      batch.map(({ id }) => id),
      get,
    );
    if (!rows) return undefined;
    const rivals = [...rows.values()].flatMap((row) =>
      row.status === 'replaced' && row.by ? [row.by] : [],
    );
    const winners = rivals.length ? await rowsOf([...new Set(rivals)], get) : undefined;
    for (const query of batch) {
      const row = rows.get(query.id);
      if (row) {
        const checked = checkReplacement(row, winners);
        read.push([query.id, await withMissingNonce(checked, query, missing)]);
      }
    }
  }
  return read;
}

async function rowsOf(ids: readonly string[], get: Get): Promise<Rows | undefined> {
  const { status, json } = await get(
    `/extended/v1/tx/multiple?exclude_function_args=true&tx_id=${ids.join()}`,
  );
  if (status !== 200) return undefined;
  return new Map(
    Object.entries(fields(json)).flatMap(([id, row]) => {
      const { found, result } = fields(row);
      const tx = fields(result);
      if (found !== true) return [[id, { status: 'missing' }] as const];
      return tx['tx_id'] === id ? [[id, v1Reading(tx)] as const] : [];
    }),
  );
}

function v1Reading(tx: Readonly<Record<string, unknown>>): Reading {
  const height = count(tx['block_height']);
  // A transaction in a block that is no longer canonical. WebSockets report such transactions, and a route might.
  const isOrphan = tx['canonical'] === false || tx['microblock_canonical'] === false;
  return stacksReading({
    status: isOrphan ? 'pending' : tx['tx_status'],
    seen: seenOf(tx['sender_address'], tx['nonce']),
    block:
      height === undefined
        ? undefined
        : {
            height,
            hash: idOf(tx['block_hash']),
            time: count(tx['block_time']),
            burnHeight: count(tx['burn_block_height']),
          },
    result: fields(tx['tx_result'])['repr'],
    vmError: tx['vm_error'],
    by: tx['replaced_by_tx_id'],
    receivedAt: tx['receipt_time'],
  });
}

/**
 * The API computes replacements by the sponsor and the nonce of the origin, so two users of one sponsor may look
 * like rivals (inferred from its source). A replacement has the same sender and the same nonce.
 */
function checkReplacement(row: Reading, winners: Rows | undefined): Reading {
  if (row.status !== 'replaced') return row;
  const winner = winners?.get(row.by ?? '');
  if (!winner?.seen) return { ...row, inferred: true };
  const isRival = winner.seen.sender === row.seen?.sender && winner.seen.nonce === row.seen?.nonce;
  return isRival ? row : { status: 'unknown', raw: 'dropped_replace_by_fee', seen: row.seen };
}
