/** The entry point `stacks-wallet-elements/svelte`: stores for Svelte 4 and 5, with and without runes. */
import type { WalletList, WalletState } from '../core/types.js';
import type { ContractError } from '../contracts/contract-error.js';
import type { JsonRpcError } from '../errors.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import type { SignIn, SignInState } from '../sign-in/types.js';
import type { RecentTransaction } from '../transactions/types.js';
import type { Unsubscribe } from '../lib/store.js';
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
  type Watcher,
} from './hooks.js';

export type * from './hooks.js';

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

/** The networks of the wallet and of the page as a store, and `switchNetwork`, which asks the wallet to change. */
export function useNetwork(
  options?: UseWalletOptions,
): ReadableStore<NetworkSnapshot> & NetworkActions {
  const watcher = watchNetwork(options).create();
  return { ...afterHydration(watcher), ...networkActions(() => watcher.client) };
}

/** The wallets of the page as a store: those that are installed, and others. */
export function useWallets(options?: UseWalletOptions): ReadableStore<WalletList> {
  return afterHydration(watchWallets(options).create());
}

/** Follows a sign-in that `createSignIn` has returned, as a store, with the functions to use it. */
export function useSignIn(signIn: SignIn): ReadableStore<SignInState> & SignInActions {
  return { ...afterHydration(watchSignIn(signIn).create()), ...signInActions(() => signIn) };
}

/** Reads what an account can spend of STX, sBTC or another token, in base units. Nothing is read without an address. */
export function useBalance(
  address: string | undefined,
  options?: UseBalanceOptions,
): ReadableStore<BalanceSnapshot> {
  return afterHydration(watchBalance(address, options).create());
}

/** Reads the primary name of an account. Nothing is read without an address. */
export function useName(
  address: string | undefined,
  options?: UseNameOptions,
): ReadableStore<NameSnapshot> {
  return afterHydration(watchName(address, options).create());
}

/**
 * The recent transactions of this browser, newest first, with their states. While there is a subscriber, what the client sends is
 * stored.
 */
export function useRecentTransactions(
  options?: UseRecentTransactionsOptions,
): ReadableStore<readonly RecentTransaction[]> {
  return afterHydration(watchRecent(options).create());
}

/**
 * A user's words for an error, or for the state of another function of this module, such as that of a sign-in or a transaction,
 * in the language of the page: see `toUserText`. Empty for a state that is no failure.
 * Undefined without an error, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useErrorText(error: unknown, locale?: string): ReadableStore<string | undefined> {
  return afterHydration(watchErrorText(error, locale).create());
}

/**
 * A user's words for the state of a transaction, such as "Pending", in the language of the page: see `toStatusText`.
 * Undefined without a transaction, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useStatusText(
  state: ShownStatus,
  locale?: string,
): ReadableStore<string | undefined> {
  return afterHydration(watchStatusText(state, locale).create());
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
): ReadableStore<ActionState<MethodResult<M>, JsonRpcError>> &
  ActionFunctions<RequestArgs<M>, MethodResult<M>> {
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
): ReadableStore<ActionState<CallData<C, Name>, CallError>> &
  ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return toAction(watchCall(contract, name, options).create());
}

function toAction<Args extends readonly unknown[], T, E extends Error>(
  watcher: ActionWatcher<Args, T, E>,
): ReadableStore<ActionState<T, E>> & ActionFunctions<Args, T> {
  const { send, reset } = watcher;
  return { subscribe: (run) => follow(watcher, run), send, reset };
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
): ReadableStore<ActionState<ReadData<C, Name>, ContractError>> & { readonly reload: () => void } {
  const watcher = watchRead(contract, name, args, options).create();
  return { reload: watcher.reload, ...afterHydration(watcher) };
}
