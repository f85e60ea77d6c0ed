import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { methodOf } from '../methods/index.js';

/**
 * Checks that a result holds what its method promises. A result of a method that is not known here is not
 * checked.
 *
 * @throws JsonRpcError -32603 that says what came, with the result as its cause; where a transaction may
 *   have been broadcast all the same, it says that too
 */
export function checkResult(method: string, params: unknown, result: unknown): void {
  const known = methodOf(method);
  if (!known || known.holds(result, params ?? {})) return;
  throw new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with ${known.promise}; got ${describe(result)}.${broadcastNote(method, params)}`,
    { cause: result },
  );
}

/** The same error; where a result stood beside it in the answer, with {@link broadcastNote}. */
export function withBroadcastNote(method: string, params: unknown, error: unknown): unknown {
  const cause = read(error, 'cause');
  const hasResult = ['result', 'txid', 'txId'].some((field) => read(cause, field));
  const note = hasResult && broadcastNote(method, params);
  if (!note || !isJsonRpcError(error)) return error;
  const { code, message, data } = error;
  return new JsonRpcError(code, `${message.replace(/\.?$/, '.')}${note}`, { data, cause });
}

/** The sentence to end an error with after which a transaction may be on its way. */
export function broadcastNote(method: string, params: unknown): string {
  const sends = methodOf(method)?.sends;
  return sends === 'always' || (sends === 'if asked' && read(params, 'broadcast') === true)
    ? ' The transaction may have been broadcast: look for it before you send it again.'
    : '';
}
