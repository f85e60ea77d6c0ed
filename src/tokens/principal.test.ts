import { expect } from '@open-wc/testing';
import { isFtPrincipal } from './principal.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** Values at the limits of the pattern. */
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
    it(`${isPrincipal ? 'accepts' : 'refuses'} ${JSON.stringify(value)}`, () =>
      expect(isFtPrincipal(value)).to.equal(isPrincipal));
  }
});
