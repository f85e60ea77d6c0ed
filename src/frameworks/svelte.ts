/** The entry point `stacks-wallet-elements/svelte`: stores for Svelte 4 and 5, with and without runes. */
import type { WalletState } from '../client/types.js';
import type { Unsubscribe } from '../lib/store.js';
import {
  clientIn,
  loadToken,
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

/** A store of Svelte. A component reads it as `$name`. */
export interface ReadableStore<T> {
  subscribe(this: void, run: (value: T) => void): Unsubscribe;
}

/** Whether the page is hydrated. Svelte hydrates it synchronously, so a microtask runs after the hydration. */
let hydrated = false;

/** A store that has its first value on a server, and until the page is hydrated. */
function afterHydration<T>(
  first: T,
  watch: (run: (value: T) => void) => Unsubscribe,
): ReadableStore<T> {
  return {
    subscribe(run) {
      if (hydrated) return watch(run);
      run(first);
      let undo: Unsubscribe | undefined;
      let ended = typeof document !== 'object';
      queueMicrotask(() => {
        if (ended) return;
        hydrated = true;
        undo = watch(run);
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
  const client = clientIn(options);
  return {
    ...afterHydration<WalletState>(SERVER_SNAPSHOT, (run) => watchWallet(client, run)),
    ...walletActions(client),
  };
}

/** Loads the metadata of a fungible token by its principal, as a store. */
export function useToken(
  principal: string | undefined,
  options?: UseTokenOptions,
): ReadableStore<TokenSnapshot> {
  return { subscribe: (run) => loadToken(principal, options, run) };
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
  return afterHydration<TransactionSnapshot>(undefined, (run) =>
    watchTransaction(transaction, options, run),
  );
}
