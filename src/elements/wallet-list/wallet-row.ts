import { readDescriptor } from '../../client/discovery.js';
import { attempt, read } from '../../lib/safe-access.js';
import type { ProviderDescriptor } from '../../wallets/provider.js';
import { installUrl, isHttps, isPhone, phoneUrl, type Platform } from './wallet-links.js';

/**
 * One wallet of the list: every text has a maximum length, every URL is https (except `openUrl`), the icon is a
 * `data:image`.
 */
export interface WalletRow {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  /** Distinguishes wallets of the same name. */
  readonly note?: string;
  readonly installed: boolean;
  readonly lastUsed: boolean;
  /** On a phone: opens this page in the wallet. */
  readonly openUrl?: string;
  /** On a desktop: the same URL, as a QR code to scan with a phone. */
  readonly scanUrl?: string;
  readonly installUrl?: string;
  /** `installUrl` is a web app, which needs no installation. */
  readonly webApp?: boolean;
}

export interface RowOptions {
  readonly platform: Platform;
  /** URL of the page, for the links that open it in a wallet. */
  readonly page: string;
  readonly lastProviderId: string | undefined;
  /** Leaves out the links that open the page in a wallet. */
  readonly withoutOpen?: boolean;
}

/** The row of a wallet; undefined if the entry has no id or no name, or if a getter throws. */
export function walletRow(
  entry: ProviderDescriptor,
  installed: boolean,
  options: RowOptions,
): WalletRow | undefined {
  const wallet = attempt(() => readDescriptor(entry));
  if (!wallet) return undefined;
  const openInWalletUrl = read(entry, 'openInWalletUrl');
  const known = typeof openInWalletUrl === 'string' ? { ...wallet, openInWalletUrl } : wallet;
  const install = installUrl(known, options.platform);
  const phone = options.withoutOpen ? undefined : phoneUrl(known, options.page);
  return {
    id: wallet.id,
    name: wallet.name,
    installed,
    lastUsed: wallet.id === options.lastProviderId,
    webApp: read(entry, 'webApp') === true,
    ...(wallet.icon && { icon: wallet.icon }),
    ...(install && { installUrl: install }),
    ...(phone && isPhone(options.platform) && { openUrl: phone }),
    // Many cameras ignore a QR code with the custom scheme of an app.
    ...(phone && !isPhone(options.platform) && isHttps(phone) && { scanUrl: phone }),
  };
}
