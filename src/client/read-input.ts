import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { copyPlainData, type NotPlain } from '../lib/plain-data.js';
import * as read from '../lib/read-options.js';
import { readOptions, REQUEST_DEFAULTS } from './configure.js';
import type { RequestOptions } from './types.js';

/**
 * Copies the params when the function is called, so that later changes by the page (while the user chooses a
 * wallet) do not change what is checked and sent.
 *
 * @throws JsonRpcError -32602 with the name of the field that is not plain data or cannot be read
 */
export function copyParams(method: string, params: unknown): unknown {
  const invalid = (field: string, reason: string, cause?: unknown) =>
    new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `${method}: \`${field}\` must be plain data: ${reason}.`,
      { data: { field, expected: 'plain data' }, cause },
    );
  const notPlain: NotPlain = (field, reason) => {
    throw invalid(field, reason);
  };
  try {
    return copyPlainData(params, 'params', notPlain);
  } catch (error) {
    if (error instanceof JsonRpcError) throw error;
    // A proxy may throw anything.
    throw invalid('params', 'reading it failed', error);
  }
}

const REQUEST_OPTIONS: read.OptionTable<RequestOptions> = {
  provider: read.object,
  providerId: read.someText,
  ...REQUEST_DEFAULTS,
  signal: read.signal,
  onAnswer: read.func,
};

/**
 * Reads the options of a request.
 *
 * @param caller the name of the function that received the options, for the error
 * @throws JsonRpcError -32602 with the name of the option, the value and what was expected
 */
export function readRequestOptions(caller: string, options: unknown): RequestOptions {
  return readOptions(caller, options as RequestOptions, REQUEST_OPTIONS);
}
