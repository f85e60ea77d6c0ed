import { JsonRpcError, JsonRpcErrorCode, mustBe, openingCancelled, withDocs } from '../errors.js';
import type { AddressesResult, StoredAddresses } from '../accounts/addresses.js';
import { afterFrame, afterPaint, savesData } from '../lib/page.js';
import { abortable, anySignal, loadModule, loadOnce } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { bare, getGlobal, getMethod, native } from '../lib/safe-access.js';
import { checkListener, createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { toKey } from '../lib/to-key.js';
import type { NetworkName } from '../stacks/address.js';
import { knownWallets } from '../wallets/catalog.js';
import type { WalletProvider, Wallet } from '../wallets/wallet.js';
import type { AskWallet, PendingChoice } from './choice.js';
import {
  copyParams,
  getSettings,
  readOptions,
  readRequestOptions,
  REQUEST_DEFAULTS,
  WALLETS,
  type Settings,
} from './configure.js';
import { createDiscovery } from './discovery.js';
import type { CheckedRequest, RequestedCall, RequestDeps } from './request.js';
import { mergeWithDefaults } from './services.js';
import { findRequestedWallet, Session } from './session.js';
import { connectionStorage, storedAddresses, type StoragePort } from './storage.js';
import type {
  Choice,
  Explanation,
  PageWallet,
  Picker,
  RequestFunction,
  RequestOptions,
  SentTransaction,
  Support,
  WalletClient,
  WalletList,
  WalletState,
} from './types.js';
import type { AbortSignal, Window } from '../lib/web-types.js';

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
  wallets: WALLETS,
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
  const settings = { wallets, storage, picker: undefined, fetch: undefined };
  const client = createClient(
    window,
    () => settings,
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

/** Loads the check of addresses that are shown before the first request. If it fails, the next request loads it. */
function loadChecksumsLater(page: Window | undefined, session: Session): void {
  if (!page || savesData(page)) return;
  const load = async () => (await loadRequest()).loadAccountReaderFor(session);
  const start = () => void load().catch(() => {});
  // jsdom has no animation frames.
  if (typeof requestAnimationFrame === 'function') afterPaint(start);
  else start();
}

/** What a client shares with those that `with()` makes of it: the page, the storage and the connection. */
interface ClientDeps extends RequestDeps {
  readonly storage: ReturnType<typeof connectionStorage>;
  /** The number of calls that wait until a picker is shown. */
  readonly opening: Store<number>;
  picker: Picker | undefined;
}

/** `getOptions` and `getDefaults`, the options of requests, are called for every request. */
function createClient(
  window: Window | undefined,
  getOptions: () => Pick<Settings, 'wallets' | 'storage' | 'picker' | 'fetch'>,
  getDefaults: () => RequestOptions | undefined,
): WalletClient {
  const page = window ?? getGlobal('window');
  const storage = connectionStorage(() => getOptions().storage ?? page?.localStorage);
  const getWallets = () => getOptions().wallets ?? [];
  const discovery = createDiscovery(page, () => [...getWallets(), ...knownWallets]);
  const deps: ClientDeps = {
    page,
    storage,
    discovery,
    session: new Session(storage, discovery, page, (session) => loadChecksumsLater(page, session)),
    pending: createStore<readonly PendingChoice[]>([]),
    sent: new Set(),
    opening: createStore(0),
    getWallets,
    getFetch: () => getOptions().fetch,
    picker: undefined,
    getPicker: () => getOptions().picker ?? deps.picker,
  };
  return new Client(deps, getDefaults);
}

/** The most clients that are kept for the options of `with`. A page has a few. */
const MAX_OTHERS = 100;

/** The method of `connect()`. */
const CONNECT = 'getAddresses';
/** The methods that connect if nothing is connected. */
const CONNECTS: readonly string[] = [CONNECT, 'stx_getAddresses', 'stx_getAccounts'];

class Client implements WalletClient {
  /** As `markRaw()` of Vue: no proxy is made of it, which could not read private fields. */
  protected readonly __v_skip = true;
  readonly #deps: ClientDeps;
  readonly #getDefaults: () => RequestOptions | undefined;
  /** The clients of `with`, by their options. */
  readonly #others = new Map<string, WalletClient>();

  constructor(deps: ClientDeps, getDefaults: () => RequestOptions | undefined) {
    this.#deps = deps;
    this.#getDefaults = getDefaults;
    // They work without the client, such as in `const { connect } = client`.
    this.subscribe = this.subscribe.bind(this);
    this.on = this.on.bind(this);
    this.connect = this.connect.bind(this);
    this.requestRaw = this.requestRaw.bind(this);
    this.choose = this.choose.bind(this);
    this.disconnect = this.disconnect.bind(this);
    this.isConnected = this.isConnected.bind(this);
    this.getLocalStorage = this.getLocalStorage.bind(this);
    this.explain = this.explain.bind(this);
    this.supports = this.supports.bind(this);
    this.switchNetwork = this.switchNetwork.bind(this);
    this.availableNetworks = this.availableNetworks.bind(this);
    this.wallets = this.wallets.bind(this);
    this.watchWallets = this.watchWallets.bind(this);
    this.preload = this.preload.bind(this);
    this.with = this.with.bind(this);
  }

  get state(): WalletState {
    return this.#deps.session.state;
  }

  get choice(): Choice | undefined {
    return this.#deps.pending.get().at(-1)?.choice;
  }

  get isOpening(): boolean {
    return this.#deps.opening.get() > 0;
  }

  get network(): NetworkName | undefined {
    return this.#getDefaults()?.network;
  }

  get selectedProviderId(): string | undefined {
    return this.#deps.session.providerId;
  }

  get picker(): Picker | undefined {
    return this.#deps.getPicker();
  }

  set picker(picker: Picker | undefined) {
    this.#deps.picker = readOptions('WalletClient', { picker }, { picker: option.func }).picker;
  }

  subscribe(listener: () => void): Unsubscribe {
    const { session, pending, opening } = this.#deps;
    const stops = [session, pending, opening].map((store) => store.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  }

  on(type: 'sent', listener: (sent: SentTransaction) => void): Unsubscribe {
    if (type !== 'sent') {
      throw new TypeError(withDocs(`on: ${mustBe('type', type, '"sent"')}`, 'options'));
    }
    checkListener('on', listener);
    const { sent } = this.#deps;
    sent.add(listener);
    return () => sent.delete(listener);
  }

  readonly request = ((...args: readonly unknown[]) =>
    typeof args[0] === 'string'
      ? this.#request(undefined, args[0], args[1])
      : this.#request(args[0] as RequestOptions, args[1], args[2])) as RequestFunction;

  connect(options?: RequestOptions): Promise<AddressesResult> {
    return this.#request(options, CONNECT, undefined, 'connect') as Promise<AddressesResult>;
  }

  /**
   * One request: copy it; find the wallet, or let the user choose it; check the request, and ask (`request.ts`).
   *
   * @param caller the function that errors about options name. Default: the method
   */
  async #request(
    options: RequestOptions | undefined,
    method: unknown,
    params: unknown,
    caller?: string,
  ): Promise<unknown> {
    const requested = this.#copy(options, method, params, caller);
    try {
      const pageWallet = findRequestedWallet(this.#deps, requested.method, requested.options);
      return pageWallet
        ? await this.#askWallet(this.#check(requested), pageWallet, requested.signal)
        : await this.#choose(requested);
    } finally {
      requested.connecting?.end();
    }
  }

  #copy(
    options: RequestOptions | undefined,
    method: unknown,
    params: unknown,
    caller = method,
  ): RequestedCall {
    if (typeof method !== 'string' || !method) {
      const message = `request: ${mustBe('method', method, 'the name of a method, before its params')}`;
      throw new JsonRpcError(JsonRpcErrorCode.InvalidRequest, message);
    }
    const copy = copyParams(method, params);
    const merged = this.#merge(caller as string, options);
    const { session } = this.#deps;
    session.refresh();
    const connecting = CONNECTS.includes(method) ? session.startConnect(merged.signal) : undefined;
    const signal = connecting?.signal ?? merged.signal;
    return { method, params: copy, options: merged, connecting, signal };
  }

  async #check(requested: RequestedCall): Promise<CheckedRequest> {
    const { checkRequest } = await loadRequest();
    return checkRequest(this.#deps, requested);
  }

  /** Waits until the params are checked, and asks the wallet. `endOpening`: called before. */
  async #askWallet(
    checking: Promise<CheckedRequest>,
    pageWallet: PageWallet,
    signal: AbortSignal | undefined,
    endOpening?: () => void,
  ): Promise<unknown> {
    const request = await abortable(checking, signal);
    endOpening?.();
    return abortable(request.ask(pageWallet, signal), signal);
  }

  async #choose(requested: RequestedCall): Promise<unknown> {
    const { method, params, options, connecting } = requested;
    const { page, getPicker } = this.#deps;
    // On a server there is nothing to open.
    const opening = page && startOpening(this.#deps, requested.signal);
    try {
      const signal = opening?.signal ?? requested.signal;
      const loading = Promise.all([preloadPicker(getPicker()), loadChoice()]).catch(() => {});
      const check = loadOnce(() => this.#check(requested));
      // No picker opens for a request with invalid params. connect() has none: its code loads while the user chooses, after
      // the frame with the picker, for which the user waits; or when the user has chosen.
      if (method === CONNECT && params === undefined)
        void loading.then(() => afterFrame(() => void check().catch(() => {})));
      else await abortable(check(), signal);
      const { askChosenWallet } = await abortable(loadChoice(), signal);
      const ask: AskWallet = (pageWallet, current) =>
        this.#askWallet(check(), pageWallet, current, opening?.endOpening);
      const optionsWithSignal = { ...options, signal };
      return await askChosenWallet(
        this.#deps,
        method,
        params,
        optionsWithSignal,
        ask,
        connecting !== undefined,
      );
    } finally {
      opening?.end();
    }
  }

  async requestRaw(...args: Parameters<WalletClient['requestRaw']>): Promise<unknown> {
    return (await loadRequest()).requestRaw(...args);
  }

  async choose(options?: RequestOptions): Promise<Choice> {
    const merged = this.#merge('choose', options);
    loadRequest().catch(() => {});
    const { choose } = await abortable(loadChoice(), merged.signal);
    return choose(this.#deps, merged, (chosen) => this.#request(chosen, CONNECT, undefined));
  }

  disconnect(): void {
    const { session, pending, getWallets } = this.#deps;
    // The cause distinguishes this error from a picker that the user closed.
    const cause: unknown = AbortSignal.abort().reason;
    const reason = new JsonRpcError(
      JsonRpcErrorCode.UserCanceled,
      'disconnect() was called before a wallet was connected.',
      { cause },
    );
    session.end(reason, async (pageWallet) =>
      (await loadRequest()).notifyDisconnect(pageWallet, getWallets()),
    );
    for (const { task } of pending.get()) task.abort(reason);
  }

  isConnected(): boolean {
    this.#deps.session.refresh();
    return this.state.status === 'connected';
  }

  getLocalStorage(): StoredAddresses | null {
    return storedAddresses(this.#deps.storage.read().addresses);
  }

  async explain(
    method: string,
    params?: unknown,
    options?: RequestOptions,
  ): Promise<readonly Explanation[]> {
    const merged = this.#merge('explain', options);
    const { signal } = merged;
    signal?.throwIfAborted();
    // Copied now. Each wallet gets the error about params that are not plain data.
    const copying = new Promise((resolve) => resolve(copyParams(method, params)));
    copying.catch(() => {});
    const loading = loadRequest();
    return abortable(
      loading.then((code) => code.explain(this.#deps, merged, method, copying)),
      signal,
    );
  }

  async supports(method: string, options?: RequestOptions): Promise<Support> {
    const merged = this.#merge('supports', options);
    return (await abortable(loadRequest(), merged.signal)).supports(this.#deps, merged, method);
  }

  async switchNetwork(network: NetworkName, options?: RequestOptions): Promise<void> {
    const merged = this.#merge('switchNetwork', options);
    const { switchNetwork } = await abortable(loadRequest(), merged.signal);
    return abortable(switchNetwork(this.#deps, merged, network), merged.signal);
  }

  async availableNetworks(options?: RequestOptions): Promise<readonly NetworkName[]> {
    const merged = this.#merge('availableNetworks', options);
    const { listNetworks } = await abortable(loadRequest(), merged.signal);
    return listNetworks(this.#deps, merged);
  }

  wallets(options?: RequestOptions): WalletList {
    return this.#deps.discovery.list(this.#merge('wallets', options));
  }

  watchWallets(changed: (list: WalletList) => void, options?: RequestOptions): Unsubscribe {
    return this.#deps.discovery.watch(changed, this.#merge('watchWallets', options));
  }

  preload(method?: string): void {
    const { page, session, getPicker } = this.#deps;
    if (savesData(page)) return;
    const isChosen = session.providerId !== undefined;
    const choice = isChosen ? [] : [preloadPicker(getPicker()), loadChoice()];
    const isNext = isChosen || method !== undefined;
    const request = isNext ? [loadRequest().then(({ preload }) => preload(method))] : [];
    Promise.all([...choice, ...request]).catch(() => {}); // a failed load is repeated when the code is needed
  }

  with(options: RequestOptions): WalletClient {
    const copy = readRequestOptions('with', options, this.#getDefaults());
    const create = () => new Client(this.#deps, () => mergeWithDefaults(this.#getDefaults(), copy));
    // They are compared by their identity, and must not be kept in memory.
    if (copy.provider || copy.opener || copy.signal) return create();
    const key = toKey(copy);
    const client = this.#others.get(key) ?? create();
    if (this.#others.size >= MAX_OTHERS) this.#others.clear();
    this.#others.set(key, client);
    return client;
  }

  /** The options of a call over those of the client. */
  #merge(caller: string, options: RequestOptions | undefined): RequestOptions {
    const defaults = this.#getDefaults();
    return mergeWithDefaults(defaults, readRequestOptions(caller, options, defaults));
  }
}

/** Loads the code of a picker, if it can do so before it is opened. Rejects if the picker, which may be one of the page, throws. */
const preloadPicker = async (picker: Picker | undefined): Promise<unknown> =>
  picker && getMethod(picker, 'preload')?.();

/**
 * A call waits until the picker is shown. Until then, Escape cancels it, unless another listener handles the event. The event
 * is not canceled, so that a dialog of the page still closes.
 *
 * @returns a signal for the call, what to call when the picker is shown or a wallet is asked, and what at the end of the call
 */
function startOpening(
  { page, opening, pending }: ClientDeps,
  signal: AbortSignal | undefined,
): { readonly signal: AbortSignal; readonly endOpening: () => void; readonly end: () => void } {
  const canceled = new AbortController();
  const ended = new AbortController();
  // First: the signal of a page may throw, and nothing is open then.
  const { signal: callSignal, release } = anySignal(signal, canceled.signal);
  const endOpening = () => {
    if (ended.signal.aborted) return;
    ended.abort();
    unsubscribe();
    opening.set(opening.get() - 1);
  };
  const unsubscribe = pending.subscribe(() => {
    const status = pending.get().at(-1)?.choice.state.status;
    if (status !== undefined && status !== 'opening') endOpening();
  });
  opening.set(opening.get() + 1);
  const press = ({ key, isComposing, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || isComposing || defaultPrevented) return;
    canceled.abort(openingCancelled());
  };
  const document = page?.document;
  if (document)
    native(document, 'addEventListener')?.('keydown', press, bare({ signal: ended.signal }));
  const end = () => {
    endOpening();
    release();
  };
  return { signal: callSignal, endOpening, end };
}

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
  return Object.fromEntries(settings.filter(([name]) => Object.hasOwn(REQUEST_DEFAULTS, name)));
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
