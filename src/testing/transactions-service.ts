import { configure } from '../core/configure.js';

/** The row of a transaction as the routes `v1` of the API write it, without its id. */
export type ApiRow = Readonly<Record<string, unknown>>;

let number = 0;

/**
 * A service that returns the rows of a test, read with a hundredth of the usual pauses. Each has its own
 * network, so that it is not read together with that of another test.
 */
export function transactionsService() {
  number += 1;
  const network = `test-${number}`;
  const rows = new Map<string, ApiRow>();
  const asked: string[] = [];
  const service = `https://${network}.example`;
  const fetch = (href: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(href instanceof Request ? href.url : href));
    // Tokens are read with the same `fetch`.
    if (url.origin !== service) return globalThis.fetch(href, init);
    asked.push(url.pathname);
    if (url.pathname === '/extended') {
      return Promise.resolve(
        Response.json({ chain_tip: { block_height: 107, burn_block_height: 50 } }),
      );
    }
    if (url.pathname.endsWith('/v3/transactions/batch')) {
      const results = idsOf(url).flatMap((id) => toNewRow(id, rows.get(id)) ?? []);
      return Promise.resolve(Response.json({ results: results.filter((row) => 'block' in row) }));
    }
    if (url.pathname.endsWith('/mempool/transactions')) {
      const pending = [...rows].flatMap(([id, row]) => toNewRow(id, row) ?? []);
      const ofSender = pending.filter(
        (row) => !('block' in row) && url.pathname.includes(String(row.sender.address)),
      );
      return Promise.resolve(Response.json({ results: ofSender }));
    }
    const [, single] = /\/v3\/transactions\/(0x\w+)$/.exec(url.pathname) ?? [];
    const row = single && toNewRow(single, rows.get(single));
    if (row) return Promise.resolve(Response.json(row));
    if (url.pathname.includes('/v3/')) {
      // A service without the routes `v3`, if the row is one that they do not have.
      const isOld = single !== undefined && rows.has(single);
      const isKnown = single !== undefined && !isOld;
      const message = isKnown ? 'Transaction not found' : `Route GET:${url.pathname} not found`;
      return Promise.resolve(Response.json({ message }, { status: 404 }));
    }
    const found = idsOf(url).map((id) => {
      const result = rows.get(id);
      return [id, result ? { found: true, result: { tx_id: id, ...result } } : { found: false }] as const; // prettier-ignore
    });
    return Promise.resolve(Response.json(Object.fromEntries(found)));
  };
  configure({
    fetch,
    // A network of its own must be that of the page.
    network,
    stacksApi: { [network]: service },
    transactions: { pace: 0.01, perMinute: 100_000 },
  });
  return { network, rows, asked };
}

const idsOf = (url: URL): readonly string[] => (url.searchParams.get('tx_id') ?? '').split(',');

/** The row of the routes `v3`, which do not have dropped transactions. */
export function toNewRow(tx_id: string, row: ApiRow | undefined) {
  if (!row || String(row['tx_status']).startsWith('dropped')) return undefined;
  const { tx_status: status, sender_address: address, nonce, ...others } = row;
  const { block_height: height, block_hash: hash, block_time: time } = row;
  return {
    ...others,
    tx_id,
    status,
    sender: { address, nonce },
    result: row['tx_result'],
    ...(height !== undefined && { block: { height, hash, time } }),
    bitcoin_block: { height: row['burn_block_height'] },
  };
}

export const SENDER_ROW = {
  sender_address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  nonce: 4,
} as const;
export const PENDING: ApiRow = { ...SENDER_ROW, tx_status: 'pending' };
export const mined = (status: string, height = 100): ApiRow => ({
  ...SENDER_ROW,
  tx_status: status,
  block_height: height,
  burn_block_height: 44,
  tx_result: { repr: '(ok true)' },
});
/** An id that no other test uses. */
export const freshTxid = (): string => {
  number += 1;
  return `0x${number.toString(16).padStart(64, 'a')}`;
};
