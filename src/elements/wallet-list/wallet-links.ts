import type { ProviderDescriptor } from '../../wire/provider.js';
import type { Platform } from './platform.js';

/** Where this browser, on this platform, gets the wallet; undefined: nowhere that is known. */
export function installUrl(wallet: ProviderDescriptor, platform: Platform): string | undefined {
  const store = {
    ios: wallet.iOSAppStoreUrl,
    android: wallet.googlePlayStoreUrl,
    chromium: wallet.chromeWebStoreUrl,
    firefox: wallet.mozillaAddOnsUrl,
    other: undefined,
  }[platform];
  return store ?? wallet.webUrl;
}

/** Opens `page` in the wallet's own browser on a phone; undefined where the wallet has none. */
export function phoneUrl(wallet: ProviderDescriptor, page: string): string | undefined {
  const template = wallet.openInWalletUrl;
  if (!template || !/^https:\/\//.test(template) || !/^https?:\/\//.test(page)) return undefined;
  return template.replace('{url}', () => encodeURIComponent(page));
}
