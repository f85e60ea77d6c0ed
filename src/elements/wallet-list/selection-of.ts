import type { WalletSelection } from '../../core/picker.js';
import type { WalletClient } from '../../core/types.js';
import { JsonRpcError, JsonRpcErrorCode } from '../../errors.js';
import type { ProviderDescriptor } from '../../wire/provider.js';

/** What a client offers, for an element that was given no selection; picking connects that client. */
export function selectionOf(
  client: WalletClient,
  providers?: readonly ProviderDescriptor[],
): WalletSelection & Required<Pick<WalletSelection, 'attempt'>> {
  const options = providers && { defaultProviders: providers };
  const lastProviderId = client.selectedProviderId;
  return {
    ...client.wallets(options),
    ...(lastProviderId !== undefined && { lastProviderId }),
    watch: (changed) => client.watchWallets(changed, options),
    attempt: async (id, signal) => {
      const provider = client.provider(id);
      if (!provider) {
        throw new JsonRpcError(
          JsonRpcErrorCode.UnknownError,
          `The wallet ${JSON.stringify(id)} is not on this page (any more).`,
        );
      }
      await client.connect({ provider, signal });
    },
  };
}
