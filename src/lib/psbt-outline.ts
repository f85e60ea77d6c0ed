/** What a request needs to know of each input of a PSBT, beside whose it is. */
export interface InputOutline {
  /** Signed and closed: nothing is left to sign. */
  readonly finalized: boolean;
  /** The SIGHASH type that the PSBT names for it; undefined: the default. */
  readonly sighash: number | undefined;
}

type Entry = readonly [type: number, value: Uint8Array];

/**
 * Reads the inputs of a PSBT, version 0 or 2 (BIP-174, BIP-370), without the 45 kB of a Bitcoin library:
 * enough to check an index. Throws a RangeError where the bytes end too early.
 */
export function readOutline(bytes: Uint8Array): readonly InputOutline[] {
  const reader = new Reader(bytes, 5);
  const count = inputCount(reader.map());
  if (count === undefined) throw new RangeError('The PSBT does not say how many inputs it has.');
  return Array.from({ length: Math.min(count, bytes.length) }, () => {
    const entries = reader.map();
    const sighash = entries.find(([type]) => type === 0x03)?.[1];
    return {
      finalized: entries.some(([type]) => type === 0x07 || type === 0x08),
      sighash: sighash && new Reader(sighash).number(4),
    };
  });
}

function inputCount(entries: readonly Entry[]): number | undefined {
  const unsigned = entries.find(([type]) => type === 0x00)?.[1];
  // Four bytes of version, then the count; an unsigned transaction has no witness marker.
  if (unsigned) return new Reader(unsigned, 4).compactSize();
  const count = entries.find(([type]) => type === 0x04)?.[1];
  return count && new Reader(count).compactSize();
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at = 0,
  ) {}

  /** One key-value map, up to its end. Keys with data behind their type are not needed here. */
  map(): readonly Entry[] {
    const entries: Entry[] = [];
    for (;;) {
      const keyLength = this.compactSize();
      if (keyLength === 0) return entries;
      const key = this.take(keyLength);
      const value = this.take(this.compactSize());
      if (keyLength === 1) entries.push([key[0] as number, value]);
    }
  }

  compactSize(): number {
    const first = this.number(1);
    return first < 0xfd ? first : this.number(2 ** (first - 0xfc));
  }

  /** Little-endian. */
  number(length: number): number {
    return this.take(length).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  private take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('The PSBT ends too early.');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }
}
