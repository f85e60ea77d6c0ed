/** The most bytes that fit into one block with the end bit and the length. */
const MAX_BYTES = 55;

type State = [number, number, number, number, number, number, number, number];

const PRIMES: number[] = [];
for (let number = 2; PRIMES.length < 64; number++) {
  if (PRIMES.every((prime) => number % prime > 0)) PRIMES.push(number);
}
/** The first 32 bits of the fraction. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) >>> 0;
/** Engines may round a cube root differently. For these primes, the first 32 bits are the same in any case. */
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));
const rotateTwice = (word: number, by: number, orBy: number) =>
  rotate(word, by) ^ rotate(word, orBy);

/**
 * SHA-256 (FIPS 180-4) of at most 55 bytes, which is enough for the checksum of an address. @noble/hashes is
 * 2 kB larger, and WebCrypto is available only in secure contexts.
 */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.length > MAX_BYTES) throw new RangeError(`sha256 takes at most ${MAX_BYTES} bytes.`);
  const words = new DataView(new ArrayBuffer(256));
  bytes.forEach((byte, at) => words.setUint8(at, byte));
  words.setUint8(bytes.length, 0x80);
  words.setUint32(60, bytes.length * 8);

  let state = START as State;
  CONSTANTS.forEach((constant, round) => {
    const word = (before: number) => words.getUint32((round - before) * 4);
    if (round > 15) {
      const early = rotateTwice(word(15), 7, 18) ^ (word(15) >>> 3);
      const late = rotateTwice(word(2), 17, 19) ^ (word(2) >>> 10);
      words.setUint32(round * 4, word(16) + early + word(7) + late);
    }
    const [a, b, c, d, e, f, g, h] = state;
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = h + (rotateTwice(e, 6, 11) ^ rotate(e, 25)) + choice + constant + word(0);
    const second = (rotateTwice(a, 2, 13) ^ rotate(a, 22)) + majority;
    state = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  const hash = new DataView(new ArrayBuffer(32));
  START.forEach((word, at) => hash.setUint32(at * 4, word + (state[at] as number)));
  return new Uint8Array(hash.buffer);
}
