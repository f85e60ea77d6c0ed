/** A request of a hook: its state, and the transaction that it sent. The modules for frameworks share it. */
import { toJsonRpcError } from '../core/raw.js';
import type { ParamsArgument, RequestOptions } from '../core/types.js';
import { invalidParams, isJsonRpcError, mustBe, withDocs, type JsonRpcError } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { toIdentity, toKey } from '../lib/to-key.js';
import { ContractError } from '../contracts/contract-error.js';
import { createStore, type Unsubscribe } from '../lib/store.js';
import type { MethodName, MethodParams, MethodResult } from '../methods/index.js';
import type { NetworkName } from '../stacks/address.js';
import { getClient, type UseWalletOptions } from './wallet.js';
import { namesIn, type Watched, type Watcher } from './watcher.js';
import {
  watchTransaction,
  type TransactionSnapshot,
  type UseTransactionOptions,
} from './transactions.js';

/**
 * The state of a request or of a read. `transaction` is the state of the transaction that the wallet sent, as in
 * `useTransaction`; undefined if it sent none. Of a read that is repeated, `data` is that of before until there is an answer.
 */
export type ActionState<T, E extends Error = Error> =
  | ActionFields<'idle', undefined, undefined>
  | ActionFields<'pending', T | undefined, undefined>
  | ActionFields<'success', T, undefined>
  | ActionFields<'error', T | undefined, E>;
/** The fields of an {@link ActionState}. */
export interface ActionFields<Status extends string, Data, E> {
  readonly status: Status;
  readonly data: Data;
  readonly error: E;
  readonly transaction: TransactionSnapshot;
}

export const NOTHING = { data: undefined, error: undefined, transaction: undefined } as const;
export const IDLE: ActionState<never, never> = { status: 'idle', ...NOTHING };
export const ACTION_FIELDS = namesIn(IDLE);
export const PENDING: ActionState<never, never> = { status: 'pending', ...NOTHING };

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

/** A request, its state, and the transaction that it sent. */
interface Action<T, E extends Error> extends Watcher<ActionState<T, E>> {
  run(
    call: (signal: AbortSignal) => Promise<T>,
    tracking?: UseTransactionOptions,
  ): Promise<T | undefined>;
  readonly reset: (this: void) => void;
}

/** @param toError a client of the page may throw anything */
export function createAction<T, E extends Error = JsonRpcError>(
  toError: (thrown: unknown) => E,
): Action<T, E> {
  let stopped = new AbortController();
  let pending: Promise<T | undefined> | undefined;
  let follow: (() => Unsubscribe) | undefined;
  let unfollow: Unsubscribe | undefined;
  let isWatched = false;
  const store = createStore<ActionState<T, E>>(IDLE, () => {
    isWatched = true;
    unfollow = follow?.();
    return () => {
      isWatched = false;
      unfollow?.();
    };
  });
  const begin = (state: ActionState<T, E>): AbortSignal => {
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
    initial: IDLE,
    get: () => store.get(),
    subscribe: store.subscribe,
    reset: () => void begin(IDLE),
    run(call, tracking) {
      if (pending) return pending;
      const signal = begin(PENDING);
      const run = async (): Promise<T | undefined> => {
        try {
          // An error that is thrown at once also becomes a rejection.
          const result = await new Promise<T>((resolve) => resolve(call(signal)));
          if (!signal.aborted) succeed(result, tracking);
          return result;
        } catch (thrown) {
          if (!signal.aborted) store.set({ ...NOTHING, status: 'error', error: toError(thrown) });
          return undefined;
        } finally {
          if (!signal.aborted) pending = undefined;
        }
      };
      return (pending = run());
    },
  };
}

const toRequestError = (thrown: unknown): JsonRpcError =>
  isJsonRpcError(thrown) ? thrown : toJsonRpcError(thrown);

/** Why a call failed: a wrong argument, or why the request failed. */
export type CallError = JsonRpcError | ContractError;
export const toCallError = (thrown: unknown): CallError =>
  thrown instanceof ContractError ? thrown : toRequestError(thrown);

/** Whether `send` itself is the handler of an event, which it takes for what to send. */
export const isEvent = (sent: unknown): boolean =>
  typeof read(sent, 'preventDefault') === 'function';
export const NO_EVENT = 'what to send, not an event: write `() => send(…)` as its handler';

/** A request to the wallet: its state, and the functions to send it. */
export type ActionWatcher<Args extends readonly unknown[], T, E extends Error> = Watcher<
  ActionState<T, E>
> &
  ActionFunctions<Args, T>;

/** @throws TypeError that names a wrong method or option */
export function watchRequest<M extends MethodName>(
  method: M,
  options: UseWalletOptions | undefined,
): Watched<ActionWatcher<RequestArgs<M>, MethodResult<M>, JsonRpcError>> {
  const client = getClient('useRequest', options);
  if (typeof method !== 'string' || !method) {
    const message = mustBe('method', method, 'the name of a method, such as "stx_transferStx"');
    throw new TypeError(withDocs(`useRequest: ${message}`, 'options'));
  }
  const create = () => {
    const action = createAction<MethodResult<M>>(toRequestError);
    const send = (...[params, requestOptions]: RequestArgs<M>) => {
      const network = (read(params, 'network') ?? requestOptions?.network) as
        | NetworkName
        | undefined;
      return action.run(
        (signal) => {
          if (isEvent(params)) throw invalidParams(method, 'params', params, NO_EVENT);
          const options = { signal, ...requestOptions };
          return client.request(options, method, ...([params] as ParamsArgument<M>));
        },
        { client, method, network, label: requestOptions?.label },
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
