/** The entry point `stacks-wallet-elements/vue`: composables for Vue 3. */
import {
  computed,
  getCurrentInstance,
  onMounted,
  shallowRef,
  toValue,
  watch,
  type ComputedRef,
  type MaybeRefOrGetter,
  type ShallowRef,
  type ToRefs,
} from 'vue';
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

/** A ref for each field of the wallet. */
export type WalletRefs = Readonly<ToRefs<{ [Name in keyof WalletState]: WalletState[Name] }>>;

/**
 * The wallet of the page as refs, and the functions to use it. The refs follow the wallet, its account and its network,
 * also when another tab or the wallet itself changes them. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): WalletRefs & WalletActions {
  const [wallet, watcher] = useWatched(() => watchWallet(toValue(options)));
  return {
    ...toFields<WalletRefs>(wallet, WALLET_FIELDS),
    ...walletActions(() => watcher.value.client),
  };
}

/** A ref for each field. */
export type NetworkRefs = Readonly<
  ToRefs<{ [Name in keyof NetworkSnapshot]: NetworkSnapshot[Name] }>
>;

/** The networks of the wallet and of the page as refs, and `switchNetwork`, which asks the wallet to change. */
export function useNetwork(
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): NetworkRefs & NetworkActions {
  const [network, watcher] = useWatched(() => watchNetwork(toValue(options)));
  return {
    ...toFields<NetworkRefs>(network, NETWORK_FIELDS),
    ...networkActions(() => watcher.value.client),
  };
}

/** The wallets of the page: those that are installed, and others. */
export function useWallets(
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): Readonly<ShallowRef<WalletList>> {
  return useWatched(() => watchWallets(toValue(options)))[0];
}

/** Follows a sign-in that `createSignIn` has returned, with the functions to use it. */
export function useSignIn(
  signIn: SignIn,
): { readonly state: Readonly<ShallowRef<SignInState>> } & SignInActions {
  const [state] = useWatched(() => watchSignIn(signIn));
  return { state, ...signInActions(() => signIn) };
}

/** Reads what an account can spend of STX, sBTC or another token, in base units. Nothing is read without an address. */
export function useBalance(
  address: MaybeRefOrGetter<string | undefined>,
  options?: MaybeRefOrGetter<UseBalanceOptions | undefined>,
): Readonly<ShallowRef<BalanceSnapshot>> {
  return useWatched(() => watchBalance(toValue(address), toValue(options)))[0];
}

/** Reads the primary name of an account. Nothing is read without an address. */
export function useName(
  address: MaybeRefOrGetter<string | undefined>,
  options?: MaybeRefOrGetter<UseNameOptions | undefined>,
): Readonly<ShallowRef<NameSnapshot>> {
  return useWatched(() => watchName(toValue(address), toValue(options)))[0];
}

/**
 * The recent transactions of this browser, newest first, with their states. As long as the component is shown, what the client sends
 * is stored.
 */
export function useRecentTransactions(
  options?: MaybeRefOrGetter<UseRecentTransactionsOptions | undefined>,
): Readonly<ShallowRef<readonly RecentTransaction[]>> {
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
  error: MaybeRefOrGetter<unknown>,
  locale?: MaybeRefOrGetter<string | undefined>,
): Readonly<ShallowRef<string | undefined>> {
  return useWatched(() => watchErrorText(toValue(error), toValue(locale)))[0];
}

/**
 * A user's words for the state of a transaction, such as "Pending", in the language of the page: see `toStatusText`.
 * Undefined without a transaction, until the words have loaded, and on a server.
 *
 * @param locale a BCP 47 tag. Default: the `lang` of the page, else English
 */
export function useStatusText(
  state: MaybeRefOrGetter<ShownStatus>,
  locale?: MaybeRefOrGetter<string | undefined>,
): Readonly<ShallowRef<string | undefined>> {
  return useWatched(() => watchStatusText(toValue(state), toValue(locale)))[0];
}

/** Loads the metadata of a fungible token by its principal, again when the principal or the options change. */
export function useToken(
  principal: MaybeRefOrGetter<string | undefined>,
  options?: MaybeRefOrGetter<UseTokenOptions | undefined>,
): Readonly<ShallowRef<TokenSnapshot>> {
  return useWatched(() => watchToken(toValue(principal), toValue(options)))[0];
}

