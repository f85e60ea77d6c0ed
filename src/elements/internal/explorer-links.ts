import { getSettings } from '../../client/configure.js';
import {
  chooseNetwork,
  getNetwork,
  getMempoolSpaceUrl,
  getNetworkFamily,
  normalizeNetwork,
} from '../../stacks/address.js';
import { has, httpsUrl } from '../../lib/safe-access.js';

/**
 * The page that a link to an explorer opens: an address or a transaction. Without a network, the prefix of the address
 * determines it.
 */
export type ExplorerPage = { readonly chain: 'stacks' | 'bitcoin' } & (
  | { readonly address: string; readonly network: string | undefined }
  | { readonly txid: string; readonly network: string }
);

/**
 * The URL of a page in an explorer. `template` replaces the default explorer; `{chain}`, `{network}`, and `{address}`
 * or `{txid}` are filled in. Undefined if no default explorer has the network (a local one), or if the URL
 * is not https.
 */
export function explorerLink(page: ExplorerPage, template: string | undefined): string | undefined {
  const network = normalizeNetwork(
    page.network ?? (has(page, 'address') ? getNetwork(page.address) : undefined) ?? 'testnet',
  );
  const source = template || defaultTemplate(page.chain, network, has(page, 'txid'));
  const values: Readonly<Record<string, string>> = { ...page, network };
  return (
    source &&
    httpsUrl(
      source.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
        Object.hasOwn(values, name) ? encodeURIComponent(values[name]!) : placeholder,
      ),
    )
  );
}

function defaultTemplate(
  chain: ExplorerPage['chain'],
  network: string,
  isTransaction: boolean,
): string | undefined {
  if (chain === 'bitcoin') {
    const mempool = getMempoolSpaceUrl(network);
    return mempool && `${mempool}/${isTransaction ? 'tx/{txid}' : 'address/{address}'}`;
  }
  const family = getNetworkFamily(network);
  return family === 'mainnet' || family === 'testnet'
    ? stacksExplorer(isTransaction ? 'txid/{txid}' : 'address/{address}', family)
    : undefined;
}

/**
 * The URL of a page of the Stacks explorer about a token, on the network from which its metadata is read: that of the page
 * if the prefix of the address fits. Undefined for a local chain, which the explorer does not have.
 */
export function tokenExplorer(page: string, principal: string | undefined): string | undefined {
  if (getNetwork(principal) === undefined) return undefined;
  const { network = 'mainnet' } = getSettings();
  const family = getNetworkFamily(chooseNetwork(principal, network) ?? network);
  return family === 'mainnet' || family === 'testnet' ? stacksExplorer(page, family) : undefined;
}

/** The URL of a page of the Stacks explorer: an address or a transaction, on mainnet or testnet. */
const stacksExplorer = (page: string, chain: string): string =>
  `https://explorer.hiro.so/${page}?chain=${chain}`;
