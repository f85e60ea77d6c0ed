import type { AddressesResult, StoredAddresses } from '../wire/addresses.js';
import type { WalletProvider } from '../wire/provider.js';
import { getDefaultClient } from './default-client.js';
import { loadRequestRaw } from './request-modules.js';
import type { RawOptions } from './request-raw.js';
import type { RequestFunction, RequestOptions } from './types.js';

/**
 * Connects to the remembered wallet, or to the one that the user chooses, and stores the addresses that
 * it gives (unless `enableLocalStorage` is false).
 *
 * @returns the wallet's addresses, in its order.
 * @throws JsonRpcError -32000 where the user says no in the wallet, -31001 where the picker is closed
 *   or `disconnect()` is called meanwhile; the signal's reason once that is aborted.
 */
export function connect(options?: RequestOptions): Promise<AddressesResult> {
  return getDefaultClient().connect(options);
}

/**
 * Forgets the addresses and the selected wallet. Closes the picker, and rejects whoever is connecting on this
 * page with -31001; a request that a wallet was asked already is not taken back.
 */
export function disconnect(): void {
  getDefaultClient().disconnect();
}

/** True once a wallet gave addresses, until `disconnect()`; a stored connection counts. */
export function isConnected(): boolean {
  return getDefaultClient().isConnected();
}

/** The addresses as `connect` stored them (B1), or null. */
export function getLocalStorage(): StoredAddresses | null {
  return getDefaultClient().getLocalStorage();
}

/**
 * Sends a method to the user's wallet: `request(method, params?)` or `request(options, method, params?)`.
 * Amounts are satoshis (`sendTransfer`), micro-STX (`stx_transferStx`) or base units of a token.
 *
 * @throws JsonRpcError -32602 naming the field, before any wallet is asked; -32000 where the user says
 *   no; -31001 where the picker is closed; else the wallet's own. The signal's reason once aborted.
 */
export const request = ((...args: Parameters<RequestFunction>) =>
  getDefaultClient().request(...args)) as RequestFunction;

/**
 * Sends a method with its params to a provider as they are (SIP-030): no picker, no checks, no
 * adjustments, no state. The JSON-RPC envelope of the answer is taken off.
 *
 * @throws JsonRpcError for every failure; the signal's reason once that is aborted.
 */
export async function requestRaw(
  provider: WalletProvider,
  method: string,
  params?: unknown,
  options?: RawOptions,
): Promise<unknown> {
  return (await loadRequestRaw()).requestRaw(provider, method, params, options);
}
