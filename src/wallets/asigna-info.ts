import { read } from '../lib/safe-access.js';
import type { WalletProvider } from './provider.js';
import type { KnownWallet } from './wallet.js';

export const asignaInfo: KnownWallet = {
  info: { id: 'AsignaProvider', name: 'Asigna', webUrl: 'https://asigna.io', webApp: true },
  /** Asigna injects nothing: it shows the page in a frame, and answers messages. */
  create(page) {
    const top = read(page, 'top');
    if (!top || top === page.self) return undefined;
    let provider: WalletProvider | undefined;
    return {
      async request(method, params) {
        const { requireAsignaProvider } = await import('./asigna.js');
        provider ??= requireAsignaProvider(page);
        return provider.request(method, params);
      },
    };
  },
};
