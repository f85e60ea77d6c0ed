import { networkName } from '../../lib/network.js';
import { explorerLink } from '../internal/explorer-links.js';
import type { AccountAddress } from './account-addresses.js';

/**
 * The URL of an address in an explorer: see {@link explorerLink}. `network` is the network that the wallet
 * reported; without it, the prefix of the address determines the network.
 */
export function explorerUrl(
  { address, symbol }: AccountAddress,
  network: string | undefined,
  template?: string,
): string | undefined {
  const chain = symbol === 'STX' ? 'stx' : 'btc';
  const page = { address, chain, network: networkName(network ?? networkOf(address)) } as const;
  return explorerLink(page, template);
}

/** Stacks: SP and SM are mainnet. Bitcoin: by the bech32 prefix, or by the first base58 character. */
function networkOf(address: string): string {
  if (/^(SP|SM|bc1|1|3)/.test(address)) return 'mainnet';
  return address.startsWith('bcrt1') ? 'regtest' : 'testnet';
}
