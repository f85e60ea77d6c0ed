import { bareHex, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from './bytes.js';

/** `psbt` and 0xff, with which every PSBT begins (BIP-174), in the two writings in use. */
const MAGIC_HEX = '70736274ff';
const MAGIC_BASE64 = 'cHNidP';

/** The bytes of a PSBT in base64, or in hex with or without `0x`; undefined for anything else. */
export function psbtBytes(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string') return undefined;
  if (text.startsWith(MAGIC_BASE64)) {
    const bytes = base64ToBytes(text);
    return bytes && bytesToHex(bytes.subarray(0, 5)) === MAGIC_HEX ? bytes : undefined;
  }
  const hex = bareHex(text);
  return hex?.toLowerCase().startsWith(MAGIC_HEX) ? hexToBytes(hex) : undefined;
}

export function isPsbt(text: unknown): boolean {
  return psbtBytes(text) !== undefined;
}

/** A PSBT in base64, whichever way it was written; what is no PSBT stays as it is. */
export function psbtToBase64(text: string): string {
  const bytes = psbtBytes(text);
  return bytes ? bytesToBase64(bytes) : text;
}

/** A checked PSBT in bare hex. */
export function psbtToHex(text: string): string {
  const bytes = psbtBytes(text);
  if (!bytes) throw new TypeError('Not a PSBT.');
  return bytesToHex(bytes);
}
