import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { OP, OutScript, Script, TaprootControlBlock, type Transaction } from '@scure/btc-signer';
import { tapLeafHash } from '@scure/btc-signer/payment.js';
import {
  compareBytes,
  equalBytes,
  hash160,
  sha256,
  tagSchnorr,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js';
import { attempt } from '../lib/safe-access.js';
import type { Input, SpentOutput } from './psbt-inputs.js';
import { SIGHASH_TYPES } from './psbt-params.js';

/** `one` and `several`: valid, and how many keys can sign for the address. */
type ScriptResult = 'one' | 'several' | 'invalid' | 'inconclusive';

/** A version of signatures: those of inputs without witness, and of SegWit version 0. */
type EcdsaVersion = 'legacy' | 'segwit';

/** The only version of Taproot scripts that has rules (BIP-342). */
const TAPSCRIPT = 0xc0;
/** The first byte of an annex, the optional last item of a Taproot witness (BIP-341). */
const ANNEX = 0x50;

/** A signature that is valid. */
interface ValidSignature {
  readonly signature: Uint8Array;
  /** 33 or 65 bytes; for Taproot, 32. */
  readonly key: Uint8Array;
}

/** An input of a transaction with the outputs that all inputs spend, for the verification of its signatures. */
export class SpentInput {
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
  /** The signatures that were verified so far. */
  readonly valid: ValidSignature[] = [];

  /**
   * @param coins undefined for an output that is not known
   * @param types the SIGHASH types that a signature may have
   * @param runsLeaves true if scripts of Taproot are run; else they are `inconclusive`
   */
  constructor(
    private readonly transaction: Transaction,
    private readonly index: number,
    private readonly coins: readonly (SpentOutput | undefined)[],
    { finalScriptSig, finalScriptWitness }: Input,
    private readonly types = SIGHASH_TYPES,
    readonly runsLeaves = true,
  ) {
    this.scriptSig = finalScriptSig ?? new Uint8Array(0);
    this.witness = finalScriptWitness ?? [];
  }

  /**
   * True if the signature, DER with S in the lower half and then its SIGHASH type, is of the key. Never throws.
   *
   * @param code the script that it commits to
   */
  ecdsa(signature: Uint8Array, key: Uint8Array, code: Uint8Array, version: EcdsaVersion): boolean {
    const type = signature.at(-1) ?? 0;
    const coin = this.coins[this.index];
    if (type === 0 || !this.types.includes(type) || !coin) return false;
    return this.isValid({ signature, key }, () => {
      const hash =
        version === 'segwit'
          ? this.transaction.preimageWitnessV0(this.index, code, type, coin.amount)
          : hashLegacy(this.transaction, this.index, code, type);
      const options = { prehash: false, lowS: true, format: 'der' } as const;
      return secp256k1.verify(signature.subarray(0, -1), hash, key, options);
    });
  }

  /**
   * True if the Schnorr signature is of the key. Never throws.
   *
   * @param leaf the script of Taproot that it commits to
   */
  schnorr(signature: Uint8Array, key: Uint8Array, leaf?: Uint8Array): boolean {
    const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
    // The default type has no byte of its own (BIP-341).
    if ((signature.length !== 64 && type === 0) || !this.types.includes(type)) return false;
    // With ANYONECANPAY, the other coins are not part of the hash.
    const scripts = this.coins.map((coin) => coin?.script ?? new Uint8Array(0));
    const amounts = this.coins.map((coin) => coin?.amount ?? 0n);
    return this.isValid({ signature, key }, () => {
      const hash = this.transaction.preimageWitnessV1(this.index, scripts, type, amounts, undefined, leaf); // prettier-ignore
      return schnorr.verify(signature.subarray(0, 64), hash, key);
    });
  }

  private isValid(signature: ValidSignature, verify: () => boolean): boolean {
    // It throws for an invalid key or signature, and for the type SINGLE without an output of this index.
    if (!attempt(verify)) return false;
    this.valid.push(signature);
    return true;
  }
}

/** The hash that an input without witness signs. TypeScript alone regards it as private. */
function hashLegacy(transaction: Transaction, index: number, code: Uint8Array, type: number) {
  // For SINGLE without an output of this index, Bitcoin signs the number 1, which commits to nothing.
  if ((type & 3) === 3 && index >= transaction.outputsLength) throw new RangeError('No output.');
  const open = transaction as unknown as { preimageLegacy(...args: unknown[]): Uint8Array };
  return open.preimageLegacy(index, code, type);
}

/**
 * Whether the script of the output is satisfied. Supports one key, the hash of a key, and multisig, bare, in P2SH, in
 * P2WSH, or in both; P2WPKH; P2TR with its key, or with scripts of one key, of all keys, or of some. Others are
 * `inconclusive`. Never throws.
 */
export function checkScript(spend: SpentInput, script: Uint8Array): ScriptResult {
  const { scriptSig, witness } = spend;
  if (isWitnessProgram(script)) {
    return scriptSig.length === 0 ? checkWitness(spend, script, false) : 'invalid';
  }
  const pushes = readPushes(scriptSig);
  if (!pushes) return 'invalid';
  if (!isP2sh(script)) {
    return witness.length > 0 ? 'invalid' : checkCode(spend, pushes, script, 'legacy');
  }
  const redeem = pushes.at(-1);
  if (!redeem || !equalBytes(hash160(redeem), script.subarray(2, 22))) return 'invalid';
  if (isWitnessProgram(redeem)) {
    return pushes.length === 1 ? checkWitness(spend, redeem, true) : 'invalid';
  }
  return witness.length > 0 ? 'invalid' : checkCode(spend, pushes.slice(0, -1), redeem, 'legacy');
}

export const isP2sh = (script: Uint8Array): boolean =>
  script.length === 23 && script[0] === OP.HASH160 && script[1] === 20;

/** A version, 0 to 16, and 2 to 40 bytes (BIP-141). */
export const isWitnessProgram = (script: Uint8Array): boolean =>
  (script[0] === 0 || ((script[0] ?? 0) >= OP.OP_1 && (script[0] ?? 0) <= OP.OP_16)) &&
  script.length >= 4 &&
  script.length <= 42 &&
  script[1] === script.length - 2;

/** The script that a signature of P2WPKH commits to (BIP-143). */
export const encodeKeyHashScript = (hash: Uint8Array): Uint8Array =>
  OutScript.encode({ type: 'pkh', hash });

function checkWitness(spend: SpentInput, program: Uint8Array, isNested: boolean): ScriptResult {
  const { witness } = spend;
  const hash = program.subarray(2);
  if (program[0] !== 0) {
    // A witness program of version 1 in P2SH is not Taproot (BIP-341).
    if (program[0] !== OP.OP_1 || isNested || hash.length !== 32) return 'inconclusive';
    return checkTaproot(spend, hash);
  }
  if (hash.length === 20) return checkCode(spend, witness, encodeKeyHashScript(hash), 'segwit');
  const code = witness.at(-1);
  if (!code || !equalBytes(sha256(code), hash)) return 'invalid';
  return checkCode(spend, witness.slice(0, -1), code, 'segwit');
}

function checkTaproot(spend: SpentInput, output: Uint8Array): ScriptResult {
  const { witness } = spend;
  const [signature] = witness;
  if (!signature) return 'invalid';
  if (witness.length === 1) return spend.schnorr(signature, output) ? 'one' : 'invalid';
  // An annex has no meaning yet.
  if (!spend.runsLeaves || witness.at(-1)?.[0] === ANNEX) return 'inconclusive';
  const [leaf, last] = witness.slice(-2) as [Uint8Array, Uint8Array];
  const control = attempt(() => TaprootControlBlock.decode(last));
  if (!control || !commitsToLeaf(output, leaf, control)) return 'invalid';
  const script = (control.version & 0xfe) === TAPSCRIPT ? decodeScript(leaf) : undefined;
  if (script?.type !== 'tr_ns' && script?.type !== 'tr_ms') return 'inconclusive';
  const { pubkeys } = script;
  const needed = script.type === 'tr_ms' ? script.m : pubkeys.length;
  // The first key takes the last item.
  const stack = witness.slice(0, -2).reverse();
  if (stack.length !== pubkeys.length) return 'invalid';
  const isValid = stack.every(
    (item, at) => item.length === 0 || spend.schnorr(item, pubkeys[at] as Uint8Array, leaf),
  );
  const signed = stack.filter((item) => item.length > 0).length;
  if (!isValid || signed !== needed) return 'invalid';
  return pubkeys.length > 1 ? 'several' : 'one';
}

/** The way from a script of Taproot to the key of the output. */
type ControlBlock = ReturnType<typeof TaprootControlBlock.decode>;

/** True if the key of a Taproot output commits to the script (BIP-341). */
export function commitsToLeaf(
  output: Uint8Array,
  leaf: Uint8Array,
  { version, internalKey, merklePath }: ControlBlock,
): boolean {
  let hash = tapLeafHash(leaf, version & 0xfe);
  for (const other of merklePath) {
    hash = tagSchnorr('TapBranch', ...[hash, other].sort(compareBytes));
  }
  // Undefined if it is not a key.
  const [key, parity] = attempt(() => taprootTweakPubkey(internalKey, hash)) ?? [];
  return key !== undefined && equalBytes(key, output) && parity === (version & 1);
}

const decodeScript = (script: Uint8Array) => attempt(() => OutScript.decode(script));

/** A script of one key, of the hash of a key, or of several keys. */
function checkCode(
  spend: SpentInput,
  stack: readonly Uint8Array[],
  code: Uint8Array,
  version: EcdsaVersion,
): ScriptResult {
  const isSigned = (signature: Uint8Array, key: Uint8Array) =>
    // SegWit has compressed keys only.
    (version === 'legacy' || key.length === 33) && spend.ecdsa(signature, key, code, version);
  const script = decodeScript(code);
  const [first, second] = stack;
  if (script?.type === 'pk') {
    return first && stack.length === 1 && isSigned(first, script.pubkey) ? 'one' : 'invalid';
  }
  if (script?.type === 'pkh') {
    const isKey = second !== undefined && equalBytes(hash160(second), script.hash);
    return first && isKey && stack.length === 2 && isSigned(first, second) ? 'one' : 'invalid';
  }
  return script?.type === 'ms' ? checkMultisig(stack, script, isSigned) : 'inconclusive';
}

/** Multisig needs an extra empty item, then the signatures in the order of the keys. */
function checkMultisig(
  [empty, ...signatures]: readonly Uint8Array[],
  { m, pubkeys }: { readonly m: number; readonly pubkeys: readonly Uint8Array[] },
  isSigned: (signature: Uint8Array, key: Uint8Array) => boolean,
): ScriptResult {
  if (empty?.length !== 0 || signatures.length !== m) return 'invalid';
  let next = 0;
  for (const signature of signatures) {
    const keyIndex = pubkeys.findIndex((key, at) => at >= next && isSigned(signature, key));
    if (keyIndex < 0) return 'invalid';
    next = keyIndex + 1;
  }
  return pubkeys.length > 1 ? 'several' : 'one';
}

/** The pushes of a script that only pushes, each in its shortest form. */
function readPushes(script: Uint8Array): readonly Uint8Array[] | undefined {
  const parts = readScript(script)?.map((part) => (part === 0 ? new Uint8Array(0) : part));
  return parts?.every((part) => part instanceof Uint8Array) ? parts : undefined;
}

/** The operations and pushes of a script. Undefined for a script with a push that is not in its shortest form. */
export function readScript(script: Uint8Array) {
  const parts = attempt(() => Script.decode(script));
  return parts && equalBytes(Script.encode(parts), script) ? parts : undefined;
}

/**
 * The SIGHASH type of a signature: the byte after DER or after 64 bytes of Schnorr, or 0 for Schnorr without that byte.
 * Undefined for anything else.
 */
export function getSignatureType(bytes: Uint8Array): number | undefined {
  if (isDer(bytes)) return bytes.at(-1);
  if (bytes.length === 64) return 0;
  return bytes.length === 65 ? bytes[64] : undefined;
}

/** What has the form of a signature in a final script or witness: DER, or Schnorr in a Taproot witness. */
export function findSignatures({
  finalScriptSig = new Uint8Array(0),
  finalScriptWitness: witness = [],
}: Input): readonly Uint8Array[] {
  // Undefined for a script that no node runs.
  const parts = attempt(() => Script.decode(finalScriptSig)) ?? [];
  const pushes = parts.filter((part) => part instanceof Uint8Array);
  return [...pushes.filter(isDer), ...findInWitness(witness)];
}

function findInWitness(witness: readonly Uint8Array[]): readonly Uint8Array[] {
  const items =
    witness.length > 1 && witness.at(-1)?.[0] === ANNEX ? witness.slice(0, -1) : witness;
  const last = items.at(-1);
  const isControlBlock =
    last !== undefined && last.length % 32 === 1 && ((last[0] ?? 0) & 0xfe) === TAPSCRIPT;
  if (items.length === 1 || isControlBlock) {
    const signatures = isControlBlock ? items.slice(0, -2) : items;
    return signatures.filter(({ length }) => length === 64 || length === 65);
  }
  return items.filter(isDer);
}

function isDer(bytes: Uint8Array): boolean {
  return bytes.length < 74 && bytes[0] === 0x30 && bytes[1] === bytes.length - 3 && bytes[2] === 2;
}
