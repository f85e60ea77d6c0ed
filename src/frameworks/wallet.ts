/** Code that the modules for frameworks share. Each of them, together with this one, has about 2 kB. */
import '../define/picker.js';
import { BINDING, type Binding } from '../client/binding.js';
import { getDefaultClient } from '../client/client.js';
import { DISCONNECTED } from '../client/session.js';
import type {
  ParamsArgument,
  RequestFunction,
  RequestOptions,
  WalletClient,
  WalletState,
} from '../client/types.js';
import { isDismissed, withDocs } from '../errors.js';
import { getNetwork } from '../stacks/address.js';
import * as option from '../lib/read-options.js';
import type { Watcher as CoreWatcher } from '../lib/read-watcher.js';
import { attempt, bare, copyPlainData, isObject, read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import * as tokens from '../tokens/watch-token.js';
import type { TokenState, WatchTokenOptions } from '../tokens/watch-token.js';
import { readTrackOptions } from '../transactions/options.js';
import { trackTransaction } from '../transactions/track.js';
import type { RecentTransaction, TrackOptions, TransactionState } from '../transactions/types.js';
import type { AddressesResult } from '../accounts/addresses.js';
import { createStore, type Unsubscribe } from '../lib/store.js';
import type { CallOptions, ContractReadOptions } from '../contracts/contract-types.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../stacks/address.js';

export type { WalletState } from '../client/types.js';
export type { TrackOptions } from '../transactions/types.js';

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

const namesIn = (state: object) => Object.entries(state).map(([name]) => name);

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
function getClient(caller: string, options: UseWalletOptions | undefined): WalletClient {
  const { client } = option.readOptions(caller, options, { client: option.object });
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
    create: () => ({
      initial: DISCONNECTED,
      get: () => client.state,
      subscribe: (listener) => (isBrowser() ? client.subscribe(listener) : () => {}),
      client,
    }),
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
    principal ? toHook(tokens.watchToken(principal, options)) : nothing(NO_TOKEN);
  return { key: toKey([principal, options, identityIn(options, 'client')]), create };
}

const identityIn = (options: object | undefined, name: string): string | undefined => {
  const value = read(options, name);
  return isObject(value) ? toIdentity(value) : undefined;
};

/** A watcher of the core. On a server nothing is read. */
function toHook<T>(watcher: CoreWatcher<T>): Watcher<T> {
  const initial = watcher.state;
  const subscribe = isBrowser() ? watcher.subscribe : () => () => {};
  return { initial, get: () => watcher.state, subscribe };
}

const nothing = <T>(initial: T): Watcher<T> => ({
  initial,
  get: () => initial,
  subscribe: () => () => {},
});

/**
 * A transaction to track: its id, the result of the request that sent it, or the `sent` event of a client.
 * Undefined: nothing was sent yet.
 */
export type SentResult = string | object | undefined;

export interface UseTransactionOptions extends Omit<TrackOptions, 'network'> {
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
  const { chain, account, method, label, sentAt } = sent;
  const network = options.network ?? sent.network ?? getClientNetwork(client);
  return {
    ...option.withDefaults(trackOptions, { chain, account, method, label, sentAt }),
    network,
  };
}

function getClientNetwork(client: WalletClient): NetworkName | undefined {
  const { network, address } = client.state;
  // A client of the page may have no `network`.
  return (read(client, 'network') as NetworkName | undefined) ?? network ?? getNetwork(address);
}

/**
 * The state of a request or of a read. `transaction` is the state of the transaction that the wallet sent, as in
 * `useTransaction`; undefined if it sent none.
 */
export type ActionState<T> =
  | ActionFields<'idle', undefined>
  | ActionFields<'pending', T | undefined>
  | ActionFields<'success', T>
  | (Omit<ActionFields<'error', undefined>, 'error'> & { readonly error: unknown });
interface ActionFields<Status extends string, Data> {
  readonly status: Status;
  readonly data: Data;
  readonly error: undefined;
  readonly transaction: TransactionSnapshot;
}

const NOTHING = { data: undefined, error: undefined, transaction: undefined } as const;
const IDLE: ActionState<never> = { status: 'idle', ...NOTHING };
export const ACTION_FIELDS = namesIn(IDLE);
const PENDING: ActionState<never> = { status: 'pending', ...NOTHING };

/** The functions of `useRequest` and `useContractCall`. */
export interface ActionFunctions<Args extends readonly unknown[], T> {
  /**
   * Sends the request. Resolves with its result, or with undefined if it failed: the error is in `error`. While a request is
   * pending, sends no other, and resolves with the result of that one: so a double click sends one.
   */
  readonly send: (this: void, ...args: Args) => Promise<T | undefined>;
  /** Forgets the result, the error and the transaction. A late answer of a pending request is ignored. */
  readonly reset: (this: void) => void;
}

/** A request or a read, its state, and the transaction that it sent. */
interface Action<T> extends Watcher<ActionState<T>> {
  /** `again`: ends a pending call, and keeps the data that it had until there is new data. */
  run(
    call: (signal: AbortSignal) => Promise<T>,
    tracking?: UseTransactionOptions,
    again?: boolean,
  ): Promise<T | undefined>;
  readonly reset: (this: void) => void;
}

/** `start`: called before the first listener is added; returns a function that is called when the last one is removed. */
export function createAction<T>(
  initial: ActionState<T> = IDLE,
  start?: () => Unsubscribe,
): Action<T> {
  let stopped = new AbortController();
  let pending: Promise<T | undefined> | undefined;
  let follow: (() => Unsubscribe) | undefined;
  let unfollow: Unsubscribe | undefined;
  let isWatched = false;
  const store = createStore<ActionState<T>>(initial, () => {
    isWatched = true;
    unfollow = follow?.();
    const stop = start?.();
    return () => {
      isWatched = false;
      unfollow?.();
      stop?.();
    };
  });
  const begin = (state: ActionState<T>): AbortSignal => {
    stopped.abort();
    stopped = new AbortController();
    unfollow?.();
    follow = unfollow = pending = undefined;
    store.set(state);
    return stopped.signal;
  };
  const succeed = (data: T, tracking: UseTransactionOptions | undefined): void => {
    store.set({ ...NOTHING, status: 'success', data });
    if (typeof read(data, 'txid') !== 'string') return;
    const { get, subscribe } = watchTransaction(data as object, tracking).create();
    const set = () => store.set({ ...NOTHING, status: 'success', data, transaction: get() });
    follow = () => {
      const undo = subscribe(set);
      set();
      return undo;
    };
    if (isWatched) unfollow = follow();
  };
  return {
    initial,
    get: () => store.get(),
    subscribe: store.subscribe,
    reset: () => void begin(initial),
    run(call, tracking, again = false) {
      if (pending && !again) return pending;
      const { data } = again ? store.get() : PENDING;
      const signal = begin(data === undefined ? PENDING : ({ ...PENDING, data } as ActionState<T>));
      const run = async (): Promise<T | undefined> => {
        try {
          // What is thrown at once is also a rejection.
          const result = await new Promise<T>((resolve) => resolve(call(signal)));
          if (!signal.aborted) succeed(result, tracking);
          return result;
        } catch (error) {
          if (!signal.aborted) store.set({ ...NOTHING, status: 'error', error });
          return undefined;
        } finally {
          if (!signal.aborted) pending = undefined;
        }
      };
      return (pending = run());
    },
  };
}

/** A request to the wallet: its state, and the functions to send it. */
export type ActionWatcher<Args extends readonly unknown[], T> = Watcher<ActionState<T>> &
  ActionFunctions<Args, T>;

/** @throws TypeError that names a wrong option */
export function watchRequest<M extends MethodName>(
  method: M,
  options: UseWalletOptions | undefined,
): Watched<ActionWatcher<RequestArgs<M>, MethodResult<M>>> {
  const client = getClient('useRequest', options);
  const create = () => {
    const action = createAction<MethodResult<M>>();
    const send = (...[params, requestOptions]: RequestArgs<M>) => {
      const network = (read(params, 'network') ?? requestOptions?.network) as
        | NetworkName
        | undefined;
      return action.run(
        (signal) =>
          client.request({ signal, ...requestOptions }, method, ...([params] as ParamsArgument<M>)),
        { client, method, network },
      );
    };
    return { ...action, send };
  };
  return { key: toKey([method, toIdentity(client)]), create };
}

/** The params of a method, and the options of the request. */
export type RequestArgs<M extends MethodName> =
  undefined extends MethodParams<M>
    ? [params?: MethodParams<M>, options?: RequestOptions]
    : [params: MethodParams<M>, options?: RequestOptions];

/** A contract of `contract()`. */
export interface UsableContract {
  readonly contract: string;
  readonly read: object;
  readonly simulate: object;
  readonly call: object;
}

type AnyFunction = (...args: never[]) => Promise<unknown>;
type FunctionIn<Functions, Name> = Name extends keyof Functions
  ? Extract<Functions[Name], AnyFunction>
  : never;

/** The name of a read-only function, or of a public one that writes nothing. */
export type ReadName<C extends UsableContract> = Extract<
  keyof C['read'] | keyof C['simulate'],
  string
>;
type ReadFunction<C extends UsableContract, Name> =
  | FunctionIn<C['read'], Name>
  | FunctionIn<C['simulate'], Name>;
export type ReadArgs<C extends UsableContract, Name> = Parameters<ReadFunction<C, Name>>[0];
export type ReadData<C extends UsableContract, Name> = Awaited<ReturnType<ReadFunction<C, Name>>>;

export type CallName<C extends UsableContract> = Extract<keyof C['call'], string>;
export type CallArgs<C extends UsableContract, Name> = Parameters<FunctionIn<C['call'], Name>>;
export type CallData<C extends UsableContract, Name> = Awaited<
  ReturnType<FunctionIn<C['call'], Name>>
>;

export type UseContractReadOptions = Omit<ContractReadOptions, 'signal'>;

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** @throws TypeError if there is none, which only TypeScript notices earlier */
function findFunction<T>(name: string, contract: string, ...all: readonly object[]) {
  const contractFunction = all.map((functions) => (functions as Functions)[name]).find(Boolean);
  if (!contractFunction) {
    const message = `The interface of ${contract} has no such function: ${name}.`;
    throw new TypeError(withDocs(message, 'options'));
  }
  return contractFunction as (...args: readonly unknown[]) => Promise<T>;
}

const fail = (field: string): never => {
  throw new TypeError(field);
};

/** A read: its state, and the function to read again. */
export interface ReadWatcher<T> extends Watcher<ActionState<T>> {
  /** Reads again, and keeps the data meanwhile. */
  readonly reload: (this: void) => void;
}

const getBinding = (contract: UsableContract): Binding | undefined =>
  (contract as { readonly [BINDING]?: Binding })[BINDING];

/** Reads in the browser, unless the arguments are undefined: again when the account that reads by default changes. */
export function watchRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  args: ReadArgs<C, Name> | undefined,
  options: UseContractReadOptions | undefined,
): Watched<ReadWatcher<ReadData<C, Name>>> {
  type Data = ReadData<C, Name>;
  const { contract: id, read: reads, simulate } = contract;
  const binding = getBinding(contract);
  const create = (): ReadWatcher<Data> => {
    const isRead = args !== undefined;
    // Copied, since the page may change the object. What is not plain data is refused by the function.
    const copy = attempt(() => copyPlainData(args, name, fail)) ?? args;
    const reload = () => {
      if (!isRead || !isBrowser()) return;
      const call = (signal: AbortSignal) =>
        findFunction<Data>(name, id, reads, simulate)(copy, { ...options, signal });
      void action.run(call, undefined, true);
    };
    const start = () => {
      if (!isRead || !isBrowser()) return () => {};
      let sender = binding?.getSender(options);
      const undo = binding?.client.subscribe(() => {
        const next = binding.getSender(options);
        if (next === sender) return;
        sender = next;
        action.reset();
        reload();
      });
      reload();
      return () => {
        undo?.();
        action.reset();
      };
    };
    const action = createAction<Data>(isRead ? PENDING : IDLE, start);
    return { ...action, reload };
  };
  const client = binding && toIdentity(binding.client);
  return { key: toKey([id, name, args, options, client, binding?.describe(name)]), create };
}

