import { attempt } from '../lib/safe-access.js';

/**
 * False if a PSBT (BIP-174, BIP-370) has not exactly one map for each of its outputs, and then ends: @scure/btc-signer
 * accepts further empty maps. True if it cannot be read up to there, for which `readPsbt` gives the reason.
 */
export function endsWithOutputs(bytes: Uint8Array): boolean {
  const reader = new Reader(bytes, 5);
  const readInputs = () => {
    const { inputs, outputs } = countsOf(reader.map());
    for (let left = inputs; left > 0; left--) reader.map();
    return outputs;
  };
  const outputs = attempt(readInputs);
  if (outputs === undefined) return true;
  const readOutputs = () => {
    for (let left = outputs; left > 0; left--) reader.map();
    return reader.isAtEnd;
  };
  return attempt(readOutputs) === true;
}

/** How many inputs and outputs the map of the PSBT itself names. */
function countsOf(global: ReadonlyMap<string, Uint8Array>) {
  const count = (key: string) => {
    const value = global.get(key);
    if (!value) throw new RangeError('The PSBT does not say how many maps it has.');
    const reader = new Reader(value, 0);
    const size = reader.size();
    reader.end();
    return size;
  };
  const unsigned = global.get('0');
  if (!unsigned) return { inputs: count('4'), outputs: count('5') };
  const reader = new Reader(unsigned, 4);
  const inputs = reader.size();
  for (let left = inputs; left > 0; left--) {
    reader.take(36);
    reader.take(reader.size());
    reader.take(4);
  }
  const outputs = reader.size();
  for (let left = outputs; left > 0; left--) {
    reader.take(8);
    reader.take(reader.size());
  }
  reader.take(4);
  reader.end();
  return { inputs, outputs };
}

class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  end(): void {
    if (!this.isAtEnd) throw new RangeError('There are more bytes.');
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('It ends too early.');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** A length in one byte, or in two, four or eight bytes after a first one. */
  size(): number {
    const first = this.take(1)[0] as number;
    if (first < 0xfd) return first;
    return this.take(2 ** (first - 0xfc)).reduceRight((sum, byte) => sum * 256 + byte, 0);
  }

  /** One map, up to its end. Each key is its bytes, joined by commas. */
  map(): ReadonlyMap<string, Uint8Array> {
    const entries = new Map<string, Uint8Array>();
    for (;;) {
      const length = this.size();
      if (length === 0) return entries;
      const key = this.take(length).join();
      if (entries.has(key)) throw new RangeError('It has one key twice.');
      entries.set(key, this.take(this.size()));
    }
  }
}
