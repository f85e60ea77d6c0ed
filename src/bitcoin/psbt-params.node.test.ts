import { expect } from '@esm-bundle/chai';
import { isAllowedSighash, parseSighash } from './psbt-params.js';

/** The names that wallets use for each type, and its number (BIP-174, BIP-341). */
const TYPES: readonly [value: string | number, type: number | undefined][] = [
  ['DEFAULT', 0],
  ['ALL', 1],
  ['NONE', 2],
  ['SINGLE', 3],
  ['SIGHASH_ALL', 1],
  ['all', 1],
  [' Sighash_None ', 2],
  ['ALL|ANYONECANPAY', 0x81],
  ['NONE|ANYONECANPAY', 0x82],
  ['SINGLE|ANYONECANPAY', 0x83],
  ['SINGLE+ANYONECANPAY', 0x83],
  ['SINGLE_ANYONECANPAY', 0x83],
  ['single | anyonecanpay', 0x83],
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [0x81, 0x81],
  [0x82, 0x82],
  [0x83, 0x83],
  ['DEFAULT|ANYONECANPAY', undefined],
  ['ANYONECANPAY', undefined],
  ['ALLANYONECANPAY', undefined],
  ['ALL|NONE', undefined],
  ['1', undefined],
  ['', undefined],
  ['toString', undefined],
  [4, undefined],
  [0x80, undefined],
  [0x84, undefined],
  [-1, undefined],
  [0.5, undefined],
  [NaN, undefined],
];

describe('sighashType', () => {
  for (const [value, type] of TYPES) {
    it(`${JSON.stringify(value)}: ${type ?? 'none'}`, () => {
      expect(parseSighash(value)).to.equal(type);
    });
  }
});

describe('isAllowedSighash', () => {
  it('is true only for DEFAULT and ALL, without a list', () => {
    const types = [0, 1, 2, 3, 0x81, 0x82, 0x83];
    expect(types.filter((type) => isAllowedSighash(type))).to.deep.equal([0, 1]);
  });
});
