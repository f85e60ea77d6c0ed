import type { Get, Query, Reading } from '../types.js';
import { count, fields, list } from '../json.js';
import { idOf, once, seenOf, stacksReading, withMissingNonce } from './stacks-reading.js';

const ROOT = '/extended/v3';

/**
 * The routes `v3`. The batch contains only transactions in blocks; each other one needs a request. Dropped and replaced
 * transactions are 404, although the schema has a status for them: the account's nonce distinguishes them (inferred).
 */
export async function* readV3(
  queries: readonly Query[],
  get: Get,
): AsyncGenerator<readonly [string, Reading]> {
  const nonces = once(async (sender) =>
    fields((await get(`${ROOT}/principals/${sender}/nonces`)).json),
  );
  const left = new Map(queries.map((query) => [query.id, query]));
  if (left.size > 1) {
    const { json } = await get(`${ROOT}/transactions/batch?tx_id=${[...left.keys()].join()}`);
    for (const row of list(fields(json)['results']).map(fields)) {
      const id = idOf(row['tx_id']);
      if (!id || !left.has(id) || !row['block']) continue;
      left.delete(id);
      yield [id, v3Reading(row)];
    }
  }
  for (const [id, query] of left) {
    const { status, json } = await get(`${ROOT}/transactions/${id}?include=result`);
    const tx = fields(json);
    if (status === 200 && tx['tx_id'] === id) {
      const missing = async (sender: string) =>
        list(fields((await nonces(sender))['mempool'])['missing_nonces']);
      yield [id, await withMissingNonce(v3Reading(tx), query, missing)];
    } else if (status === 404) {
      yield [id, await missingReading(query, nonces, get)];
    }
  }
}

function v3Reading(tx: Readonly<Record<string, unknown>>): Reading {
  const { address, nonce } = fields(tx['sender']);
  const block = fields(tx['block']);
  const height = count(block['height']);
  return stacksReading({
    status: tx['status'],
    seen: seenOf(address, nonce),
    block:
      height === undefined
        ? undefined
        : {
            height,
            hash: idOf(block['hash']),
            time: count(block['time']),
            burnHeight: count(fields(tx['bitcoin_block'])['height']),
          },
    result: fields(tx['result'])['repr'],
    vmError: tx['vm_error'],
    by: tx['replaced_by_tx_id'],
    receivedAt: tx['receipt_time'],
  });
}

/** What a 404 means for a transaction that was seen before. */
async function missingReading(
  { id, seen }: Query,
  nonces: (sender: string) => Promise<Readonly<Record<string, unknown>>>,
  get: Get,
): Promise<Reading> {
  const { sender, nonce } = seen ?? {};
  if (!sender || nonce === undefined) return { status: 'missing' };
  const known = await nonces(sender);
  const mempool = fields(known['mempool']);
  const last = count(known['last_confirmed_nonce']);
  // If the nonces cannot be read, the transaction is reported as `missing`.
  const isNew = known['last_confirmed_nonce'] === null;
  if ((last === undefined && !isNew) || !Array.isArray(mempool['pending_nonces'])) {
    return { status: 'missing' };
  }
  if (last !== undefined && last >= nonce) {
    const { json } = await get(`${ROOT}/principals/${sender}/transactions`);
    const winner = list(fields(json)['results'])
      .map(fields)
      .find((row) => {
        const from = fields(row['sender']);
        return from['address'] === sender && from['nonce'] === nonce;
      });
    if (winner?.['tx_id'] === id) return v3Reading(winner);
    return { status: 'replaced', by: idOf(winner?.['tx_id']), inferred: true };
  }
  return mempool['pending_nonces'].includes(nonce)
    ? { status: 'replaced', by: undefined, inferred: true }
    : { status: 'dropped', reason: 'unknown', inferred: true };
}
