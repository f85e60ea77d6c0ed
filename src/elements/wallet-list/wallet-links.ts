import { knownWallets } from '../../wallets/catalog.js';
import type { ProviderDescriptor } from '../../wallets/provider.js';

/** The platform decides which link installs a wallet: an app store or an extension store. */
export type Platform = 'ios' | 'android' | 'chromium' | 'firefox' | 'other';

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** `isCoarse`: the main pointer of the device is a finger. */
export function platformOf(agent: Agent, isCoarse: boolean): Platform {
  const { userAgent, maxTouchPoints } = agent;
  if (/android/i.test(userAgent)) return 'android';
  /* Browsers on Android that request the desktop site report Linux; laptops with a touch screen also have a mouse. */
  if (/linux/i.test(userAgent) && maxTouchPoints > 1 && isCoarse) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  /* iPadOS reports Macintosh, but no Mac has a touch screen. */
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'ios';
  if (/firefox\//i.test(userAgent)) return 'firefox';
  return /chrom(e|ium)\//i.test(userAgent) ? 'chromium' : 'other';
}

export function isPhone(platform: Platform): boolean {
  return platform === 'ios' || platform === 'android';
}

/** The page that installs the wallet on this platform; undefined if not known. */
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

/**
 * The link that opens `page` in the wallet's own browser on a phone; undefined if the wallet has none. Only a
 * link of this library may have a custom scheme (`leather:`), which starts an app.
 */
export function phoneUrl(wallet: ProviderDescriptor, page: string): string | undefined {
  const template = wallet.openInWalletUrl;
  if (!template || !/^https?:\/\//.test(page)) return undefined;
  const isKnown = knownWallets.some(({ info }) => info.openInWalletUrl === template);
  if (!isKnown && !isHttps(template)) return undefined;
  const url = encodeURIComponent(page);
  return template.replace(/\{url\}|%7Burl%7D/g, (place) =>
    place.startsWith('{') ? url : encodeURIComponent(url),
  );
}

export const isHttps = (url: string): boolean => /^https:\/\//.test(url);
