import type { AddressEntry } from '../../wire/addresses.js';

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

/**
 * `SP2J6…KRQ9`: the first and last characters; the whole address where that would be no shorter. A removed
 * attribute gives null and a bad one NaN: then five and four.
 */
export function shortAddress(address: string, start?: number | null, end?: number | null): string {
  const [head, tail] = [count(start, 5), count(end, 4)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number | null | undefined, standard: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters!)) : standard;
}

/** A page of the Stacks explorer: an address or a transaction, on mainnet or testnet. */
export const stacksExplorer = (page: string, chain: string): string =>
  `https://explorer.hiro.so/${page}?chain=${chain}`;
