import { clip } from '../errors.js';
import {
  attempt,
  bare,
  getMethod,
  httpsUrl,
  INVISIBLE,
  isObject,
  read,
} from '../lib/safe-access.js';
import type { Unsubscribe } from '../lib/store.js';
import type { ProviderDescriptor, WalletProvider, Wallet } from '../wallets/wallet.js';
import type { WalletList } from './types.js';

/** The registry of WBIP-004, the older one of @stacks/connect, and the one that Leather and Xverse use. */
const REGISTRIES = ['wbip_providers', 'webbtc_stx_providers', 'btc_providers'] as const;
/** Entries read from a registry, which any script of the page may fill. */
const MAX_ENTRIES = 50;
const POLL_INTERVAL = 250;

/**
 * Paths of objects that do not support JSON-RPC, or are deprecated copies of a provider. They are never used.
 * Xverse's `StacksProvider`, for example, has a `request` that only throws.
 */
export const LEGACY_IDS: readonly string[] = [
  'StacksProvider',
  'XverseProviders.StacksProvider',
  'HiroWalletProvider',
  'btc',
  'okxwallet.bitcoin',
  'okxwallet.bitcoinTestnet',
  'unisat',
];

/**
 * True for an object that supports JSON-RPC: it has a `request`, and is not a JWT-based provider whose
 * `request` is a stub. Leather has the JWT-based methods and a working `request`. Never throws.
 */
export function isUsableProvider(value: unknown): value is WalletProvider {
  return (
    typeof read(value, 'request') === 'function' &&
    (typeof read(value, 'transactionRequest') !== 'function' || read(value, 'isLeather') === true)
  );
}

export interface DiscoveryOptions {
  readonly defaultProviders?: readonly ProviderDescriptor[] | undefined;
  readonly approvedProviderIds?: readonly string[] | undefined;
}

export interface Discovery {
  list(options?: DiscoveryOptions): WalletList;
  /** Calls `changed` when the list has changed. Polls, because registries have no event. */
  watch(changed: (list: WalletList) => void, options?: DiscoveryOptions): Unsubscribe;
  /** The provider at an id, which is an untrusted dot path. Undefined if there is no usable one. */
  provider(id: string): WalletProvider | undefined;
}

const EVERY_WALLET = { approvedProviderIds: undefined, defaultProviders: undefined };

export function createDiscovery(
  page: Window | undefined,
  getWallets: () => readonly Pick<Wallet, 'info' | 'create'>[],
): Discovery {
  /** The providers that this library made, for wallets that inject no SIP-030 provider. */
  const created = new Map<string, WalletProvider>();

  function provider(id: string): WalletProvider | undefined {
    if (!page || LEGACY_IDS.includes(id)) return undefined;
    const wallet = getWallets().find(({ info }) => info.id === id);
    const create = wallet && getMethod(wallet, 'create');
    const made = created.get(id) ?? (create && attempt(() => create(page)));
    if (made) created.set(id, made);
    const candidate = made ?? readOwnPath(page, id);
    return isUsableProvider(candidate) ? candidate : undefined;
  }

  function list(options: DiscoveryOptions = EVERY_WALLET): WalletList {
    const { approvedProviderIds: approved, defaultProviders = [] } = options;
    const knownWallets = unique(getWallets().flatMap(({ info }) => (info.id ? info : [])));
    const registered = page ? readRegistries(page) : [];
    const entries = [...registered, ...defaultProviders];
    const descriptors = unique([
      // Known wallets, with their own icon, else the page's, and the name and links of this library. They are listed
      // first, so that another entry for the same object cannot replace them.
      ...[...entries, ...knownWallets].flatMap(({ id }) => {
        const info = knownWallets.find((one) => one.id === id);
        const icon = entries.find((one) => one.id === id && one.icon)?.icon;
        return info ? ({ ...info, icon: info.icon ?? icon } as ProviderDescriptor) : [];
      }),
      ...registered.map((entry) => withOwnName(entry, knownWallets)),
      ...defaultProviders,
    ]).filter(({ id }) => !approved || approved.includes(id));
    const offered = new Set((options.defaultProviders ?? knownWallets).map(({ id }) => id));

    const objects = new Set<WalletProvider>();
    const installed: ProviderDescriptor[] = [];
    const others: ProviderDescriptor[] = [];
    for (const descriptor of descriptors) {
      const object = provider(descriptor.id);
      if (!object) {
        if (offered.has(descriptor.id)) others.push(descriptor);
      } else if (!objects.has(object)) {
        objects.add(object);
        installed.push(descriptor);
      }
    }
    return { installed, others };
  }

  function watch(changed: (list: WalletList) => void, options?: DiscoveryOptions): Unsubscribe {
    if (!page) return () => {};
    let last = key(list(options));
    const compare = () => {
      const next = list(options);
      if (key(next) === last) return;
      last = key(next);
      changed(next);
    };
    const timer = setInterval(compare, POLL_INTERVAL);
    const ended = new AbortController();
    for (const type of ['DOMContentLoaded', 'load']) {
      page.addEventListener(type, compare, bare({ signal: ended.signal }));
    }
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }

  return { list, watch, provider };
}

