import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { decodeAddress, encodeAddress } from './c32.js';
import { hash160, joined, sha256, utf8, withLength } from './signed-bytes.js';
import { chainsOf, isMultisig } from './chains.js';
import { refused, type SignatureProtocol, type SignatureResult } from './verification.js';

/** @see https://github.com/stacks-network/stacks.js/tree/main/packages/encryption, `hashMessage` */
export const stacksMessageHash = (message: string): Uint8Array =>
  sha256(joined(utf8('\x17Stacks Signed Message:\n'), withLength(utf8(message))));

/** Digits of a signature in hex, and of an uncompressed key. */
const SIGNATURE = 130;
const LONGEST_KEY = 130;

/**
 * Verifies a signature of a single-signature Stacks account: 65 bytes as hex, with or without 0x, RSV as wallets
 * return it, or VRS as they did before 2022.
 *
 * @param publicKey if given, the signature must be of this key
 */
export function verifyStacks(
  hash: Uint8Array,
  signature: unknown,
  address: string,
  publicKey: unknown,
  protocol: SignatureProtocol,
): SignatureResult {
  const isMainnet = chainsOf(address).includes('stacks:mainnet');
  const decoded = decodeAddress(address);
  if (!decoded || encodeAddress(parseInt(decoded.slice(0, 2), 16), decoded.slice(2)) !== address) {
    return refused('address');
  }
  if (isMultisig(address)) return refused('multisig-unsupported');
  const hex = shortHex(signature, SIGNATURE);
  if (hex?.length !== SIGNATURE) return refused('signature-encoding');
  const bytes = hexToBytes(hex);
  const forms = [
    [bytes[64], bytes.subarray(0, 64)],
    [bytes[0], bytes.subarray(1)],
  ] as const;
  const signatures = forms.flatMap(([recovery, compact]) => readSignature(recovery, compact));
  if (signatures.length === 0) return refused('signature-encoding');
  const givenKey = shortHex(publicKey, LONGEST_KEY);
  if (publicKey !== undefined && !givenKey) return refused('signature-mismatch');
  for (const each of signatures) {
    try {
      const key = each.recoverPublicKey(hash);
      const keys = [key.toBytes(true), key.toBytes(false)];
      const signed = keys.some((form) => bytesToHex(hash160(form)) === decoded.slice(2));
      const isGiven = !givenKey || keys.some((form) => bytesToHex(form) === givenKey);
      if (!signed || !isGiven) continue;
      const network = isMainnet ? 'mainnet' : 'testnet';
      return { ok: true, address, network, protocol, multisig: false, lockTime: 0, sequence: 0 };
    } catch {
      /* No key can be recovered from it. */
    }
  }
  return refused('signature-mismatch');
}

type Signature = ReturnType<typeof secp256k1.Signature.fromBytes>;

/** The signature, if its parts are in range: S in the lower half, so that it has one form, and a recovery id. */
function readSignature(recovery: number | undefined, compact: Uint8Array): readonly Signature[] {
  if (recovery === undefined || recovery > 3) return [];
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact');
    return signature.hasHighS() ? [] : [signature.addRecoveryBit(recovery)];
  } catch {
    return [];
  }
}

/** Hex of at most `length` digits, in lower case and without `0x`. A longer text is not read. */
const shortHex = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' && value.length <= length + '0x'.length
    ? bareHex(value)?.toLowerCase()
    : undefined;
