import type { Refuse } from '../errors.js';
import { isPlain } from './plain-data.js';

/** What an option may be: how an error says it, and whether a value is that. */
export type Accepted = readonly [expected: string, holds: (value: unknown) => boolean];

export const text: Accepted = ['a string', (value) => typeof value === 'string'];
export const flag: Accepted = ['true or false', (value) => typeof value === 'boolean'];
export const callable: Accepted = ['a function', (value) => typeof value === 'function'];
export const oneOf = (...values: readonly string[]): Accepted => [
  values.map((value) => `"${value}"`).join(' or '),
  (value) => values.includes(value as string),
];

/** Never a text, NaN or Infinity: a timer would read them as 0. */
export const number = (min: number, max: number): Accepted => [
  `a number from ${min} to ${max}`,
  (value) => Number.isFinite(value) && (value as number) >= min && (value as number) <= max,
];
export const integer = (min: number, max: number): Accepted => [
  `an integer from ${min} to ${max}`,
  (value) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max,
];

/** The longest time of a timer in milliseconds; `setTimeout` reads a longer one as 1. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Calls `refuse` for the first option that is not accepted, and for options that are not an object: a text or another
 * argument in their place has none of the expected properties, and would be read as no options. Undefined is absent.
 */
export function checkOptions(
  options: unknown,
  accepted: Readonly<Record<string, Accepted>>,
  refuse: Refuse,
): void {
  if (!isPlain(options)) return refuse('options', options, 'an object');
  for (const [field, [expected, holds]] of Object.entries(accepted)) {
    const value = options[field];
    if (value !== undefined && !holds(value)) refuse(field, value, expected);
  }
}
