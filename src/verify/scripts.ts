import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { OP, Script } from '@scure/btc-signer';
import { hash160, isSame, joined, sha256 } from './bytes.js';
import { legacyHash, segwitHash, taprootHash, type ToSign } from './to-sign.js';

/** `one` and `several`: valid, and how many keys can sign for the address. */
export type ScriptResult = 'one' | 'several' | 'invalid' | 'inconclusive';

const P2PKH = Uint8Array.of(0x76, 0xa9, 20);
const P2SH = Uint8Array.of(0xa9, 20);

/**
 * Whether the script of the output is satisfied. Supports P2PKH, P2WPKH, P2TR with its key, multisig in P2SH or P2WSH,
 * and P2WPKH or P2WSH in P2SH. Others are `inconclusive`.
 */
export function checkScript(tx: ToSign, outpoint: Uint8Array, script: Uint8Array): ScriptResult {
  const { scriptSig, witness } = tx;
  if (isWitness(script)) {
    return scriptSig.length === 0 ? checkWitness(tx, outpoint, script, script) : 'invalid';
  }
  const pushes = readPushes(scriptSig);
  if (!pushes) return 'invalid';
  if (isSame(script.subarray(0, 3), P2PKH)) {
    if (witness.length > 0) return 'invalid';
    return checkKeyHash(pushes, script.subarray(3, 23), legacyHash(tx, outpoint, script), true);
  }
  if (!isSame(script.subarray(0, 2), P2SH)) return 'inconclusive';
  const redeem = pushes.at(-1);
  if (!redeem || !isSame(hash160(redeem), script.subarray(2, 22))) return 'invalid';
  if (isWitness(redeem)) {
    return pushes.length === 1 ? checkWitness(tx, outpoint, redeem, script) : 'invalid';
  }
  if (witness.length > 0) return 'invalid';
  return checkMultisig(pushes.slice(0, -1), redeem, () => legacyHash(tx, outpoint, redeem));
}

const isWitness = (script: Uint8Array) =>
  (script[0] === 0 || script[0] === OP.OP_1) && script[1] === script.length - 2;

function checkWitness(
  tx: ToSign,
  outpoint: Uint8Array,
  program: Uint8Array,
  script: Uint8Array,
): ScriptResult {
  const { witness } = tx;
  const hash = program.subarray(2);
  if (program[0] === OP.OP_1) {
    // A witness program of version 1 in P2SH is not Taproot (BIP-341).
    if (program !== script || hash.length !== 32) return 'inconclusive';
    return checkTaproot(tx, outpoint, script);
  }
  if (hash.length === 20) {
    const code = joined(P2PKH, hash, Uint8Array.of(0x88, 0xac));
    return checkKeyHash(witness, hash, segwitHash(tx, outpoint, code), false);
  }
  const code = witness.at(-1);
  if (!code || !isSame(sha256(code), hash)) return 'invalid';
  return checkMultisig(witness.slice(0, -1), code, () => segwitHash(tx, outpoint, code));
}

function checkTaproot(tx: ToSign, outpoint: Uint8Array, script: Uint8Array): ScriptResult {
  const { witness } = tx;
  const [signature] = witness;
  if (!signature) return 'invalid';
  // A script path, or an annex, which has no meaning yet.
  if (witness.length > 1) return 'inconclusive';
  const type = signature.length === 65 ? (signature[64] ?? 0) : 0;
  if (signature.length !== 64 && type !== 1) return 'invalid';
  const hash = taprootHash(tx, outpoint, script, type);
  return isValid(() => schnorr.verify(signature.subarray(0, 64), hash, script.subarray(2)));
}

function checkKeyHash(
  stack: readonly Uint8Array[],
  keyHash: Uint8Array,
  hash: Uint8Array,
  allowsUncompressed: boolean,
): ScriptResult {
  const [signature, key, ...more] = stack;
  if (!signature || !key || more.length > 0 || !isSame(hash160(key), keyHash)) return 'invalid';
  if (!allowsUncompressed && key.length !== 33) return 'invalid';
  return isValid(() => isSigned(signature, hash, key));
}

/** `OP_m keys… OP_n OP_CHECKMULTISIG`. It needs an extra empty item, then the signatures in the order of the keys. */
function checkMultisig(
  [empty, ...signatures]: readonly Uint8Array[],
  code: Uint8Array,
  hash: () => Uint8Array,
): ScriptResult {
  const { needed, keys } = readMultisig(code) ?? {};
  if (!needed || !keys) return 'inconclusive';
  if (empty?.length !== 0 || signatures.length !== needed) return 'invalid';
  const signed = hash();
  let next = 0;
  for (const signature of signatures) {
    let found = false;
    while (!found && next < keys.length) {
      const key = keys[next++] as Uint8Array;
      found = isValid(() => isSigned(signature, signed, key)) === 'one';
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

function readScript(script: Uint8Array) {
  try {
    const parts = Script.decode(script);
    return isSame(Script.encode(parts), script) ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** DER, with S in the lower half, then the byte of SIGHASH_ALL. */
function isSigned(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  if (signature.at(-1) !== 1) return false;
  const der = signature.subarray(0, -1);
  return secp256k1.verify(der, hash, key, { prehash: false, lowS: true, format: 'der' });
}

function isValid(verify: () => boolean): 'one' | 'invalid' {
  try {
    return verify() ? 'one' : 'invalid';
  } catch {
    return 'invalid'; // Not a valid key or signature.
  }
}
