import type { ConnectedState } from '../../client/types.js';
import { clip } from '../../errors.js';
import { getAddressFormat } from '../../stacks/address.js';
import {
  isSameNetwork,
  canBeOn,
  getNetworkFamily,
  normalizeNetwork,
} from '../../stacks/network.js';
import { mainAddress } from '../internal/short-address.js';

/** The longest name of a network that is shown; a wallet may report any text. */
const MAX_NAME = 24;

export interface AccountNetwork {
  /** The name to show; undefined on mainnet, unless the page uses another network. */
  readonly name: string | undefined;
  /** The network of the page, if the wallet is on another one. */
  readonly page: string | undefined;
}

/**
 * The network of an account: the network that the wallet reported, or else a network that fits its address. All
 * test networks share one format of Stacks addresses, so the network of the page is used if it fits.
 */
export function accountNetwork(
  { network, addresses }: Pick<ConnectedState, 'network' | 'addresses'>,
  page: string | undefined,
): AccountNetwork {
  const kind = getAddressFormat(mainAddress(addresses));
  const fits =
    page === undefined || (network ? isSameNetwork(page, network) : !kind || canBeOn(kind, page));
  const own = network ?? (kind?.network === 'mainnet' ? 'mainnet' : (fits && page) || 'testnet');
  const isMain = getNetworkFamily(own) === 'mainnet' || (!network && !kind);
  const name = clip(normalizeNetwork(own), MAX_NAME);
  return {
    name: isMain && fits ? undefined : name,
    page: fits ? undefined : normalizeNetwork(page),
  };
}
