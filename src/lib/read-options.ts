import { mustBe, withDocs } from '../errors.js';
import { attempt, bare, copyPlainData, plainProperties, read } from './safe-access.js';

export interface Option {
  /** What is accepted, for the error: `must be …`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** True for a value that is passed by reference, such as a function. Others are copied, and must be plain data. */
  readonly isShared: boolean;
}

/** What to pass for options of other functions and other libraries, else where it is set. */
const INSTEAD: ReadonlyMap<string, readonly [instead: string, why: string, elsewhere?: string]> =
  new Map([
    ['network', ['client', 'which has its network', 'Pass it to `connect()` and `request()`.']],
    ['headers', ['fetch', 'which can add headers']],
    ['apiKey', ['fetch', 'which can add a header']],
    ['wallet', ['providerId', 'the id of a wallet']],
  ] as const);

/** All options of a function. A new option does not compile until it is here. */
export type OptionTable<T> = { readonly [Name in keyof T]-?: Option };

/** Makes the error of a function. `field` is the name of the option, `expected` what it must be. */
type OptionError = (message: string, field: string, expected: string) => Error;

const create =
  (isShared: boolean) =>
  (expected: string, accepts: (value: unknown) => boolean): Option => ({
    expected,
    accepts,
    isShared,
  });
export const custom = create(false);
export const shared = create(true);

export const text = custom('a string', (value) => typeof value === 'string');
export const someText = custom(
  'a string that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
export const flag = custom('true or false', (value) => typeof value === 'boolean');
const range = (what: string, is: (value: unknown) => boolean) => (min: number, max: number) =>
  custom(
    `${what} from ${min} to ${max}`,
    (value) => is(value) && (value as number) >= min && (value as number) <= max,
  );
/** Never a text, NaN or Infinity: a timer would read them as 0. */
export const number = range('a number', Number.isFinite);
export const integer = range('an integer', Number.isInteger);
/** The longest time of a timer in milliseconds; `setTimeout` reads a longer one as 1. */
export const LONGEST_TIMER = 2 ** 31 - 1;
/** Milliseconds that are no timer. */
export const milliseconds = (min: number) =>
  custom(
    `milliseconds: a number from ${min}`,
    (value) => Number.isFinite(value) && (value as number) >= min,
  );
/** Milliseconds of a timer. */
export const duration = number(0, LONGEST_TIMER);
export const func = shared('a function', (value) => typeof value === 'function');
/** Something with methods, such as a client or a storage. */
export const object = shared('an object', (value) => Object(value) === value);
export const client = shared(
  'a client, such as that of createWalletClient()',
  (value) => typeof read(value, 'state') === 'object',
);
export const element = shared(
  'an element',
  (value) => typeof read(value, 'ownerDocument') === 'object',
);
export const signal = shared(
  'an AbortSignal',
  (value) => typeof read(value, 'addEventListener') === 'function',
);
export const url = shared(
  'a URL',
  (value) => typeof value === 'string' || typeof read(value, 'href') === 'string',
);
export const texts = (expected: string): Option =>
  custom(
    expected,
    (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  );
/** True for an origin as browsers write it, such as `https://app.example.com`, without a slash at its end. */
export const isOrigin = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^https?:\/\/[\w.:[\]-]+$/.test(value) &&
  attempt(() => new URL(value).origin) === value;
export const origins = custom(
  'a list of origins, such as https://auth.example.com',
  (value) => Array.isArray(value) && value.every(isOrigin),
);
/** For a value that is checked later. */
export const anything = custom('a value', () => true);
/** The same for a number or a text: the later error names another value as it is, such as a Date. */
export const scalar = shared('a value', () => true);
export const oneOf = (...values: readonly unknown[]): Option =>
  custom(values.map((value) => `"${String(value)}"`).join(' or '), (value) =>
    values.includes(value),
  );

/**
 * Reads the options of a function, each once: own data properties with known names. Every exported function with
 * options reads them with this function, and code behind it reads the copy. The copy has every option: `undefined` where it
 * was not given, so that nothing is read from `Object.prototype`. An option that is `undefined` or `null` is not given,
 * unless it accepts null.
 *
 * @param caller the name of the function, for the error
 * @param value the options, as the caller wrote them
 * @param table all options of the function
 * @param argument the name of the argument with the options, for the error
 * @throws the error that `toError` makes. It names the option, its value and what was expected; for an unknown name, the
 *   nearest one.
 */
export function readOptions<T extends object>(
  caller: string,
  value: T | undefined,
  table: OptionTable<T>,
  toError: OptionError = (message) => new TypeError(withDocs(message, 'options')),
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
    const rules = new Map(Object.entries<Option>(table));
    const options = bare<Record<string, unknown>>({});
    for (const name of rules.keys()) options[name] = undefined;
    if (value === undefined) return options as T;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const known = `Known: ${[...rules.keys()].join(', ')}.`;
      const expected = 'a plain object';
      refuse(`${mustBe(argument, value, expected)} ${known}`, argument, expected);
    }
    for (const [name, option] of plainProperties(value, 'options', notPlain)) {
      if (option === undefined) continue;
      const rule = rules.get(name);
      if (!rule) {
        const [instead = '', why, elsewhere = ''] = INSTEAD.get(name) ?? [];
        const remedy = rules.has(instead) ? `Pass \`${instead}\`, ${why}.` : elsewhere;
        const hint = `${remedy} ${suggestion(name, [...rules.keys()])}`.trimStart();
        return refuse(`\`${name}\` is not a known option. ${hint}`, name, 'a known option');
      }
      const { expected, accepts, isShared } = rule;
      const copy = isShared ? option : copyPlainData(option, name, notPlain);
      if (accepts(copy)) options[name] = copy;
      else if (option !== null) {
        refuse(mustBe(name, option, expected), name, expected);
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

/** The options that {@link readOptions} returned, with a default for each that was not given. */
export function withDefaults<T extends object>(options: T, defaults: Partial<T> | undefined): T {
  const present = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...options, ...defaults, ...(Object.fromEntries(present) as Partial<T>) };
}

/**
 * The known name that a name probably stands for: they differ only by capital letters, separators or the prefix `stx_`,
 * or by few letters. Of names that are equally near, one that also has the prefix, or has none either, then the first.
 * Undefined if none is near.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  // A name from a wallet or a page may have any length.
  const letters = folded(name.slice(0, 100));
  let best: string | undefined;
  // A third of the letters, so that `fee` is not taken for `name`.
  let least = Math.max(1, Math.floor(letters.length / 3)) + 1;
  for (const candidate of names) {
    const edits =
      distance(letters, folded(candidate)) + (hasPrefix(candidate) === hasPrefix(name) ? 0 : 0.5);
    if (edits >= least) continue;
    best = candidate;
    least = edits;
  }
  return best;
}

/** True if two names differ only by capital letters, separators, or one letter. */
export const isMisspelled = (name: string, rightName: string): boolean =>
  distance(folded(name.slice(0, 100)), folded(rightName)) < 2;

/** A sentence with the nearest name, else with all names. For the end of an error message. */
export function suggestion(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return names.length > 0 ? `Known: ${names.join(', ')}.` : 'There are none.';
}

const hasPrefix = (name: string): boolean => /^stx_/i.test(name);

const folded = (name: string): string => name.toLowerCase().replace(/^stx_|[_\-\s]/g, '');

/** The number of letters to insert, remove, replace or swap (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = [...other, ''].map((_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
