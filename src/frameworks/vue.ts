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
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import {
  ACTION_FIELDS,
  keepWatcher,
  WALLET_FIELDS,
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
  type Watched,
  type Watcher,
} from './wallet.js';

export type * from './wallet.js';

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
export type ActionRefs<T> = Readonly<
  ToRefs<{ [Name in keyof ActionState<T>]: ActionState<T>[Name] }>
>;

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The refs follow its state,
 * also that of the transaction that it sent. A request of another method or client begins as `idle`.
 */
export function useRequest<M extends MethodName>(
  method: MaybeRefOrGetter<M>,
  options?: MaybeRefOrGetter<UseWalletOptions | undefined>,
): ActionRefs<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
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
): ActionRefs<CallData<C, Name>> & ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(() => watchCall(toValue(contract), toValue(name), toValue(options)));
}

function useAction<Args extends readonly unknown[], T>(
  getWatched: () => Watched<ActionWatcher<Args, T>>,
): ActionRefs<T> & ActionFunctions<Args, T> {
  const [state, watcher] = useWatched(getWatched);
  return {
    ...toFields<ActionRefs<T>>(state, ACTION_FIELDS),
    send: (...args) => watcher.value.send(...args),
    reset: () => watcher.value.reset(),
  };
}

/**
 * Reads a read-only function of a contract in the browser, or a public one that writes nothing, again when the arguments
 * change. Nothing is read while they are undefined. `reload` reads again, and keeps the data meanwhile.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: MaybeRefOrGetter<C>,
  name: MaybeRefOrGetter<Name>,
  args: MaybeRefOrGetter<ReadArgs<C, Name> | undefined>,
  options?: MaybeRefOrGetter<UseContractReadOptions | undefined>,
): ActionRefs<ReadData<C, Name>> & { readonly reload: () => void } {
  const [state, watcher] = useWatched(() =>
    watchRead(toValue(contract), toValue(name), toValue(args), toValue(options)),
  );
  return {
    ...toFields<ActionRefs<ReadData<C, Name>>>(state, ACTION_FIELDS),
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
