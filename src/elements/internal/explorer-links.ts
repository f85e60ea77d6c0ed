import { getSettings } from '../../core/configure.js';
import { stacksExplorer } from '../../core/explorer-url.js';
import { chooseNetwork, getNetwork, getNetworkFamily } from '../../stacks/address.js';

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
