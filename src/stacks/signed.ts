import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';

/** True if the signature, DER with S in the lower half and then the byte of its SIGHASH type, is of the key. Never throws. */
export const isEcdsaSigned = (signature: Uint8Array, key: Uint8Array, hash: Uint8Array): boolean =>
  isTrue(() =>
    secp256k1.verify(signature.subarray(0, -1), hash, key, {
      prehash: false,
      lowS: true,
      format: 'der',
    }),
  );

/** True if the signature, 64 bytes and perhaps the byte of its SIGHASH type, is of the key of 32 bytes. Never throws. */
export const isSchnorrSigned = (
  signature: Uint8Array,
  key: Uint8Array,
  hash: Uint8Array,
): boolean => isTrue(() => schnorr.verify(signature.subarray(0, 64), hash, key));

function isTrue(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false; // Not a valid key or signature.
  }
}
