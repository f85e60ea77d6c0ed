import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from './bytes.js';
import { encodeAddress } from './c32.js';
import type { Origin, StacksTransaction } from './stacks-transaction.js';

const P2WPKH_P2SH = 2;
const UNCOMPRESSED = 1;
const BY_ORIGIN = 4;
/** A spending condition of one key that says nothing, bytes. */
const NO_SPONSOR = 103;
/** The version of an address, by its second letter: one key or several, on mainnet or elsewhere. */
const VERSIONS = { P: 22, M: 20, T: 26, N: 21 } as const;

/**
 * True where the origin signed: its key is recovered from the signature, over what SIP-005 has it sign.
 * Of several keys, which may sign one after another elsewhere, one signature more is all that can be told.
 */
export function originSigned(sent: StacksTransaction, signed: StacksTransaction): boolean {
  const { origin } = signed;
  if (!origin.isSingle) {
    const before = new Set(sent.origin.signatures.map(bytesToHex));
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
    return false; // No signature at all, or one that belongs to no key.
  }
}

/** The transaction without nonce, fee, signature and sponsor; then the origin's fee and nonce. */
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

/** The address of an origin of one key, on the network of another address. */
export function originAddress({ mode, signer }: Origin, beside: string): string {
  const isMainnet = beside[1] === 'P' || beside[1] === 'M';
  const letter = mode === P2WPKH_P2SH ? (isMainnet ? 'M' : 'N') : isMainnet ? 'P' : 'T';
  return encodeAddress(VERSIONS[letter], signer.slice(2));
}
