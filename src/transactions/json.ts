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
