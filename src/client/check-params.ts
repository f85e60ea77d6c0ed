import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { resolveNetwork } from '../stacks/network.js';
import { methodOf } from '../methods/index.js';
import type { RequestOptions } from './types.js';

/**
 * Checks the params of a method against the specification: known fields only, required fields, types and units. Does
 * not check params of unknown methods. Refuses a method named like a property of every object (`toString`), because
 * Leather never answers it.
 *
 * @throws JsonRpcError -32602 with the name of the field, the value and what was expected
 */
function checkParams(method: string, params: unknown, asIs: boolean): void {
  if (method in Object.prototype) {
    throw new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `The method must be the name of a request, such as getAddresses; got ${method}.`,
      { data: { field: 'method' } },
    );
  }
  methodOf(method)?.check(params, 'params', method, asIs);
}

/**
 * The checks of a call, the same for every wallet.
 *
 * @returns the network of the request
 * @throws JsonRpcError -32602 with the name of the field
 */
export function checkCall(
  method: string,
  params: unknown,
  options: RequestOptions,
): string | undefined {
  checkParams(method, params, options.enableOverrides === false);
  return resolveNetwork(method, params, options.network);
}
