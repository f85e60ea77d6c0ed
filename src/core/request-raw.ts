import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { abortable, isAbortOf } from '../lib/abort.js';
import type { WireRequest } from '../wallets/wallet.js';
import type { WalletProvider } from '../wire/provider.js';
import { toJsonRpcError } from './normalize-error.js';
import { isEmptyResponse, unwrap } from './unwrap.js';

export interface RawOptions {
  /** Aborting rejects with the signal's reason; the wallet is not told, and its late answer is dropped. */
  signal?: AbortSignal | undefined;
  /** Codes of this wallet that mean something else in SIP-030. Default: 4001 is the user's rejection. */
  errorCodes?: Readonly<Record<number, JsonRpcErrorCode>> | undefined;
}

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
  // Without a prototype: what a page added to Object.prototype is not an option.
  const { signal, errorCodes } = { __proto__: null, ...options } as RawOptions;
  signal?.throwIfAborted();
  try {
    // The call itself may throw, and what it gives back may be any thenable.
    const answer = (async () => provider.request(method, params))();
    const given = await abortable(answer, signal);
    const result = unwrap(given);
    if (isEmptyResponse(given)) throw emptyResponse(method, given);
    return result;
  } catch (error) {
    throw isAbortOf(signal, error) ? error : toJsonRpcError(error, errorCodes);
  }
}

/** Sends what a table made. What a page added to `Object.prototype` is not a part of it. */
export function sendWire(
  provider: WalletProvider,
  wire: WireRequest,
  options?: RawOptions,
): Promise<unknown> {
  const { method, params } = { __proto__: null, ...wire } as WireRequest;
  return requestRaw(provider, method, params, options);
}

function emptyResponse(method: string, answer: unknown): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with a result or an error; got ${describe(answer)}. It may have done what it was asked.`,
    { cause: answer },
  );
}
