/** Code that the modules for frameworks share. Each of them, together with this one, has about 5 kB. */
import '../define/development.js';
import '../define/picker.js';
import { getDefaultClient } from '../core/client.js';
import { DISCONNECTED } from '../core/session.js';
import type {
  RequestFunction,
  RequestOptions,
  WalletClient,
  WalletList,
  WalletState,
} from '../core/types.js';
import {
  describe,
  isDismissed,
  isJsonRpcError,
  type JsonRpcError,
  JsonRpcErrorCode,
  mustBe,
  withDocs,
} from '../errors.js';
import { loadStatusText } from '../elements/messages/to-status-text.js';
import { toUserText } from '../elements/messages/to-user-text.js';
import {
  canBeOn,
  getAddressFormat,
  getMethodChain,
  getNetwork,
  isSameNetwork,
} from '../stacks/address.js';
import { getPageLang, isDevelopment } from '../lib/page.js';
import * as option from '../lib/read-options.js';
import type { Watcher as CoreWatcher } from '../lib/read-watcher.js';
import { attempt, bare, isObject, native, read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import {
  createTokenWatcher,
  type TokenState,
  type WatchTokenOptions,
} from '../metadata/watch-token.js';
import { readTrackOptions } from '../transactions/options.js';
import { recentTransactions, watchRecentTransactions } from '../transactions/recent.js';
import { checkTransaction, trackTransaction } from '../transactions/track.js';
import type {
  RecentFilter,
  RecentTransaction,
  TrackOptions,
  TransactionChain,
  TransactionState,
} from '../transactions/types.js';
import { watchSettled } from '../transactions/watch-settled.js';
import {
  createBalanceWatcher,
  type BalanceState,
  type WatchBalanceOptions,
} from '../contracts/watch-balance.js';
import {
  createNameWatcher,
  type NameState,
  type WatchNameOptions,
} from '../contracts/watch-name.js';
import type { SignIn, SignInState } from '../sign-in/types.js';
import type { AddressesResult } from '../accounts/addresses.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import { cannotSendOn } from '../wallets/network-remedy.js';
import type { NetworkName } from '../stacks/address.js';

/* What the types of the hooks mention. A library that exports a hook of its own needs their names for its declarations. */
export type * from '../core/types.js';
export type {
  AddressEntry,
  AddressesResult,
  GetAccountsParams,
  AccountEntry,
  AccountsResult,
  GetAddressesParams,
  GetStacksAddressesParams,
  StoredAddresses,
} from '../accounts/addresses.js';
export type { JsonRpcError } from '../errors.js';
export type * from '../methods/all.js';
export type { MethodName, MethodParams, MethodResult, Methods } from '../methods/index.js';
export type {
  ProposedResult,
  SendResult,
  SignatureResult,
  SignedResult,
  TxidResult,
} from '../methods/method.js';
export type { TransactionParams } from '../methods/fields.js';
export type { SignInput } from '../bitcoin/psbt-params.js';
export type * from '../methods/values.js';
export type * from '../wallets/wallet.js';
export type { Unsubscribe } from '../lib/store.js';
export type * from '../transactions/types.js';
export type * from '../metadata/metadata-types.js';
export type { MetadataError } from '../metadata/metadata-error.js';
export type { TokenState, WatchTokenOptions } from '../metadata/watch-token.js';
export type { ContractError, DifferentNetworks } from '../contracts/contract-error.js';
export type { BalanceState, WatchBalanceOptions } from '../contracts/watch-balance.js';
export type { NameState, WatchNameOptions } from '../contracts/watch-name.js';
export type { NoName } from '../contracts/names.js';
export type { CallOptions, ContractReadOptions, NoArguments } from '../contracts/contract-types.js';
export type * from '../sign-in/types.js';

export interface UseWalletOptions {
  /** The client to follow, and of `useRequest` the one that sends. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

/** The functions of a client. Their identity changes only with the client. */
export interface WalletActions {
  /** Connects: see the function `connect` of the package. */
  connect(this: void, options?: RequestOptions): Promise<AddressesResult>;
  /**
   * Connects as a listener of an event: `<button onClick={connect}>`. Resolves with undefined if the user closes the
   * picker or rejects in the wallet.
   */
  connect(this: void, event: ListenedEvent): Promise<AddressesResult | undefined>;
  /** Ends the connection: see the function `disconnect` of the package. */
  readonly disconnect: (this: void) => void;
  /** Sends a request to the wallet: see the function `request` of the package. */
  readonly request: RequestFunction;
}

/** A method of every event, including those of React. */
export interface ListenedEvent {
  preventDefault(): void;
}

/** Something whose state can be followed. The state is the same object until it changes. */
export interface Watcher<T> {
  /** The state on a server, and on a page until it is hydrated. */
  readonly initial: T;
  readonly get: () => T;
  /** Calls the listener after every change. What is watched is read while there are listeners. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/**
 * What a function of a module watches for its arguments. Other arguments have another watcher, so that no state is shown with
 * arguments that it does not belong to.
 */
export interface Watched<W> {
  /** The arguments as a text, since most callers create them at each render. As long as it is the same, so is the watcher. */
  readonly key: string;
  readonly create: () => W;
}

export const namesIn = (state: object) => Object.entries(state).map(([name]) => name);

/** The names of the fields of the states. */
export const WALLET_FIELDS = namesIn(DISCONNECTED);

/** Keeps the watcher as long as the key is the same. */
export function keepWatcher<W>(): (watched: Watched<W>) => W {
  let kept: { readonly key: string; readonly watcher: W } | undefined;
  return ({ key, create }) => {
    if (kept?.key !== key) kept = { key, watcher: create() };
    return kept.watcher;
  };
}

/** On a server nothing is read, and no listener may remain after the HTTP request. */
const isBrowser = (): boolean => typeof document === 'object';

/** The client in the options of a function, else the page's. @throws TypeError that names a wrong option */
export function getClient(caller: string, options: UseWalletOptions | undefined): WalletClient {
  if (typeof read(options, 'connect') === 'function') {
    throw new TypeError(withDocs(`${caller}: got a client; write \`{ client }\`.`, 'options'));
  }
  const { client } = option.readOptions(caller, options, { client: option.client });
  return client ?? getDefaultClient();
}

/** The wallet of a client. */
export interface WalletWatcher extends Watcher<WalletState> {
  readonly client: WalletClient;
}

/** @throws TypeError that names a wrong option */
export function watchWallet(options: UseWalletOptions | undefined): Watched<WalletWatcher> {
  const client = getClient('useWallet', options);
  return {
    key: toIdentity(client),
    create: () => ({ ...toHook(client), initial: DISCONNECTED, client }),
  };
}

/** The functions of the current client. */
export function walletActions(getCurrent: () => WalletClient): WalletActions {
  const connect = (options?: RequestOptions | ListenedEvent) =>
    read(options, 'preventDefault')
      ? getCurrent()
          .connect()
          .catch((error: unknown) => {
            if (!isDismissed(error)) throw error;
            return undefined;
          })
      : getCurrent().connect(options as RequestOptions | undefined);
  return {
    connect: connect as WalletActions['connect'],
    disconnect: () => getCurrent().disconnect(),
    request: ((...args: Parameters<RequestFunction>) =>
      getCurrent().request(...args)) as RequestFunction,
  };
}

/** Nothing is read: what would be read is undefined. */
export interface Idle {
  readonly status: 'idle';
  readonly error: undefined;
}

/** A token, see `watchToken`. `idle`: without a principal. */
export type TokenSnapshot = TokenState | (Idle & { readonly token: undefined });

export type UseTokenOptions = Omit<WatchTokenOptions, 'signal'>;

const NO_TOKEN: TokenSnapshot = Object.freeze({
  status: 'idle',
  token: undefined,
  error: undefined,
});

/**
 * Loads a token in the browser, if there is a principal.
 *
 * @throws MetadataError `invalid-params` for a wrong option, which it names
 */
export function watchToken(
  principal: string | undefined,
  options: UseTokenOptions | undefined,
): Watched<Watcher<TokenSnapshot>> {
  const create = (): Watcher<TokenSnapshot> =>
    principal ? toHook(createTokenWatcher('useToken', principal, options)) : nothing(NO_TOKEN);
  return { key: toOptionsKey(principal, options), create };
}

/** Arguments as a text. A client is compared by its identity. */
function toOptionsKey(argument: unknown, options: object | undefined): string {
  const { client, ...rest } = { ...options } as { readonly client?: unknown };
  return toKey([argument, rest, isObject(client) ? toIdentity(client) : client]);
}

/** A watcher of the core. On a server nothing is read. */
export function toHook<T>(watcher: Pick<CoreWatcher<T>, 'state' | 'subscribe'>): Watcher<T> {
  const initial = watcher.state;
  return {
    initial,
    get: () => watcher.state,
    subscribe: (listener) => (isBrowser() ? watcher.subscribe(listener) : () => {}),
  };
}

export const nothing = <T>(initial: T): Watcher<T> => ({
  initial,
  get: () => initial,
  subscribe: () => () => {},
});

/** What an account can spend, see `watchBalance`. `idle`: without an address. */
export type BalanceSnapshot = BalanceState | (Idle & { readonly balance: undefined });

export type UseBalanceOptions = Omit<WatchBalanceOptions, 'signal'>;

const NO_BALANCE: BalanceSnapshot = Object.freeze({
  status: 'idle',
  balance: undefined,
  error: undefined,
});

/**
 * Reads a balance in the browser, if there is an address.
 *
 * @throws ContractError `invalid` for a wrong option, which it names
 */
export function watchBalance(
  address: string | undefined,
  options: UseBalanceOptions | undefined,
): Watched<Watcher<BalanceSnapshot>> {
  const create = (): Watcher<BalanceSnapshot> =>
    address ? toHook(createBalanceWatcher('useBalance', address, options)) : nothing(NO_BALANCE);
  return { key: toOptionsKey(address, options), create };
}

/** The name of an account, see `watchName`. `idle`: without an address. */
export type NameSnapshot =
  | NameState
  | (Idle & { readonly name: undefined; readonly reason: undefined });

export type UseNameOptions = Omit<WatchNameOptions, 'signal'>;

const NO_NAME: NameSnapshot = Object.freeze({
  status: 'idle',
  name: undefined,
  reason: undefined,
  error: undefined,
});

/**
 * Reads a name in the browser, if there is an address.
 *
 * @throws ContractError `invalid` for a wrong option, which it names
 */
export function watchName(
  address: string | undefined,
  options: UseNameOptions | undefined,
): Watched<Watcher<NameSnapshot>> {
  const create = (): Watcher<NameSnapshot> =>
    address ? toHook(createNameWatcher('useName', address, options)) : nothing(NO_NAME);
  return { key: toOptionsKey(address, options), create };
}

/** The functions of a sign-in, see `createSignIn`. */
export type SignInActions = Pick<SignIn, 'prepare' | 'signIn' | 'signOut' | 'refresh' | 'cancel'>;

/** @param signIn what `createSignIn` has returned: created once, not in a component */
export function watchSignIn(signIn: SignIn): Watched<Watcher<SignInState>> {
  const key = typeof read(signIn, 'signIn') === 'function' ? toIdentity(signIn) : '';
  if (isBrowser()) setTimeout(() => recentSignIns.delete(key), 1_000);
  if (!key || (isBrowser() && recentSignIns.add(key).size > 20)) {
    const message = mustBe(
      'signIn',
      signIn,
      'what createSignIn() returns outside of components: one that a component creates is new at each render',
    );
    throw new TypeError(withDocs(`useSignIn: ${message}`, 'options'));
  }
  const create = (): Watcher<SignInState> => ({
    ...toHook(signIn),
    initial: signIn.initialState ?? signIn.state,
  });
  return { key, create };
}

/** Those of the last second. A component that creates one renders without an end: each has another state. */
const recentSignIns = new Set<string>();

export const signInActions = (getCurrent: () => SignIn): SignInActions => ({
  prepare: () => getCurrent().prepare(),
  signIn: () => getCurrent().signIn(),
  signOut: () => getCurrent().signOut(),
  refresh: () => getCurrent().refresh(),
  cancel: () => getCurrent().cancel(),
});

export interface UseRecentTransactionsOptions extends RecentFilter {
  /** The client whose transactions are stored. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

const NO_TRANSACTIONS: readonly RecentTransaction[] = Object.freeze([]);

/**
 * The recent transactions of this browser. As long as they are shown, what the client sends is stored, and the states of those
 * that are not settled are read.
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function watchRecent(
  options: UseRecentTransactionsOptions | undefined,
): Watched<Watcher<readonly RecentTransaction[]>> {
  const settings = readTrackOptions<UseRecentTransactionsOptions>('useRecentTransactions', options);
  const { client = getDefaultClient(), account, network } = settings;
  const filter: RecentFilter = { account, network };
  const create = (): Watcher<readonly RecentTransaction[]> => ({
    initial: NO_TRANSACTIONS,
    get: () => recentTransactions(filter),
    subscribe: (listener) => {
      if (!isBrowser()) return () => {};
      const ends = [watchRecentTransactions(listener), watchSettled(client, filter, () => {})];
      return () => ends.forEach((end) => end());
    },
  });
  return { key: toKey([filter, toIdentity(client)]), create };
}

const NO_WALLETS: WalletList = Object.freeze({
  installed: Object.freeze([]),
  others: Object.freeze([]),
});

/** The wallets of the page. @throws TypeError that names a wrong option */
export function watchWallets(options: UseWalletOptions | undefined): Watched<Watcher<WalletList>> {
  const client = getClient('useWallets', options);
  const create = (): Watcher<WalletList> => {
    const store = createStore(NO_WALLETS, () => {
      if (!isBrowser()) return () => {};
      store.set(client.wallets());
      return client.watchWallets((list) => store.set(list));
    });
    return { initial: NO_WALLETS, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toIdentity(client), create };
}

/** The codes of errors about the code of the page, or about the answer of a service. */
const MISTAKES: readonly unknown[] = [
  ...['invalid', 'wrong-network', 'invalid-params', 'invalid-base-url', 'bad-response'],
  ...[JsonRpcErrorCode.InvalidRequest, JsonRpcErrorCode.InvalidParams],
];
const logged = new Set<string>();

/** Once per message, in development: the words for users do not say what to correct. */
function logMistake(shown: unknown): void {
  const error = shown instanceof Error ? shown : read(shown, 'error');
  if (!(error instanceof Error)) return;
  const isMisnamed = error.message.includes(' Did you mean "');
  if (!MISTAKES.includes(read(error, 'code')) && !isMisnamed) return;
  // Only the user can choose another network.
  if (read(read(error, 'data'), 'network') || read(read(error, 'networks'), 'isConnected')) return;
  if (logged.has(error.message) || !isDevelopment()) return;
  logged.add(error.message);
  console.error(error);
}

/** Once per text, in development, for what a component passes that has no words for users. */
function warnOnce(message: string): void {
  if (logged.has(message) || !isDevelopment()) return;
  logged.add(message);
  console.warn(message);
}

/** @throws TypeError for options in its place */
function checkLocale(caller: string, locale: unknown): void {
  if (locale === undefined || typeof locale === 'string') return;
  const message = mustBe('locale', locale, 'a language tag, such as "de"');
  throw new TypeError(withDocs(`${caller}: ${message}`, 'options'));
}

const getLanguage = (locale: string | undefined): string => locale ?? getPageLang() ?? 'en';

/** Shows a text in a language, which loads first: again when the `lang` of the page changes, if no other is given. */
function showText(
  locale: string | undefined,
  load: (language: string) => Promise<string>,
  show: (text: string) => void,
): Unsubscribe {
  const update = (): void => {
    const language = getLanguage(locale);
    void load(language).then((text) => {
      if (language === getLanguage(locale)) show(text);
    });
  };
  update();
  if (locale !== undefined) return () => {};
  const observer = new MutationObserver(update);
  observer.observe(native(document, 'documentElement'), bare({ attributeFilter: ['lang'] }));
  return () => observer.disconnect();
}

/** A user's words for an error, which load in the browser. Undefined without an error, and until they have loaded. */
export function watchErrorText(
  error: unknown,
  locale: string | undefined,
): Watched<Watcher<string | undefined>> {
  checkLocale('useErrorText', locale);
  const create = (): Watcher<string | undefined> => {
    if (error === undefined || error === null) return nothing<string | undefined>(undefined);
    const store: Store<string | undefined> = createStore<string | undefined>(undefined, () => {
      if (!isBrowser()) return () => {};
      logMistake(error);
      if (typeof error === 'string')
        warnOnce(`useErrorText: pass the error itself; got ${describe(error)}.`);
      return showText(
        locale,
        (language) => toUserText(error, language),
        (text) => store.set(text),
      );
    });
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([toErrorKey(error), locale]), create };
}

/**
 * A text for an error: an error that a component creates at each rendering has the same one, so that its words do not load again.
 * Those of the library, and objects of other classes, are compared by their identity.
 */
function toErrorKey(error: unknown): string {
  if (!isObject(error)) return toKey(error);
  const isOwn = isJsonRpcError(error);
  const facts = isOwn || hasClass(error) ? undefined : attempt(() => toKey(toFacts(error)));
  return facts || toIdentity(error);
}

/** Whether its facts may be in getters. */
function hasClass(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !(value instanceof Error) && prototype !== Object.prototype && prototype !== null;
}

/** What the words for an error depend on. */
function toFacts(error: object): unknown {
  const facts: Record<string, unknown> = bare({ ...error });
  if (error instanceof Error) return [error.name, error.message, facts];
  return [{ ...facts, error: toErrorKey(facts['error']) }];
}

/** What has a status of a transaction, and undefined before one is sent. */
export type ShownStatus = TransactionState | TransactionState['status'] | undefined;

const isKnown = (status: string) =>
  /^(?:untracked|submitted|pending|confirmed|failed|replaced|dropped|unknown)$/.test(status);

type ReadStatus = Awaited<ReturnType<typeof loadStatusText>>;
/** By locale. Once they have loaded, a change of the status shows no text that is missing. */
const statusTexts = new Map<string, ReadStatus>();

/** A user's words for the state of a transaction, which load in the browser. Undefined without one, and until they have loaded. */
export function watchStatusText(
  state: ShownStatus,
  locale: string | undefined,
): Watched<Watcher<string | undefined>> {
  checkLocale('useStatusText', locale);
  const create = (): Watcher<string | undefined> => {
    if (!state) return nothing<string | undefined>(undefined);
    const store: Store<string | undefined> = createStore(
      statusTexts.get(getLanguage(locale))?.(state),
      () => {
        if (!isBrowser()) return () => {};
        // A handle of `trackTransaction` has the state.
        const hint = read(state, 'state')
          ? 'pass `state` of it'
          : 'pass the state of a transaction';
        const status: unknown = typeof state === 'string' ? state : read(state, 'status');
        if (typeof status !== 'string' || !isKnown(status))
          warnOnce(`useStatusText: ${hint}; got ${describe(state)}.`);
        const load = async (language: string): Promise<string> => {
          const toText = await loadStatusText(language);
          statusTexts.set(language, toText);
          return toText(state);
        };
        return showText(locale, load, (text) => store.set(text));
      },
    );
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([state, locale]), create };
}

/** The networks of the wallet and of the page. */
export interface NetworkSnapshot {
  /** The network that the wallet last reported. Undefined if no wallet is connected, or if it has reported none. */
  readonly network: NetworkName | undefined;
  /** The network of requests whose params have none: the option `network` of the client. */
  readonly pageNetwork: NetworkName | undefined;
  /**
   * True if a wallet is connected whose network, or else whose address, is not of `pageNetwork`: it can be told
   * before a request, which would be refused or be of another account. Test networks are told apart only as public (`testnet`, `signet`) or local (`devnet`). False if the
   * page names no network: its requests are on that of the account. What the user changes in a wallet without events is not known
   * until it answers.
   */
  readonly isWrongNetwork: boolean;
  /**
   * While `isWrongNetwork`: why a request would be refused, for the user's words of `useErrorText`: which network the wallet is
   * on, and which to choose. The same object until a network changes.
   */
  readonly error: JsonRpcError | undefined;
  /**
   * The networks that `switchNetwork` can ask the wallet for. Empty until they are known, if no wallet is connected, and for
   * wallets in which only the user can change the network.
   */
  readonly available: readonly NetworkName[];
}

export interface NetworkActions {
  /** Asks the wallet to change its network: see `switchNetwork` of a client, whose errors it rejects with. */
  readonly switchNetwork: (this: void, network: NetworkName) => Promise<void>;
}

const NO_NETWORKS: readonly NetworkName[] = Object.freeze([]);
const NO_NETWORK: NetworkSnapshot = Object.freeze({
  network: undefined,
  pageNetwork: undefined,
  isWrongNetwork: false,
  error: undefined,
  available: NO_NETWORKS,
});
export const NETWORK_FIELDS = namesIn(NO_NETWORK);

export interface NetworkWatcher extends Watcher<NetworkSnapshot> {
  readonly client: WalletClient;
}

/** @throws TypeError that names a wrong option */
export function watchNetwork(options: UseWalletOptions | undefined): Watched<NetworkWatcher> {
  const client = getClient('useNetwork', options);
  const create = (): NetworkWatcher => {
    const pageNetwork = read(client, 'network') as NetworkName | undefined;
    const initial: NetworkSnapshot = Object.freeze({ ...NO_NETWORK, pageNetwork });
    const store = createStore(initial, () => {
      if (!isBrowser()) return () => {};
      let providerId: string | undefined;
      let isEnded = false;
      const change = (part: Partial<NetworkSnapshot>): void => {
        const before = store.get();
        const { state, network: pageNetwork } = client;
        const isWrongNetwork = isOnAnother(state, pageNetwork);
        const error = isWrongNetwork ? wrongNetwork(`${pageNetwork}`, state, before) : undefined;
        const next = { ...before, pageNetwork, isWrongNetwork, error, ...part };
        const isSame = NETWORK_FIELDS.every((name) =>
          Object.is(Reflect.get(before, name), Reflect.get(next, name)),
        );
        if (!isSame) store.set(Object.freeze(next));
      };
      const follow = (): void => {
        const { state } = client;
        change({ network: state.network });
        const wallet = state.status === 'connected' ? `${state.providerId}` : undefined;
        if (wallet === providerId) return;
        providerId = wallet;
        change({ available: NO_NETWORKS });
        if (wallet === undefined) return;
        client.availableNetworks().then(
          (available) => {
            if (!isEnded && wallet === providerId) change({ available });
          },
          () => {}, // such as a file that could not be loaded: the user changes the network in the wallet
        );
      };
      const undo = client.subscribe(follow);
      follow();
      return () => {
        isEnded = true;
        undo();
      };
    });
    return { initial, get: () => store.get(), subscribe: store.subscribe, client };
  };
  return { key: toIdentity(client), create };
}

/** Whether the account of a wallet is on another network than that of the page. */
function isOnAnother({ network, address }: WalletState, page: NetworkName | undefined): boolean {
  const format = getAddressFormat(address);
  return network
    ? !isSameNetwork(page, network)
    : page !== undefined && format !== undefined && !canBeOn(format, page);
}

/** That of before, if it is of the same networks. */
function wrongNetwork(page: string, state: WalletState, { error }: NetworkSnapshot): JsonRpcError {
  const current = state.network ?? getNetwork(state.address);
  const { data } = error ?? {};
  if (read(data, 'network') === page && read(data, 'current') === current) return error!;
  return cannotSendOn('useNetwork', page, `the wallet is on ${current}`, { current });
}

export const networkActions = (getCurrent: () => WalletClient): NetworkActions => ({
  switchNetwork: (network) => getCurrent().switchNetwork(network),
});

/**
 * A transaction to track: its id, the result of the request that sent it, or the `sent` event of a client.
 * Undefined: nothing was sent yet.
 */
export type SentResult =
  | string
  | (object & {
      readonly txid?: unknown;
      readonly transaction?: unknown;
      /** Not what `useRequest` or `useContractCall` returned: its `transaction` is the state already. */
      readonly send?: never;
    })
  | undefined;

export interface UseTransactionOptions extends Omit<TrackOptions, 'network' | 'account'> {
  /** For the list of recent transactions. Default: the account that sent it; of a result, the connected one. */
  readonly account?: string | undefined;
  /**
   * The network of the transaction. Default: that of the `sent` event; else that of the client's options, of the
   * connected wallet or of its address when the tracking begins; else mainnet.
   */
  readonly network?: NetworkName | undefined;
  /** The client whose network is the default. Default: the page's. */
  readonly client?: WalletClient | undefined;
}

/** The state of a transaction. Undefined before one is sent, on a server, and until the page is hydrated. */
export type TransactionSnapshot = TransactionState | undefined;

/** Tracks a transaction in the browser. @throws TransactionError `invalid` for a wrong option, which it names */
export function watchTransaction(
  transaction: SentResult,
  options: UseTransactionOptions | undefined,
): Watched<Watcher<TransactionSnapshot>> {
  if (transaction !== undefined) checkTransaction('useTransaction', transaction);
  const checked = readTrackOptions<UseTransactionOptions>('useTransaction', options);
  const { client, ...rest } = checked;
  const create = (): Watcher<TransactionSnapshot> => {
    const store = createStore<TransactionSnapshot>(undefined, () => {
      if (!transaction || !isBrowser()) return () => {};
      const handle = trackTransaction(transaction, withDefaults(transaction, checked));
      store.set(handle.state);
      return handle.subscribe(() => store.set(handle.state));
    });
    return { initial: undefined, get: () => store.get(), subscribe: store.subscribe };
  };
  return { key: toKey([transaction, rest, client && toIdentity(client)]), create };
}

function withDefaults(transaction: string | object, options: UseTransactionOptions): TrackOptions {
  const { client = getDefaultClient(), ...trackOptions } = options;
  const isSent = read(transaction, 'sentAt') !== undefined;
  const sent = bare<Partial<RecentTransaction>>(isSent ? (transaction as object) : {});
  const { chain, method, label, sentAt } = sent;
  const network = options.network ?? sent.network ?? getClientNetwork(client);
  // An id may be that of anybody's transaction. What the wallet answered was sent by its account.
  const isAnswer = typeof transaction === 'object' && !isSent;
  const account = isAnswer ? getSender(client, options.chain, options.method) : sent.account;
  return {
    ...option.withDefaults(trackOptions, { chain, account, method, label, sentAt }),
    network,
  };
}

/** The address of the connected account on the chain of a method. */
function getSender(
  { state }: WalletClient,
  chain: TransactionChain | undefined,
  method: string | undefined,
): string | undefined {
  const symbol = (chain ?? getMethodChain(method)) === 'bitcoin' ? 'BTC' : 'STX';
  return state.addresses.find((entry) => entry.symbol === symbol)?.address;
}

function getClientNetwork(client: WalletClient): NetworkName | undefined {
  const { network, address } = client.state;
  // A client of the page may have no `network`.
  return (read(client, 'network') as NetworkName | undefined) ?? network ?? getNetwork(address);
}
