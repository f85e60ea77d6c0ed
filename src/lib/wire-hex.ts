import { bytesToHex } from './bytes.js';

/** A whole number, 0 or more, in so many big-endian bytes, as hex. */
export function uintHex(value: number | bigint, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

/** A text in UTF-8 behind its length in so many bytes, as hex. */
export function textHex(text: string, lengthBytes: number): string {
  const hex = bytesToHex(new TextEncoder().encode(text));
  return uintHex(hex.length / 2, lengthBytes) + hex;
}
