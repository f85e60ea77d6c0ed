import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, OutScript } from '@scure/btc-signer';
import { BITCOIN_NETWORKS } from './bitcoin-address.js';
import { base64ToBytes, bytesToBase64 } from '../lib/bytes.js';
import {
  hash160,
  isSame,
  joined,
  sha256Twice,
  utf8,
  withLength,
  sha256,
  taggedHash,
  uint32,
} from '../stacks/signed-bytes.js';
import {
  refused,
  type SignatureProtocol,
  type SignatureResult,
  type VerifiedSignature,
} from '../stacks/stacks-message.js';
import { checkScript, type Spend } from './scripts.js';
import { isEcdsaSigned, isSchnorrSigned } from './psbt-inputs.js';

/** Base64 characters. The longest signature of a known script, of 16 keys, has about 4,000. */
const MAX_SIGNATURE = 10_000;
const COMPACT = 65;
/** The versions of a transaction that BIP-322 defines; another could get new rules. */
const VERSIONS = [0, 2];

/**
 * Verifies a signature of a Bitcoin address: BIP-322 (`simple` and `full`, with the prefixes of its version 2 or
 * without), or BIP-137 for an address with the hash of one key.
 *
 * The header of BIP-137 names the type of the address, but wallets write various ones, and it is not signed: any
 * header is accepted for each of these addresses.
 */
export function verifyBitcoin(message: string, signature: unknown, given: string): SignatureResult {
  const address = readBitcoinAddress(given);
  if (!address) return refused('address');
  if (typeof signature !== 'string' || signature.length > MAX_SIGNATURE) {
    return refused('signature-encoding');
  }
  const prefix = /^(?:smp|ful|pof)/.exec(signature)?.[0];
  const text = signature.slice(prefix?.length ?? 0);
  const bytes = base64ToBytes(text);
  // Base64 has several forms of the same bytes.
  if (!bytes?.length || bytesToBase64(bytes) !== text) return refused('signature-encoding');
  // A proof of funds can be verified only with the UTXO set of the chain.
  if (prefix === 'pof') return refused('signature-inconclusive');
  const content = utf8(message);
  if (!prefix && bytes.length === COMPACT) return verifyCompact(content, bytes, address);

  const outpoint = messageOutpoint(content, address.script);
  const witness = prefix !== 'ful' && readWitness(bytes);
  if (witness)
    return verifyTransaction(simple(witness, address), outpoint, address, 'bip-322-simple');
  const full = prefix === 'smp' ? undefined : readToSign(bytes, outpoint);
  if (!full) return refused('signature-encoding');
  if (typeof full === 'string') return refused(`signature-${full}`);
  return verifyTransaction(full, outpoint, address, 'bip-322-full');
}

/** The format `simple` has only the witness. For P2SH, `scriptSig` must contain the P2WPKH script of the key. */
function simple(witness: readonly Uint8Array[], { script }: BitcoinAddress): ToSign {
  const key = witness[1];
  const isP2sh = script.length === 23 && script[0] === 0xa9;
  const scriptSig =
    isP2sh && key ? joined(Uint8Array.of(22, 0, 20), hash160(key)) : new Uint8Array(0);
  return { version: 0, sequence: 0, lockTime: 0, scriptSig, witness };
}

function verifyTransaction(
  tx: ToSign,
  outpoint: Uint8Array,
  { address, network, script }: BitcoinAddress,
  protocol: SignatureProtocol,
): SignatureResult {
  const result = checkScript(messageSpend(tx, outpoint, script), script);
  if (result === 'invalid') return refused('signature-mismatch');
  if (result === 'inconclusive' || !VERSIONS.includes(tx.version)) {
    return refused('signature-inconclusive');
  }
  const { lockTime, sequence } = tx;
  const multisig = result === 'several';
  return { ok: true, address, network, protocol, multisig, lockTime, sequence };
}

/** BIP-137: a header, which contains the recovery id, then R and S. */
function verifyCompact(
  message: Uint8Array,
  bytes: Uint8Array,
  to: BitcoinAddress,
): SignatureResult {
  const header = bytes[0] as number;
  const { address, network, script } = to;
  const hash = sha256Twice(joined(utf8('\x18Bitcoin Signed Message:\n'), withLength(message)));
  if (header < 27 || header > 42) return refused('signature-encoding');
  try {
    const signature = secp256k1.Signature.fromBytes(bytes.subarray(1), 'compact');
    if (signature.hasHighS()) return refused('signature-encoding');
    const key = signature.addRecoveryBit((header - 27) & 3).recoverPublicKey(hash);
    const [compressed, uncompressed] = [hash160(key.toBytes(true)), hash160(key.toBytes(false))];
    const scripts = [
      ...[compressed, uncompressed].map((each) => joined(P2PKH, each, P2PKH_END)),
      joined(P2WPKH, compressed),
      joined(P2SH, hash160(joined(P2WPKH, compressed)), P2SH_END),
    ];
    if (!scripts.some((each) => isSame(each, script))) return refused('signature-mismatch');
    const rest = { protocol: 'bip-137', multisig: false, lockTime: 0, sequence: 0 } as const;
    return { ok: true, address, network, ...rest };
  } catch {
    return refused('signature-mismatch'); // No key can be recovered from it.
  }
}

const P2PKH = Uint8Array.of(0x76, 0xa9, 20);
const P2PKH_END = Uint8Array.of(0x88, 0xac);
const P2WPKH = Uint8Array.of(0, 20);
const P2SH = Uint8Array.of(0xa9, 20);
const P2SH_END = Uint8Array.of(0x87);

interface BitcoinAddress {
  /** As this library writes it: Bech32 in lower case. */
  readonly address: string;
  readonly script: Uint8Array;
  readonly network: VerifiedSignature['network'];
}

/** Undefined for anything but an address with a valid checksum. */
export function readBitcoinAddress(address: string): BitcoinAddress | undefined {
  for (const [network, each] of BITCOIN_NETWORKS) {
    try {
      const decoded = Address(each).decode(address);
      return { address: Address(each).encode(decoded), script: OutScript.encode(decoded), network };
    } catch {
      /* Not an address of this network. */
    }
  }
  return undefined;
}

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
