import { bytesToHex } from './bytes.js';
import { scriptSignatures, signatureType, witnessSignatures } from './psbt-signatures.js';

/** The properties of a PSBT input that requests are checked against. Its owner is not among them. */
export interface InputOutline {
  /** True if it has a final script or witness. */
  readonly finalized: boolean;
  /** The SIGHASH type in the PSBT. Undefined means the default. */
  readonly sighash: number | undefined;
  /** Each signature in hex, with its SIGHASH type. */
  readonly signatures: ReadonlyMap<string, number>;
  /**
   * The public keys by signature, both in hex, for signatures that are stored with a key. Keys of Taproot
   * scripts have no parity byte. A key-path Schnorr signature is stored without a key.
   */
  readonly keys: ReadonlyMap<string, string>;
  /** The multisig script, hex, if the input has one. */
  readonly multisig: string | undefined;
  /** False if the input has a script that may require several keys. */
  readonly oneKey: boolean;
}

export interface PsbtOutline {
  /** The unsigned transaction in hex, the same for both versions of PSBTs. */
  readonly transaction: string;
  readonly inputs: readonly InputOutline[];
}

/** One map of a PSBT. Keys are hex and begin with the type byte. */
type Entries = ReadonlyMap<string, Uint8Array>;

/**
 * Reads the inputs of a PSBT, version 0 or 2 (BIP-174, BIP-370). A Bitcoin library would add 45 kB. Throws a
 * RangeError for bytes that are ambiguous (a duplicate key, a length in more bytes than necessary) or that end
 * too early.
 */
export function readPsbt(bytes: Uint8Array): PsbtOutline {
  const reader = new Reader(bytes, 5);
  const global = reader.map();
  const unsigned = global.get('00');
  if (unsigned && ['02', '03', '04', '05'].some((key) => global.has(key))) {
    throw new RangeError('The PSBT is of two versions at once.');
  }
  // Four bytes of version, then the count; an unsigned transaction has no witness marker.
  const count = unsigned ? new Reader(unsigned, 4).compactSize() : countOf(global, '04');
  if (!count) throw new RangeError('The PSBT does not say how many inputs it has.');
  const inputs = reader.maps(count);
  return {
    transaction: unsigned
      ? bytesToHex(unsigned)
      : transactionOf(global, inputs, reader.maps(countOf(global, '05') ?? 0)),
    inputs: inputs.map(outlineOf),
  };
}

function outlineOf(input: Entries): InputOutline {
  const sighash = input.get('03');
  const redeemScript = input.get('04');
  return {
    finalized: input.has('07') || input.has('08'),
    sighash: sighash && new Reader(sighash).number(4),
    signatures: signaturesOf(input),
    keys: keysOf(input),
    multisig: [input.get('05') ?? redeemScript]
      .map((script) => script && bytesToHex(script))
      .find(isMultisig),
    oneKey:
      !input.has('05') &&
      (!redeemScript || bytesToHex(redeemScript).startsWith('0014')) &&
      ![...input.keys()].some((key) => key.startsWith('15')),
  };
}

/** Partial signatures (0x02), Taproot signatures (0x13, 0x14), and those of final scripts (0x07, 0x08). */
function signaturesOf(input: Entries): ReadonlyMap<string, number> {
  const found: Uint8Array[] = [];
  for (const [key, value] of input) {
    if (/^(?:02(?:.{66}|.{130})|13|14.{128})$/.test(key)) found.push(value);
    if (key === '07') found.push(...scriptSignatures(value));
    if (key === '08') found.push(...witnessSignatures(new Reader(value).list()));
  }
  const signatures = new Map<string, number>();
  for (const signature of found) {
    const type = signatureType(signature);
    if (type !== undefined) signatures.set(bytesToHex(signature), type);
  }
  return signatures;
}

