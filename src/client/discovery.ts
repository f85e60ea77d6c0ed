import { mergeOptions } from '../lib/read-options.js';
import { attempt, isObject } from '../lib/safe-access.js';
import type { ProviderDescriptor, Unsubscribe, WalletProvider } from '../wallets/provider.js';
import { isUsableProvider, LEGACY_IDS } from '../wallets/legacy.js';
import type { Wallet } from '../wallets/wallet.js';
import { readDescriptor } from './descriptor.js';
import { looksLike } from './look-alike.js';
import type { WalletList } from './picker.js';

/** The registry of WBIP-004, the older one of @stacks/connect, and the one that Leather and Xverse use. */
const REGISTRIES = ['wbip_providers', 'webbtc_stx_providers', 'btc_providers'] as const;
/** Entries read from a registry, which any script of the page may fill. */
const MAX_ENTRIES = 50;
const POLL_INTERVAL = 250;

/** The wallets that announce themselves by the Wallet Standard; see `wallet-standard.ts`. */
export interface StandardWallets {
  /** Without those that have the name of an installed wallet in the registries. */
  list(registered: readonly ProviderDescriptor[]): readonly ProviderDescriptor[];
  provider(id: string): WalletProvider | undefined;
}

export interface DiscoveryOptions {
  readonly defaultProviders?: readonly ProviderDescriptor[] | undefined;
  readonly approvedProviderIds?: readonly string[] | undefined;
}

/** Finds the wallets of one window. */
export interface Discovery {
  list(options?: DiscoveryOptions): WalletList;
  /** Calls `changed` when the list has changed. Polls, because registries have no event. */
  watch(changed: (list: WalletList) => void, options?: DiscoveryOptions): Unsubscribe;
  /** The provider at an id, which is an untrusted dot path. Undefined if there is no usable one. */
  provider(id: string): WalletProvider | undefined;
  /** Set once its code is loaded. */
  standard: StandardWallets | undefined;
}

/** @param loadStandard sets `standard` */
export function createDiscovery(
  page: Window | undefined,
  wallets: readonly Pick<Wallet, 'info' | 'create'>[],
  loadStandard?: () => void,
): Discovery {
  const created = new Map<string, WalletProvider>();

  /** The provider that this library creates once, for a wallet that does not inject a SIP-030 provider. */
  const create = (id: string, target: Window): WalletProvider | undefined => {
    const wallet = wallets.find(({ info }) => info.id === id);
    const made = created.get(id) ?? attempt(() => wallet?.create?.(target));
    if (made) created.set(id, made);
    return made;
  };

  const provider = (id: string): WalletProvider | undefined => {
    if (!page || LEGACY_IDS.includes(id)) return undefined;
    const found = create(id, page) ?? readOwnPath(page, id);
    if (isUsableProvider(found)) return found;
    // An id of the Wallet Standard.
    if (id.includes(':')) loadStandard?.();
    return discovery.standard?.provider(id);
  };

  const list = (options = mergeOptions<DiscoveryOptions>()): WalletList => {
    const approved = options.approvedProviderIds && new Set(options.approvedProviderIds);
    const known = unique(wallets.map(({ info }) => info).filter(({ id }) => id));
    const entries = page ? registered(page) : [];
    const announced = [...entries, ...(discovery.standard?.list(entries) ?? [])];
    const given = options.defaultProviders ?? [];
    const entered = [...announced, ...given];
    const descriptors = unique([
      // Known wallets, with their own icon, else the page's, and the name and links of this library. They are listed
      // first, so that another entry for the same object cannot replace them.
      ...[...entered, ...known].flatMap(({ id }) => {
        const info = known.find((one) => one.id === id);
        const icon = entered.find((one) => one.id === id && one.icon)?.icon;
        return info ? { ...(icon && { icon }), ...info } : [];
      }),
      ...announced.map((entry) => distinct(entry, known)),
      ...given,
    ]).filter(({ id }) => !approved || approved.has(id));
    const offered = new Set((options.defaultProviders ?? known).map(({ id }) => id));

    const objects = new Set<WalletProvider>();
    const installed: ProviderDescriptor[] = [];
    const others: ProviderDescriptor[] = [];
    for (const descriptor of descriptors) {
      const found = provider(descriptor.id);
      if (!found) {
        if (offered.has(descriptor.id)) others.push(descriptor);
      } else if (!objects.has(found)) {
        objects.add(found);
        installed.push(descriptor);
      }
    }
    return { installed, others };
  };

  const discovery: Discovery = {
    list,
    provider,
    standard: undefined,
    watch(changed, options) {
      if (!page) return () => {};
      loadStandard?.();
      let last = key(list(options));
      const read = () => {
        const next = list(options);
        if (key(next) === last) return;
        last = key(next);
        changed(next);
      };
      const timer = setInterval(read, POLL_INTERVAL);
      page.addEventListener('DOMContentLoaded', read);
      page.addEventListener('load', read);
      return () => {
        clearInterval(timer);
        page.removeEventListener('DOMContentLoaded', read);
        page.removeEventListener('load', read);
      };
    },
  };
  return discovery;
}

/** Reads a dot path of own properties, so that `location.href` or `constructor` are not found. */
function readOwnPath(root: object, path: string): unknown {
  return attempt(() =>
    path
      .split('.')
      .reduce<unknown>(
        (at, name) =>
          isObject(at) && Object.hasOwn(at, name)
            ? (at as Record<string, unknown>)[name]
            : undefined,
        root,
      ),
  );
}

function registered(page: Window): ProviderDescriptor[] {
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

/** An unknown wallet whose name looks like a known one is shown by its path, without its icon. */
function distinct(
  entry: ProviderDescriptor,
  known: readonly ProviderDescriptor[],
): ProviderDescriptor {
  const names = known.map(({ name }) => name);
  if (!looksLike(entry.name, names)) return entry;
  const shown: { name: string; icon?: string } & ProviderDescriptor = { ...entry };
  shown.name = `window.${entry.id}`;
  delete shown.icon;
  return shown;
}

function unique(descriptors: readonly ProviderDescriptor[]): ProviderDescriptor[] {
  const byId = new Map<string, ProviderDescriptor>();
  for (const descriptor of descriptors) {
    if (!LEGACY_IDS.includes(descriptor.id) && !byId.has(descriptor.id)) {
      // Without a prototype: a link or an icon that a page added to `Object.prototype` is not one of the wallet.
      byId.set(descriptor.id, mergeOptions<ProviderDescriptor>(descriptor));
    }
  }
  return [...byId.values()];
}

const key = (list: WalletList) => JSON.stringify(list, ['installed', 'others', 'id']);
