import { chooseWallet, type Chosen } from '../../core/choose-wallet.js';
import type { OpenPicker, WalletSelection } from '../../core/picker.js';
import type { WalletClient } from '../../core/types.js';
import type { ProviderDescriptor } from '../../wire/provider.js';

/** What a client offers, for an element that was given no selection. */
export function selectionOf(
  client: WalletClient,
  providers?: readonly ProviderDescriptor[],
): Omit<WalletSelection, 'signal'> {
  const options = providers && { defaultProviders: providers };
  const lastProviderId = client.selectedProviderId;
  return {
    ...client.wallets(options),
    ...(lastProviderId !== undefined && { lastProviderId }),
    watch: (changed) => client.watchWallets(changed, options),
  };
}

/** Connects the client to the wallet that the user chooses in this picker. */
export function connectChosen(
  client: WalletClient,
  open: () => OpenPicker,
  signal: AbortSignal,
): Promise<Chosen<unknown>> {
  const connect = (providerId: string, asking: AbortSignal) =>
    client.connect({ providerId, signal: asking });
  return chooseWallet(open, connect, signal);
}
