import { isRecord } from '../lib/safe-access.js';

const ENVELOPE = new Set(['jsonrpc', 'id', 'status', 'result', 'error']);

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
  // A result may itself have a field named `result`; an envelope has no other fields than these.
  const isEnvelope =
    (has('jsonrpc') && has('result')) || Object.entries(answer).every(([key]) => ENVELOPE.has(key));
  return isEnvelope && (has('jsonrpc') || has('result')) ? answer['result'] : answer;
}

/** True for a JSON-RPC response with neither a result nor an error. */
export function isEmptyResponse(answer: unknown): boolean {
  return (
    isRecord(answer) &&
    Object.hasOwn(answer, 'jsonrpc') &&
    !Object.hasOwn(answer, 'result') &&
    Object.entries(answer).every(([key]) => ENVELOPE.has(key))
  );
}
