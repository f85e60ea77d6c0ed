import { describe } from '../errors.js';
import { parseBaseUrl } from '../http/fetch-json.js';
import { getNetworkFamily, MAINNET_API, mempoolSpaceUrl, TESTNET_API } from '../stacks/network.js';
import { mergeOptions } from '../lib/read-options.js';
import { readTrackOptions } from './options.js';
import { shared } from './shared.js';
import { esploraReads, mempoolSpaceReads } from './sources/esplora.js';
import { stacksApiReads } from './sources/stacks-api.js';
import { stacksNodeReads } from './sources/stacks-node.js';
import type {
  SourceOptions,
  TransactionChain,
  TransactionReads,
  TransactionSource,
} from './types.js';

const source =
  (
    name: string,
    chain: TransactionChain,
    baseUrl: string,
    createReads: () => TransactionReads,
    isBatched = false,
  ) =>
  (given?: SourceOptions): TransactionSource => {
    const options = readTrackOptions('source', given);
    const reads = createReads();
    return mergeOptions<TransactionSource>(options as Partial<TransactionSource>, {
      name,
      chain,
      isBatched,
      baseUrl: options.baseUrl ?? baseUrl,
      read: (queries, get) => reads.read(queries, get),
      tip: (get) => reads.tip(get),
    });
  };

/**
 * The API of Stacks nodes, such as Hiro's. Reads up to 50 transactions in one request of the routes `v1` (since
 * 2026 deprecated); once they answer 404, 410 or 501, the routes `v3`. Default URL: mainnet.
 */
export const stacksApi = source('stacks-api', 'stx', MAINNET_API, stacksApiReads, true);

/**
 * The RPC of a Stacks node, without an API. It needs `txindex = true`.
 *
 * A node does not report that a post-condition stopped a transaction: its result looks like a success. A transaction in
 * a block without `(err …)` is therefore `unknown`, never `confirmed`. Use an API if that matters.
 */
export const stacksNode = source('stacks-node', 'stx', 'http://localhost:20443', stacksNodeReads);

/** mempool.space, which also reports replacements. Default URL: mainnet. */
export const mempoolSpace = source(
  'mempool-space',
  'btc',
  `${mempoolSpaceUrl('mainnet')}/api`,
  mempoolSpaceReads,
);

/** A Bitcoin explorer with the API of Esplora, such as Blockstream's. Default URL: Blockstream's, mainnet. */
export const esplora = source('esplora', 'btc', 'https://blockstream.info/api', esploraReads);

/** The public services of Stacks, by family of networks; the last is a local devnet. */
const STACKS: Readonly<Record<string, string>> = {
  mainnet: MAINNET_API,
  testnet: TESTNET_API,
  regtest: 'http://localhost:3999',
};

/** Where a transaction is read: its own source, else the page's, else the public one of the network. */
export function sourceOf(
  chain: TransactionChain,
  network: string,
  baseUrl: string | undefined,
): TransactionSource | undefined {
  const { baseUrls, fetch, pace, perMinute } = shared().settings;
  const url = baseUrl || baseUrls?.[chain]?.[network] || publicUrl(chain, network);
  const create = chain === 'stx' ? stacksApi : mempoolSpace;
  return url ? create({ baseUrl: url, fetch, pace, perMinute }) : undefined;
}

/** The URL of a source, without a slash at its end. It may be relative to the page. */
export function baseOf({ baseUrl }: TransactionSource): string {
  const base = parseBaseUrl(baseUrl);
  if (base !== undefined) return base;
  throw new TypeError(
    `baseUrl must be an http or https URL without credentials; got ${describe(baseUrl)}.`,
  );
}

function publicUrl(chain: TransactionChain, network: string): string | undefined {
  if (chain === 'stx') return STACKS[getNetworkFamily(network) ?? ''];
  const mempool = mempoolSpaceUrl(network);
  return mempool && `${mempool}/api`;
}
