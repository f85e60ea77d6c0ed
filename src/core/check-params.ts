import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { resolveNetwork } from '../lib/network.js';
import * as is from '../methods/checks.js';
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

const OPTIONS = {
  providerId: is.optional(is.someText),
  forceWalletSelect: is.optional(is.flag),
  persistWalletSelect: is.optional(is.flag),
  enableOverrides: is.optional(is.flag),
  enableLocalStorage: is.optional(is.flag),
  approvedProviderIds: is.optional(is.listOf(is.text, 'a list of ids of wallets')),
  network: is.optional(is.someText),
  stacksApiUrl: is.optional(is.someText),
} satisfies Partial<Record<keyof RequestOptions, is.Check>>;

/**
 * Checks the options that are data.
 *
 * @throws JsonRpcError -32602 with the name of the option, the value and what was expected
 */
function checkOptions(method: string, options: RequestOptions): void {
  is.record(OPTIONS)(options, 'params', method, true);
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
  checkOptions(method, options);
  return resolveNetwork(method, params, options.network);
}