/**
 * Tracks a transaction until the component is unmounted. When `transaction` changes, tracks the new one instead.
 *
 * @throws TransactionError `invalid` for a wrong option; in a watcher, if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: MaybeRefOrGetter<SentResult>,
  options?: MaybeRefOrGetter<UseTransactionOptions | undefined>,
): Readonly<ShallowRef<TransactionSnapshot>> {
  return useWatched(() => watchTransaction(toValue(transaction), toValue(options)))[0];
}

/** A ref for each field. */
export type ActionRefs<T, E extends Error = Error> = Readonly<
  ToRefs<{ [Name in keyof ActionState<T, E>]: ActionState<T, E>[Name] }>
>;

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The refs follow its state,
 * also that of the transaction that it sent. A request of another method or client begins as `idle`.
 */
export function useRequest<M extends MethodName>(
  method: MaybeRefOrGetter<M>,
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): ActionRefs<MethodResult<M>, JsonRpcError> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  return useAction(() => watchRequest(toValue(method), toValue(options)));
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The refs follow its
 * state, also that of the transaction that it sent. A call of another function, contract or client begins as `idle`.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: MaybeRefOrGetter<C>,
  name: MaybeRefOrGetter<Name>,
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): ActionRefs<CallData<C, Name>, CallError> &
  ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(() => watchCall(toValue(contract), toValue(name), toValue(options)));
}

function useAction<Args extends readonly unknown[], T, E extends Error>(
  getWatched: () => Watched<ActionWatcher<Args, T, E>>,
): ActionRefs<T, E> & ActionFunctions<Args, T> {
  const [state, watcher] = useWatched(getWatched);
  return {
    ...toFields<ActionRefs<T, E>>(state, ACTION_FIELDS),
    send: (...args) => watcher.value.send(...args),
    reset: () => watcher.value.reset(),
  };
}

/** The arguments of a read, which may be left out if the function has none, and its options. */
export type ReadRefs<C extends UsableContract, Name> =
  undefined extends ReadArgs<C, Name>
    ? [
        args?: MaybeRefOrGetter<ReadArgs<C, Name> | undefined>,
        options?: MaybeRefOrGetter<UseContractReadOptions<ReadData<C, Name>> | undefined>,
      ]
    : [
        args: MaybeRefOrGetter<ReadArgs<C, Name> | undefined>,
        options?: MaybeRefOrGetter<UseContractReadOptions<ReadData<C, Name>> | undefined>,
      ];

/**
 * Reads a read-only function of a contract in the browser: again when the arguments change, after a transaction of this browser is
 * confirmed, and on an `interval`. Nothing is read while the arguments of a function that has some are undefined. `reload` reads
 * again. Meanwhile, the data stays.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: MaybeRefOrGetter<C>,
  name: MaybeRefOrGetter<Name>,
  ...[args, options]: ReadRefs<C, Name>
): ActionRefs<ReadData<C, Name>, ContractError> & { readonly reload: () => void } {
  const [state, watcher] = useWatched(() =>
    watchRead(toValue(contract), toValue(name), toValue(args), toValue(options)),
  );
  return {
    ...toFields<ActionRefs<ReadData<C, Name>, ContractError>>(state, ACTION_FIELDS),
    reload: () => watcher.value.reload(),
  };
}

/** The state of the watcher for the current arguments, and that watcher. */
function useWatched<T, W extends Watcher<T>>(
  getWatched: () => Watched<W & Watcher<T>>,
): [ComputedRef<T>, ComputedRef<W>] {
  const keep = keepWatcher<W & Watcher<T>>();
  const watcher = computed(() => keep(getWatched()));
  // Only a component that is being hydrated has an element already. Its first render must match the server's HTML.
  const isHydrated = shallowRef(!getCurrentInstance()?.vnode.el);
  if (!isHydrated.value) onMounted(() => (isHydrated.value = true));
  const changes = shallowRef(0);
  const changed = () => void (changes.value += 1);
  watch(
    watcher,
    ({ subscribe }, _, onCleanup) => {
      onCleanup(subscribe(changed));
      changed();
    },
    { immediate: true, flush: 'post' },
  );
  const state = computed(() => {
    const { get, initial } = watcher.value;
    // Reads `changes`, so that each change computes this again.
    return changes.value >= 0 && isHydrated.value ? get() : initial;
  });
  return [state, watcher];
}

function toFields<Fields>(state: ComputedRef<object>, names: readonly string[]): Fields {
  const toRef = (name: string) => computed((): unknown => Reflect.get(state.value, name));
  return Object.fromEntries(names.map((name) => [name, toRef(name)])) as Fields;
}
