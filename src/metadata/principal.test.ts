import { expect } from '@open-wc/testing';
import { isFtPrincipal, networkOfPrincipal } from './principal.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** The form of A3, at its limits. */
const PRINCIPALS: readonly (readonly [value: unknown, isPrincipal: boolean])[] = [
  [`${ADDRESS}.token`, true],
  [`${'S'.repeat(28)}.t`, true],
  [`${'S'.repeat(41)}.t`, true],
  [`${'S'.repeat(27)}.t`, false],
  [`${'S'.repeat(42)}.t`, false],
  [`${ADDRESS}.${'t'.repeat(40)}`, true],
  [`${ADDRESS}.${'t'.repeat(41)}`, false],
  [`${'S'.repeat(28)}.${'t'.repeat(41)}`, false],
  [`${ADDRESS}.t-_9`, true],
  [`${ADDRESS}.9t`, false],
  [`${ADDRESS}.t!`, false],
  [`${ADDRESS}.t/../x`, false],
  [`${ADDRESS}.`, false],
  [ADDRESS, false],
  [` ${ADDRESS}.token`, false],
  [`${ADDRESS}.token\n`, false],
  [`${ADDRESS.toLowerCase()}.token`, false],
  ...[...'ILOU'].map((letter) => [`${letter.repeat(30)}.t`, false] as const),
  [[`${ADDRESS}.token`], false],
  [undefined, false],
];

describe('isFtPrincipal', () => {
  for (const [value, isPrincipal] of PRINCIPALS) {
    it(`${isPrincipal ? 'takes' : 'refuses'} ${JSON.stringify(value)}`, () =>
      expect(isFtPrincipal(value)).to.equal(isPrincipal));
  }
});

describe('networkOfPrincipal', () => {
  it('reads the network off the prefix, and nowhere else', () => {
    for (const [prefix, network] of [
      ['SP', 'mainnet'],
      ['SM', 'mainnet'],
      ['ST', 'testnet'],
      ['SN', 'testnet'],
      ['SX', undefined],
      ['XSP', undefined],
      ['XST', undefined],
    ] as const) {
      expect(networkOfPrincipal(`${prefix}2J6ZY48.token`), prefix).to.equal(network);
    }
  });
});
