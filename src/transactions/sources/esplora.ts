import type { Get, Query, Reading, TransactionReads } from '../types.js';
import { count, fields, list } from '../json.js';

export const esploraReads = (): TransactionReads => bitcoinReads(() => undefined);

export const mempoolSpaceReads = (): TransactionReads =>
  bitcoinReads(async (id, get) => {
    const { json } = await get(`/v1/tx/${id}/rbf`);
    // The root of the tree is the newest transaction.
    const root = idOf(fields(fields(fields(json)['replacements'])['tx'])['txid']);
    return root !== id && root ? { status: 'replaced', by: root } : undefined;
  });

type FindReplacement = (id: string, get: Get) => Promise<Reading | undefined> | undefined;

function bitcoinReads(findReplacement: FindReplacement): TransactionReads {
  return {
    async *read(queries, get) {
      for (const query of queries) {
        // Not `/tx/…/status`: it answers 200 for unknown ids.
        const { status, json } = await get(`/tx/${query.id}`);
        const reading =
          status === 200
            ? bitcoinReading(query.id, fields(json))
            : ((await findReplacement(query.id, get)) ?? (await coinReading(query, get)));
        if (reading) yield [query.id, reading];
      }
    },
    async tip(get) {
      const height = count((await get('/blocks/tip/height')).json);
      return height === undefined ? undefined : { height };
    },
  };
}

function bitcoinReading(id: string, tx: Readonly<Record<string, unknown>>): Reading | undefined {
  if (tx['txid'] !== id) return undefined;
  const status = fields(tx['status']);
  const input = fields(list(tx['vin'])[0]);
  const parent = idOf(input['txid']);
  const output = count(input['vout']);
  const seen = parent && output !== undefined ? { coin: `${parent}:${output}` } : undefined;
  const height = count(status['block_height']);
  if (status['confirmed'] === true && height !== undefined) {
    const block = { height, hash: idOf(status['block_hash']), time: count(status['block_time']) };
    return { status: 'confirmed', block, seen };
  }
  return status['confirmed'] === false ? { status: 'pending', seen } : undefined;
}

/** The reading of a transaction that the service does not find. Inferred from its first coin: no service reports it. */
async function coinReading({ id, seen }: Query, get: Get): Promise<Reading> {
  if (!seen?.coin) return { status: 'missing' };
  const { json } = await get(`/tx/${seen.coin.replace(':', '/outspend/')}`);
  const { spent, txid } = fields(json);
  const by = idOf(txid);
  if (spent === false) return { status: 'dropped', reason: 'unknown', inferred: true };
  return spent === true && by && by !== id
    ? { status: 'replaced', by, inferred: true }
    : { status: 'missing' };
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? value : undefined;
