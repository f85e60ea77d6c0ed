import { isJsonRpcError, JsonRpcError, JsonRpcErrorCode, type Refuse } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { loadModule } from '../lib/load-module.js';
import { methodOf } from '../methods/index.js';
import { cannot } from '../wallets/outgoing.js';
import type { RequestContext } from '../wallets/wallet.js';
import { broadcastNote } from './check-result.js';

/**
 * Checks what is to be signed, and returns a function that checks the wallet's answer. The module for that is
 * loaded before the wallet is asked, so that no signature is lost if it cannot be loaded.
 *
 * @throws JsonRpcError -32602 if the request must not be sent; the returned function throws -32603, with the
 *   answer as `cause`, if the answer does not match the request
 */
export async function prepareVerification(
  method: string,
  params: unknown,
  { addresses }: RequestContext,
): Promise<(result: unknown) => void> {
  const verify = methodOf(method)?.verify;
  if (!verify) return () => undefined;
  const { field, load } = verify;
  const { prepare } = await loadModule('checks what is signed', load);
  const refuse: Refuse = (...refused) => {
    throw cannot(method, ...refused);
  };
  const faultOf = orUnreadable(
    () => prepare(params as never, addresses, refuse),
    (cause) => {
      const message = `${method}: \`${field}\` cannot be read: ${String(read(cause, 'message'))}`;
      return new JsonRpcError(JsonRpcErrorCode.InvalidParams, message, { data: { field }, cause });
    },
  );
  const note = broadcastNote(method, params);
  return (result) => {
    // Leather returns this if other signers have to sign, too.
    if (read(result, 'status') === 'proposed') return;
    const failure = (fault: string, cause: unknown) =>
      new JsonRpcError(
        JsonRpcErrorCode.InternalError,
        `${method}: the wallet answered ${fault}.${note}`,
        { cause },
      );
    const fault = orUnreadable(
      () => faultOf(result),
      (cause) => failure(`with a \`${field}\` that cannot be read`, cause),
    );
    if (fault !== undefined) throw failure(fault, result);
  };
}

function orUnreadable<T>(run: () => T, failure: (cause: unknown) => JsonRpcError): T {
  try {
    return run();
  } catch (error) {
    throw isJsonRpcError(error) ? error : failure(error);
  }
}
