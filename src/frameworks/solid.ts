/** The entry point `stacks-wallet-elements/solid`: signals for Solid. */
import {
  createEffect,
  createSignal,
  onCleanup,
  onMount,
  sharedConfig,
  type Accessor,
} from 'solid-js';
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

/** A signal for each field of the wallet. */
export type WalletSignals = {
  readonly [Name in keyof WalletState]: Accessor<WalletState[Name]>;
};

/**
 * The wallet of the page as signals, and the functions to use it. The signals follow the wallet, its account and its
 * network, also when another tab or the wallet itself changes them. On a server, and until the page is hydrated:
 * disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletSignals & WalletActions {
  const client = clientIn(options);
  const first = sharedConfig.context ? SERVER_SNAPSHOT : client.state;
  const [wallet, setWallet] = createSignal<WalletState>(first);
  onMount(() => onCleanup(watchWallet(client, (next) => void setWallet(next))));
  const signals = Object.fromEntries(
    Object.entries(SERVER_SNAPSHOT).map(([name]) => [
      name,
      () => wallet()[name as keyof WalletState],
    ]),
  );
  return { ...(signals as WalletSignals), ...walletActions(client) };
}

/** Loads the metadata of a fungible token by its principal, again when the principal changes. */
export function useToken(
  principal: Accessor<string | undefined>,
  options?: UseTokenOptions,
): Accessor<TokenSnapshot> {
  const [token, setToken] = createSignal(LOADING);
  createEffect(() => onCleanup(loadToken(principal(), options, (next) => void setToken(next))));
  return token;
}

/**
 * Tracks a transaction until the component is disposed. When `transaction` changes, tracks the new one instead.
 *
 * @throws TransactionError `invalid`, in an effect, if the id is not 32 bytes in hex
 */
export function useTransaction(
  transaction: Accessor<SentResult>,
  options?: Accessor<UseTransactionOptions>,
): Accessor<TransactionSnapshot> {
  const [state, setState] = createSignal<TransactionSnapshot>();
  createEffect(() =>
    onCleanup(watchTransaction(transaction(), options?.(), (next) => void setState(next))),
  );
  return state;
}

/** A signal for each field. */
export type ActionSignals<T> = {
  readonly [Name in keyof ActionState<T>]: Accessor<ActionState<T>[Name]>;
};

/**
 * A request to the wallet: `send` sends it, with the params of the method and the options of `request`. The signals follow its state,
 * also that of the transaction that it sent.
 */
export function useRequest<M extends MethodName>(
  method: M,
  options?: UseWalletOptions,
): ActionSignals<MethodResult<M>> & ActionFunctions<RequestArgs<M>, MethodResult<M>> {
  const action = createAction<MethodResult<M>>();
  return {
    ...toSignals(action, () => action.get()),
    send: sendRequest(action, method, options),
    reset: action.reset,
  };
}

/**
 * A call of a public function of a contract through the wallet: `send` takes what `contract.call` takes. The signals follow its
 * state, also that of the transaction that it sent.
 */
export function useContractCall<C extends UsableContract, Name extends CallName<C>>(
  contract: C,
  name: Name,
  options?: UseWalletOptions,
): ActionSignals<CallData<C, Name>> & ActionFunctions<CallArgs<C, Name>, CallData<C, Name>> {
  const action = createAction<CallData<C, Name>>();
  return {
    ...toSignals(action, () => action.get()),
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
  args: Accessor<ReadArgs<C, Name> | undefined>,
  options?: Accessor<UseContractReadOptions | undefined>,
): ActionSignals<ReadData<C, Name>> & { readonly reload: () => void } {
  const action = createAction<ReadData<C, Name>>();
  const reload = () => runRead(action, contract, name, args(), options?.());
  const signals = toSignals(action, () => asRead(action.get(), args()));
  createEffect(() => onCleanup(reload()));
  return { ...signals, reload };
}

function toSignals<T>(action: Action<T>, read: () => ActionState<T>): ActionSignals<T> {
  const [state, setState] = createSignal(read());
  onCleanup(action.subscribe(() => void setState(read)));
  return Object.fromEntries(
    Object.entries(IDLE).map(([name]) => [name, () => state()[name as keyof ActionState<T>]]),
  ) as ActionSignals<T>;
}
