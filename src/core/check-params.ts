import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import * as is from '../methods/checks.js';
import { methodOf } from '../methods/index.js';
import type { RequestOptions } from './types.js';

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
  methodOf(method)?.check(params, 'params', method);
}

const OPTIONS = {
  providerId: is.optional(is.someText),
  forceWalletSelect: is.optional(is.flag),
  persistWalletSelect: is.optional(is.flag),
  enableOverrides: is.optional(is.flag),
  enableLocalStorage: is.optional(is.flag),
  approvedProviderIds: is.optional(is.listOf(is.text, 'a list of ids of wallets')),
  network: is.optional(is.someText),
} satisfies Partial<Record<keyof RequestOptions, is.Check>>;

/**
 * Checks the options that are data, as {@link checkParams} does params.
 *
 * @throws JsonRpcError -32602 that names the option, shows the value and says what was expected
 */
export function checkOptions(method: string, options: RequestOptions): void {
  is.record(OPTIONS)(options, 'params', method);
}
