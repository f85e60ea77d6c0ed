import type { JsonRpcErrorCode } from '../errors.js';
import { abortable, isAbortOf } from '../lib/abort.js';
import type { WalletProvider } from '../wire/provider.js';
import { toJsonRpcError } from './normalize-error.js';
import { unwrap } from './unwrap.js';

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
  { signal, errorCodes }: RawOptions = {},
): Promise<unknown> {
  signal?.throwIfAborted();
  try {
    // The call itself may throw, and what it gives back may be any thenable.
    const answer = (async () => provider.request(method, params))();
    return unwrap(await abortable(answer, signal));
  } catch (error) {
    throw isAbortOf(signal, error) ? error : toJsonRpcError(error, errorCodes);
  }
}
