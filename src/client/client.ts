import { JsonRpcError, JsonRpcErrorCode, mustBe, openingCancelled, withDocs } from '../errors.js';
import { abortable, loadModule, loadOnce } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { createStore, type Store } from '../lib/store.js';
import { savesData } from '../lib/page.js';
import { toKey } from '../lib/to-key.js';
import type { AddressesResult, StoredAddresses } from '../methods/addresses.js';
import { knownWallets } from '../wallets/catalog.js';
import type { WalletProvider, Wallet } from '../wallets/wallet.js';
import type { AskWallet, PendingChoice } from './choice.js';
import type { Picker, RequestFunction, RequestOptions, WalletClient } from './types.js';
import {
  copyParams,
  getSettings,
  readOptions,
  readRequestOptions,
  REQUEST_DEFAULTS,
  type Settings,
} from './configure.js';
import { createDiscovery } from './discovery.js';
import type { RequestDeps } from './request.js';
import { findRequestedWallet, Session } from './session.js';
import { mergeWithDefaults } from './services.js';
import { connectionStorage, storedAddresses, type StoragePort } from './storage.js';

/** The options of a client. All are optional. */
export interface WalletClientOptions {
  /** Definitions of further wallets. They are tried before those of this library; the first match is used. */
  readonly wallets?: readonly Wallet[] | undefined;
  /** Where the connection is kept. Default: the window's `localStorage`. */
  readonly storage?: StoragePort | undefined;
  /** Shows the user the wallets to choose from. Default: the only installed wallet is used, else an error. */
  readonly picker?: Picker | undefined;
  /** The window with the injected wallets. Default: the global window, if there is one. */
  readonly window?: Window | undefined;
}

const CLIENT_OPTIONS: option.OptionTable<WalletClientOptions> = {
  wallets: option.shared('a list of wallet definitions', Array.isArray),
  storage: option.object,
  picker: option.func,
  window: option.object,
};

/**
 * Creates a client with its own connection. It lives as long as the page. Every page has a default client already: see
 * `getDefaultClient`.
 *
 * @example
 * ```ts
 * import { createWalletClient } from 'stacks-wallet-elements/core';
 *
 * const client = createWalletClient({ storage: sessionStorage });
 * await client.connect();
 * ```
 */
export function createWalletClient(options: WalletClientOptions = {}): WalletClient {
  const { wallets, storage, picker, window } = readOptions(
    'createWalletClient',
    options,
    CLIENT_OPTIONS,
  );
  const own = { wallets, storage };
  const client = createClient(
    window,
    () => own,
    () => undefined,
  );
  client.picker = picker;
  return client;
}

/** Code that a page needs only for its first choice of a wallet, and for its first request. */
const loadChoice = loadOnce(() =>
  loadModule('lets the user choose a wallet', () => import('./choice.js')),
);
const loadRequest = loadOnce(() => loadModule('asks wallets', () => import('./request.js')));

interface ClientDeps extends RequestDeps {
  readonly storage: ReturnType<typeof connectionStorage>;
  /** The number of calls that wait until a picker is shown. */
  readonly opening: Store<number>;
  picker: Picker | undefined;
}

/** `getDefaults`: the options of requests. Both functions are called for every request. */
function createClient(
  window: Window | undefined,
  getOptions: () => Pick<Settings, 'wallets' | 'storage' | 'picker' | 'fetch'>,
  getDefaults: () => RequestOptions | undefined,
): WalletClient {
  const page = window ?? (globalThis as { window?: Window }).window;
  const storage = connectionStorage(() => getOptions().storage ?? page?.localStorage);
  const getWallets = () => getOptions().wallets ?? [];
  const discovery = createDiscovery(page, () => [...getWallets(), ...knownWallets]);
  const deps: ClientDeps = {
    page,
    storage,
    discovery,
    session: new Session(storage, discovery, page),
    pending: createStore<readonly PendingChoice[]>([]),
    sent: new Set(),
    opening: createStore(0),
    getWallets,
    getFetch: () => getOptions().fetch,
    picker: undefined,
    getPicker: () => getOptions().picker ?? deps.picker,
  };
  return clientWith(deps, getDefaults);
}

