import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

export { sha256 };

export const sha256Twice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** SHA-256 with a tag (BIP-340). */
export function taggedHash(tag: string, bytes: Uint8Array): Uint8Array {
  const hash = sha256(utf8(tag));
  return sha256(joined(hash, hash, bytes));
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Four bytes, little endian. */
export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

/** The length as a CompactSize (Bitcoin), then the bytes. At most 2^32 - 1 of them. */
export function withLength(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  const four = uint32(length);
  const count =
    length < 0xfd
      ? four.slice(0, 1)
      : length <= 0xffff
        ? joined(Uint8Array.of(0xfd), four.slice(0, 2))
        : joined(Uint8Array.of(0xfe), four);
  return joined(count, bytes);
}
