import type { WalletClient, WalletState } from '../../client/types.js';
import { findMainEntry, type AddressEntry } from '../../accounts/addresses.js';
import type { NetworkName } from '../../stacks/address.js';
import { canBeOn, getAddressFormat } from '../../stacks/address.js';

/** The address of {@link findMainEntry}. */
export const mainAddress = (
  entries: readonly AddressEntry[],
  chain?: 'stacks' | 'bitcoin',
): string | undefined => findMainEntry(entries, chain === 'bitcoin' ? 'BTC' : 'STX')?.address;

/** The network on which an account is read: that of the page, else that of the wallet, if its address can be on it. */
export function getReadNetwork(client: WalletClient, state: WalletState): NetworkName | undefined {
  const format = getAddressFormat(state.stxAddress);
  const names = [client.network, state.network, format?.network as NetworkName | undefined];
  return names.find((name) => name !== undefined && format !== undefined && canBeOn(format, name));
}

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
