import { findMainEntry, type AddressEntry } from '../../methods/addresses.js';

/** The address of {@link findMainEntry}. */
export const mainAddress = (
  entries: readonly AddressEntry[],
  chain?: 'stacks' | 'bitcoin',
): string | undefined => findMainEntry(entries, chain === 'bitcoin' ? 'BTC' : 'STX')?.address;

/**
 * `SP2J6…KRQ9`: the first and last characters, or the whole address if that is not longer. A removed
 * attribute gives null and an invalid one NaN: the defaults are then 5 and 4 characters.
 */
export function shortAddress(address: string, start?: number | null, end?: number | null): string {
  const [head, tail] = [count(start, 5), count(end, 4)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number | null | undefined, standard: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters!)) : standard;
}