/** The most clients that are kept for the options of `with`. A page has a few. */
const MAX_OTHERS = 100;

function clientWith(deps: ClientDeps, getDefaults: () => RequestOptions | undefined): WalletClient {
  const { page, storage, discovery, session, pending, sent } = deps;
  /** The clients of `with`, by their options. */
  const others = new Map<string, WalletClient>();
  const merged = (caller: string, options: RequestOptions | undefined) => {
    const defaults = getDefaults();
    return mergeWithDefaults(defaults, readRequestOptions(caller, options, defaults?.network));
  };

  /** The steps until a wallet is known. Those that it is asked in are in `request.ts`, which loads meanwhile. */
  async function requestWith(
    options: RequestOptions | undefined,
    method: unknown,
    params?: unknown,
  ): Promise<unknown> {
    if (typeof method !== 'string' || !method) {
      throw new JsonRpcError(
        JsonRpcErrorCode.InvalidRequest,
        `request: ${mustBe('method', method, 'the name of a method')}`,
      );
    }
    const copied = copyParams(method, params);
    const given = merged(method, options);
    session.refresh();
    const connecting = CONNECTS.includes(method) ? session.startConnect(given.signal) : undefined;
    let opening: ReturnType<typeof startOpening> | undefined;
    const opened = () => opening?.opened();
    try {
      const preparing = loadRequest().then(({ prepareRequest }) =>
        prepareRequest(deps, given, { method, params: copied, connecting, opened }),
      );
      preparing.catch(() => {}); // the user may close the picker before it fails
      const known = findRequestedWallet(deps, method, given);
      if (!known) {
        // On a server there is nothing to open.
        opening = page && startOpening(deps, connecting?.signal ?? given.signal);
        // Loads at the same time, which saves a round trip.
        Promise.all([deps.getPicker()?.preload?.(), loadChoice()]).catch(() => {});
      }
      const { signal } = opening ?? connecting ?? given;
      const own = option.mergeOptions<RequestOptions>(given, { signal });
      const ask: AskWallet = async (wallet, current) => {
        const askPrepared = await abortable(preparing, current);
        return abortable(askPrepared(wallet, current), current);
      };
      if (known) return await ask(known, signal);
      // Without params, the user chooses while the code of the request loads. Otherwise the params are checked first, so that
      // no picker opens for a request that cannot be sent.
      if (method !== 'getAddresses' || params !== undefined) await abortable(preparing, signal);
      const { askChosenWallet } = await abortable(loadChoice(), signal);
      return await askChosenWallet(deps, method, copied, own, ask, connecting !== undefined);
    } finally {
      opened();
      connecting?.end();
    }
  }
  const request = ((...args: readonly unknown[]) =>
    typeof args[0] === 'string'
      ? requestWith(undefined, args[0], args[1])
      : requestWith(args[0] as RequestOptions, args[1], args[2])) as RequestFunction;

  return {
    get state() {
      return session.state;
    },
    get choice() {
      return pending.get().at(-1)?.choice;
    },
    get isOpening() {
      return deps.opening.get() > 0;
    },
    get network() {
      return getDefaults()?.network;
    },
    get selectedProviderId() {
      return session.providerId;
    },
    get picker() {
      return deps.getPicker();
    },
    set picker(picker) {
      deps.picker = picker;
    },
    subscribe(listener) {
      const stops = [session, pending, deps.opening].map((store) => store.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
    on(type, listener) {
      if (type !== 'sent')
        throw new TypeError(withDocs(`on: ${mustBe('type', type, '"sent"')}`, 'options'));
      sent.add(listener);
      return () => sent.delete(listener);
    },
    request,
    requestRaw: async (...args) => (await loadRequest()).requestRaw(...args),
    connect: (options) => requestWith(options, 'getAddresses') as Promise<AddressesResult>,
    async choose(options) {
      const own = merged('choose', options);
      loadRequest().catch(() => {});
      const { choose } = await abortable(loadChoice(), own.signal);
      return choose(deps, own, (given) => requestWith(given, 'getAddresses'));
    },
    disconnect() {
      // The cause distinguishes this error from a picker that the user closed.
      const cause: unknown = AbortSignal.abort().reason;
      const reason = new JsonRpcError(
        JsonRpcErrorCode.UserCanceled,
        'disconnect() was called before a wallet was connected.',
        { cause },
      );
      session.end(reason, async (wallet) =>
        (await loadRequest()).notifyDisconnect(wallet, deps.getWallets()),
      );
      for (const { task } of pending.get()) task.abort(reason);
    },
    isConnected() {
      session.refresh();
      return session.state.status === 'connected';
    },
    getLocalStorage: () => storedAddresses(storage.read().addresses),
    async explain(method, params, options) {
      const own = merged('explain', options);
      // Copied now. Each wallet gets the error about params that are not plain data.
      const copying = new Promise((resolve) => resolve(copyParams(method, params)));
      copying.catch(() => {});
      return (await loadRequest()).explain(deps, own, method, copying);
    },
    async supports(method, options) {
      const own = merged('supports', options);
      return (await loadRequest()).supports(deps, own, method);
    },
    async switchNetwork(network, options) {
      const own = merged('switchNetwork', options);
      return (await loadRequest()).switchNetwork(deps, own, network);
    },
    wallets: (options) => discovery.list(merged('wallets', options)),
    watchWallets: (changed, options) => discovery.watch(changed, merged('watchWallets', options)),
    preload(method) {
      if (savesData(page)) return;
      const picker = session.providerId === undefined && deps.getPicker()?.preload?.();
      const parts = loadRequest().then(({ preload }) => preload(method));
      Promise.all([picker, loadChoice(), parts]).catch(() => {}); // a failed load is repeated when the code is needed
    },
    with(options) {
      const own = readRequestOptions('with', options, getDefaults()?.network);
      const create = () => clientWith(deps, () => mergeWithDefaults(getDefaults(), own));
      // They are compared by their identity, and must not be kept in memory.
      if (own.provider || own.signal) return create();
      const key = toKey(own);
      const client = others.get(key) ?? create();
      if (others.size >= MAX_OTHERS) others.clear();
      others.set(key, client);
      return client;
    },
  };
}

/**
 * A call waits until the picker is shown. Until then, Escape cancels it, unless another listener handles the event. The event
 * is not canceled, so that a dialog of the page still closes.
 *
 * @returns a signal for the call, and what to call when the picker is shown or a wallet is asked
 */
function startOpening(
  { page, opening, pending }: ClientDeps,
  given: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly opened: () => void } {
  const canceled = new AbortController();
  const ended = new AbortController();
  const opened = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    unsubscribe();
    opening.set(opening.get() - 1);
  };
  const unsubscribe = pending.subscribe(() => {
    const status = pending.get().at(-1)?.choice.state.status;
    if (status !== undefined && status !== 'opening') opened();
  });
  opening.set(opening.get() + 1);
  const press = ({ key, isComposing, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || defaultPrevented) return;
    canceled.abort(openingCancelled());
  };
  const { document } = page ?? {};
  document?.addEventListener?.('keydown', press, { signal: ended.signal });
  return { signal: AbortSignal.any(given ? [given, canceled.signal] : [canceled.signal]), opened };
}

/** The methods that connect if nothing is connected. */
const CONNECTS: readonly string[] = ['getAddresses', 'stx_getAddresses', 'stx_getAccounts'];

/** The number increases with every breaking change of {@link WalletClient}: only copies of one version share a client. */
const KEY = Symbol.for('stacks-wallet-elements/client@2');

/**
 * The default client of the page, with the settings of `configure()`. Created on first use.
 *
 * @example
 * ```ts
 * import { getDefaultClient } from 'stacks-wallet-elements';
 *
 * const client = getDefaultClient();
 * client.subscribe(() => console.log(client.state.status));
 * ```
 */
export function getDefaultClient(): WalletClient {
  const shared = globalThis as { [KEY]?: WalletClient };
  return (shared[KEY] ??= createClient(undefined, getSettings, getRequestDefaults));
}

/** The settings of the page that are options of requests. */
function getRequestDefaults(): RequestOptions {
  const settings = Object.entries(getSettings());
  const given = settings.filter(([name]) => Object.hasOwn(REQUEST_DEFAULTS, name));
  return option.mergeOptions<RequestOptions>(Object.fromEntries(given));
}

/**
 * Connects to the remembered wallet, or to the one that the user chooses, and stores its addresses (unless
 * `enableLocalStorage` is false).
 *
 * @returns the wallet's addresses, in its order
 * @throws JsonRpcError -32000 if the user rejects in the wallet, -31001 if the picker is closed or
 *   `disconnect()` is called meanwhile; the signal's reason once the signal is aborted
 * @example
 * ```ts
 * import { connect } from 'stacks-wallet-elements';
 *
 * const { addresses } = await connect({ network: 'testnet' });
 * ```
 */
export function connect(options?: RequestOptions): Promise<AddressesResult> {
  return getDefaultClient().connect(options);
}

/**
 * Removes the addresses and the selected wallet. Closes the picker, and rejects pending attempts to connect on
 * this page with -31001. Does not cancel other requests that were already sent to a wallet.
 *
 * @example
 * ```ts
 * import { disconnect } from 'stacks-wallet-elements';
 *
 * document.querySelector('#sign-out')?.addEventListener('click', disconnect);
 * ```
 */
export function disconnect(): void {
  getDefaultClient().disconnect();
}

/**
 * True from the time a wallet has returned addresses until `disconnect()`, including after a reload.
 *
 * @example
 * ```ts
 * import { connect, isConnected } from 'stacks-wallet-elements';
 *
 * if (!isConnected()) await connect();
 * ```
 */
export function isConnected(): boolean {
  return getDefaultClient().isConnected();
}

/**
 * The addresses that `connect` stored, or null.
 *
 * @example
 * ```ts
 * import { getLocalStorage } from 'stacks-wallet-elements';
 *
 * const address = getLocalStorage()?.addresses.stx[0]?.address;
 * ```
 */
export function getLocalStorage(): StoredAddresses | null {
  return getDefaultClient().getLocalStorage();
}

/**
 * Sends a request to the user's wallet: `request(method, params?)` or `request(options, method, params?)`.
 * Amounts are in satoshis (`sendTransfer`), micro-STX (`stx_transferStx`) or base units of a token.
 *
 * @throws JsonRpcError -32602 with the name of the field, before any wallet is asked; -32000 if the user
 *   rejects; -31001 if the picker is closed; else the wallet's own error. The signal's reason once the signal is
 *   aborted.
 * @example
 * ```ts
 * import { request } from 'stacks-wallet-elements';
 *
 * const { txid } = await request('stx_transferStx', {
 *   recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
 *   amount: 1_000_000n, // micro-STX
 * });
 * ```
 */
export const request = ((...args: Parameters<RequestFunction>) =>
  getDefaultClient().request(...args)) as RequestFunction;

/**
 * Sends a request to a provider without changing it (SIP-030): no picker, no checks, no adjustments, no state.
 * Returns the result from the JSON-RPC envelope of the answer.
 *
 * @throws JsonRpcError for every failure; the signal's reason once the signal is aborted
 * @example
 * ```ts
 * import { requestRaw, type WalletProvider } from 'stacks-wallet-elements';
 *
 * declare const provider: WalletProvider;
 * const networks = await requestRaw(provider, 'stx_getNetworks');
 * ```
 */
export function requestRaw(
  provider: WalletProvider,
  method: string,
  params?: unknown,
  options?: { signal?: AbortSignal | undefined },
): Promise<unknown> {
  return getDefaultClient().requestRaw(provider, method, params, options);
}
