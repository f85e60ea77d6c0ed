import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode, type Refuse } from '../errors.js';
import { loadModule } from '../lib/promises.js';
import { isRecord, read } from '../lib/safe-access.js';
import { methodOf } from '../methods/index.js';
import { cannot } from '../wallets/outgoing.js';
import type { RequestContext } from '../wallets/wallet.js';
import { broadcastNote } from './check-result.js';

/**
 * Checks what is to be signed, and returns a function that compares the wallet's answer with it, and returns what was
 * verified. The module for that is loaded before the wallet is asked, so that no signature is lost if it cannot be
 * loaded. Undefined for a method whose answers cannot be compared.
 *
 * @throws JsonRpcError -32602 if the request must not be sent; the returned function throws -32603, with the
 *   answer as `cause`, if the answer does not match the request
 */
export async function prepareVerification(
  method: string,
  params: unknown,
  { addresses, network }: RequestContext,
): Promise<((result: unknown, answer: unknown) => unknown) | undefined> {
  const verify = methodOf(method)?.verify;
  if (!verify) return undefined;
  const { field, load } = verify;
  const { prepare } = await loadModule('checks what is signed', load);
  const refuse: Refuse = (...refused) => {
    throw cannot(method, ...refused);
  };
  const compare = orUnreadable(
    () => prepare(params as never, { method, addresses, network }, refuse),
    (cause) => {
      const message = `${method}: \`${field}\` cannot be read: ${String(read(cause, 'message'))}`;
      return new JsonRpcError(JsonRpcErrorCode.InvalidParams, message, { data: { field }, cause });
    },
  );
  const note = broadcastNote(method, params);
  return (result, answer) => {
    const failure = (fault: string, cause: unknown) =>
      new JsonRpcError(
        JsonRpcErrorCode.InternalError,
        `${method}: the wallet answered ${fault}.${note}`,
        { cause },
      );
    return orUnreadable(
      () => {
        // No prototype: properties that a page added to Object.prototype are no answers.
        const own = { __proto__: null, ...(isRecord(result) && result) } as Record<string, unknown>;
        const verified = compare(own, (fault) => {
          throw failure(fault, answer);
        });
        return { ...verified };
      },
      (cause) => failure(`with a \`${field}\` that cannot be read`, cause),
    );
  };
}

function orUnreadable<T>(run: () => T, failure: (cause: unknown) => JsonRpcError): T {
  try {
    return run();
  } catch (error) {
    throw isJsonRpcError(error) ? error : failure(error);
  }
}
