import { endsWithOutputs } from './psbt-maps.js';
import { bareHex, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../lib/bytes.js';

/** The first bytes of every PSBT (BIP-174), `psbt` and 0xff, in hex and base64. */
const MAGIC_HEX = '70736274ff';
const MAGIC_BASE64 = 'cHNidP';

/** Decodes a PSBT in base64, or in hex with or without `0x`. Undefined for anything else. */
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
  const bytes = psbtBytes(text);
  return bytes !== undefined && endsWithOutputs(bytes);
}

/** A PSBT in hex or base64 as base64; a text that is not a PSBT unchanged. */
export function psbtToBase64(text: string): string {
  const bytes = psbtBytes(text);
  return bytes ? bytesToBase64(bytes) : text;
}

/** A valid PSBT as hex without `0x`. */
export function psbtToHex(text: string): string {
  const bytes = psbtBytes(text);
  if (!bytes) throw new TypeError('Not a PSBT.');
  return bytesToHex(bytes);
}
