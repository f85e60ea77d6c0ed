import type { Unsubscribe, WalletProvider } from '../wallets/provider.js';

type Api = { readonly register: (...wallets: unknown[]) => Unsubscribe };

/** A wallet of the Wallet Standard, with what the standard requires. */
export function standardWalletOf(provider: WalletProvider | undefined, more: object = {}): object {
  return {
    version: '1.0.0',
    name: 'Standard wallet',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    chains: ['stacks:mainnet', 'bitcoin:mainnet'],
    accounts: [],
    features: { 'sats-connect:': { provider } },
    ...more,
  };
}

/** Registers wallets with the apps of the page, as in the Wallet Standard. Returns a function that removes them. */
export function announce(...wallets: unknown[]): Unsubscribe {
  const undos: Unsubscribe[] = [];
  const register = (api: Api) => void undos.push(api.register(...wallets));
  const onReady = (event: Event) => register((event as CustomEvent<Api>).detail);
  window.addEventListener('wallet-standard:app-ready', onReady);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady);
    for (const undo of undos) undo();
  };
}
