import { OP, OutScript, Script, TaprootControlBlock } from '@scure/btc-signer';
import { compareBytes, taprootTweakPubkey } from '@scure/btc-signer/utils.js';
import { hash160, isSame, joined, sha256, taggedHash, withLength } from '../stacks/signed-bytes.js';

/** `one` and `several`: valid, and how many keys can sign for the address. */
export type ScriptResult = 'one' | 'several' | 'invalid' | 'inconclusive';

/** A version of signatures: those of inputs without witness, and of SegWit version 0. */
export type EcdsaVersion = 'legacy' | 'segwit';

/** The spending of an output: what satisfies its script, and how its signatures are verified. Nothing here throws. */
export interface Spend {
  readonly scriptSig: Uint8Array;
  readonly witness: readonly Uint8Array[];
  /** True if the signature, DER and its SIGHASH type, is of the key. `code` is the script that it commits to. */
  ecdsa(signature: Uint8Array, key: Uint8Array, code: Uint8Array, version: EcdsaVersion): boolean;
  /** True if the Schnorr signature is of the key. `leaf`: the script of Taproot that it commits to. */
  schnorr(signature: Uint8Array, key: Uint8Array, leaf?: Uint8Array): boolean;
  /** True if scripts of Taproot are run; else they are `inconclusive`. */
  readonly runsLeaves: boolean;
}

const P2PKH = Uint8Array.of(0x76, 0xa9, 20);
const P2SH = Uint8Array.of(0xa9, 20);
/** The only version of Taproot scripts that has rules (BIP-342). */
const TAPSCRIPT = 0xc0;
/** The first byte of an annex, the optional last item of a Taproot witness (BIP-341). */
const ANNEX = 0x50;

/**
 * Whether the script of the output is satisfied. Supports one key, the hash of a key, and multisig, bare, in P2SH, in
 * P2WSH, or in both; P2WPKH; P2TR with its key, or with scripts of one key, of all keys, or of some. Others are
 * `inconclusive`.
 */
export function checkScript(spend: Spend, script: Uint8Array): ScriptResult {
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
  if (!redeem || !isSame(hash160(redeem), script.subarray(2, 22))) return 'invalid';
  if (isWitnessProgram(redeem)) {
    return pushes.length === 1 ? checkWitness(spend, redeem, true) : 'invalid';
  }
  return witness.length > 0 ? 'invalid' : checkCode(spend, pushes.slice(0, -1), redeem, 'legacy');
}

export const isP2sh = (script: Uint8Array): boolean =>
  script.length === 23 && isSame(script.subarray(0, 2), P2SH);

/** A version, 0 to 16, and 2 to 40 bytes (BIP-141). */
export const isWitnessProgram = (script: Uint8Array): boolean =>
  (script[0] === 0 || ((script[0] ?? 0) >= OP.OP_1 && (script[0] ?? 0) <= OP.OP_16)) &&
  script.length >= 4 &&
  script.length <= 42 &&
  script[1] === script.length - 2;

/** The script that a signature of P2WPKH commits to (BIP-143). */
export const keyHashScript = (hash: Uint8Array): Uint8Array =>
  joined(P2PKH, hash, Uint8Array.of(0x88, 0xac));

function checkWitness(spend: Spend, program: Uint8Array, isNested: boolean): ScriptResult {
  const { witness } = spend;
  const hash = program.subarray(2);
  if (program[0] !== 0) {
    // A witness program of version 1 in P2SH is not Taproot (BIP-341).
    if (program[0] !== OP.OP_1 || isNested || hash.length !== 32) return 'inconclusive';
    return checkTaproot(spend, hash);
  }
  if (hash.length === 20) return checkCode(spend, witness, keyHashScript(hash), 'segwit');
  const code = witness.at(-1);
  if (!code || !isSame(sha256(code), hash)) return 'invalid';
  return checkCode(spend, witness.slice(0, -1), code, 'segwit');
}

