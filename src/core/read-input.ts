import { JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { copyPlainData, plainProperties, type NotPlain } from '../lib/plain-data.js';
import type { RequestOptions } from './types.js';

/** Options that are objects of the page, and not data. */
const BY_REFERENCE: readonly string[] = [
  'provider',
  'signal',
  'onAsk',
] satisfies (keyof RequestOptions)[];

/**
 * A copy of the params at the moment of the call. What the page changes later, while the user still
 * chooses a wallet, does not change what is checked and sent.
 *
 * @throws JsonRpcError -32602 that names the field which is not plain data, or cannot be read
 */
export function copyParams(method: string, params: unknown): unknown {
  return readable(method, 'params', (notPlain) => copyPlainData(params, 'params', notPlain));
}

/**
 * A copy of the options that have a value. It has no prototype: a property that a page added to
 * `Object.prototype` is not an option.
 *
 * @param caller the function that got the options, for the error
 * @throws JsonRpcError -32602 that names the option which is not plain data, or cannot be read
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

/** Gives a proxy whose trap throws the same error as any other value that cannot be read. */
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
