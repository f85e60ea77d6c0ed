const HEX = /^(?:0x)?((?:[0-9a-f]{2})+)$/i;
/** Together with a length of whole quartets. A group would overflow the stack at some megabytes. */
const BASE64 = /^[a-z0-9+/]*={0,2}$/i;

/** Whole bytes in hex, with or without `0x`, as bare hex in the case given; anything else is undefined. */
export function bareHex(value: unknown): string | undefined {
  return typeof value === 'string' ? HEX.exec(value)?.[1] : undefined;
}

export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function bytesToHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Strict, padded base64; anything else is undefined. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length % 4 === 0 && BASE64.test(text)
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : undefined;
}

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
}
