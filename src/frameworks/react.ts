'use client';
/** The entry point `stacks-wallet-elements/react`: hooks for React 18 and 19. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { toJson } from '../errors.js';
import { readTrackOptions } from '../transactions/options.js';
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import {
  asRead,
  clientIn,
  createAction,
  IDLE,
  loadToken,
  LOADING,
  runRead,
  sendCall,
  sendRequest,
  SERVER_SNAPSHOT,
  walletActions,
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

/**
 * The wallet of the page, and the functions to use it. Renders again when the wallet, its account or its network
 * changes, also by another tab or in the wallet itself. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletState & WalletActions {
  const client = clientIn(options);
  const [subscribe, snapshot, actions] = useMemo(
    () =>
      [
        (listener: () => void) => client.subscribe(listener),
        () => client.state,
        walletActions(client),
      ] as const,
    [client],
  );
  const wallet = useSyncExternalStore(subscribe, snapshot, () => SERVER_SNAPSHOT);
  return useMemo(() => ({ ...wallet, ...actions }), [wallet, actions]);
}

/** Loads the metadata of a fungible token. `token` is set if `status` is `ready`, `error` if it is `error`. */
export function useToken(principal: string | undefined, options?: UseTokenOptions): TokenSnapshot {
  const [token, setToken] = useState(LOADING);
  // Compares the options by value, since most callers create them at each render.
  const key = toJson(options);
  useEffect(() => loadToken(principal, options, setToken), [principal, key]);
  return token;
}

/**
 * Tracks a transaction while the component is shown. It is read while any component or element tracks it.
 *
 * @throws TransactionError `invalid` if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: SentResult,
  options?: UseTransactionOptions,
): TransactionSnapshot {
  const { client, ...rest } = readTrackOptions<UseTransactionOptions>('useTransaction', options);
  // Compares the options by value, since most callers create them at each render.
  const key = toJson([transaction, rest]);
  const [subscribe, snapshot] = useMemo(() => {
    let state: TransactionSnapshot;
    return [
      (listener: () => void) =>
        watchTransaction(transaction, options, (next) => {
          state = next;
          listener();
        }),
      () => state,
    ] as const;
  }, [key, client]);
  return useSyncExternalStore<TransactionSnapshot>(subscribe, snapshot, () => undefined);
}

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The component renders again
 * when its state changes, also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ActionState<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  return useAction((action) => sendRequest(action, method, options), [method, options?.client]);
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The component renders again
 * when its state changes, also that of the transaction that it sent.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options?: UseWalletOptions,
): ActionState<CallData<C, Name>> & ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(
    (action) => sendCall(action, contract, name, options),
    [contract, name, options?.client],
  );
}

function useAction<Args extends readonly unknown[], T>(
  bind: (action: Action<T>) => ActionFunctions<Args, T>['send'],
  deps: readonly unknown[],
): ActionState<T> & ActionFunctions<Args, T> {
  const [action] = useState(() => createAction<T>());
  const state = useSyncExternalStore(action.subscribe, action.get, () => IDLE as ActionState<T>);
  const send = useMemo(() => bind(action), [action, ...deps]);
  return useMemo(() => ({ ...state, send, reset: action.reset }), [action, state, send]);
}

/**
 * Reads a read-only function of a contract in the browser, or a public one that writes nothing, again when the arguments
 * change. Nothing is read while they are undefined. `reload` reads again, and keeps the data meanwhile.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  args: ReadArgs<C, Name> | undefined,
  options?: UseContractReadOptions,
): ActionState<ReadData<C, Name>> & { readonly reload: () => void } {
  const [action] = useState(() => createAction<ReadData<C, Name>>());
  // Compares by value, since most callers create them at each render.
  const key = toJson([contract.contract, name, args, options]);
  const reload = useMemo(() => () => runRead(action, contract, name, args, options), [action, key]);
  useEffect(() => reload(), [reload]);
  const state = useSyncExternalStore(
    action.subscribe,
    action.get,
    () => IDLE as ActionState<ReadData<C, Name>>,
  );
  return useMemo(() => ({ ...asRead(state, args), reload }), [state, reload]);
}
