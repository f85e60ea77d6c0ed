/** Code that the modules for frameworks share. Each of them, together with this one, has about 2 kB. */
import '../define/picker.js';
import { getDefaultClient } from '../client/client.js';
import { DISCONNECTED } from '../client/session.js';
import type {
  ParamsArgument,
  RequestFunction,
  RequestOptions,
  WalletClient,
  WalletState,
} from '../client/types.js';
import { isDismissed } from '../errors.js';
import { getNetwork } from '../stacks/address.js';
import * as option from '../lib/read-options.js';
import { read } from '../lib/safe-access.js';
import { getFtMetadata, readUseTokenOptions } from '../tokens/metadata-client.js';
import type { FtMetadataAnswer, FtMetadataOptions } from '../tokens/metadata-types.js';
import { readTrackOptions } from '../transactions/options.js';
import { trackTransaction } from '../transactions/track.js';
import type { RecentTransaction, TrackOptions, TransactionState } from '../transactions/types.js';
import type { AddressesResult } from '../methods/addresses.js';
import { createStore, type Store, type Unsubscribe } from '../lib/store.js';
import type { ContractReadOptions } from '../contracts/contract-types.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../methods/values.js';

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

/** The wallet on a server, and on a page until it is hydrated. */
export const SERVER_SNAPSHOT = DISCONNECTED;

/** The client in the options of `useWallet`, else the page's. @throws TypeError that names a wrong option */
export function clientIn(options: UseWalletOptions | undefined): WalletClient {
  const { client } = option.readOptions('useWallet', options, { client: option.object });
  return client ?? getDefaultClient();
}

export function walletActions(client: WalletClient): WalletActions {
  const connect = (given?: RequestOptions | ListenedEvent) =>
    read(given, 'preventDefault')
      ? client.connect().catch((error: unknown) => {
          if (!isDismissed(error)) throw error;
          return undefined;
        })
      : client.connect(given as RequestOptions | undefined);
  return {
    connect: connect as WalletActions['connect'],
    disconnect: () => client.disconnect(),
    request: ((...args: Parameters<RequestFunction>) => client.request(...args)) as RequestFunction,
  };
}

/** A token, while it loads and afterwards. */
export type TokenSnapshot =
  | { readonly status: 'loading'; readonly token: undefined; readonly error: undefined }
  | { readonly status: 'ready'; readonly token: FtMetadataAnswer; readonly error: undefined }
  | { readonly status: 'error'; readonly token: undefined; readonly error: unknown };

/** Calls `set` with the wallet, now and after every change, in the browser. */
export function watchWallet(client: WalletClient, set: (wallet: WalletState) => void): Unsubscribe {
  let last: WalletState | undefined;
  const call = () => {
    const { state } = client;
    if (state !== last) set((last = state));
  };
  // On a server the state does not change, and the listener would remain after the HTTP request.
  const unsubscribe = typeof document === 'object' ? client.subscribe(call) : () => {};
  call();
  return unsubscribe;
}

export type UseTokenOptions = Omit<FtMetadataOptions, 'signal'>;

export const LOADING: TokenSnapshot = { status: 'loading', token: undefined, error: undefined };

/** Loads a token in the browser, if there is a principal. Calls `set` until the returned function is called. */
export function loadToken(
  principal: string | undefined,
  options: UseTokenOptions | undefined,
  set: (token: TokenSnapshot) => void,
): Unsubscribe {
  const loading = new AbortController();
  const { signal } = loading;
  set(LOADING);
  const load = async () =>
    getFtMetadata(
      principal!,
      option.mergeOptions<FtMetadataOptions>(readUseTokenOptions(options), { signal }),
    );
  if (principal && typeof document === 'object') {
    load().then(
      (token) => signal.aborted || set({ status: 'ready', token, error: undefined }),
      (error: unknown) => signal.aborted || set({ status: 'error', token: undefined, error }),
    );
  }
  return () => loading.abort();
}

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

/** Tracks a transaction in the browser: calls `set` at once and after every change. */
export function watchTransaction(
  transaction: SentResult,
  given: UseTransactionOptions | undefined,
  set: (state: TransactionSnapshot) => void,
): Unsubscribe {
  const options = readTrackOptions<UseTransactionOptions>('useTransaction', given);
  const handle =
    transaction && typeof document === 'object'
      ? trackTransaction(transaction, withDefaults(transaction, options))
      : undefined;
  const undo = handle?.subscribe(() => set(handle.state));
  set(handle?.state);
  return () => undo?.();
}

