import { clip } from '../errors.js';
import { isRecord } from '../lib/safe-access.js';

export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
/** An object of a JSON answer; an empty one for anything else. */
export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The maximum length of a text from a service; the rest is cut off. */
const LONGEST_TEXT = 200;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? clip(value, LONGEST_TEXT) : undefined;
