'use client';
/** The entry point `stacks-wallet-elements/react`: hooks for React 18 and 19. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { toJson } from '../errors.js';
import { readTrackOptions } from '../transactions/options.js';
import type { WalletState } from '../client/types.js';
import {
  clientIn,
  loadToken,
  LOADING,
  SERVER_SNAPSHOT,
  walletActions,
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

/**
 * The wallet of the page, and the functions to use it. Renders again when the wallet, its account or its network
 * changes, also by another tab or in the wallet itself. On a server, and until the page is hydrated: disconnected.
 */
export function useWallet(options?: UseWalletOptions): WalletState & WalletActions {
  const client = clientIn(options);
  const [subscribe, snapshot, actions] = useMemo(
    () =>
      [
        (listener: () => void) => client.subscribe(listener),
        () => client.state,
        walletActions(client),
      ] as const,
    [client],
  );
  const wallet = useSyncExternalStore(subscribe, snapshot, () => SERVER_SNAPSHOT);
  return useMemo(() => ({ ...wallet, ...actions }), [wallet, actions]);
}

/** Loads the metadata of a fungible token. `token` is set if `status` is `ready`, `error` if it is `error`. */
export function useToken(principal: string | undefined, options?: UseTokenOptions): TokenSnapshot {
  const [token, setToken] = useState(LOADING);
  // Compares the options by value, since most callers create them at each render.
  const key = toJson(options);
  useEffect(() => loadToken(principal, options, setToken), [principal, key]);
  return token;
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
  const { client, ...rest } = readTrackOptions<UseTransactionOptions>('useTransaction', options);
  // Compares the options by value, since most callers create them at each render.
  const key = toJson([transaction, rest]);
  const [subscribe, snapshot] = useMemo(() => {
    let state: TransactionSnapshot;
    return [
      (listener: () => void) =>
        watchTransaction(transaction, options, (next) => {
          state = next;
          listener();
        }),
      () => state,
    ] as const;
  }, [key, client]);
  return useSyncExternalStore<TransactionSnapshot>(subscribe, snapshot, () => undefined);
}
