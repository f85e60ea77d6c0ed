import type { TransactionReads } from '../types.js';
import { count, fields, text } from '../json.js';

/** Reads a node, which does not report that a post-condition stopped a transaction. */
export function stacksNodeReads(): TransactionReads {
  return {
    async *read(queries, get) {
      for (const { id } of queries) {
        const { status, json } = await get(`/v3/transaction/${id.slice(2)}`);
        const tx = fields(json);
        const height = count(tx['block_height']);
        if (status === 200 && height !== undefined && tx['is_canonical'] !== false) {
          const result = text(tx['result']);
          const block = { height };
          yield [
            id,
            result?.startsWith('(err')
              ? { status: 'failed', reason: 'response', block, result }
              : { status: 'unknown', raw: `in a block: ${result ?? ''}`, block },
          ];
          continue;
        }
        const waiting = await get(`/v2/transactions/unconfirmed/${id.slice(2)}`);
        yield [id, { status: waiting.status === 200 ? 'pending' : 'missing' }];
      }
    },
    async tip(get) {
      const info = fields((await get('/v2/info')).json);
      const height = count(info['stacks_tip_height']);
      return height === undefined
        ? undefined
        : { height, burnHeight: count(info['burn_block_height']) };
    },
  };
}
