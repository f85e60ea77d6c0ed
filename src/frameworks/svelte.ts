/** The entry point `stacks-wallet-elements/svelte`: stores for Svelte 4 and 5, with and without runes. */
import { getDefaultClient } from '../core/default-client.js';
import { watchWallet, type WalletSnapshot } from '../core/wallet-snapshot.js';
import type { Undo } from '../wire/provider.js';
import {
  loadToken,
  SERVER_SNAPSHOT,
  walletActions,
  type TokenSnapshot,
  type UseTokenOptions,
  type UseWalletOptions,
  type WalletActions,
} from './wallet.js';

export type { TokenSnapshot, UseTokenOptions, UseWalletOptions, WalletActions, WalletSnapshot };

/** A store of Svelte: read it as `$name`. */
export interface ReadableStore<T> {
  subscribe(this: void, run: (value: T) => void): Undo;
}

/** Whether the components that were created first are hydrated, which takes one task without a break. */
let hydrated = false;

/**
 * The wallet of the page as a store, and the functions to use it. `$wallet` follows the wallet, its account and its
 * network, also when another tab or the wallet itself changes them. On a server, and until the page is hydrated:
 * disconnected.
 */
export function useWallet({
  client = getDefaultClient(),
}: UseWalletOptions = {}): ReadableStore<WalletSnapshot> & WalletActions {
  return {
    subscribe(run) {
      if (hydrated) return watchWallet(run, client);
      run(SERVER_SNAPSHOT);
      let undo: Undo | undefined;
      let ended = typeof document !== 'object';
      queueMicrotask(() => {
        if (ended) return;
        hydrated = true;
        undo = watchWallet(run, client);
      });
      return () => {
        ended = true;
        undo?.();
      };
    },
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
