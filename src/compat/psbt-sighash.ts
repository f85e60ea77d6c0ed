/**
 * The SIGHASH type that each input of a PSBT names (BIP-174, BIP-370); undefined for the default. Reads no more than
 * that: this package does not depend on a Bitcoin library, and the core reads the whole PSBT. Throws a RangeError for
 * bytes that end too early.
 */
export function sighashTypes(psbt: Uint8Array): readonly (number | undefined)[] {
  let at = 5; // after the magic bytes
  const take = (length: number) => {
    if (at + length > psbt.length) throw new RangeError('The PSBT ends too early.');
    return psbt.subarray(at, (at += length));
  };
  const number = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  const map = () => {
    const entries = new Map<number, Uint8Array>();
    for (;;) {
      const length = compactSize(take);
      if (length === 0) return entries;
      const key = take(length);
      const value = take(compactSize(take));
      // Only keys of one byte are read.
      if (key.length === 1) entries.set(key[0] as number, value);
    }
  };
  const global = map();
  const unsigned = global.get(0x00)?.subarray(4); // after the version
  const count = unsigned ?? global.get(0x04);
  if (!count) throw new RangeError('The PSBT does not say how many inputs it has.');
  let read = 0;
  const inputs = compactSize((length) => count.subarray(read, (read += length)));
  const types: (number | undefined)[] = [];
  while (types.length < inputs) {
    const type = map().get(0x03);
    types.push(type && number(type));
  }
  return types;

  function compactSize(next: (length: number) => Uint8Array): number {
    const first = number(next(1));
    return first < 0xfd ? first : number(next(2 ** (first - 0xfc)));
  }
}