function checkTaproot(spend: Spend, output: Uint8Array): ScriptResult {
  const { witness } = spend;
  const [signature] = witness;
  if (!signature) return 'invalid';
  if (witness.length === 1) return spend.schnorr(signature, output) ? 'one' : 'invalid';
  // An annex has no meaning yet.
  if (!spend.runsLeaves || witness.at(-1)?.[0] === ANNEX) return 'inconclusive';
  const [leaf, last] = witness.slice(-2) as [Uint8Array, Uint8Array];
  const control = readControlBlock(last);
  if (!control || !commitsToLeaf(output, leaf, control)) return 'invalid';
  const keys = (control.version & 0xfe) === TAPSCRIPT ? readLeaf(leaf) : undefined;
  if (!keys) return 'inconclusive';
  // The first key takes the last item.
  const stack = witness.slice(0, -2).reverse();
  if (stack.length !== keys.all.length) return 'invalid';
  const isValid = stack.every(
    (item, at) => item.length === 0 || spend.schnorr(item, keys.all[at] as Uint8Array, leaf),
  );
  const signed = stack.filter((item) => item.length > 0).length;
  if (!isValid || signed !== keys.needed) return 'invalid';
  return keys.all.length > 1 ? 'several' : 'one';
}

/** The way from a script of Taproot to the key of the output, as TaprootControlBlock decodes it. */
export interface ControlBlock {
  readonly version: number;
  readonly internalKey: Uint8Array;
  readonly merklePath: readonly Uint8Array[];
}

/** True if the key of a Taproot output commits to the script (BIP-341). */
export function commitsToLeaf(
  output: Uint8Array,
  leaf: Uint8Array,
  { version, internalKey, merklePath }: ControlBlock,
): boolean {
  let hash = leafHash(leaf, version & 0xfe);
  for (const other of merklePath) {
    hash = taggedHash('TapBranch', joined(...[hash, other].sort(compareBytes)));
  }
  try {
    const [key, parity] = taprootTweakPubkey(internalKey, hash);
    return isSame(key, output) && parity === (version & 1);
  } catch {
    return false; // Not a key.
  }
}

function readControlBlock(bytes: Uint8Array): ControlBlock | undefined {
  try {
    return TaprootControlBlock.decode(bytes);
  } catch {
    return undefined;
  }
}

export const leafHash = (leaf: Uint8Array, version = TAPSCRIPT): Uint8Array =>
  taggedHash('TapLeaf', joined(Uint8Array.of(version), withLength(leaf)));

/** The keys of a Taproot script, in its order, and how many of them must sign. */
function readLeaf(leaf: Uint8Array) {
  try {
    const script = OutScript.decode(leaf);
    if (script.type === 'tr_ns') return { all: script.pubkeys, needed: script.pubkeys.length };
    return script.type === 'tr_ms' ? { all: script.pubkeys, needed: script.m } : undefined;
  } catch {
    return undefined;
  }
}

/** A script of one key, of the hash of a key, or of several keys. */
function checkCode(
  spend: Spend,
  stack: readonly Uint8Array[],
  code: Uint8Array,
  version: EcdsaVersion,
): ScriptResult {
  const isSigned = (signature: Uint8Array, key: Uint8Array) =>
    // SegWit has compressed keys only.
    (version === 'legacy' || key.length === 33) && spend.ecdsa(signature, key, code, version);
  const [signature, key, ...more] = stack;
  const parts = readScript(code);
  const [first, second] = parts ?? [];
  if (parts?.length === 2 && first instanceof Uint8Array && second === 'CHECKSIG') {
    return signature && !key && isSigned(signature, first) ? 'one' : 'invalid';
  }
  if (code.length === 25 && isSame(keyHashScript(code.subarray(3, 23)), code)) {
    const isKey = key !== undefined && isSame(hash160(key), code.subarray(3, 23));
    return signature && isKey && more.length === 0 && isSigned(signature, key) ? 'one' : 'invalid';
  }
  return checkMultisig(stack, code, isSigned);
}

