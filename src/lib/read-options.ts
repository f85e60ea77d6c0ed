import { describe, withDocs } from '../errors.js';
import { suggestion } from './nearest.js';
import { copyPlainData, plainProperties } from './plain-data.js';
import { read } from './safe-access.js';

/** How a function reads one of its options. */
export interface Option {
  /** What is accepted, for the error: `must be …`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** True for a value that is passed by reference, such as a function. Others are copied, and must be plain data. */
  readonly isShared: boolean;
}

/** All options of a function. A new option does not compile until it is here. */
export type OptionsOf<T> = { readonly [Name in keyof T]-?: Option };

/** Makes the error of a function. `field` is the name of the option, `expected` what it must be. */
export type OptionError = (message: string, field: string, expected: string) => Error;

export const option = (expected: string, accepts: (value: unknown) => boolean): Option => ({
  expected,
  accepts,
  isShared: false,
});
export const shared = (expected: string, accepts: (value: unknown) => boolean): Option => ({
  expected,
  accepts,
  isShared: true,
});

export const text = option('a string', (value) => typeof value === 'string');
export const someText = option(
  'a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
export const flag = option('true or false', (value) => typeof value === 'boolean');
/** Never a text, NaN or Infinity: a timer would read them as 0. */
export const number = (min: number, max: number): Option =>
  option(
    `a number from ${min} to ${max}`,
    (value) => Number.isFinite(value) && isIn(value, min, max),
  );
export const integer = (min: number, max: number): Option =>
  option(
    `an integer from ${min} to ${max}`,
    (value) => Number.isInteger(value) && isIn(value, min, max),
  );
const isIn = (value: unknown, min: number, max: number) =>
  (value as number) >= min && (value as number) <= max;
/** The longest time of a timer in milliseconds; `setTimeout` reads a longer one as 1. */
export const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds of a timer. */
export const duration = number(0, LONGEST_TIMER);
export const func = shared('a function', (value) => typeof value === 'function');
/** Something with methods, such as a client or a storage. */
export const object = shared('an object', (value) => Object(value) === value);
export const signal = shared(
  'an AbortSignal',
  (value) => typeof read(value, 'addEventListener') === 'function',
);
export const url = shared(
  'a URL',
  (value) => typeof value === 'string' || typeof read(value, 'href') === 'string',
);
export const texts = (expected: string): Option =>
  option(
    expected,
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  );
/** For a value that is checked later. */
export const anything = option('a value', () => true);
export const oneOf = (...values: readonly unknown[]): Option =>
  option(values.map((value) => `"${String(value)}"`).join(' or '), (value) =>
    values.includes(value),
  );

/**
 * Reads the options of a function, each once: own data properties with known names. Every exported function with
 * options reads them with this function, and code behind it reads the copy. The copy has no prototype, so that a
 * property which a page added to `Object.prototype` is no option. An option that is `undefined` or `null` is absent,
 * unless it accepts null.
 *
 * @param caller the name of the function, for the error
 * @param isNullAbsent false: null is a wrong value of an option, unless the option accepts it
 * @param argument the name of the argument with the options, for the error
 * @throws the error that `toError` makes. It names the option, its value and what was expected; for an unknown name, the
 *   nearest one.
 */
export function readOptions<T extends object>(
  caller: string,
  given: T | undefined,
  known: OptionsOf<T>,
  toError: OptionError = (message) => new TypeError(withDocs(message, 'options')),
  isNullAbsent = true,
  argument = 'options',
): T {
  let refusal: Error | undefined;
  const refuse = (message: string, field: string, expected: string): never => {
    refusal = toError(`${caller}: ${message}`, field, expected);
    throw refusal;
  };
  const notPlain = (at: string, reason: string): never => {
    const field = at === 'options' ? argument : at;
    return refuse(`\`${field}\` must be plain data: ${reason}.`, field, 'plain data');
  };
  try {
    const options = noOptions<Record<string, unknown>>();
    if (given === undefined) return options as T;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      refuse(
        `\`${argument}\` must be a plain object; got ${describe(given)}.`,
        argument,
        'a plain object',
      );
    }
    const names = Object.entries(known).map(([name]) => name);
    for (const [name, value] of plainProperties(given, 'options', notPlain)) {
      if (value === undefined) continue;
      if (!names.includes(name)) {
        refuse(
          `\`${name}\` is not a known option. ${suggestion(name, names)}`,
          name,
          'a known option',
        );
      }
      const { expected, accepts, isShared } = (known as Readonly<Record<string, Option>>)[name]!;
      const copy = isShared ? value : copyPlainData(value, name, notPlain);
      if (accepts(copy)) options[name] = copy;
      else if (value !== null || !isNullAbsent) {
        refuse(`\`${name}\` must be ${expected}; got ${describe(value)}.`, name, expected);
      }
    }
    return options as T;
  } catch (error) {
    if (error === refusal) throw error;
    // A proxy may throw anything.
    throw toError(
      `${caller}: \`${argument}\` must be plain data: reading it failed.`,
      argument,
      'plain data',
    );
  }
}

/** Options of several objects in one, the last first. It has no prototype, like that of {@link readOptions}. */
export function mergeOptions<T extends object>(...parts: readonly (Partial<T> | undefined)[]): T {
  return Object.assign(noOptions<T>(), ...parts) as T;
}

const noOptions = <T>(): T => Object.create(null) as T;
