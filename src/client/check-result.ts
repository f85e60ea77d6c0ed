import { describe, isJsonRpcError, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { methodOf, nearMethod } from '../methods/index.js';

/**
 * Checks that a result has the fields that its method requires. Does not check results of unknown methods.
 *
 * @param sent the params that the wallet received
 * @param answer what the wallet answered, before it was read
 * @throws JsonRpcError -32603 with the answer as its cause; the message describes the answer and ends with
 *   {@link broadcastNote}
 */
export function checkResult(
  method: string,
  params: unknown,
  result: unknown,
  sent?: unknown,
  answer: unknown = result,
): void {
  const known = methodOf(method);
  if (!known || known.isExpectedResult(result, params ?? {}, sent)) return;
  throw new JsonRpcError(
    JsonRpcErrorCode.InternalError,
    `${method}: the wallet must answer with ${known.expectedResult}; got ${describe(answer)}.${broadcastNote(method, params)}`,
    { cause: answer },
  );
}

/**
 * The same error, with {@link broadcastNote} if the answer contained a result besides the error or if a part may have
 * been sent, or with the known method that was probably meant.
 */
export function withNote(method: string, params: unknown, error: unknown): unknown {
  if (!isJsonRpcError(error)) return error;
  const { code, message, data } = error;
  const cause = read(error, 'cause');
  // Xverse sends several transactions one by one: some may be sent before it reports a failure.
  const hasResult =
    (methodOf(method)?.sendsInPart &&
      code !== JsonRpcErrorCode.MethodNotFound &&
      read(error, 'cause') !== undefined) ||
    ['result', 'txid', 'txId'].some((field) => read(cause, field));
  const note = hasResult
    ? broadcastNote(method, params)
    : code === JsonRpcErrorCode.MethodNotFound && didYouMean(method);
  if (!note) return error;
  return new JsonRpcError(code, `${message.replace(/\.?$/, '.')}${note}`, { data, cause });
}

function didYouMean(method: string): string {
  const near = nearMethod(method);
  return near ? ` Did you mean "${near}"?` : '';
}

/** The sentence to append to an error if a transaction may have been broadcast nevertheless; else empty. */
export function broadcastNote(method: string, params: unknown): string {
  const effect = methodOf(method)?.effect;
  return effect === 'sends' ||
    (effect === 'sends if broadcast' && read(params, 'broadcast') === true)
    ? ' The transaction may have been broadcast: look for it before you send it again.'
    : '';
}
