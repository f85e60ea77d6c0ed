'use client';
/** The entry point `stacks-wallet-elements/react`: hooks for React 18 and 19. */
import { useMemo, useSyncExternalStore } from 'react';
import type { WalletList, WalletState } from '../core/types.js';
import type { ContractError } from '../contracts/contract-error.js';
import type { JsonRpcError } from '../errors.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import type { SignIn, SignInState } from '../sign-in/types.js';
import type { RecentTransaction } from '../transactions/types.js';
import {
  networkActions,
  signInActions,
  walletActions,
  watchBalance,
  watchCall,
  watchErrorText,
  watchName,
  watchNetwork,
  watchRead,
  watchRecent,
  watchRequest,
  watchSignIn,
  watchStatusText,
  watchToken,
  watchTransaction,
  watchWallet,
  watchWallets,
  type ActionFunctions,
  type ActionState,
  type ActionWatcher,
  type BalanceSnapshot,
  type CallArgs,
  type CallData,
  type CallError,
  type CallName,
  type NameSnapshot,
  type NetworkActions,
  type NetworkSnapshot,
  type ReadData,
  type ReadName,
  type ReadRest,
  type RequestArgs,
  type SentResult,
  type ShownStatus,
  type SignInActions,
  type TokenSnapshot,
  type TransactionSnapshot,
  type UsableContract,
  type UseBalanceOptions,
  type UseNameOptions,
  type UseRecentTransactionsOptions,
  type UseTokenOptions,
  type UseTransactionOptions,
  type UseWalletOptions,
  type WalletActions,
  type Watched,
  type Watcher,
} from './hooks.js';

export type * from './hooks.js';

/**
 * The wallet of the page, and the functions to use it. Renders again when the wallet, its account or its network
 * changes, also by another tab or in the wallet itself. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletState & WalletActions {
  const [wallet, { client }] = useWatched(watchWallet(options));
  const actions = useMemo(() => walletActions(() => client), [client]);
  return useMemo(() => ({ ...wallet, ...actions }), [wallet, actions]);
}

/**
 * The networks of the wallet and of the page, and `switchNetwork`, which asks the wallet to change. On a server, and until the
 * page is hydrated: only that of the page.
 */
export function useNetwork(options?: UseWalletOptions): NetworkSnapshot & NetworkActions {
  const [state, { client }] = useWatched(watchNetwork(options));
  const actions = useMemo(() => networkActions(() => client), [client]);
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}

/** The wallets of the page: those that are installed, and others. On a server, and until the page is hydrated: none. */
export function useWallets(options?: UseWalletOptions): WalletList {
  return useWatched(watchWallets(options))[0];
}

/**
 * Follows a sign-in that `createSignIn` has returned, outside of the component. On a server, and until the page is hydrated:
 * with the session that its options name.
 */
export function useSignIn(signIn: SignIn): SignInState & SignInActions {
  const [state] = useWatched(watchSignIn(signIn));
  const actions = useMemo(() => signInActions(() => signIn), [signIn]);
  return useMemo(() => ({ ...state, ...actions }), [state, actions]);
}

/** Reads what an account can spend of STX, sBTC or another token, in base units. Nothing is read without an address. */
export function useBalance(
  address: string | undefined,
  options?: UseBalanceOptions,
): BalanceSnapshot {
  return useWatched(watchBalance(address, options))[0];
}

/** Reads the primary name of an account. Nothing is read without an address. */
export function useName(address: string | undefined, options?: UseNameOptions): NameSnapshot {
  return useWatched(watchName(address, options))[0];
}

/**
 * The recent transactions of this browser, newest first, with their states. While it is shown, what the client sends is stored.
 * On a server, and until the page is hydrated: none.
 */
export function useRecentTransactions(
  options?: UseRecentTransactionsOptions,
): readonly RecentTransaction[] {
  return useWatched(watchRecent(options))[0];
}

/**
 * A user's words for an error, or for the state of another function of this module, such as that of a sign-in or a transaction,
 * in the language of the page: see `toUserText`. Empty for a state that is no failure.
 * Undefined without an error, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useErrorText(error: unknown, locale?: string): string | undefined {
  return useWatched(watchErrorText(error, locale))[0];
}

/**
 * A user's words for the state of a transaction, such as "Pending", in the language of the page: see `toStatusText`.
 * Undefined without a transaction, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useStatusText(state: ShownStatus, locale?: string): string | undefined {
  return useWatched(watchStatusText(state, locale))[0];
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
): ActionState<MethodResult<M>, JsonRpcError> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
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
): ActionState<CallData<C, Name>, CallError> &
  ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(watchCall(contract, name, options));
}

function useAction<Args extends readonly unknown[], T, E extends Error>(
  watched: Watched<ActionWatcher<Args, T, E>>,
): ActionState<T, E> & ActionFunctions<Args, T> {
  const [state, { send, reset }] = useWatched(watched);
  return useMemo(() => ({ ...state, send, reset }), [state, send, reset]);
}

/**
 * Reads a read-only function of a contract in the browser: again when the arguments change, after a transaction of this browser is
 * confirmed, and on an `interval`. Nothing is read while the arguments of a function that has some are undefined. `reload` reads
 * again. Meanwhile, the data stays.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  ...[args, options]: ReadRest<C, Name>
): ActionState<ReadData<C, Name>, ContractError> & { readonly reload: () => void } {
  const [state, { reload }] = useWatched(watchRead(contract, name, args, options));
  return useMemo(() => ({ ...state, reload }), [state, reload]);
}

/** The state of the watcher for these arguments, from the first rendering with them. */
function useWatched<T, W extends Watcher<T>>({ key, create }: Watched<W & Watcher<T>>): [T, W] {
  const [watcher, subscribe] = useMemo(() => {
    const created = create();
    return [created, subscribeTo(created)] as const;
  }, [key]);
  const { get, initial } = watcher;
  return [useSyncExternalStore(subscribe, get, () => initial), watcher];
}

/** Also tells a change that the subscription itself makes: Preact compares the states before it subscribes, React after. */
const subscribeTo =
  <T>({ get, subscribe }: Watcher<T>): Watcher<T>['subscribe'] =>
  (listener) => {
    const before = get();
    const undo = subscribe(listener);
    if (!Object.is(get(), before)) listener();
    return undo;
  };