function keysOf(input: Entries): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const [key, value] of input) {
    if (key.startsWith('02')) keys.set(bytesToHex(value), key.slice(2));
    if (key.startsWith('14')) keys.set(bytesToHex(value), key.slice(2, 66));
    if (key !== '08') continue;
    // The final witness of one key: the signature, then the key.
    const [signature, owner, more] = new Reader(value).list();
    if (signature && owner?.length === 33 && !more)
      keys.set(bytesToHex(signature), bytesToHex(owner));
  }
  return keys;
}

/** True for OP_1 to OP_16, the keys, their number, OP_CHECKMULTISIG. */
const isMultisig = (script = '') =>
  /^(?:5[1-9a-f]|60)(?:21.{66}|41.{130})+(?:5[1-9a-f]|60)ae$/.test(script);

/** The unsigned transaction of a PSBT of version 2, serialized as in version 0. */
function transactionOf(
  global: Entries,
  inputs: readonly Entries[],
  outputs: readonly Entries[],
): string {
  const hex = (entries: Entries, key: string, absent = '') => {
    const value = entries.get(key);
    return value ? bytesToHex(value) : absent;
  };
  const parts = [hex(global, '02'), compactHex(inputs.length)];
  for (const input of inputs) {
    parts.push(hex(input, '0e'), hex(input, '0f'), '00', hex(input, '10', 'ffffffff'));
  }
  parts.push(compactHex(outputs.length));
  for (const output of outputs) {
    const script = hex(output, '04');
    parts.push(hex(output, '03'), compactHex(script.length / 2), script);
  }
  return [...parts, lockTime(global, inputs)].join('');
}

/** The highest lock time that an input requires: in blocks if all inputs that require one allow it (BIP-370). */
function lockTime(global: Entries, inputs: readonly Entries[]): string {
  const requiring = inputs.filter((input) => input.has('11') || input.has('12'));
  const key = requiring.every((input) => input.has('12')) ? '12' : '11';
  let highest = requiring.length > 0 ? 0 : fourBytes(global.get('03'));
  for (const input of requiring) highest = Math.max(highest, fourBytes(input.get(key)));
  return littleEndian(highest, 4);
}

const fourBytes = (value: Uint8Array | undefined) => (value ? new Reader(value).number(4) : 0);
const countOf = (entries: Entries, key: string) => {
  const value = entries.get(key);
  return value && new Reader(value).compactSize();
};

function compactHex(size: number): string {
  if (size < 0xfd) return littleEndian(size, 1);
  return size < 0x10000 ? `fd${littleEndian(size, 2)}` : `fe${littleEndian(size, 4)}`;
}

function littleEndian(value: number, length: number): string {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) bytes[at] = Math.floor(value / 256 ** at) % 256;
  return bytesToHex(bytes);
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at = 0,
  ) {}

  maps(count: number): readonly Entries[] {
    const maps: Entries[] = [];
    while (maps.length < count) maps.push(this.map());
    return maps;
  }

  /** One key-value map, up to its end. */
  map(): Entries {
    const entries = new Map<string, Uint8Array>();
    for (;;) {
      const keyLength = this.compactSize();
      if (keyLength === 0) return entries;
      const key = bytesToHex(this.take(keyLength));
      if (entries.has(key)) throw new RangeError(`The PSBT has the key ${key} twice.`);
      entries.set(key, this.take(this.compactSize()));
    }
  }

  /** The items of a witness. */
  list(): readonly Uint8Array[] {
    const items: Uint8Array[] = [];
    const count = this.compactSize();
    while (items.length < count) items.push(this.take(this.compactSize()));
    return items;
  }

  compactSize(): number {
    const first = this.number(1);
    if (first < 0xfd) return first;
    const length = 2 ** (first - 0xfc);
    const size = this.number(length);
    if (size < (length === 2 ? 0xfd : 256 ** (length / 2))) {
      throw new RangeError('The PSBT writes a length in more bytes than it needs.');
    }
    return size;
  }

  /** Little-endian. */
  number(length: number): number {
    return this.take(length).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  private take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('The PSBT ends too early.');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}
