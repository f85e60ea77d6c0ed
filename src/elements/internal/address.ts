import type { AddressEntry } from '../../wire/addresses.js';

/**
 * The address that represents an account: the first of the chain, or else the first of all. Prefers a
 * Bitcoin address for payments to one for ordinals, which is not meant for receiving money.
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

/**
 * `SP2J6…KRQ9`: the first and last characters, or the whole address if that is not longer. A removed
 * attribute gives null and an invalid one NaN: then five and four characters.
 */
export function shortAddress(address: string, start?: number | null, end?: number | null): string {
  const [head, tail] = [count(start, 5), count(end, 4)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number | null | undefined, standard: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters!)) : standard;
}
