import { networkFamily, networkName } from '../../lib/network.js';
import { BITCOIN_PATHS, httpsUrl } from '../internal/explorer-links.js';
import { stacksExplorer } from '../internal/stacks-explorer.js';
import type { AccountAddress } from './account-addresses.js';

/**
 * The URL of an address in an explorer. `network` is the one that the wallet reported; without it, the
 * prefix of the address decides. `template` replaces the default explorer; `{address}`, `{network}` and
 * `{chain}` (`stx`, `btc`) are filled in. Undefined if no explorer knows the network (a local one), and for
 * any URL but https.
 */
export function explorerUrl(
  { address, symbol }: AccountAddress,
  network: string | undefined,
  template?: string,
): string | undefined {
  const name = networkName(network ?? networkOf(address));
  const values: Record<string, string> = {
    address,
    network: name,
    chain: symbol === 'STX' ? 'stx' : 'btc',
  };
  const source = template || standardTemplate(symbol, name);
  return (
    source &&
    httpsUrl(
      source.replace(/\{(address|network|chain)\}/g, (_, key: string) =>
        encodeURIComponent(values[key] ?? ''),
      ),
    )
  );
}

function standardTemplate(symbol: 'STX' | 'BTC', network: string): string | undefined {
  if (symbol === 'BTC') {
    return Object.hasOwn(BITCOIN_PATHS, network)
      ? `https://mempool.space${BITCOIN_PATHS[network]}/address/{address}`
      : undefined;
  }
  const chain = networkFamily(network);
  return chain === 'mainnet' || chain === 'testnet'
    ? stacksExplorer('address/{address}', chain)
    : undefined;
}

/** Stacks: SP and SM are mainnet. Bitcoin: by the bech32 prefix, or by the first base58 character. */
function networkOf(address: string): string {
  if (/^(SP|SM|bc1|1|3)/.test(address)) return 'mainnet';
  return address.startsWith('bcrt1') ? 'regtest' : 'testnet';
}
