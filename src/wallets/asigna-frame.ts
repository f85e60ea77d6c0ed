import { read } from '../lib/safe-access.js';
import type { WalletProvider } from '../wire/provider.js';

/** Asigna's provider, where the page is in a frame. What asks the page around it comes with the first request. */
export function createAsigna(page: Window): WalletProvider | undefined {
  const top = read(page, 'top');
  if (!top || top === page.self) return undefined;
  let provider: WalletProvider | undefined;
  return {
    async request(method, params) {
      const { asignaProvider } = await import('./asigna-provider.js');
      provider ??= asignaProvider(page);
      if (!provider) throw new Error('The page around this one has no origin.');
      return provider.request(method, params);
    },
  };
}
