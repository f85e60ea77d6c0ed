import { bytesToHex } from './bytes.js';

/*
 * Numbers and texts as Stacks serializes them. Not in `bytes.ts`, because that file belongs to a page's first load.
 */

/** A non-negative integer as hex, big-endian, in `bytes` bytes. */
export function uintHex(value: number | bigint, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

/** The length of a text in `lengthBytes` bytes and the text in UTF-8, as hex. */
export function textHex(text: string, lengthBytes: number): string {
  const hex = bytesToHex(new TextEncoder().encode(text));
  return uintHex(hex.length / 2, lengthBytes) + hex;
}
