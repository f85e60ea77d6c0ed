import { expect } from '@open-wc/testing';
import { sha256 as reference } from '@noble/hashes/sha2.js';
import { bytesToHex } from './bytes.js';
import { sha256 } from './sha256.js';

describe('sha256', () => {
  it('returns the same hash as @noble/hashes for anything that fits into one block', () => {
    for (let length = 0; length <= 55; length++) {
      for (const fill of [0x00, 0x80, 0xff, undefined]) {
        const bytes = Uint8Array.from({ length }, (_, at) => fill ?? (at * 167 + length) % 256);
        expect(bytesToHex(sha256(bytes))).to.equal(bytesToHex(reference(bytes)));
      }
    }
  });

  it('throws for more bytes', () => {
    expect(() => sha256(new Uint8Array(56))).to.throw(RangeError);
  });
});
