import { read } from '../lib/safe-access.js';
import { getNetwork, type NetworkName } from '../stacks/address.js';
import type { WalletClient } from './types.js';

/** The network of a client: that of its options, else of the connected wallet, else of its address. */
export function getClientNetwork(client: WalletClient): NetworkName | undefined {
  const { network, address } = client.state;
  // A client of the page may have no `network`.
  return (read(client, 'network') as NetworkName | undefined) ?? network ?? getNetwork(address);
}
