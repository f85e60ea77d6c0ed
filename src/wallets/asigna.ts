import { read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wire/provider.js';
import { defineWallet, sip030 } from './standard.js';

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

/** Shows pages in a frame. The provider there is made by this library. */
export const asigna = defineWallet({
  order: 4,
  info: { id: 'AsignaProvider', name: 'Asigna', webUrl: 'https://asigna.io', webApp: true },
  create,
  answers: { ...sip030, stx_signTransactions: 'missing' },
  errorCodes: {},
});
