import type { WalletClient, WalletState } from '../../client/types.js';
import type { NetworkName } from '../../methods/values.js';
import { canBeOn, getAddressFormat } from '../../stacks/address.js';

/** The network on which an account is read: that of the page, else that of the wallet, if its address can be on it. */
export function getReadNetwork(client: WalletClient, state: WalletState): NetworkName | undefined {
  const format = getAddressFormat(state.stxAddress);
  const names = [client.network, state.network, format?.network as NetworkName | undefined];
  return names.find((name) => name !== undefined && format !== undefined && canBeOn(format, name));
}
