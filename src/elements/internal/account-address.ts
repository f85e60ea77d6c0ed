import { findMainEntry, type AddressEntry } from '../../accounts/addresses.js';

/** The address of {@link findMainEntry}. */
export const mainAddress = (
  entries: readonly AddressEntry[],
  chain?: 'stacks' | 'bitcoin',
): string | undefined => findMainEntry(entries, chain === 'bitcoin' ? 'BTC' : 'STX')?.address;
