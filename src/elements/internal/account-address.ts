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
