/* oxlint-disable typescript/no-explicit-any -- providers are objects of wallets */
import { attempt, read } from '../lib/safe-access.js';
import { getDefaultClient } from './client.js';
import { getSelectedProviderId } from './storage.js';

/** A provider that a wallet injects. */
export interface StacksProvider {
  request(method: any, params?: any): Promise<any>;
}

/** The description of a wallet (WBIP-004). */
export interface WbipProvider {
  /** The path of the provider on `window`, such as `LeatherProvider`. */
  id: string;
  name: string;
  icon?: string;
  webUrl?: string;
  chromeWebStoreUrl?: string;
  mozillaAddOnsUrl?: string;
  googlePlayStoreUrl?: string;
  iOSAppStoreUrl?: string;
}
export type WebBTCProvider = WbipProvider;

/** The known wallets, and those that were registered on the page when this module was loaded. */
export const DEFAULT_PROVIDERS: WbipProvider[] = /* @__PURE__ */ allWallets();

function allWallets(): WbipProvider[] {
  const { installed, others } = getDefaultClient().wallets();
  return [...others, ...installed];
}

/** Only its description: this library does not include WalletConnect. */
export const WALLET_CONNECT_PROVIDER: WbipProvider = {
  id: 'WalletConnectProvider',
  name: 'WalletConnect',
  webUrl: 'https://walletconnect.com/',
};

/** The object at a path on `window`, such as `XverseProviders.BitcoinProvider`. Reads only own properties. */
export function getProviderFromId(id: string | null | undefined): any {
  if (!id || typeof window === 'undefined') return undefined;
  return attempt(() => {
    let at: unknown = window;
    for (const name of id.split('.')) at = Object.hasOwn(at as object, name) && read(at, name);
    return at || undefined;
  });
}

/** The provider of the remembered wallet. */
export function getSelectedProvider(): any {
  return getProviderFromId(getSelectedProviderId());
}

/** The provider of the remembered wallet; else the first installed one; else one of the older kind. */
export function getStacksProvider(): any {
  return (
    getSelectedProvider() ??
    getProviderFromId(getDefaultClient().wallets().installed[0]?.id) ??
    getProviderFromId('StacksProvider') ??
    getProviderFromId('BlockstackProvider')
  );
}

export function isStacksWalletInstalled(): boolean {
  return Boolean(getStacksProvider());
}

/** The installed wallets: from @stacks/connect-ui. */
export function getInstalledProviders(defaultProviders?: WbipProvider[]): WbipProvider[] {
  return [...getDefaultClient().wallets({ defaultProviders }).installed];
}

/** The wallets that have registered on the page: from @stacks/connect-ui. */
export const getRegisteredProviders = (): WbipProvider[] => getInstalledProviders();
