/** The entry point `stacks-wallet-elements/svelte`: stores for Svelte 4 and 5, with and without runes. */
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import type { Unsubscribe } from '../lib/store.js';
import {
  asRead,
  clientIn,
  createAction,
  IDLE,
  loadToken,
  runRead,
  sendCall,
  sendRequest,
  SERVER_SNAPSHOT,
  walletActions,
  watchWallet,
  watchTransaction,
  type Action,
  type ActionFunctions,
  type ActionState,
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
} from './wallet.js';

export type * from './wallet.js';

/** A store of Svelte. A component reads it as `$name`. */
export interface ReadableStore<T> {
  subscribe(this: void, run: (value: T) => void): Unsubscribe;
}

/** Whether the page is hydrated. Svelte hydrates it synchronously, so a microtask runs after the hydration. */
let hydrated = false;

/** A store that has its first value on a server, and until the page is hydrated. */
function afterHydration<T>(
  first: T,
  watch: (run: (value: T) => void) => Unsubscribe,
): ReadableStore<T> {
  return {
    subscribe(run) {
      if (hydrated) return watch(run);
      run(first);
      let undo: Unsubscribe | undefined;
      let ended = typeof document !== 'object';
      queueMicrotask(() => {
        if (ended) return;
        hydrated = true;
        undo = watch(run);
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
  const client = clientIn(options);
  return {
    ...afterHydration<WalletState>(SERVER_SNAPSHOT, (run) => watchWallet(client, run)),
    ...walletActions(client),
  };
}

/** Loads the metadata of a fungible token by its principal, as a store. */
export function useToken(
  principal: string | undefined,
  options?: UseTokenOptions,
): ReadableStore<TokenSnapshot> {
  return { subscribe: (run) => loadToken(principal, options, run) };
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
  return afterHydration<TransactionSnapshot>(undefined, (run) =>
    watchTransaction(transaction, options, run),
  );
}

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The store has its state,
 * also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ReadableStore<ActionState<MethodResult<M>>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  const action = createAction<MethodResult<M>>();
  return {
    subscribe: (run) => watchAction(action, run),
    send: sendRequest(action, method, options),
    reset: action.reset,
  };
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
  const action = createAction<CallData<C, Name>>();
  return {
    subscribe: (run) => watchAction(action, run),
    send: sendCall(action, contract, name, options),
    reset: action.reset,
  };
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
  const action = createAction<ReadData<C, Name>>();
  const reload = () => runRead(action, contract, name, args, options);
  let subscribers = 0;
  return {
    reload,
    ...afterHydration<ActionState<ReadData<C, Name>>>(asRead(IDLE, args), (run) => {
      if ((subscribers += 1) === 1) reload();
      const undo = watchAction(action, (state) => run(asRead(state, args)));
      return () => {
        undo();
        if ((subscribers -= 1) === 0) action.reset();
      };
    }),
  };
}

function watchAction<T>(action: Action<T>, run: (state: ActionState<T>) => void): Unsubscribe {
  const undo = action.subscribe(() => run(action.get()));
  run(action.get());
  return undo;
}
