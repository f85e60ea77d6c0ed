import { readDescriptor } from '../../core/discovery.js';
import type { WalletList } from '../../core/types.js';
import { attempt, read } from '../../lib/safe-access.js';
import { asignaInfo, knownWallets } from '../../wallets/catalog.js';
import type { ProviderDescriptor } from '../../wallets/wallet.js';

/** `recent`: the last used wallet first; `name`: by name; `none`: in the order of discovery. */
export type WalletSort = 'recent' | 'name' | 'none';

/** The groups of the list, in display order. */
export interface WalletRows {
  readonly installed: readonly WalletRow[];
  readonly others: readonly WalletRow[];
  /** Wallets that appeared while the list was open. */
  readonly late: readonly WalletRow[];
}

export interface GroupOptions {
  readonly platform: Platform;
  /** URL of the page, for the links that open it in a wallet. */
  readonly page: string;
  readonly lastProviderId: string | undefined;
  readonly sort: WalletSort;
  /** The id of the wallet that the page recommends to a user without one. */
  readonly recommend?: string;
}

/** More wallets than any user has; a page or an extension may register a thousand. */
const MAX_ROWS = 60;

/**
 * The rows of a list of wallets. With the rows `before`, no visible row moves: a newly installed wallet
 * changes from a link to a button in its place, and a new wallet is added at the end.
 */
export function groupWallets(
  list: WalletList,
  options: GroupOptions,
  before?: WalletRows,
): WalletRows {
  // A provider injected on a phone means that the page is in that wallet's browser: no other wallet can open it.
  const isInWallet = isPhone(options.platform) && list.installed.length > 0;
  const rows = readRows(list, options, isInWallet);
  const all = [...rows.values()];
  if (!before) {
    const installed = all.filter((row) => row.installed);
    const offered = isInWallet ? [] : all.filter((row) => !row.installed);
    const others = installed.length > 0 ? offered : recommended(offered, options.recommend);
    return { installed: sorted(installed, options.sort), others, late: [] };
  }
  const keep = (group: readonly WalletRow[]) =>
    group.flatMap(({ id, recommended }) => {
      const row = rows.get(id);
      return row ? [recommended && !row.installed ? { ...row, recommended } : row] : [];
    });
  const kept = {
    installed: keep(before.installed),
    others: keep(before.others),
    late: keep(before.late),
  };
  const seen = new Set([...kept.installed, ...kept.others, ...kept.late].map(({ id }) => id));
  return { ...kept, late: [...kept.late, ...all.filter(({ id }) => !seen.has(id))] };
}

/** The rows with the recommended wallet first. */
const recommended = (rows: readonly WalletRow[], id?: string): readonly WalletRow[] => [
  ...rows.filter((row) => row.id === id).map((row) => ({ ...row, recommended: true })),
  ...rows.filter((row) => row.id !== id),
];

/** All rows, one per id. Reads installed wallets first, so that `MAX_ROWS` drops other wallets first. */
function readRows(
  { installed, others }: WalletList,
  options: GroupOptions,
  withoutOpen: boolean,
): Map<string, WalletRow> {
  const rows = new Map<string, WalletRow>();
  [...installed, ...others].forEach((entry, at) => {
    if (rows.size >= MAX_ROWS) return;
    const row = readRow(entry, at < installed.length, options, withoutOpen);
    const isReachable = row && (row.installed || row.installUrl || row.openUrl);
    if (isReachable && !rows.has(row.id)) rows.set(row.id, row);
  });
  // The id distinguishes wallets of the same name, so that accessible names are unique.
  const names = [...rows.values()].map(({ name }) => name);
  for (const row of rows.values()) {
    const isOnly = names.indexOf(row.name) === names.lastIndexOf(row.name);
    if (!isOnly) rows.set(row.id, { ...row, note: row.id });
  }
  return rows;
}

