import { networkFamily } from '../../lib/network.js';
import { httpsUrl } from '../../lib/safe-access.js';
import { stacksExplorer } from './stacks-explorer.js';

/** The page that a link to an explorer opens: an address or a transaction. */
export type ExplorerPage = { readonly chain: 'stx' | 'btc'; readonly network: string } & (
  | { readonly address: string }
  | { readonly txid: string }
);

/** The Bitcoin networks of mempool.space and their paths. */
const BITCOIN_PATHS: Readonly<Record<string, string>> = {
  mainnet: '',
  testnet: '/testnet',
  testnet4: '/testnet4',
  signet: '/signet',
};

/**
 * The URL of a page in an explorer. `template` replaces the default explorer; `{chain}`, `{network}`, and `{address}`
 * or `{txid}` are filled in. Undefined if no default explorer has the network (a local one), or if the URL
 * is not https.
 */
export function explorerLink(page: ExplorerPage, template: string | undefined): string | undefined {
  const source = template || defaultTemplate(page);
  const values: Readonly<Record<string, string>> = page;
  return (
    source &&
    httpsUrl(
      source.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : placeholder,
      ),
    )
  );
}

function defaultTemplate(page: ExplorerPage): string | undefined {
  const { chain, network } = page;
  const isTransaction = 'txid' in page;
  if (chain === 'btc') {
    return Object.hasOwn(BITCOIN_PATHS, network)
      ? `https://mempool.space${BITCOIN_PATHS[network]}/${isTransaction ? 'tx/{txid}' : 'address/{address}'}`
      : undefined;
  }
  const family = networkFamily(network);
  return family === 'mainnet' || family === 'testnet'
    ? stacksExplorer(isTransaction ? 'txid/{txid}' : 'address/{address}', family)
    : undefined;
}
