import { bareHex, base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';

/** Selects an input by its index. `address` is the signer, if the PSBT does not show it. */
export interface SignInput {
  /** The index of the input, from 0. */
  index: number;
  /** The address whose key signs. Default: that of the output that the input spends. */
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

/** The inputs that the caller selected, each once. Undefined if the caller leaves the selection to the wallet. */
export function getNamedInputs({ signInputs }: InputsToSign): readonly SignInput[] | undefined {
  if (!signInputs) return undefined;
  const entries = signInputs.map((entry) =>
    typeof entry === 'number' ? { __proto__: null, index: entry } : entry,
  );
  return [...new Map(entries.map((entry) => [entry.index, entry])).values()];
}

const BASE: Readonly<Record<string, number>> = { DEFAULT: 0, ALL: 1, NONE: 2, SINGLE: 3 };
const ANYONECANPAY = 0x80;
export const SIGHASH_TYPES: readonly number[] = [0, 1, 2, 3, 0x81, 0x82, 0x83];

/**
 * The number of a SIGHASH type, from any name that wallets use (`ALL`, `SIGHASH_ALL`, `SINGLE|ANYONECANPAY`,
 * `SINGLE_ANYONECANPAY`) or from the number itself. Undefined if there is no such type.
 */
export function parseSighash(value: string | number): number | undefined {
  if (typeof value === 'number') {
    return isType(value) ? value : undefined;
  }
  const [, base = '', anyone] =
    /^(?:SIGHASH_)?(DEFAULT|ALL|NONE|SINGLE)(\s*[|+_]\s*ANYONECANPAY)?$/i.exec(value.trim()) ?? [];
  const type = BASE[base.toUpperCase()];
  const combined = type !== undefined && anyone ? type | ANYONECANPAY : type;
  return combined !== undefined && isType(combined) ? combined : undefined;
}

/** DEFAULT means the same as ALL: every input and every output (BIP-341). */
export function isDefaultSighash(type: number | undefined): boolean {
  return type === 0 || type === 1;
}

/** DEFAULT and ALL allow each other. An absent list allows only these two. */
export function isAllowedSighash(
  type: number,
  allowed: readonly (string | number)[] = ['DEFAULT'],
): boolean {
  return allowed.some((value) => {
    const one = parseSighash(value);
    return one === type || (isDefaultSighash(one) && isDefaultSighash(type));
  });
}

/** The name of a type, such as `SINGLE|ANYONECANPAY` for 0x83. The number in hex if it has no name. */
export function formatSighash(type: number): string {
  const [name] = Object.entries(BASE).find(([, base]) => base === (type & ~ANYONECANPAY)) ?? [];
  if (name === undefined || !isType(type)) return `0x${type.toString(16)}`;
  return type >= ANYONECANPAY ? `${name}|ANYONECANPAY` : name;
}

function isType(type: number): boolean {
  return SIGHASH_TYPES.includes(type);
}

/** The first bytes of every PSBT (BIP-174), `psbt` and 0xff, in hex and base64. */
const MAGIC_HEX = '70736274ff';
const MAGIC_BASE64 = 'cHNidP';

/** Decodes a PSBT in base64, or in hex with or without `0x`. Undefined for anything else. */
export function decodePsbt(text: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (typeof text !== 'string') return undefined;
  if (text.startsWith(MAGIC_BASE64)) {
    const bytes = base64ToBytes(text);
    return bytes && bytesToHex(bytes.subarray(0, 5)) === MAGIC_HEX ? bytes : undefined;
  }
  const hex = bareHex(text);
  return hex?.toLowerCase().startsWith(MAGIC_HEX) ? hexToBytes(hex) : undefined;
}

export function isPsbt(text: unknown): boolean {
  const bytes = decodePsbt(text);
  return bytes !== undefined && endsWithOutputs(bytes);
}

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

/**
 * False if a PSBT (BIP-174, BIP-370) has not exactly one map for each of its outputs, and then ends: @scure/btc-signer
 * accepts further empty maps. True if it cannot be read up to there, for which `readPsbt` gives the reason.
 */
export function endsWithOutputs(bytes: Uint8Array): boolean {
  const reader = new Reader(bytes, 5);
  const readInputs = () => {
    const { inputs, outputs } = countsOf(reader.map());
    for (let left = inputs; left > 0; left--) reader.map();
    return outputs;
  };
  const outputs = attempt(readInputs);
  if (outputs === undefined) return true;
  const readOutputs = () => {
    for (let left = outputs; left > 0; left--) reader.map();
    return reader.isAtEnd;
  };
  return attempt(readOutputs) === true;
}

/** How many inputs and outputs the map of the PSBT itself names. */
function countsOf(global: ReadonlyMap<string, Uint8Array>) {
  const count = (key: string) => {
    const value = global.get(key);
    if (!value) throw new RangeError('The PSBT does not say how many maps it has.');
    const reader = new Reader(value, 0);
    const size = reader.size();
    reader.end();
    return size;
  };
  const unsigned = global.get('0');
  if (!unsigned) return { inputs: count('4'), outputs: count('5') };
  const reader = new Reader(unsigned, 4);
  const inputs = reader.size();
  for (let left = inputs; left > 0; left--) {
    reader.take(36);
    reader.take(reader.size());
    reader.take(4);
  }
  const outputs = reader.size();
  for (let left = outputs; left > 0; left--) {
    reader.take(8);
    reader.take(reader.size());
  }
  reader.take(4);
  reader.end();
  return { inputs, outputs };
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  end(): void {
    if (!this.isAtEnd) throw new RangeError('There are more bytes.');
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('It ends too early.');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** A length in one byte, or in two, four or eight bytes after a first one. */
  size(): number {
    const first = this.take(1)[0] as number;
    if (first < 0xfd) return first;
    return this.take(2 ** (first - 0xfc)).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  /** One map, up to its end. Each key is its bytes, joined by commas. */
  map(): ReadonlyMap<string, Uint8Array> {
    const entries = new Map<string, Uint8Array>();
    for (;;) {
      const length = this.size();
      if (length === 0) return entries;
      const key = this.take(length).join();
      if (entries.has(key)) throw new RangeError('It has one key twice.');
      entries.set(key, this.take(this.size()));
    }
  }
}
