import type { AddressEntry } from '../wire/addresses.js';

/**
 * The address that stands for an account: the first of the chain, else the first of all. Of Bitcoin's the
 * one for payments: what holds ordinals is not shown as the place to send money to.
 */
export function mainAddress(
  entries: readonly AddressEntry[],
  chain: 'stx' | 'btc' = 'stx',
): string | undefined {
  const ofChain = entries.filter(({ symbol }) => symbol === (chain === 'btc' ? 'BTC' : 'STX'));
  return (ofChain.find((entry) => !holdsOrdinals(entry)) ?? ofChain[0] ?? entries[0])?.address;
}

function holdsOrdinals({ purpose, type, addressType }: AddressEntry): boolean {
  return purpose === 'ordinals' || (purpose === undefined && (type ?? addressType) === 'p2tr');
}
