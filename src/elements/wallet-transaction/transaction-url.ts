import { networkFamily } from '../../lib/network.js';
import { BITCOIN_PATHS, httpsUrl } from '../internal/explorer-links.js';
import { stacksExplorer } from '../internal/stacks-explorer.js';

/**
 * The URL of a transaction in an explorer. `template` replaces the default explorer; `{txid}`, `{network}` and
 * `{chain}` (`stx`, `btc`) are filled in. Undefined if no explorer knows the network, and for any URL but https.
 */
export function transactionUrl(
  txid: string,
  chain: 'stx' | 'btc',
  network: string,
  template: string,
): string | undefined {
  const values: Record<string, string> = { txid, chain, network };
  const source = template || standardTemplate(chain, network);
  return (
    source &&
    httpsUrl(
      source.replace(/\{(txid|network|chain)\}/g, (_, key: string) =>
        encodeURIComponent(values[key] ?? ''),
      ),
    )
  );
}

function standardTemplate(chain: 'stx' | 'btc', network: string): string | undefined {
  if (chain === 'btc') {
    return Object.hasOwn(BITCOIN_PATHS, network)
      ? `https://mempool.space${BITCOIN_PATHS[network]}/tx/{txid}`
      : undefined;
  }
  const family = networkFamily(network);
  return family === 'mainnet' || family === 'testnet'
    ? stacksExplorer('txid/{txid}', family)
    : undefined;
}
