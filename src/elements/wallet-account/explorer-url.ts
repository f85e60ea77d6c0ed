import { addressKind, networkOfKind } from '../../lib/address.js';
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
  const page = {
    address,
    chain,
    network: networkName(network ?? networkOfKind(addressKind(address)) ?? 'testnet'),
  } as const;
  return explorerLink(page, template);
}
