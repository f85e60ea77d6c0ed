'use client';
/** The entry point `stacks-wallet-elements/react`: hooks for React 18 and 19. */
import { useMemo, useSyncExternalStore } from 'react';
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
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
  type Watched,
  type Watcher,
  type WalletActions,
} from './wallet.js';

export type * from './wallet.js';

/**
 * The wallet of the page, and the functions to use it. Renders again when the wallet, its account or its network
 * changes, also by another tab or in the wallet itself. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletState & WalletActions {
  const [wallet, { client }] = useWatched(watchWallet(options));
  const actions = useMemo(() => walletActions(() => client), [client]);
  return useMemo(() => ({ ...wallet, ...actions }), [wallet, actions]);
}

/** Loads the metadata of a fungible token. `token` is set if `status` is `ready`, `error` if it is `error`. */
export function useToken(principal: string | undefined, options?: UseTokenOptions): TokenSnapshot {
  return useWatched(watchToken(principal, options))[0];
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
  return useWatched(watchTransaction(transaction, options))[0];
}

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The component renders again
 * when its state changes, also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ActionState<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  return useAction(watchRequest(method, options));
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
  return useAction(watchCall(contract, name, options));
}

function useAction<Args extends readonly unknown[], T>(
  watched: Watched<ActionWatcher<Args, T>>,
): ActionState<T> & ActionFunctions<Args, T> {
  const [state, { send, reset }] = useWatched(watched);
  return useMemo(() => ({ ...state, send, reset }), [state, send, reset]);
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
  const [state, { reload }] = useWatched(watchRead(contract, name, args, options));
  return useMemo(() => ({ ...state, reload }), [state, reload]);
}

/** The state of the watcher for these arguments, from the first rendering with them. */
function useWatched<T, W extends Watcher<T>>({ key, create }: Watched<W & Watcher<T>>): [T, W] {
  const watcher = useMemo(create, [key]);
  const { subscribe, get, initial } = watcher;
  return [useSyncExternalStore(subscribe, get, () => initial), watcher];
}
