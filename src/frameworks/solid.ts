/** The entry point `stacks-wallet-elements/solid`: signals for Solid. */
import {
  createEffect,
  createMemo,
  createSignal,
  onCleanup,
  onMount,
  sharedConfig,
  type Accessor,
} from 'solid-js';
import type { WalletList, WalletState } from '../core/types.js';
import type { ContractError } from '../contracts/contract-error.js';
import type { JsonRpcError } from '../errors.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import type { SignIn, SignInState } from '../sign-in/types.js';
import type { RecentTransaction } from '../transactions/types.js';
import {
  ACTION_FIELDS,
  keepWatcher,
  NETWORK_FIELDS,
  networkActions,
  signInActions,
  WALLET_FIELDS,
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
  type ReadArgs,
  type ReadData,
  type ReadName,
  type RequestArgs,
  type SentResult,
  type ShownStatus,
  type SignInActions,
  type TokenSnapshot,
  type TransactionSnapshot,
  type UsableContract,
  type UseBalanceOptions,
  type UseContractReadOptions,
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

/** A value, or an accessor of one that may change. */
export type MaybeAccessor<T> = T | Accessor<T>;

const toValue = <T>(value: MaybeAccessor<T>): T =>
  typeof value === 'function' ? (value as Accessor<T>)() : value;

/** A signal for each field of the wallet. */
export type WalletSignals = {
  readonly [Name in keyof WalletState]: Accessor<WalletState[Name]>;
};

/**
 * The wallet of the page as signals, and the functions to use it. The signals follow the wallet, its account and its
 * network, also when another tab or the wallet itself changes them. On a server, and until the page is hydrated:
 * disconnected.
 */
export function useWallet(
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): WalletSignals & WalletActions {
  const [wallet, watcher] = useWatched(() => watchWallet(toValue(options)));
  return {
    ...toFields<WalletSignals>(wallet, WALLET_FIELDS),
    ...walletActions(() => watcher().client),
  };
}

/** A signal for each field. */
export type NetworkSignals = {
  readonly [Name in keyof NetworkSnapshot]: Accessor<NetworkSnapshot[Name]>;
};

/** The networks of the wallet and of the page as signals, and `switchNetwork`, which asks the wallet to change. */
export function useNetwork(
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): NetworkSignals & NetworkActions {
  const [network, watcher] = useWatched(() => watchNetwork(toValue(options)));
  return {
    ...toFields<NetworkSignals>(network, NETWORK_FIELDS),
    ...networkActions(() => watcher().client),
  };
}

/** The wallets of the page: those that are installed, and others. */
export function useWallets(
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): Accessor<WalletList> {
  return useWatched(() => watchWallets(toValue(options)))[0];
}

/** Follows a sign-in that `createSignIn` has returned, with the functions to use it. */
export function useSignIn(
  signIn: SignIn,
): { readonly state: Accessor<SignInState> } & SignInActions {
  const [state] = useWatched(() => watchSignIn(signIn));
  return { state, ...signInActions(() => signIn) };
}

/** Reads what an account can spend of STX, sBTC or another token, in base units. Nothing is read without an address. */
export function useBalance(
  address: Accessor<string | undefined>,
  options?: MaybeAccessor<UseBalanceOptions | undefined>,
): Accessor<BalanceSnapshot> {
  return useWatched(() => watchBalance(address(), toValue(options)))[0];
}

/** Reads the primary name of an account. Nothing is read without an address. */
export function useName(
  address: Accessor<string | undefined>,
  options?: MaybeAccessor<UseNameOptions | undefined>,
): Accessor<NameSnapshot> {
  return useWatched(() => watchName(address(), toValue(options)))[0];
}

/**
 * The recent transactions of this browser, newest first, with their states. As long as the component is shown, what the client sends
 * is stored.
 */
export function useRecentTransactions(
  options?: MaybeAccessor<UseRecentTransactionsOptions | undefined>,
): Accessor<readonly RecentTransaction[]> {
  return useWatched(() => watchRecent(toValue(options)))[0];
}

/**
 * A user's words for an error, or for the state of another function of this module, such as that of a sign-in or a transaction,
 * in the language of the page: see `toUserText`. Empty for a state that is no failure.
 * Undefined without an error, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useErrorText(
  error: Accessor<unknown>,
  locale?: MaybeAccessor<string | undefined>,
): Accessor<string | undefined> {
  return useWatched(() => watchErrorText(error(), toValue(locale)))[0];
}

/**
 * A user's words for the state of a transaction, such as "Pending", in the language of the page: see `toStatusText`.
 * Undefined without a transaction, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useStatusText(
  state: Accessor<ShownStatus>,
  locale?: MaybeAccessor<string | undefined>,
): Accessor<string | undefined> {
  return useWatched(() => watchStatusText(state(), toValue(locale)))[0];
}

/** Loads the metadata of a fungible token by its principal, again when the principal or the options change. */
export function useToken(
  principal: Accessor<string | undefined>,
  options?: MaybeAccessor<UseTokenOptions | undefined>,
): Accessor<TokenSnapshot> {
  return useWatched(() => watchToken(principal(), toValue(options)))[0];
}

/**
 * Tracks a transaction until the component is disposed. When `transaction` changes, tracks the new one instead.
 *
 * @throws TransactionError `invalid` for a wrong option; in an effect, if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: Accessor<SentResult>,
  options?: MaybeAccessor<UseTransactionOptions | undefined>,
): Accessor<TransactionSnapshot> {
  return useWatched(() => watchTransaction(transaction(), toValue(options)))[0];
}

/** A signal for each field. */
export type ActionSignals<T, E extends Error = Error> = {
  readonly [Name in keyof ActionState<T, E>]: Accessor<ActionState<T, E>[Name]>;
};

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The signals follow its state,
 * also that of the transaction that it sent. A request of another method or client begins as `idle`.
 */
export function useRequest<M extends MethodName>(
  method: MaybeAccessor<M>,
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): ActionSignals<MethodResult<M>, JsonRpcError> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  return useAction(() => watchRequest(toValue(method), toValue(options)));
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The signals follow its
 * state, also that of the transaction that it sent. A call of another function, contract or client begins as `idle`.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: MaybeAccessor<C>,
  name: MaybeAccessor<Name>,
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): ActionSignals<CallData<C, Name>, CallError> &
  ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(() => watchCall(toValue(contract), toValue(name), toValue(options)));
}

