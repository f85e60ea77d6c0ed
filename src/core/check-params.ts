import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { METHODS } from './check-params/methods.js';

/**
 * Checks the params of a method against the specification: what is required, types and units. Params of
 * a method that is not known here are not looked at; a name that no wallet can tell from a property of
 * every object (`toString`) is refused, since Leather never answers it.
 *
 * @throws JsonRpcError -32602 that names the field, shows the value and says what was expected.
 */
export function checkParams(method: string, params: unknown): void {
  if (method in Object.prototype) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `The method must be the name of a request, such as getAddresses; got ${method}.`,
      { data: { field: 'method' } },
    );
  }
  if (Object.hasOwn(METHODS, method)) {
    METHODS[method as keyof typeof METHODS](params, 'params', method);
  }
}
