import { bareHex, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../lib/bytes.js';

/** Selects an input by its index. `address` is the signer, if the PSBT does not show it. */
export interface SignInput {
  /** The index of the input, from 0. */
  index: number;
  /**
   * The address whose key signs, one of the connected account (else -32602). Default: that of the output that the input
   * spends.
   */
  address?: string | undefined;
  /** The public key that signs, hex. */
  publicKey?: string | undefined;
  /** Replaces the list for all inputs. */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** Which inputs of a PSBT to sign, and how. */
export interface InputsToSign {
  /** The inputs to sign. Default: all inputs that the wallet owns. */
  signInputs?: readonly (SignInput | number)[] | undefined;
  /**
   * The SIGHASH types that signatures may have, by name (`SINGLE|ANYONECANPAY`) or number. A list of an input
   * in `signInputs` takes precedence. Default: DEFAULT and ALL, which are treated as one type. A request whose
   * PSBT has another type for an input to sign fails (-32602), and so does an answer signed with one (-32603).
   */
  allowedSighash?: readonly (string | number)[] | undefined;
}

/** The inputs that the caller selected. Undefined if the caller leaves the selection to the wallet. */
export function getNamedInputs({ signInputs }: InputsToSign): readonly SignInput[] | undefined {
  return signInputs?.map((entry) =>
    typeof entry === 'number'
      ? { index: entry, address: undefined, publicKey: undefined, allowedSighash: undefined }
      : entry,
  );
}

const BASE: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 };
const ANYONECANPAY = 0x80;
export const SIGHASH_TYPES: readonly number[] = [0, 1, 2, 3, 0x81, 0x82, 0x83];

/**
 * The number of a SIGHASH type, from any name that wallets use (`ALL`, `SIGHASH_ALL`, `SINGLE|ANYONECANPAY`,
 * `SINGLE_ANYONECANPAY`) or from the number itself. Undefined if there is no such type.
 */
export function parseSighash(value: string | number): number | undefined {
  const [, base = '', anyone] =
    /^(?:SIGHASH_)?(DEFAULT|ALL|NONE|SINGLE)(\s*[|+_]\s*ANYONECANPAY)?$/i.exec(`${value}`.trim()) ??
    [];
  const named = (BASE[base.toUpperCase()] ?? -1) | (anyone ? ANYONECANPAY : 0);
  const type = typeof value === 'number' ? value : named;
  return SIGHASH_TYPES.includes(type) ? type : undefined;
}

/** DEFAULT and ALL mean the same, every input and every output (BIP-341). An absent list allows only these two. */
export function isAllowedSighash(
  type: number,
  allowed: readonly (string | number)[] = ['DEFAULT'],
): boolean {
  const isDefault = (value: number | undefined) => value === 0 || value === 1;
  return allowed.some((nameOrType) => {
    const allowedType = parseSighash(nameOrType);
    return allowedType === type || (isDefault(allowedType) && isDefault(type));
  });
}

/** The name of a type, such as `SINGLE|ANYONECANPAY` for 0x83. The number in hex if it has no name. */
export function formatSighash(type: number): string {
  const [name] = Object.entries(BASE).find(([, base]) => base === (type & ~ANYONECANPAY)) ?? [];
  if (name === undefined || !SIGHASH_TYPES.includes(type)) return `0x${type.toString(16)}`;
  return type >= ANYONECANPAY ? `${name}|ANYONECANPAY` : name;
}

/** The first bytes of every PSBT (BIP-174), `psbt` and 0xff, in hex and base64. */
const MAGIC_HEX = '70736274ff';
const MAGIC_BASE64 = 'cHNidP';

/** Decodes a PSBT in base64, or in hex with or without `0x`. Undefined for anything else. */
export function decodePsbt(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined;
  if (text.startsWith(MAGIC_BASE64)) {
    const bytes = base64ToBytes(text);
    return bytes && bytesToHex(bytes.subarray(0, 5)) === MAGIC_HEX ? bytes : undefined;
  }
  const hex = bareHex(text);
  return hex?.toLowerCase().startsWith(MAGIC_HEX) ? hexToBytes(hex) : undefined;
}

export const isPsbt = (text: unknown): boolean => decodePsbt(text) !== undefined;

/** A PSBT in hex or base64 as base64; a text that is not a PSBT unchanged. */
export function psbtToBase64(text: string): string {
  const bytes = decodePsbt(text);
  return bytes ? bytesToBase64(bytes) : text;
}

/** A valid PSBT as hex without `0x`. */
export function psbtToHex(text: string): string {
  const bytes = decodePsbt(text);
  if (!bytes) throw new TypeError('Not a PSBT.');
  return bytesToHex(bytes);
}
