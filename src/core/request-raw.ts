import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { abortable, isAbortOf } from '../lib/abort.js';
import { walletFor } from '../wallets/index.js';
import type { Wallet, WireRequest } from '../wallets/wallet.js';
import type { WalletProvider } from '../wire/provider.js';
import { toJsonRpcError } from './normalize-error.js';
import type { Target } from './remembered-wallet.js';
import { isEmptyResponse, unwrap } from './unwrap.js';

export interface RawOptions {
  /** Aborting rejects with the signal's reason. The wallet is not notified, and its answer is ignored. */
  signal?: AbortSignal | undefined;
  /** Error codes of this wallet that mean something else in SIP-030. Default: 4001 is the user's rejection. */
  errorCodes?: Readonly<Record<number, JsonRpcErrorCode>> | undefined;
}

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
  // No prototype: properties that a page added to Object.prototype are not options.
  const { signal, errorCodes } = { __proto__: null, ...options } as RawOptions;
  signal?.throwIfAborted();
  try {
    // The call may throw, and may return any thenable.
    const answer = (async () => provider.request(method, params))();
    const given = await abortable(answer, signal);
    const result = unwrap(given);
    if (isEmptyResponse(given)) throw emptyResponse(method, given);
    return result;
  } catch (error) {
    throw isAbortOf(signal, error) ? error : toJsonRpcError(error, errorCodes);
  }
}

/** Sends the request of a wallet definition. Ignores properties that a page added to `Object.prototype`. */
export function sendWire(
  provider: WalletProvider,
  wire: WireRequest,
  options?: RawOptions,
): Promise<unknown> {
  const { method, params } = { __proto__: null, ...wire } as WireRequest;
  return requestRaw(provider, method, params, options);
}

/**
 * Notifies a wallet that the page has disconnected, if the wallet has a method for that. Ignores errors and
 * does not wait for an answer, which may never come.
 */
export function notifyDisconnect(
  { provider, id }: Target,
  wallets: readonly Wallet[] | undefined,
): void {
  const wire = walletFor(provider, id, wallets).disconnect;
  if (wire) sendWire(provider, wire).catch(() => {});
}

function emptyResponse(method: string, answer: unknown): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with a result or an error; got ${describe(answer)}. It may have done what it was asked.`,
    { cause: answer },
  );
}
