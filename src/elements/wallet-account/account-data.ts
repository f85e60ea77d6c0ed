import type { ConnectedState } from '../../core/types.js';
import { clip } from '../../errors.js';
import type { AddressEntry } from '../../accounts/addresses.js';
import {
  getAddressFormat,
  canBeOn,
  isSameNetwork,
  normalizeNetwork,
} from '../../stacks/address.js';
import { mainAddress } from '../internal/account-address.js';

/** The purpose of an address. `bitcoin`: neither the wallet nor the format shows a more exact purpose. */
export type Purpose = 'stacks' | 'bitcoinPayment' | 'bitcoinOrdinals' | 'bitcoin';

export interface AccountAddress {
  readonly address: string;
  readonly chain: 'stacks' | 'bitcoin';
  readonly purpose: Purpose;
}

const ORDER: readonly Purpose[] = ['stacks', 'bitcoinPayment', 'bitcoinOrdinals', 'bitcoin'];
/** No known wallet has more addresses; a hostile wallet could. */
const MAX_ADDRESSES = 20;

/** The addresses of an account, each once, in an order that does not depend on the wallet. */
export function accountAddresses(entries: readonly AddressEntry[]): readonly AccountAddress[] {
  const byAddress = new Map<string, AccountAddress>();
  for (const entry of entries.slice(0, MAX_ADDRESSES)) {
    const { address } = entry;
    const chain = entry.symbol === 'STX' ? 'stacks' : 'bitcoin';
    if (!byAddress.has(address))
      byAddress.set(address, { address, chain, purpose: getPurpose(entry) });
  }
  return [...byAddress.values()].sort(
    (a, b) => ORDER.indexOf(a.purpose) - ORDER.indexOf(b.purpose),
  );
}

/** Xverse gives a `purpose`. Leather gives the script type, and keeps ordinals on its taproot address. */
function getPurpose({ symbol, purpose, type, addressType }: AddressEntry): Purpose {
  if (symbol === 'STX') return 'stacks';
  const script = type ?? addressType;
  if (purpose === 'ordinals') return 'bitcoinOrdinals';
  if (purpose === 'payment') return 'bitcoinPayment';
  if (script === 'p2tr') return 'bitcoinOrdinals';
  return script === 'p2wpkh' || script === 'p2sh' ? 'bitcoinPayment' : 'bitcoin';
}

/** The longest name of a network that is shown; a wallet may report any text. */
const MAX_NAME = 24;

export interface AccountNetwork {
  /** Undefined if neither the wallet nor an address tells it. */
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
  const name = network ?? (kind?.network === 'mainnet' ? 'mainnet' : (fits && page) || 'testnet');
  return {
    name: network || kind ? clip(normalizeNetwork(name), MAX_NAME) : undefined,
    page: fits ? undefined : normalizeNetwork(page),
  };
}
