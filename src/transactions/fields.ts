/** Reads the fields of JSON from a service or from storage. Each function returns undefined for any other value. */
import { clip } from '../errors.js';
import { isRecord } from '../lib/safe-access.js';
import type { Sighting, TransactionBlock } from './types.js';

export type Fields = Readonly<Record<string, unknown>>;

const EMPTY: Fields = Object.freeze(Object.create(null) as Fields);

/** An object that `parseJson` read; an empty one, also without a prototype, for anything else. */
export const fields = (value: unknown): Fields => (isRecord(value) ? value : EMPTY);

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const count = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** The maximum length of a text from a service; the rest is cut off. */
const LONGEST_TEXT = 200;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value ? clip(value, LONGEST_TEXT) : undefined;

/** The first block of Bitcoin (January 2009) and the year 2100. Between them no number is a date in seconds, too. */
const [FIRST, LAST] = [1_231_006_505_000, 4_102_444_800_000];

/** Milliseconds since 1970. Undefined for what is no date: 0, seconds, a text. */
export const milliseconds = (value: unknown): number | undefined =>
  Number.isFinite(value) && (value as number) >= FIRST && (value as number) < LAST
    ? (value as number)
    : undefined;

/** Milliseconds since 1970, of seconds since 1970. Undefined for what is no date: 0, milliseconds, a text. */
export const fromSeconds = (value: unknown): number | undefined =>
  Number.isInteger(value) ? milliseconds((value as number) * 1000) : undefined;

export const matching = (pattern: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** An id of a Stacks transaction or block, as the API writes it. */
export const stacksId = (value: unknown) => matching(/^0x[0-9a-f]{64}$/, value);

/** An id of a Bitcoin transaction or block, as services write it. */
export const bitcoinId = (value: unknown) => matching(/^[0-9a-f]{64}$/, value);

export const anyId = (value: unknown) => stacksId(value) ?? bitcoinId(value);

/** The block of a transaction. Undefined without a height. */
export function block(
  height: unknown,
  hash: unknown,
  minedAt: number | undefined,
  burnHeight?: unknown,
): TransactionBlock | undefined {
  const known = count(height);
  if (known === undefined) return undefined;
  return { height: known, hash: anyId(hash), minedAt, burnHeight: count(burnHeight) };
}

/** What is known about a transaction that was seen. The texts become parts of URLs, so only valid ones are accepted. */
export const sighting = (sender: unknown, nonce: unknown, coin?: unknown): Sighting => ({
  sender: matching(/^S[0-9A-Z]{20,60}$/, sender),
  nonce: count(nonce),
  coin: matching(/^[0-9a-f]{64}:\d{1,10}$/, coin),
});
