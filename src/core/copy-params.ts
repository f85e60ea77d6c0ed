import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { snapshot } from '../lib/snapshot.js';

/**
 * The params as they are at the moment of the call, a copy all the way down: a getter, or a page that
 * changes its object while the user still chooses a wallet, cannot change what is checked and sent.
 *
 * @throws JsonRpcError -32602 where they cannot be read to the end.
 */
export function copyParams(method: string, params: unknown): unknown {
  try {
    return snapshot(params);
  } catch (cause) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `${method}: the params cannot be read to the end.`,
      { cause },
    );
  }
}
