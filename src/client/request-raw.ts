import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { abortable } from '../lib/promises.js';
import { isPlain } from '../lib/plain-data.js';
import { option, signal as aSignal, type OptionTable } from '../lib/read-options.js';
import { isRecord } from '../lib/safe-access.js';
import { walletFor } from '../wallets/index.js';
import type { Wallet, WireRequest } from '../wallets/wallet.js';
import type { WalletProvider } from '../wallets/provider.js';
import { isAbortOf, toJsonRpcError } from './normalize-error.js';
import { readOptions } from './configure.js';
import type { Target } from './types.js';

/** The fields of a JSON-RPC response, and of an answer with a status. */
const ENVELOPE = new Set(['jsonrpc', 'id', 'status', 'result', 'error']);

export interface RawOptions {
  /** Aborting rejects with the signal's reason. The wallet is not notified, and its answer is ignored. */
  signal?: AbortSignal | undefined;
  /** Error codes of this wallet that mean something else in SIP-030. Default: 4001 is the user's rejection. */
  errorCodes?: Readonly<Record<number, JsonRpcErrorCode>> | undefined;
}

const RAW_OPTIONS: OptionTable<RawOptions> = {
  signal: aSignal,
  errorCodes: option('an object with error codes', isPlain),
};

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
  const { signal, errorCodes } = readOptions('requestRaw', options, RAW_OPTIONS);
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

/**
 * Returns the result of a wallet's answer: a JSON-RPC envelope, `{ result }`, `{ status, result }`, or the result
 * itself. `error: null` and `error: false` are not errors. Throws the answer itself if it contains an error, for
 * `toJsonRpcError`.
 */
export function unwrap(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const has = (key: string) => Object.hasOwn(answer, key);
  const error = has('error') ? answer['error'] : undefined;
  // An empty string is an error without a reason, unless there is also a result.
  const isError = Boolean(error) || (error === '' && !has('result'));
  if (isError || (has('status') && answer['status'] === 'error')) {
    // oxlint-disable-next-line typescript/only-throw-error -- the caller converts it
    throw answer;
  }
  // A result may itself have a field named `result`. So an answer without `jsonrpc` is an envelope only if it has no
  // other fields than these.
  const isEnvelope =
    (has('jsonrpc') && has('result')) || Object.entries(answer).every(([key]) => ENVELOPE.has(key));
  return isEnvelope && (has('jsonrpc') || has('result')) ? answer['result'] : answer;
}

/** True for a JSON-RPC response with neither a result nor an error. */
function isEmptyResponse(answer: unknown): boolean {
  return (
    isRecord(answer) &&
    Object.hasOwn(answer, 'jsonrpc') &&
    !Object.hasOwn(answer, 'result') &&
    Object.entries(answer).every(([key]) => ENVELOPE.has(key))
  );
}
