import { read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wire/provider.js';
import { defineWallet, notInSip030, sip030, type Answers } from './standard.js';

/** Asigna's provider, if the page is in a frame. Its code is loaded with the first request. */
function create(page: Window): WalletProvider | undefined {
  const top = read(page, 'top');
  if (!top || top === page.self) return undefined;
  let provider: WalletProvider | undefined;
  return {
    async request(method, params) {
      const { requireAsignaProvider } = await import('./asigna-provider.js');
      provider ??= requireAsignaProvider(page);
      return provider.request(method, params);
    },
  };
}

/** The methods with the same entry as in `sip030`. A new method does not compile until it is here or in `answers`. */
type Shared =
  | 'getAddresses'
  | 'sendTransfer'
  | 'signMessage'
  | 'signPsbt'
  | 'stx_getAddresses'
  | 'stx_getAccounts'
  | 'stx_getNetworks'
  | 'stx_transferStx'
  | 'stx_transferSip10Ft'
  | 'stx_transferSip9Nft'
  | 'stx_callContract'
  | 'stx_deployContract'
  | 'stx_signTransaction'
  | 'stx_signMessage'
  | 'stx_signStructuredMessage'
  | 'stx_updateProfile';

/** Asigna shows pages in a frame. This library creates the provider there. */
export const asigna = defineWallet({
  order: 4,
  info: { id: 'AsignaProvider', name: 'Asigna', webUrl: 'https://asigna.io', webApp: true },
  create,
  answers: {
    ...(sip030 as Pick<Answers, Shared>),
    stx_signTransactions: 'missing',
  },
  ignores: notInSip030,
  errorCodes: {},
});