function useAction<Args extends readonly unknown[], T, E extends Error>(
  getWatched: () => Watched<ActionWatcher<Args, T, E>>,
): ActionSignals<T, E> & ActionFunctions<Args, T> {
  const [state, watcher] = useWatched(getWatched);
  return {
    ...toFields<ActionSignals<T, E>>(state, ACTION_FIELDS),
    send: (...args) => watcher().send(...args),
    reset: () => watcher().reset(),
  };
}

/** The arguments of a read, which may be left out if the function has none, and its options. */
export type ReadAccessors<C extends UsableContract, Name> =
  undefined extends ReadArgs<C, Name>
    ? [
        args?: Accessor<ReadArgs<C, Name> | undefined>,
        options?: MaybeAccessor<UseContractReadOptions<ReadData<C, Name>> | undefined>,
      ]
    : [
        args: Accessor<ReadArgs<C, Name> | undefined>,
        options?: MaybeAccessor<UseContractReadOptions<ReadData<C, Name>> | undefined>,
      ];

/**
 * Reads a read-only function of a contract in the browser: again when the arguments change, after a transaction of this browser is
 * confirmed, and on an `interval`. Nothing is read while the arguments of a function that has some are undefined. `reload` reads
 * again. Meanwhile, the data stays.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: MaybeAccessor<C>,
  name: MaybeAccessor<Name>,
  ...[args, options]: ReadAccessors<C, Name>
): ActionSignals<ReadData<C, Name>, ContractError> & { readonly reload: () => void } {
  const [state, watcher] = useWatched(() =>
    watchRead(toValue(contract), toValue(name), args?.(), toValue(options)),
  );
  return {
    ...toFields<ActionSignals<ReadData<C, Name>, ContractError>>(state, ACTION_FIELDS),
    reload: () => watcher().reload(),
  };
}

/** The state of the watcher for the current arguments, and that watcher. */
function useWatched<T, W extends Watcher<T>>(
  getWatched: () => Watched<W & Watcher<T>>,
): [Accessor<T>, Accessor<W>] {
  const keep = keepWatcher<W & Watcher<T>>();
  const watcher = createMemo(() => keep(getWatched()));
  // The first render must match the server's HTML.
  const [isHydrated, setHydrated] = createSignal(!sharedConfig.context);
  onMount(() => setHydrated(true));
  const [changes, setChanges] = createSignal(0);
  const changed = () => void setChanges((count) => count + 1);
  createEffect(() => {
    onCleanup(watcher().subscribe(changed));
    changed();
  });
  const state = createMemo(() => {
    const { get, initial } = watcher();
    // Reads `changes`, so that each change computes this again.
    return changes() >= 0 && isHydrated() ? get() : initial;
  });
  return [state, watcher];
}

function toFields<Fields>(state: Accessor<object>, names: readonly string[]): Fields {
  const toSignal = (name: string) => (): unknown => Reflect.get(state(), name);
  return Object.fromEntries(names.map((name) => [name, toSignal(name)])) as Fields;
}
