import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import { decodeAddress, encodeAddress } from './c32.js';
import type { Origin, StacksTransaction } from './stacks-transaction.js';

const P2WPKH_P2SH = 2;
const UNCOMPRESSED = 1;
const BY_ORIGIN = 4;
/** The length of an empty single-signature spending condition, bytes. */
const NO_SPONSOR = 103;
/** The version of an address by its second letter: single-signature or multisig, mainnet or test networks. */
const VERSIONS = { P: 22, M: 20, T: 26, N: 21 } as const;

/** The id of a serialized transaction, hex without `0x` (SIP-005). */
export const transactionId = (bytes: Uint8Array): string => bytesToHex(sha512_256(bytes));

/**
 * True if the origin signed. Recovers the key from the signature over the hash that SIP-005 defines. For a
 * multisig origin, whose keys may sign in several wallets, only checks that there is a signature that `sent` has not.
 */
export function originSigned(signed: StacksTransaction, sent?: StacksTransaction): boolean {
  const { origin } = signed;
  if (!origin.isSingle) {
    const before = new Set(sent?.origin.signatures.map(bytesToHex));
    return origin.signatures.some((signature) => !before.has(bytesToHex(signature)));
  }
  const [vrs] = origin.signatures as [Uint8Array];
  try {
    const key = secp256k1.Signature.fromBytes(vrs.subarray(1), 'compact')
      .addRecoveryBit(vrs[0] ?? -1)
      .recoverPublicKey(signedHash(signed))
      .toBytes(origin.keyEncoding !== UNCOMPRESSED);
    return signerOf(origin.mode, key) === origin.signer;
  } catch {
    return false; // There is no signature, or no key can be recovered from it.
  }
}

/** The hash that the origin signs: of the transaction without nonce, fee, signature and sponsor, then of fee and nonce. */
function signedHash({ header, authType, origin, rest }: StacksTransaction): Uint8Array {
  const { signer, nonce, fee, keyEncoding } = origin;
  const cleared = [
    hexToBytes(header + authType + signer),
    new Uint8Array(16),
    Uint8Array.of(keyEncoding),
    new Uint8Array(65),
    new Uint8Array(authType === '04' ? 0 : NO_SPONSOR),
    hexToBytes(rest),
  ];
  const first = sha512_256(joined(cleared));
  return sha512_256(joined([first, Uint8Array.of(BY_ORIGIN), fee, nonce]));
}

function signerOf(mode: number, key: Uint8Array): string {
  const hash = hash160(key);
  const signer = mode === P2WPKH_P2SH ? hash160(joined([Uint8Array.of(0, 20), hash])) : hash;
  return bytesToHex(joined([Uint8Array.of(mode), signer]));
}

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));

function joined(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** True if the address, on any network, is that of the origin. */
export function isOriginOf(origin: Origin, address: string): boolean {
  const isMultisig = address[1] === 'M' || address[1] === 'N';
  // The first byte is the version.
  return (
    (origin.mode !== 0) === isMultisig &&
    decodeAddress(address)?.slice(2) === origin.signer.slice(2)
  );
}

/** The address of a single-signature origin, on the network of `other`, a Stacks address. */
export function originAddress({ mode, signer }: Origin, other: string): string {
  const isMainnet = other[1] === 'P' || other[1] === 'M';
  const letter = mode === P2WPKH_P2SH ? (isMainnet ? 'M' : 'N') : isMainnet ? 'P' : 'T';
  return encodeAddress(VERSIONS[letter], signer.slice(2));
}