function sorted(rows: readonly WalletRow[], sort: WalletSort): readonly WalletRow[] {
  if (sort === 'name') {
    // A fixed locale: the default one of WebKitGTK depends on the machine, and may sort capitals first. Only here,
    // since the first collator of a page takes 15 ms.
    const { compare } = new Intl.Collator('en');
    return [...rows].sort((a, b) => compare(a.name, b.name));
  }
  if (sort === 'none') return rows;
  return [...rows].sort((a, b) => Number(b.lastUsed) - Number(a.lastUsed));
}

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
  /**
   * Where it exists, as far as that is known; of a wallet that is not installed, else its site. Empty on a phone, where each
   * is an app.
   */
  readonly kinds: readonly string[];
  /** The page recommends it to a user without a wallet. */
  readonly recommended?: boolean;
  /** On a phone: opens this page in the wallet. */
  readonly openUrl?: string;
  /** On a desktop: the same URL, as a QR code to scan with a phone. */
  readonly scanUrl?: string;
  readonly installUrl?: string;
  /** `installUrl` is a web app, which needs no installation. */
  readonly webApp?: boolean;
}

/** Undefined if the entry has no id or no name, or if a getter throws. `withoutOpen`: without links into the wallet. */
function readRow(
  entry: ProviderDescriptor,
  installed: boolean,
  { platform, page, lastProviderId }: GroupOptions,
  withoutOpen: boolean,
): WalletRow | undefined {
  const wallet = attempt(() => readDescriptor(entry));
  if (!wallet) return undefined;
  const { id, name, icon } = wallet;
  const open = read(entry, 'openInWalletUrl');
  const linked = typeof open === 'string' ? { ...wallet, openInWalletUrl: open } : wallet;
  const install = installUrl(linked, platform);
  const webApp = read(entry, 'webApp') === true;
  const phone = withoutOpen ? undefined : phoneUrl(linked, page);
  return {
    id,
    name,
    installed,
    lastUsed: id === lastProviderId,
    webApp,
    kinds: isPhone(platform) ? [] : getKinds(linked, webApp, installed ? undefined : install),
    ...(icon && { icon }),
    ...(install && { installUrl: install }),
    ...(phone && isPhone(platform) && { openUrl: phone }),
    // Many cameras ignore a QR code with the custom scheme of an app.
    ...(phone && !isPhone(platform) && isHttps(phone) && { scanUrl: phone }),
  };
}

function getKinds(wallet: ProviderDescriptor, webApp: boolean, site?: string): readonly string[] {
  if (webApp) return [wallet.id === asignaInfo.info.id ? 'multisigWebApp' : 'webApp'];
  const kinds: readonly [string, unknown][] = [
    ['extension', wallet.chromeWebStoreUrl ?? wallet.mozillaAddOnsUrl],
    ['iPhone', wallet.iOSAppStoreUrl],
    ['Android', wallet.googlePlayStoreUrl],
  ];
  const known = kinds.flatMap(([kind, url]) => (url ? [kind] : []));
  return known.length || !site ? known : [new URL(site).hostname.replace('www.', '')];
}

/** The platform decides which link installs a wallet: an app store or an extension store. */
export type Platform = 'ios' | 'android' | 'chromium' | 'firefox' | 'other';

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** `isCoarse`: the main pointer of the device is a finger. */
export function getPlatform(agent: Agent, isCoarse = false): Platform {
  const { userAgent, maxTouchPoints } = agent;
  if (/android/i.test(userAgent)) return 'android';
  /* Browsers on Android that request the desktop site report Linux; laptops with a touch screen also have a mouse. */
  if (/linux/i.test(userAgent) && maxTouchPoints > 1 && isCoarse) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  /* iPadOS reports Macintosh, but no Mac has a touch screen. Emulations in browsers have one point. */
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 0) return 'ios';
  if (/firefox\//i.test(userAgent)) return 'firefox';
  return /chrom(e|ium)\//i.test(userAgent) ? 'chromium' : 'other';
}

function isPhone(platform: Platform): boolean {
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

const isHttps = (url: string): boolean => /^https:\/\//.test(url);
