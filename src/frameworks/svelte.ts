/** The entry point `stacks-wallet-elements/svelte`: stores for Svelte 4 and 5, with and without runes. */
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import type { Unsubscribe } from '../lib/store.js';
import {
  walletActions,
  watchCall,
  watchRead,
  watchRequest,
  watchToken,
  watchTransaction,
  watchWallet,
  type ActionFunctions,
  type ActionState,
  type ActionWatcher,
  type CallArgs,
  type CallData,
  type CallName,
  type ReadArgs,
  type ReadData,
  type ReadName,
  type RequestArgs,
  type SentResult,
  type TokenSnapshot,
  type TransactionSnapshot,
  type UsableContract,
  type UseContractReadOptions,
  type UseTokenOptions,
  type UseTransactionOptions,
  type UseWalletOptions,
  type WalletActions,
  type Watcher,
} from './wallet.js';

export type * from './wallet.js';

/** A store of Svelte. A component reads it as `$name`. */
export interface ReadableStore<T> {
  subscribe(this: void, run: (value: T) => void): Unsubscribe;
}

/** Whether the page is hydrated. Svelte hydrates it synchronously, so a microtask runs after the hydration. */
let hydrated = false;

/** Calls `run` with the state, unless that is `shown` already, and after every change. */
function follow<T>(
  { get, subscribe }: Watcher<T>,
  run: (value: T) => void,
  shown?: { readonly value: T },
): Unsubscribe {
  let last = shown;
  const call = () => {
    const value = get();
    if (last && last.value === value) return;
    last = { value };
    run(value);
  };
  const undo = subscribe(call);
  call();
  return undo;
}

/** A store that has its first value on a server, and until the page is hydrated. */
function afterHydration<T>(watcher: Watcher<T>): ReadableStore<T> {
  return {
    subscribe(run) {
      if (hydrated) return follow(watcher, run);
      run(watcher.initial);
      let undo: Unsubscribe | undefined;
      let ended = typeof document !== 'object';
      queueMicrotask(() => {
        if (ended) return;
        hydrated = true;
        undo = follow(watcher, run, { value: watcher.initial });
      });
      return () => {
        ended = true;
        undo?.();
      };
    },
  };
}

/**
 * The wallet of the page as a store, and the functions to use it. `$wallet` follows the wallet, its account and its
 * network, also when another tab or the wallet itself changes them. On a server, and until the page is hydrated:
 * disconnected.
 */
export function useWallet(options?: UseWalletOptions): ReadableStore<WalletState> & WalletActions {
  const watcher = watchWallet(options).create();
  return { ...afterHydration(watcher), ...walletActions(() => watcher.client) };
}

/** Loads the metadata of a fungible token by its principal, as a store. */
export function useToken(
  principal: string | undefined,
  options?: UseTokenOptions,
): ReadableStore<TokenSnapshot> {
  const watcher = watchToken(principal, options).create();
  return { subscribe: (run) => follow(watcher, run) };
}

/**
 * Tracks a transaction while the store has a subscriber.
 *
 * @throws TransactionError `invalid`, when the store is subscribed to, if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: SentResult,
  options?: UseTransactionOptions,
): ReadableStore<TransactionSnapshot> {
  return afterHydration(watchTransaction(transaction, options).create());
}

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The store has its state,
 * also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ReadableStore<ActionState<MethodResult<M>>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  return toAction(watchRequest(method, options).create());
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The store has its
 * state, also that of the transaction that it sent.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options?: UseWalletOptions,
): ReadableStore<ActionState<CallData<C, Name>>> &
  ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return toAction(watchCall(contract, name, options).create());
}

function toAction<Args extends readonly unknown[], T>(
  watcher: ActionWatcher<Args, T>,
): ReadableStore<ActionState<T>> & ActionFunctions<Args, T> {
  const { send, reset } = watcher;
  return { subscribe: (run) => follow(watcher, run), send, reset };
}

/**
 * Reads a read-only function of a contract in the browser, or a public one that writes nothing, while the store has a
 * subscriber. Nothing is read if the arguments are undefined. `reload` reads again, and keeps the data meanwhile.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  args: ReadArgs<C, Name> | undefined,
  options?: UseContractReadOptions,
): ReadableStore<ActionState<ReadData<C, Name>>> & { readonly reload: () => void } {
  const watcher = watchRead(contract, name, args, options).create();
  return { reload: watcher.reload, ...afterHydration(watcher) };
}
