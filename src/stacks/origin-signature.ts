import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { bytesToHex, hexToBytes, uintToHex } from '../lib/bytes.js';
import { attempt } from '../lib/safe-access.js';
import { hash160 } from './stacks-message.js';
import { SPONSORED, STANDARD, type TransactionHead } from './stacks-transaction.js';

const P2WPKH_P2SH = 2;
const UNCOMPRESSED = 1;
const BY_ORIGIN = 4;
/** The length of an empty single-signature spending condition, bytes. */
const NO_SPONSOR = 103;
/** The id of a serialized transaction, hex without `0x` (SIP-005). */
export const getTransactionId = (bytes: Uint8Array): string => bytesToHex(sha512_256(bytes));

/**
 * True if the origin signed. Recovers the key from the signature over the hash that SIP-005 defines. For a
 * multisig origin, whose keys may sign in several wallets, only checks that there is a signature that `sent` has not.
 */
export function isSignedByOrigin(signed: TransactionHead, sent?: TransactionHead): boolean {
  const { origin } = signed;
  if (!origin.isSingle) {
    const before = new Set(sent?.origin.signatures.map(bytesToHex));
    return origin.signatures.some((signature) => !before.has(bytesToHex(signature)));
  }
  return recoverSigner(signed) === origin.signer.slice(2);
}

/**
 * The hash160, in hex, of the key that signed as a single-signature origin. If something else was signed, it is that of a
 * random key. Undefined if there is no signature, or no key can be recovered from it.
 */
export function recoverSigner(signed: TransactionHead): string | undefined {
  const { origin } = signed;
  const [vrs] = origin.signatures as [Uint8Array];
  return attempt(() => {
    const key = secp256k1.Signature.fromBytes(vrs.subarray(1), 'compact')
      .addRecoveryBit(vrs[0] ?? -1)
      .recoverPublicKey(hashForOrigin(signed))
      .toBytes(origin.keyEncoding !== UNCOMPRESSED);
    const hash = hash160(key);
    const isNested = origin.mode === P2WPKH_P2SH;
    return bytesToHex(isNested ? hash160(concatBytes(Uint8Array.of(0, 20), hash)) : hash);
  });
}

/** The hash that the origin signs: of the transaction without nonce, fee, signature and sponsor, then of fee and nonce. */
function hashForOrigin({ header, isSponsored, origin, rest }: TransactionHead): Uint8Array {
  const { signer, nonce, fee, keyEncoding } = origin;
  const authorization = uintToHex(isSponsored ? SPONSORED : STANDARD, 1);
  const key = uintToHex(keyEncoding, 1) + '00'.repeat(65 + (isSponsored ? NO_SPONSOR : 0));
  const cleared = hexToBytes(header + authorization + signer + '00'.repeat(16) + key + rest);
  return sha512_256(concatBytes(sha512_256(cleared), Uint8Array.of(BY_ORIGIN), fee, nonce));
}
