/** The entry point `stacks-wallet-elements/vue`: composables for Vue 3. */
import {
  getCurrentInstance,
  onMounted,
  onScopeDispose,
  shallowReactive,
  shallowRef,
  toRefs,
  toValue,
  watchEffect,
  watchPostEffect,
  type MaybeRefOrGetter,
  type ShallowRef,
  type ToRefs,
} from 'vue';
import type { WalletState } from '../client/types.js';
import type { MethodName, MethodResult } from '../methods/index.js';
import {
  asRead,
  clientIn,
  createAction,
  loadToken,
  LOADING,
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

/** A ref for each field of the wallet. */
export type WalletRefs = Readonly<ToRefs<{ [Name in keyof WalletState]: WalletState[Name] }>>;

/**
 * The wallet of the page as refs, and the functions to use it. The refs follow the wallet, its account and its network,
 * also when another tab or the wallet itself changes them. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletRefs & WalletActions {
  const client = clientIn(options);
  const wallet = shallowReactive<WalletState>({ ...SERVER_SNAPSHOT });
  const follow = () => watchWallet(client, (next) => void Object.assign(wallet, next));
  let undo: (() => void) | undefined;
  onScopeDispose(() => undo?.(), true);
  // Only a component that is being hydrated has an element already. Its first render must match the server's HTML.
  if (getCurrentInstance()?.vnode.el) onMounted(() => (undo = follow()));
  else undo = follow();
  return { ...toRefs(wallet), ...walletActions(client) };
}

/** Loads the metadata of a fungible token by its principal, again when the principal changes. */
export function useToken(
  principal: MaybeRefOrGetter<string | undefined>,
  options?: UseTokenOptions,
): Readonly<ShallowRef<TokenSnapshot>> {
  const token = shallowRef<TokenSnapshot>(LOADING);
  watchEffect((onCleanup) =>
    onCleanup(loadToken(toValue(principal), options, (next) => (token.value = next))),
  );
  return token;
}

/**
 * Tracks a transaction until the component is unmounted. When `transaction` changes, tracks the new one instead.
 *
 * @throws TransactionError `invalid`, in an effect, if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: MaybeRefOrGetter<SentResult>,
  options?: MaybeRefOrGetter<UseTransactionOptions>,
): Readonly<ShallowRef<TransactionSnapshot>> {
  const state = shallowRef<TransactionSnapshot>();
  // After the component is hydrated, since its first render must match the server's HTML.
  watchPostEffect((onCleanup) =>
    onCleanup(
      watchTransaction(toValue(transaction), toValue(options), (next) => (state.value = next)),
    ),
  );
  return state;
}

/** A ref for each field. */
export type ActionRefs<T> = Readonly<
  ToRefs<{ [Name in keyof ActionState<T>]: ActionState<T>[Name] }>
>;

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The refs follow its state,
 * also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ActionRefs<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  const action = createAction<MethodResult<M>>();
  return {
    ...toActionRefs(action, () => action.get()),
    send: sendRequest(action, method, options),
    reset: action.reset,
  };
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The refs follow its
 * state, also that of the transaction that it sent.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options?: UseWalletOptions,
): ActionRefs<CallData<C, Name>> & ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  const action = createAction<CallData<C, Name>>();
  return {
    ...toActionRefs(action, () => action.get()),
    send: sendCall(action, contract, name, options),
    reset: action.reset,
  };
}

/**
 * Reads a read-only function of a contract in the browser, or a public one that writes nothing, again when the arguments
 * change. Nothing is read while they are undefined. `reload` reads again, and keeps the data meanwhile.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: C,
  name: Name,
  args: MaybeRefOrGetter<ReadArgs<C, Name> | undefined>,
  options?: MaybeRefOrGetter<UseContractReadOptions | undefined>,
): ActionRefs<ReadData<C, Name>> & { readonly reload: () => void } {
  const action = createAction<ReadData<C, Name>>();
  const reload = () => runRead(action, contract, name, toValue(args), toValue(options));
  // After the component is hydrated, since its first render must match the server's HTML.
  watchPostEffect((onCleanup) => onCleanup(reload()));
  return { ...toActionRefs(action, () => asRead(action.get(), toValue(args))), reload };
}

function toActionRefs<T>(action: Action<T>, read: () => ActionState<T>): ActionRefs<T> {
  const state = shallowReactive({ ...read() });
  onScopeDispose(
    action.subscribe(() => void Object.assign(state, read())),
    true,
  );
  return toRefs(state) as ActionRefs<T>;
}
