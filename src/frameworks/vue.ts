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