function withDefaults(transaction: string | object, options: UseTransactionOptions): TrackOptions {
  const { client = getDefaultClient(), ...own } = options;
  const isSent = read(transaction, 'sentAt') !== undefined;
  const sent = option.mergeOptions<Partial<RecentTransaction>>(
    isSent ? (transaction as object) : undefined,
  );
  const { chain, account, method, label, sentAt } = sent;
  const network = options.network ?? sent.network ?? getClientNetwork(client);
  return { chain, account, method, label, sentAt, ...own, network };
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
export const IDLE: ActionState<never> = { status: 'idle', ...NOTHING };
export const PENDING: ActionState<never> = { status: 'pending', ...NOTHING };

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
export interface Action<T> extends Pick<Store<ActionState<T>>, 'get' | 'subscribe'> {
  /** `again`: ends a pending call, and keeps the data that it had until there is new data. */
  run(
    call: (signal: AbortSignal) => Promise<T>,
    tracking?: UseTransactionOptions,
    again?: boolean,
  ): Promise<T | undefined>;
  readonly reset: (this: void) => void;
}

export function createAction<T>(): Action<T> {
  let stopped = new AbortController();
  let pending: Promise<T | undefined> | undefined;
  let follow: (() => Unsubscribe) | undefined;
  let unfollow: Unsubscribe | undefined;
  let isWatched = false;
  const store = createStore<ActionState<T>>(IDLE, () => {
    isWatched = true;
    unfollow = follow?.();
    return () => {
      isWatched = false;
      unfollow?.();
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
    follow = () =>
      watchTransaction(data as object, tracking, (transaction) =>
        store.set({ ...NOTHING, status: 'success', data, transaction }),
      );
    if (isWatched) unfollow = follow();
  };
  return {
    get: () => store.get(),
    subscribe: store.subscribe,
    reset: () => void begin(IDLE),
    run(call, tracking, again = false) {
      if (pending && !again) return pending;
      const { data } = again ? store.get() : PENDING;
      const signal = begin({ ...PENDING, data } as ActionState<T>);
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

/** The function that `useRequest` sends with. */
export function sendRequest<M extends MethodName>(
  action: Action<MethodResult<M>>,
  method: M,
  options: UseWalletOptions | undefined,
): ActionFunctions<RequestArgs<M>, MethodResult<M>>['send'] {
  const { client = getDefaultClient() } = option.readOptions('useRequest', options, {
    client: option.object,
  });
  return (...[params, given]) =>
    action.run(
      (signal) =>
        client.request(
          option.mergeOptions<RequestOptions>({ signal }, given),
          method,
          ...([params] as ParamsArgument<M>),
        ),
      { client, method },
    );
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
  const found = all.map((functions) => (functions as Functions)[name]).find(Boolean);
  if (!found) throw new TypeError(`The interface of ${contract} has no such function: ${name}.`);
  return found as (...args: readonly unknown[]) => Promise<T>;
}

/** Reads in the browser, unless the arguments are undefined. Returns what ends the read and forgets its data. */
export function runRead<T>(
  action: Action<T>,
  { contract, read: reads, simulate }: UsableContract,
  name: string,
  args: unknown,
  options: UseContractReadOptions | undefined,
): Unsubscribe {
  if (args !== undefined && typeof document === 'object') {
    void action.run(
      (signal) => findFunction<T>(name, contract, reads, simulate)(args, { ...options, signal }),
      undefined,
      true,
    );
  }
  return action.reset;
}

/** A read that has not begun is pending if it has arguments. */
export const asRead = <T>(state: ActionState<T>, args: unknown): ActionState<T> =>
  state === IDLE && args !== undefined ? PENDING : state;

/** The function that `useContractCall` sends with. */
export function sendCall<C extends UsableContract, Name extends CallName<C>>(
  action: Action<CallData<C, Name>>,
  { contract, call }: C,
  name: Name,
  options: UseWalletOptions | undefined,
): ActionFunctions<CallArgs<C, Name>, CallData<C, Name>>['send'] {
  const { client } = option.readOptions('useContractCall', options, { client: option.object });
  return (...args) =>
    action.run(() => findFunction<CallData<C, Name>>(name, contract, call)(...args), {
      client,
      method: 'stx_callContract',
    });
}
