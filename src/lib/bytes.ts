const HEX = /^(?:0x)?((?:[0-9a-f]{2})+)$/i;
/** The length, a multiple of 4, is checked separately: a repeated group overflows the stack for several megabytes. */
const BASE64 = /^[a-z0-9+/]*={0,2}$/i;

/** Hex without `0x`, in its original case. Undefined for anything that is not whole bytes in hex. */
export function bareHex(value: unknown): string | undefined {
  return typeof value === 'string' ? HEX.exec(value)?.[1] : undefined;
}

export function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function bytesToHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes padded base64. Undefined for anything else. */
export function base64ToBytes(text: string): Uint8Array<ArrayBuffer> | undefined {
  return text.length % 4 === 0 && BASE64.test(text)
    ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    : undefined;
}

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
}
