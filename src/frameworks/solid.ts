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
import {
  clientIn,
  loadToken,
  LOADING,
  SERVER_SNAPSHOT,
  walletActions,
  watchWallet,
  watchTransaction,
  type SentResult,
  type TokenSnapshot,
  type TransactionSnapshot,
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
