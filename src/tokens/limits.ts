import { clip, keepArrays } from '../errors.js';

/**
 * The limits for token metadata. Anyone who can deploy a contract can write it, and the public service stores up
 * to 1 MB of it and returns it unchecked.
 */
export const limits = {
  /** Bytes of one answer. */
  bytes: 1_048_576,
  nameLength: 200,
  symbolLength: 60,
  descriptionLength: 5_000,
  /** Longer links are dropped. */
  urlLength: 2_048,
  /** Of a `data:` image: about 190 kB. A record keeps one that is longer than `urlLength`. */
  dataUrlLength: 262_144,
  attributes: 100,
  properties: 100,
  keyLength: 100,
  /** Of a string inside an attribute or a property. */
  valueLength: 1_000,
  /** Entries of one list or object inside a value. */
  valueEntries: 50,
  valueDepth: 4,
  /** Total number of values in all properties, and in all attributes. */
  valueNodes: 1_000,
  /** Total UTF-16 units of the keys and strings in all properties, and in all attributes. */
  valueText: 65_536,
  locales: 100,
  /** Estimated bytes of all records that a client keeps. */
  cacheBytes: 16_000_000,
} as const;

/** True for an integer from 0 to 38. 10^38 is the largest power of ten below 2^128. */
export function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 38;
}

/**
 * A copy that keeps no other string in memory. In V8 a slice of a long string, and a string that was joined from such
 * slices, keep the long string in memory.
 */
export function detached(text: string): string {
  return JSON.parse(JSON.stringify(text, keepArrays)) as string;
}

/** Like `clip`, for a text of the service: the result does not keep the whole answer in memory. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : detached(clip(text, max));
}