/**
 * The client of the options asks the wallet, else that of the contract.
 *
 * @throws TypeError that names a wrong option
 */
export function watchCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options: UseWalletOptions | undefined,
): Watched<ActionWatcher<CallArgs<C, Name>, CallData<C, Name>>> {
  type Data = CallData<C, Name>;
  type Send = ActionFunctions<CallArgs<C, Name>, Data>['send'];
  const { client } = option.readOptions('useContractCall', options, { client: option.object });
  const { contract: id, call: calls } = contract;
  const binding = getBinding(contract);
  const sender = client ?? binding?.client;
  const create = (): ActionWatcher<CallArgs<C, Name>, Data> => {
    const action = createAction<Data>();
    const tracking = { client: sender, method: 'stx_callContract', network: binding?.network };
    const send = (...[args, callOptions]: readonly [unknown?, CallOptions?]) => {
      const caller = callOptions?.client ?? client;
      const tracked = caller ? { ...tracking, client: caller } : tracking;
      const sent = caller ? { ...callOptions, client: caller } : callOptions;
      return action.run(() => findFunction<Data>(name, id, calls)(args, sent), tracked);
    };
    return { ...action, send: send as unknown as Send };
  };
  const key = toKey([id, name, sender && toIdentity(sender), binding?.describe(name)]);
  return { key, create };
}
