import { SMALL_ANSWER } from '../../http/fetch-json.js';
import { bitcoinId, block, count, fields, fromSeconds, list, type Fields } from '../states.js';
import type { Get, Reading, TransactionToRead } from '../types.js';
import type { SourceReads } from './source-reads.js';

/** The most bytes of a transaction that nodes relay: 400,000 of witnesses, as hex and in two more forms. */
const TRANSACTION = 3_000_000;

/** Reads an explorer with the API of Esplora. */
export const readEsplora = (): SourceReads => createReads();

/** Reads mempool.space. */
export const readMempoolSpace = (): SourceReads => createReads(readReplacement);

function createReads(
  findReplacement?: (id: string, get: Get) => Promise<Reading | undefined>,
): SourceReads {
  return {
    async *read(transactions, get) {
      for (const transaction of transactions) {
        const { id } = transaction;
        // Not `/tx/…/status`: it answers 200 for unknown ids.
        const { status, json } = await get(`/tx/${id}`, TRANSACTION);
        const reading =
          status === 200
            ? toReading(id, fields(json))
            : ((await findReplacement?.(id, get)) ?? (await readMissing(transaction, get)));
        if (reading) yield [id, reading];
      }
    },
    async tip(get) {
      const height = count((await get('/blocks/tip/height', SMALL_ANSWER)).json);
      return height === undefined ? undefined : { height };
    },
  };
}

function toReading(id: string, tx: Fields): Reading | undefined {
  if (tx['txid'] !== id) return undefined;
  const status = fields(tx['status']);
  const input = fields(list(tx['vin'])[0]);
  const parent = bitcoinId(input['txid']);
  const output = count(input['vout']);
  const seen = parent && output !== undefined ? { coin: `${parent}:${output}` } : undefined;
  const { block_height, block_hash, block_time } = status;
  const mined = block(block_height, block_hash, fromSeconds(block_time));
  if (status['confirmed'] === true && mined) return { status: 'confirmed', block: mined, seen };
  return status['confirmed'] === false ? { status: 'pending', seen } : undefined;
}

async function readReplacement(id: string, get: Get): Promise<Reading | undefined> {
  const { json } = await get(`/v1/tx/${id}/rbf`);
  // The root of the tree is the newest transaction.
  const newest = bitcoinId(fields(fields(fields(json)['replacements'])['tx'])['txid']);
  return newest && newest !== id ? { status: 'replaced', by: newest } : undefined;
}

/** The reading of a transaction that the service does not find. Inferred from its first coin: no service reports it. */
async function readMissing({ id, seen }: TransactionToRead, get: Get): Promise<Reading> {
  if (!seen?.coin) return { status: 'missing' };
  const { spent, txid } = fields(
    (await get(`/tx/${seen.coin.replace(':', '/outspend/')}`, SMALL_ANSWER)).json,
  );
  const by = bitcoinId(txid);
  if (spent === false) return { status: 'dropped', reason: 'unknown', inferred: true };
  return spent === true && by && by !== id
    ? { status: 'replaced', by, inferred: true }
    : { status: 'missing' };
}
