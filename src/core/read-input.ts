import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { copyPlainData, plainProperties, type NotPlain } from '../lib/plain-data.js';
import type { RequestOptions } from './types.js';

/** Options that are passed by reference. */
const BY_REFERENCE: readonly string[] = [
  'provider',
  'signal',
  'onAsk',
  'onAnswer',
] satisfies (keyof RequestOptions)[];

/**
 * Copies the params when the function is called, so that later changes by the page (while the user chooses a
 * wallet) do not change what is checked and sent.
 *
 * @throws JsonRpcError -32602 with the name of the field that is not plain data or cannot be read
 */
export function copyParams(method: string, params: unknown): unknown {
  return readable(method, 'params', (notPlain) => copyPlainData(params, 'params', notPlain));
}

/**
 * Copies the options that have a value. The copy has no prototype, so that properties which a page added to
 * `Object.prototype` are not options.
 *
 * @param caller the name of the function that received the options, for the error
 * @throws JsonRpcError -32602 with the name of the option that is not plain data or cannot be read
 */
export function copyOptions(caller: string, options: unknown): RequestOptions {
  return readable(caller, 'options', (notPlain) => {
    const copy: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    if (options === undefined || options === null) return copy;
    if (typeof options !== 'object' || Array.isArray(options)) {
      return notPlain('options', 'it is not an object');
    }
    for (const [name, value] of plainProperties(options, 'options', notPlain)) {
      if (value === undefined || value === null) continue;
      copy[name] = BY_REFERENCE.includes(name) ? value : copyPlainData(value, name, notPlain);
    }
    return copy;
  });
}

/** Runs `read`. Converts any error, such as one that a proxy trap throws, to -32602. */
function readable<T>(caller: string, whole: string, read: (notPlain: NotPlain) => T): T {
  const invalid = (field: string, reason: string, cause?: unknown) =>
    new JsonRpcError(
      JsonRpcErrorCode.InvalidParams,
      `${caller}: \`${field}\` must be plain data: ${reason}.`,
      { data: { field, expected: 'plain data' }, cause },
    );
  try {
    return read((field, reason) => {
      throw invalid(field, reason);
    });
  } catch (error) {
    if (error instanceof JsonRpcError) throw error;
    throw invalid(whole, 'reading it failed', error);
  }
}
