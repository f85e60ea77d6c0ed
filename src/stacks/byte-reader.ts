import { bytesToHex } from '../lib/bytes.js';

/** Reads bytes from their beginning, numbers in big-endian order. Throws a RangeError if there are too few. */
export class ByteReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.bytes.length) throw new RangeError('it ends too early');
    const taken = this.bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** The number of bytes that were read. */
  get position(): number {
    return this.at;
  }

  /** A byte that must be one of a few. `what` names it in the error. */
  oneOf(what: string, known: readonly number[]): number {
    const byte = this.number(1);
    if (!known.includes(byte))
      throw new RangeError(`it has the ${what} ${byte}, which is not known`);
    return byte;
  }

  /** Of at most 6 bytes. */
  number(length: number): number {
    return this.take(length).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  bigint(length: number): bigint {
    return BigInt(`0x${this.hex(length)}`);
  }

  hex(length: number): string {
    return bytesToHex(this.take(length));
  }

  /** A text in UTF-8, after its length in `lengthBytes` bytes. */
  text(lengthBytes: number): string {
    const bytes = this.take(this.number(lengthBytes));
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new RangeError('it has a text that is not UTF-8');
    }
  }

  /** How many items follow, in four bytes. Each has at least one byte, so that no larger number is believed. */
  count(): number {
    const count = this.number(4);
    if (count > this.bytes.length - this.at) throw new RangeError('it ends too early');
    return count;
  }

  /** Throws if there are more bytes. */
  end(): void {
    const more = this.bytes.length - this.at;
    if (more > 0) throw new RangeError(`it has ${more} more bytes after its end`);
  }
}
