import { attempt, isRecord, read } from '../lib/safe-access.js';
import { knownWallets } from '../wallets/catalog.js';
import { isUsableProvider, standard, walletFor } from '../wallets/index.js';
import type { Wallet } from '../wallets/wallet.js';
import type { ProviderDescriptor, Unsubscribe, WalletProvider } from '../wallets/provider.js';
import { readDescriptor } from './descriptor.js';
import type { Discovery, StandardWallets } from './discovery.js';
import { looksLike } from './look-alike.js';
import type { PlanDeps } from './prepared-request.js';
import type { ProviderDeps } from './resolve-provider.js';

/** The prefix of the ids of wallets that have no path on `window`. */
const ID = 'wallet-standard:';
/** The maximum number of wallets. Any script of the page may register more. */
const MAX_WALLETS = 50;
/** The maximum number of chains and features that are read from a wallet. */
const MAX_NAMES = 100;

type Callback = (api: { register(...wallets: readonly unknown[]): Unsubscribe }) => unknown;

interface Found {
  readonly info: ProviderDescriptor;
  readonly provider: WalletProvider;
}

/**
 * Reads the wallets that announce themselves by the Wallet Standard. SIP-030 allows this in addition to the registries
 * ("Provider registration"). A second call does nothing.
 */
export function readWalletStandard({
  discovery,
  page,
  wallets,
  session,
}: ProviderDeps & PlanDeps): void {
  if (!page || discovery.standard) return;
  // Reading `session.target` adds the listeners to the remembered wallet, once it is registered.
  discovery.standard = standardWallets(page, discovery, wallets ?? [], () => void session.target);
  void session.target;
}

/**
 * @param own the page's own wallet definitions
 * @param changed called when a wallet was registered or removed
 */
function standardWallets(
  page: Window,
  discovery: Discovery,
  own: readonly Wallet[],
  changed: () => void,
): StandardWallets {
  const found = new Map<string, Found>();
  const names = [...own, ...knownWallets].map(({ info }) => info.name);

  const add = (wallet: unknown): Unsubscribe | undefined => {
    const next = found.size < MAX_WALLETS ? readWallet(wallet, own, names) : undefined;
    if (!next || found.has(next.info.id)) return undefined;
    found.set(next.info.id, next);
    return () => found.get(next.info.id) === next && found.delete(next.info.id);
  };
  const api = Object.freeze({
    register(...registered: readonly unknown[]): Unsubscribe {
      const undos = registered.flatMap((wallet) => attempt(() => add(wallet)) ?? []);
      changed();
      return () => {
        for (const undo of undos) undo();
        changed();
      };
    },
  });

  attempt(() => {
    page.addEventListener('wallet-standard:register-wallet', (event) => {
      const callback = read(event, 'detail');
      if (typeof callback === 'function') attempt(() => (callback as Callback)(api));
    });
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  });

  return {
    list: (registered) => {
      const listed = new Set(
        registered.flatMap(({ id, name }) => (discovery.provider(id) ? name : [])),
      );
      return [...found.values()].flatMap(({ info }) => (listed.has(info.name) ? [] : info));
    },
    provider: (id) => found.get(id)?.provider,
  };
}

/**
 * The description and the provider of a wallet; undefined for a wallet without a provider, or of other chains. May
 * throw, since reading a hostile object may throw.
 *
 * A known wallet gets the id that this library uses for it, so that it is not listed twice. Any other wallet is left
 * out if its name looks like that of a known one: it is an imitation, or the known wallet, which is found by its id.
 */
function readWallet(
  wallet: unknown,
  own: readonly Wallet[],
  names: readonly string[],
): Found | undefined {
  const features = read(wallet, 'features');
  const provider = providerIn(features);
  if (!provider) return undefined;
  const info = readDescriptor({ id: '_', name: read(wallet, 'name'), icon: read(wallet, 'icon') });
  if (!info) return undefined;
  const known = walletFor(provider, undefined, own);
  if (known.info.id !== standard.info.id) {
    return { provider, info: { ...info, id: known.info.id } };
  }
  const isForStacks = [...stringsIn(read(wallet, 'chains')), ...keysOf(features)].some(isOfStacks);
  if (!isForStacks || looksLike(info.name, names)) return undefined;
  return { provider, info: { ...info, id: ID + info.name } };
}

/**
 * The provider in the feature `sats-connect:`, whose value is `{ provider }` in the wallets that have it. Inferred:
 * neither Leather 6.73 nor Xverse 0.54 registers itself by the Wallet Standard. Therefore a feature whose name begins
 * with `stacks:`, and a feature that is itself a provider, are also accepted.
 */
function providerIn(features: unknown): WalletProvider | undefined {
  return ['sats-connect:', ...keysOf(features).filter(isOfStacks)]
    .map((name) => read(features, name))
    .flatMap((feature) => [read(feature, 'provider'), feature])
    .find(isUsableProvider);
}

/** Whether this is the name of a Stacks chain (`stacks:mainnet`, or CAIP-2 `stacks:1`) or feature (inferred). */
const isOfStacks = (name: string) => name.startsWith('stacks:');

const stringsIn = (list: unknown): readonly string[] =>
  Array.isArray(list)
    ? (list as readonly unknown[]).slice(0, MAX_NAMES).filter((item) => typeof item === 'string')
    : [];
const keysOf = (features: unknown): readonly string[] =>
  isRecord(features)
    ? Object.entries(features)
        .slice(0, MAX_NAMES)
        .map(([name]) => name)
    : [];