/** Reads a dot path of own properties, so that `location.href` or `constructor` are not found. */
function readOwnPath(root: object, path: string): unknown {
  let at: unknown = root;
  try {
    for (const name of path.split('.')) {
      if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    return at;
  } catch {
    return undefined;
  }
}

function readRegistries(page: Window): ProviderDescriptor[] {
  return REGISTRIES.flatMap((name) => {
    const registry = readOwnPath(page, name);
    // Reading a hostile list may throw.
    return (
      attempt(() =>
        Array.isArray(registry) ? (registry as unknown[]).slice(0, MAX_ENTRIES) : [],
      ) ?? []
    );
  }).flatMap((entry) => attempt(() => readDescriptor(entry)) ?? []);
}

/** An unknown wallet with the name of a known one is shown by its path, without its icon. */
function withOwnName(
  entry: ProviderDescriptor,
  knownWallets: readonly ProviderDescriptor[],
): ProviderDescriptor {
  // Without accents, and with the usual letter for one of another width or style.
  const letters = (name: string) =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
  const name = letters(entry.name);
  if (!knownWallets.some((one) => name.includes(letters(one.name)))) return entry;
  const shown: { name: string; icon?: string } & ProviderDescriptor = { ...entry };
  shown.name = `window.${entry.id}`;
  delete shown.icon;
  return shown;
}

/** Present in every description: a link or an icon that a page added to `Object.prototype` is not one of the wallet. */
const ABSENT: { readonly [Name in keyof Required<ProviderDescriptor>]: undefined } = {
  id: undefined,
  name: undefined,
  icon: undefined,
  webUrl: undefined,
  webApp: undefined,
  chromeWebStoreUrl: undefined,
  mozillaAddOnsUrl: undefined,
  iOSAppStoreUrl: undefined,
  googlePlayStoreUrl: undefined,
  openInWalletUrl: undefined,
};

function unique(descriptors: readonly ProviderDescriptor[]): ProviderDescriptor[] {
  const byId = new Map<string, ProviderDescriptor>();
  for (const descriptor of descriptors) {
    if (!LEGACY_IDS.includes(descriptor.id) && !byId.has(descriptor.id)) {
      byId.set(descriptor.id, { ...ABSENT, ...descriptor } as ProviderDescriptor);
    }
  }
  return [...byId.values()];
}

const key = (list: WalletList) => JSON.stringify(list, ['installed', 'others', 'id']);

const MAX_ID = 100;
const MAX_NAME = 60;
const MAX_URL = 2_000;

const ID = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
/** Control characters, format characters such as joiners, and line breaks. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const URL_FIELDS = [
  'webUrl',
  'chromeWebStoreUrl',
  'mozillaAddOnsUrl',
  'iOSAppStoreUrl',
  'googlePlayStoreUrl',
] as const;

/**
 * The description of a wallet in a registry entry (WBIP-004), safe to display. Undefined without a name or an id
 * that is a dot path. Leaves out an invalid icon and invalid URLs.
 */
export function readDescriptor(entry: unknown): ProviderDescriptor | undefined {
  const id = read(entry, 'id');
  const name = read(entry, 'name');
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (id.length > MAX_ID || !ID.test(id)) return undefined;
  const visible = name.slice(0, 1_000).replace(INVISIBLE, '').replace(CONTROL, '').trim();
  if (!visible) return undefined;

  const descriptor: { -readonly [K in keyof ProviderDescriptor]: ProviderDescriptor[K] } = {
    id,
    name: clip(visible, MAX_NAME),
  };
  const icon = readIcon(read(entry, 'icon'));
  if (icon) descriptor.icon = icon;
  for (const field of URL_FIELDS) {
    const text = read(entry, field);
    const url = typeof text === 'string' && text.length <= MAX_URL && httpsUrl(text);
    if (url) descriptor[field] = url;
  }
  return descriptor;
}

/** The most characters of a `data:` icon. Wallets use up to about 30,000. */
const MAX_ICON = 200_000;
const ICON = /^data:image\/[a-z0-9.+-]+(?:;[^;,]*)*,/i;

/** A `data:image/` icon. Undefined for anything else, and for an icon that is too long. */
function readIcon(icon: unknown): string | undefined {
  if (typeof icon !== 'string' || icon.length > MAX_ICON || !ICON.test(icon)) return undefined;
  // Leather 6.73 writes `image/svg`, which no browser displays.
  return icon.replace(/^data:image\/svg(?=[;,])/i, 'data:image/svg+xml');
}
