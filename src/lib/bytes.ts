// The lengths are checked separately: a repeated group overflows the stack for large values, in Safari for a mebibyte.
const HEX = /^(?:0x)?([0-9a-f]+)$/i;
const BASE64 = /^[a-z0-9+/]*={0,2}$/i;

/** Hex without `0x`, in its original case. Undefined for anything that is not whole bytes in hex. */
export function bareHex(value: unknown): string | undefined {
  const hex = typeof value === 'string' ? HEX.exec(value)?.[1] : undefined;
  return hex && hex.length % 2 === 0 ? hex : undefined;
}

export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  // Not `parseInt` of each pair, which takes ten times as long for a large value.
  const bytes = new Uint8Array(hex.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = DIGITS[hex.charCodeAt(at * 2)]! * 16 + DIGITS[hex.charCodeAt(at * 2 + 1)]!;
  }
  return bytes;
}

/** The number of each hex digit, in either case, by its character code. */
const DIGITS = new Uint8Array(128);
[...'0123456789abcdefABCDEF'].forEach((digit) => {
  DIGITS[digit.charCodeAt(0)] = parseInt(digit, 16);
});

export function bytesToHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += BYTES[byte];
  return hex;
}

/** The hex of each byte. */
const BYTES = [...new Uint8Array(256).keys()].map((byte) => uintToHex(byte, 1));

/** Decodes padded base64. Undefined for anything else. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length % 4 === 0 && BASE64.test(text)
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : undefined;
}

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
}

/** A non-negative integer as hex, big-endian, in `bytes` bytes. */
export function uintToHex(value: number | bigint, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

/** The length of a text in `lengthBytes` bytes and the text in UTF-8, as hex. */
export function textToHex(text: string, lengthBytes: number): string {
  let hex = '';
  // A name, which an encoder would take several times as long for.
  if (/^[\w-]{0,128}$/.test(text)) {
    for (let at = 0; at < text.length; at++) hex += BYTES[text.charCodeAt(at)];
  } else hex = bytesToHex(new TextEncoder().encode(text));
  return uintToHex(hex.length / 2, lengthBytes) + hex;
}
