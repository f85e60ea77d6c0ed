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
export type ActionSignals<T> = {
  readonly [Name in keyof ActionState<T>]: Accessor<ActionState<T>[Name]>;
};

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The signals follow its state,
 * also that of the transaction that it sent. A request of another method or client begins as `idle`.
 */
export function useRequest<M extends MethodName>(
  method: MaybeAccessor<M>,
  options?: MaybeAccessor<UseWalletOptions | undefined>,
): ActionSignals<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
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
): ActionSignals<CallData<C, Name>> & ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  return useAction(() => watchCall(toValue(contract), toValue(name), toValue(options)));
}

function useAction<Args extends readonly unknown[], T>(
  getWatched: () => Watched<ActionWatcher<Args, T>>,
): ActionSignals<T> & ActionFunctions<Args, T> {
  const [state, watcher] = useWatched(getWatched);
  return {
    ...toFields<ActionSignals<T>>(state, ACTION_FIELDS),
    send: (...args) => watcher().send(...args),
    reset: () => watcher().reset(),
  };
}

/**
 * Reads a read-only function of a contract in the browser, or a public one that writes nothing, again when the arguments
 * change. Nothing is read while they are undefined. `reload` reads again, and keeps the data meanwhile.
 */
export function useContractRead<C extends UsableContract, Name extends ReadName<C>>(
  contract: MaybeAccessor<C>,
  name: MaybeAccessor<Name>,
  args: Accessor<ReadArgs<C, Name> | undefined>,
  options?: MaybeAccessor<UseContractReadOptions | undefined>,
): ActionSignals<ReadData<C, Name>> & { readonly reload: () => void } {
  const [state, watcher] = useWatched(() =>
    watchRead(toValue(contract), toValue(name), args(), toValue(options)),
  );
  return {
    ...toFields<ActionSignals<ReadData<C, Name>>>(state, ACTION_FIELDS),
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