/** `OP_m keys… OP_n OP_CHECKMULTISIG`. It needs an extra empty item, then the signatures in the order of the keys. */
function checkMultisig(
  [empty, ...signatures]: readonly Uint8Array[],
  code: Uint8Array,
  isSigned: (signature: Uint8Array, key: Uint8Array) => boolean,
): ScriptResult {
  const { needed, keys } = readMultisig(code) ?? {};
  if (!needed || !keys) return 'inconclusive';
  if (empty?.length !== 0 || signatures.length !== needed) return 'invalid';
  let next = 0;
  for (const signature of signatures) {
    let found = false;
    while (!found && next < keys.length) {
      const key = keys[next++] as Uint8Array;
      found = isSigned(signature, key);
    }
    if (!found) return 'invalid';
  }
  return keys.length > 1 ? 'several' : 'one';
}

function readMultisig(code: Uint8Array) {
  const parts = readScript(code);
  const needed = parts?.[0];
  const keys = parts?.slice(1, -2) ?? [];
  const isMultisig =
    typeof needed === 'number' &&
    needed >= 1 &&
    needed <= keys.length &&
    parts?.at(-2) === keys.length &&
    parts.at(-1) === 'CHECKMULTISIG' &&
    keys.every((key) => key instanceof Uint8Array);
  return isMultisig ? { needed, keys: keys as readonly Uint8Array[] } : undefined;
}

/** The pushes of a script that only pushes, each in its shortest form. */
function readPushes(script: Uint8Array): readonly Uint8Array[] | undefined {
  const parts = readScript(script)?.map((part) => (part === 0 ? new Uint8Array(0) : part));
  return parts?.every((part) => part instanceof Uint8Array) ? parts : undefined;
}

/** The operations and pushes of a script. Undefined for a script with a push that is not in its shortest form. */
export function readScript(script: Uint8Array) {
  try {
    const parts = Script.decode(script);
    return isSame(Script.encode(parts), script) ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Bitcoin script: pushes data whose length is in the next one, two or four bytes. */
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
const OP_PUSHDATA4 = 0x4e;

/**
 * The SIGHASH type of a signature: the byte after DER or after 64 bytes of Schnorr, or 0 for Schnorr without that byte.
 * Undefined for anything else.
 */
export function signatureType(bytes: Uint8Array): number | undefined {
  if (isDer(bytes)) return bytes[bytes.length - 1];
  if (bytes.length === 64) return 0;
  return bytes.length === 65 ? bytes[64] : undefined;
}

/** The items of a final scriptSig that have the format of a signature. */
export function scriptSignatures(script: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let at = 0;
  while (at < script.length) {
    let length = script[at++] as number;
    if (length === OP_PUSHDATA1) length = script[at++] ?? 0;
    else if (length === OP_PUSHDATA2) length = (script[at++] ?? 0) + 256 * (script[at++] ?? 0);
    else if (length === OP_PUSHDATA4) {
      length = script.subarray(at, at + 4).reduceRight((sum, byte) => sum * 256 + byte, 0);
      at += 4;
    } else if (length > OP_PUSHDATA4) length = 0;
    const pushed = script.subarray(at, at + length);
    if (isDer(pushed)) found.push(pushed);
    at += length;
  }
  return found;
}

/** The items of a final witness that have the format of a signature: DER, or Schnorr in a Taproot witness. */
export function witnessSignatures(witness: readonly Uint8Array[]): readonly Uint8Array[] {
  const items =
    witness.length > 1 && witness.at(-1)?.[0] === ANNEX ? witness.slice(0, -1) : witness;
  const last = items.at(-1);
  const isControlBlock =
    last !== undefined && last.length % 32 === 1 && ((last[0] ?? 0) & 0xfe) === TAPSCRIPT;
  if (items.length === 1 || isControlBlock) {
    const given = isControlBlock ? items.slice(0, -2) : items;
    return given.filter(({ length }) => length === 64 || length === 65);
  }
  return items.filter(isDer);
}

function isDer(bytes: Uint8Array): boolean {
  return bytes.length < 74 && bytes[0] === 0x30 && bytes[1] === bytes.length - 3 && bytes[2] === 2;
}
