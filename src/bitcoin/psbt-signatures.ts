/** Bitcoin script: pushes data whose length is in the next one, two or four bytes. */
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
const OP_PUSHDATA4 = 0x4e;
/** The first byte of an annex, the optional last item of a Taproot witness (BIP-341). */
const ANNEX = 0x50;
/** The first byte of a control block, except for its lowest bit (BIP-342). */
const TAPSCRIPT = 0xc0;

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
