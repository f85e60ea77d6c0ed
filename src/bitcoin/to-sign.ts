import {
  isSame,
  joined,
  sha256,
  sha256Twice,
  taggedHash,
  uint32,
  withLength,
} from '../stacks/signed-bytes.js';
import type { Spend } from './scripts.js';
import { isEcdsaSigned, isSchnorrSigned } from '../stacks/signed.js';

const ONE = Uint8Array.of(1);
const FOUR_ZEROS = uint32(0);
const SIGHASH_ALL = uint32(1);
/** An output of 0 satoshis that is provably unspendable: OP_RETURN. */
const OUTPUT = joined(new Uint8Array(8), Uint8Array.of(1, 0x6a));

/**
 * The transaction that a BIP-322 signature signs. It has one input, which spends the only output of a transaction
 * that contains the message, and one output.
 */
export interface ToSign {
  readonly version: number;
  readonly sequence: number;
  readonly lockTime: number;
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

/** The output of `to_spend` (BIP-322, "Full"), as in an input: the id of the transaction and index 0. */
export function messageOutpoint(message: Uint8Array, script: Uint8Array): Uint8Array {
  const toSpend = joined(
    FOUR_ZEROS, // version
    ONE,
    new Uint8Array(32),
    new Uint8Array(4).fill(0xff),
    withLength(joined(Uint8Array.of(0, 32), taggedHash('BIP0322-signed-message', message))),
    FOUR_ZEROS, // sequence
    ONE,
    new Uint8Array(8), // amount
    withLength(script),
    FOUR_ZEROS, // lock time
  );
  return joined(sha256Twice(toSpend), FOUR_ZEROS);
}

/** The spending of the output with the message. Its signatures must commit to all of it: SIGHASH_ALL, or the default. */
export function messageSpend(tx: ToSign, outpoint: Uint8Array, script: Uint8Array): Spend {
  const { scriptSig, witness } = tx;
  return {
    ...{ scriptSig, witness, runsLeaves: false },
    ecdsa: (signature, key, code, version) => {
      const hash = version === 'segwit' ? segwitHash : legacyHash;
      return signature.at(-1) === 1 && isEcdsaSigned(signature, key, hash(tx, outpoint, code));
    },
    schnorr: (signature, key) => {
      const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
      if (signature.length !== 64 && type !== 1) return false;
      return isSchnorrSigned(signature, key, taprootHash(tx, outpoint, script, type));
    },
  };
}

/** The hash that an input without witness signs, with SIGHASH_ALL. */
function legacyHash(tx: ToSign, outpoint: Uint8Array, script: Uint8Array): Uint8Array {
  return sha256Twice(
    joined(
      ...[uint32(tx.version), ONE, outpoint, withLength(script), uint32(tx.sequence)],
      ...[ONE, OUTPUT, uint32(tx.lockTime), SIGHASH_ALL],
    ),
  );
}

/** The hash that an input of SegWit version 0 signs (BIP-143), with SIGHASH_ALL. */
function segwitHash(tx: ToSign, outpoint: Uint8Array, script: Uint8Array): Uint8Array {
  const sequence = uint32(tx.sequence);
  return sha256Twice(
    joined(
      ...[uint32(tx.version), sha256Twice(outpoint), sha256Twice(sequence), outpoint],
      ...[withLength(script), new Uint8Array(8), sequence, sha256Twice(OUTPUT)],
      ...[uint32(tx.lockTime), SIGHASH_ALL],
    ),
  );
}

/** The hash that the key of a Taproot output signs (BIP-341), with the type 0 (default) or 1 (all). */
function taprootHash(
  tx: ToSign,
  outpoint: Uint8Array,
  script: Uint8Array,
  type: number,
): Uint8Array {
  return taggedHash(
    'TapSighash',
    joined(
      Uint8Array.of(0, type),
      ...[uint32(tx.version), uint32(tx.lockTime), sha256(outpoint), sha256(new Uint8Array(8))],
      ...[sha256(withLength(script)), sha256(uint32(tx.sequence)), sha256(OUTPUT)],
      Uint8Array.of(0),
      FOUR_ZEROS, // the index of the input
    ),
  );
}

/** A witness stack, as the format `simple` encodes it. Undefined for anything else. */
export function readWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  return readWhole(bytes, (reader) => reader.list());
}

/**
 * The transaction in the format `full`. `mismatch`: it is of another message or address. `inconclusive`: further
 * inputs prove funds, which needs the UTXO set of the chain. Undefined for anything that is not a transaction.
 */
export function readToSign(
  bytes: Uint8Array,
  outpoint: Uint8Array,
): ToSign | 'mismatch' | 'inconclusive' | undefined {
  return readWhole(bytes, (reader) => {
    const version = reader.uint32();
    const hasWitness = bytes[4] === 0;
    if (hasWitness && !isSame(reader.take(2), Uint8Array.of(0, 1))) return undefined;
    const inputs = reader.repeat(() => ({
      outpoint: reader.take(36),
      scriptSig: reader.bytes(),
      sequence: reader.uint32(),
    }));
    const outputs = reader.repeat(() => joined(reader.take(8), withLength(reader.bytes())));
    const witnesses = hasWitness ? inputs.map(() => reader.list()) : [];
    const lockTime = reader.uint32();
    const [input, ...more] = inputs;
    const [output, ...others] = outputs;
    if (!input || !output) return undefined;
    if (!isSame(input.outpoint, outpoint)) return 'mismatch';
    if (more.length > 0) return 'inconclusive';
    if (others.length > 0 || !isSame(output, OUTPUT)) return 'mismatch';
    return { version, lockTime, witness: witnesses[0] ?? [], ...input };
  });
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(this.at, this.at + length);
    if (taken.length !== length) throw new RangeError('The bytes end too early.');
    this.at += length;
    return taken;
  }

  uint32(): number {
    const bytes = this.take(4);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  }

  /** A CompactSize (Bitcoin) in its shortest form, at most 65,535. */
  count(): number {
    const [first = 0] = this.take(1);
    if (first < 0xfd) return first;
    const [low = 0, high = 0] = first === 0xfd ? this.take(2) : [];
    const count = low + high * 256;
    if (count < 0xfd) throw new RangeError('The number has a shorter form, or is too large.');
    return count;
  }

  bytes(): Uint8Array {
    return this.take(this.count());
  }

  list(): readonly Uint8Array[] {
    return this.repeat(() => this.bytes());
  }

  repeat<T>(item: () => T): readonly T[] {
    const items: T[] = [];
    for (let left = this.count(); left > 0; left--) items.push(item());
    return items;
  }
}

/** What `read` returns, if it reads every byte. */
function readWhole<T>(bytes: Uint8Array, read: (reader: Reader) => T): T | undefined {
  const reader = new Reader(bytes);
  try {
    const result = read(reader);
    return reader.at === bytes.length ? result : undefined;
  } catch {
    return undefined;
  }
}
