import { isRecord } from '../lib/safe-access.js';

const ENVELOPE = new Set(['jsonrpc', 'id', 'status', 'result', 'error']);

/**
 * The result inside a wallet's answer: a JSON-RPC envelope, `{ result }`, `{ status, result }`, or a
 * bare result, which is returned as it is. `error: null` or `false` is no error. Throws the answer
 * itself when it carries an error, for `toJsonRpcError`.
 */
export function unwrap(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const has = (key: string) => Object.hasOwn(answer, key);
  const error = has('error') ? answer['error'] : undefined;
  // An empty text is an error without a reason, unless a result stands beside it.
  const isError = Boolean(error) || (error === '' && !has('result'));
  if (isError || (has('status') && answer['status'] === 'error')) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the caller makes the error
    throw answer;
  }
  // A bare result may have a field of that name, too, and an envelope nothing else.
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
