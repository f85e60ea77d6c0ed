import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bareHex, bytesToHex, hexToBytes } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import { isMultisig } from './address.js';
import { decodeAddress, encodeAddress, getStacksNetwork } from './stacks-address.js';

/**
 * The longest signed message: UTF-16 units of a text, bytes of a serialized Clarity value. Wallets pass messages in the
 * URL of a popup; verifying a longer one would only take time.
 */
export const LONGEST_SIGNED = 65_536;

/** What an address contains of a key, or of a script of keys. Here, so that pages load it only to verify what was signed. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));

/** Why a signature was refused. */
export type SignatureCode =
  /**
   * The message is not a well-formed string, or that of a structured message is no Clarity value; or it is longer than
   * 65,536 UTF-16 units or bytes.
   */
  | 'message'
  /** Not an address of Stacks or Bitcoin with a valid checksum, or one that no key can sign for. */
  | 'address'
  /** The domain of a structured message is of another network than the address. */
  | 'network-mismatch'
  /** A multisig address of Stacks: no single key signs for it. */
  | 'multisig-unsupported'
  /** Not a signature in a known format, or one in a form that wallets do not make: high S, a recovery id above 3. */
  | 'signature-encoding'
  /** A signature of another key, over another message, or one whose public key is not the given one. */
  | 'signature-mismatch'
  /** It could be valid, but this library does not run its script, or it proves funds, which needs the UTXO set. */
  | 'signature-inconclusive';

/** How a message was signed. */
export type SignatureProtocol =
  | 'stacks'
  | 'sip-018'
  | 'bip-137'
  | 'bip-322-simple'
  | 'bip-322-full';

export interface VerifiedSignature {
  readonly ok: true;
  /** The address, as this library writes it. */
  readonly address: string;
  readonly network: 'mainnet' | 'testnet' | 'regtest';
  readonly protocol: SignatureProtocol;
  /** True if more than one key can sign for the address. */
  readonly multisig: boolean;
  /**
   * The lock time and the sequence number of a BIP-322 signature in the format `full`, which is valid only after
   * that time and age of the coin. 0 for any other signature.
   */
  readonly lockTime: number;
  readonly sequence: number;
}

export interface RefusedSignature {
  readonly ok: false;
  readonly code: SignatureCode;
}

export type SignatureResult = VerifiedSignature | RefusedSignature;

export const refused = (code: SignatureCode): RefusedSignature => ({ ok: false, code });

/** The hash that is signed, of a text. @see https://github.com/stacks-network/stacks.js/tree/main/packages/encryption, `hashMessage` */
export function hashStacksMessage(message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  const title = utf8ToBytes('\x17Stacks Signed Message:\n');
  return sha256(concatBytes(title, encodeLength(bytes.length), bytes));
}

/** A CompactSize of Bitcoin, at most 2^32 - 1. Not that of @scure/btc-signer, which only requests of Bitcoin load. */
function encodeLength(length: number): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, length, true);
  if (length < 0xfd) return four.subarray(0, 1);
  return length <= 0xffff
    ? Uint8Array.of(0xfd, ...four.subarray(0, 2))
    : Uint8Array.of(0xfe, ...four);
}

/** The hash that is signed, of two Clarity values in hex (SIP-018). */
export function hashStructuredData(domainHex: string, messageHex: string): Uint8Array {
  const parts = [domainHex, messageHex].map((hex) => sha256(hexToBytes(hex)));
  return sha256(concatBytes(utf8ToBytes('SIP018'), ...parts));
}

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
  const namedKey = shortHex(publicKey, LONGEST_KEY);
  if (publicKey !== undefined && !namedKey) return refused('signature-mismatch');
  for (const recovered of signatures) {
    const key = attempt(() => recovered.recoverPublicKey(hash));
    if (!key) continue;
    const keys = [key.toBytes(true), key.toBytes(false)];
    const isOfAddress = keys.some((form) => bytesToHex(hash160(form)) === decoded.slice(2));
    const isNamedKey = !namedKey || keys.some((form) => bytesToHex(form) === namedKey);
    if (!isOfAddress || !isNamedKey) continue;
    const network = getStacksNetwork(address);
    return { ok: true, address, network, protocol, multisig: false, lockTime: 0, sequence: 0 };
  }
  return refused('signature-mismatch');
}

type Signature = ReturnType<typeof secp256k1.Signature.fromBytes>;

/** The signature, if its parts are in range: S in the lower half, so that it has one form, and a recovery id. */
function readSignature(recovery: number | undefined, compact: Uint8Array): readonly Signature[] {
  if (recovery === undefined || recovery > 3) return [];
  const signature = attempt(() => secp256k1.Signature.fromBytes(compact, 'compact'));
  return !signature || signature.hasHighS() ? [] : [signature.addRecoveryBit(recovery)];
}

/** Hex of at most `length` digits, in lower case and without `0x`. A longer text is not read. */
const shortHex = (value: unknown, length: number): string | undefined =>
  typeof value === 'string' && value.length <= length + '0x'.length
    ? bareHex(value)?.toLowerCase()
    : undefined;
