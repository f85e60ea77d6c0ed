import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { snapshot } from '../lib/snapshot.js';
import { METHODS } from './check-params/methods.js';

/**
 * Checks the params of a method against the specification: what is required, types and units. Returns
 * them as they were when checked, a copy all the way down: send that, so that a getter, or a page that
 * changes its object while the user still chooses a wallet, cannot change what was checked.
 *
 * Throws -32602 that names the field, shows the value and says what was expected. The params of a method
 * that is not known here are returned untouched; a name that no wallet can tell from a property of every
 * object (`toString`) is refused, since Leather never answers it.
 */
export function checkParams(method: string, params?: unknown): unknown {
  if (typeof method !== 'string' || method === '' || method in Object.prototype) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `The method must be the name of a request, such as getAddresses; got ${String(method)}.`,
      { data: { field: 'method' } },
    );
  }
  if (!Object.hasOwn(METHODS, method)) return params;
  const copy = copyOf(method, params);
  METHODS[method as keyof typeof METHODS](copy, 'params', method);
  return copy;
}

function copyOf(method: string, params: unknown): unknown {
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
