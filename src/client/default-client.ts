import type { AddressesResult, StoredAddresses } from '../methods/addresses.js';
import type { WalletProvider } from '../wallets/provider.js';
import { createWalletClient, loadRequest } from './client.js';
import type { RawOptions } from './request-raw.js';
import type { RequestFunction, RequestOptions, WalletClient } from './types.js';

/** The number increases with every breaking change of {@link WalletClient}: only compatible copies share a client. */
const KEY = Symbol.for('stacks-wallet-elements/client@1');

/** The default client of the page. Created on first use, and shared by all copies of this package. */
export function getDefaultClient(): WalletClient {
  const shared = globalThis as { [KEY]?: WalletClient };
  return (shared[KEY] ??= createWalletClient());
}

/**
 * Connects to the remembered wallet, or to the one that the user chooses, and stores its addresses (unless
 * `enableLocalStorage` is false).
 *
 * @returns the wallet's addresses, in its order
 * @throws JsonRpcError -32000 if the user rejects in the wallet, -31001 if the picker is closed or
 *   `disconnect()` is called meanwhile; the signal's reason once the signal is aborted
 */
export function connect(options?: RequestOptions): Promise<AddressesResult> {
  return getDefaultClient().connect(options);
}

/**
 * Removes the addresses and the selected wallet. Closes the picker, and rejects pending attempts to connect on
 * this page with -31001. Does not cancel other requests that were already sent to a wallet.
 */
export function disconnect(): void {
  getDefaultClient().disconnect();
}

/** True from the time a wallet has returned addresses until `disconnect()`, including after a reload. */
export function isConnected(): boolean {
  return getDefaultClient().isConnected();
}

/** The addresses that `connect` stored, or null. */
export function getLocalStorage(): StoredAddresses | null {
  return getDefaultClient().getLocalStorage();
}

/**
 * Sends a request to the user's wallet: `request(method, params?)` or `request(options, method, params?)`.
 * Amounts are in satoshis (`sendTransfer`), micro-STX (`stx_transferStx`) or base units of a token.
 *
 * @throws JsonRpcError -32602 with the name of the field, before any wallet is asked; -32000 if the user
 *   rejects; -31001 if the picker is closed; else the wallet's own error. The signal's reason once the signal is
 *   aborted.
 */
export const request = ((...args: Parameters<RequestFunction>) =>
  getDefaultClient().request(...args)) as RequestFunction;

/**
 * Sends a request to a provider without changing it (SIP-030): no picker, no checks, no adjustments, no state.
 * Returns the result from the JSON-RPC envelope of the answer.
 *
 * @throws JsonRpcError for every failure; the signal's reason once the signal is aborted
 */
export async function requestRaw(
  provider: WalletProvider,
  method: string,
  params?: unknown,
  options?: RawOptions,
): Promise<unknown> {
  return (await loadRequest()).requestRaw(provider, method, params, options);
}
