import type { WalletSelection } from '../../core/picker.js';
import type { WalletClient } from '../../core/types.js';
import type { ProviderDescriptor } from '../../wire/provider.js';

export interface ClientSelection extends WalletSelection {
  readonly attempt: (providerId: string, signal: AbortSignal) => Promise<void>;
}

/** What a client offers, for an element that was given no selection; picking connects that client. */
export function selectionOf(
  client: WalletClient,
  providers?: readonly ProviderDescriptor[],
): ClientSelection {
  const options = providers && { defaultProviders: providers };
  const lastProviderId = client.selectedProviderId;
  return {
    ...client.wallets(options),
    ...(lastProviderId !== undefined && { lastProviderId }),
    watch: (changed) => client.watchWallets(changed, options),
    attempt: async (id, signal) => {
      await client.connect({ providerId: id, signal });
    },
  };
}
