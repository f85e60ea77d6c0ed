import { clip } from '../errors.js';
import { isRecord } from '../lib/safe-access.js';

export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
const EMPTY = Object.freeze(Object.create(null)) as Readonly<Record<string, unknown>>;
/** An object that `parseJson` read; an empty one, also without a prototype, for anything else. */
export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : EMPTY;
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The maximum length of a text from a service; the rest is cut off. */
const LONGEST_TEXT = 200;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? clip(value, LONGEST_TEXT) : undefined;

/** The first block of Bitcoin (January 2009) and the year 2100. Between them no number is a date in both units. */
const [FIRST, LAST] = [1_231_006_505, 4_102_444_800];

/** Seconds since 1970. Undefined for what is no date: 0, milliseconds, a text. */
export const secondsOf = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) >= FIRST && (value as number) < LAST
    ? (value as number)
    : undefined;
/** Milliseconds since 1970. Undefined for what is no date: 0, seconds, a text. */
export const millisecondsOf = (value: unknown): number | undefined =>
  Number.isFinite(value) && secondsOf(Math.floor((value as number) / 1000)) !== undefined
    ? (value as number)
    : undefined;
