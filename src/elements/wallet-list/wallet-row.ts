import { readDescriptor } from '../../core/descriptor.js';
import { read } from '../../lib/safe-access.js';
import type { ProviderDescriptor } from '../../wire/provider.js';
import { installUrl, isPhone, phoneUrl, type Platform } from './wallet-links.js';

/** One wallet as the list shows it: every text capped, every URL https, the icon a `data:image`. */
export interface WalletRow {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  /** Tells wallets that call themselves the same apart. */
  readonly note?: string;
  readonly installed: boolean;
  readonly lastUsed: boolean;
  /** On a phone: opens this page in the wallet. */
  readonly openUrl?: string;
  /** On a desktop: the same, to scan with a phone. */
  readonly scanUrl?: string;
  readonly installUrl?: string;
  /** What `installUrl` leads to is opened as it is. */
  readonly webApp?: boolean;
}

export interface RowOptions {
  readonly platform: Platform;
  /** Address of the page, for the links that open it in a wallet. */
  readonly page: string;
  readonly lastProviderId: string | undefined;
}

/** Undefined for an entry that has no id or no name, or whose getters throw. */
export function walletRow(
  entry: ProviderDescriptor,
  installed: boolean,
  options: RowOptions,
): WalletRow | undefined {
  const wallet = readGuarded(entry);
  if (!wallet) return undefined;
  const openInWalletUrl = read(entry, 'openInWalletUrl');
  const known = typeof openInWalletUrl === 'string' ? { ...wallet, openInWalletUrl } : wallet;
  const install = installUrl(known, options.platform);
  const phone = phoneUrl(known, options.page);
  return {
    id: wallet.id,
    name: wallet.name,
    installed,
    lastUsed: wallet.id === options.lastProviderId,
    webApp: read(entry, 'webApp') === true,
    ...(wallet.icon && { icon: wallet.icon }),
    ...(install && { installUrl: install }),
    ...(phone && (isPhone(options.platform) ? { openUrl: phone } : { scanUrl: phone })),
  };
}

function readGuarded(entry: ProviderDescriptor): ProviderDescriptor | undefined {
  try {
    return readDescriptor(entry);
  } catch {
    return undefined;
  }
}
