import { isRecord } from '../lib/safe-access.js';

export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
/** An object of a JSON answer; an empty one for anything else. */
export const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
