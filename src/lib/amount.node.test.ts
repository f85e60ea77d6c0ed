import { expect } from '@esm-bundle/chai';
import fc from 'fast-check';
import { parseBaseUnits, toDecimal } from './amount.js';

describe('parseBaseUnits', () => {
  it('reads every integer exactly, as bigint, string and number', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (amount) => {
        expect(parseBaseUnits(amount)).to.equal(amount);
        expect(parseBaseUnits(amount.toString())).to.equal(amount);
        if (amount <= BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(parseBaseUnits(Number(amount))).to.equal(amount);
        } else {
          expect(parseBaseUnits(Number(amount))).to.equal(undefined);
        }
      }),
    ));

  it('returns undefined for a string that is not only digits', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/^[0-9]+$/.test(text)) expect(parseBaseUnits(text)).to.equal(undefined);
      }),
    ));

  it('returns undefined for a number that is not a safe, non-negative integer', () =>
    fc.assert(
      fc.property(fc.double(), (number) => {
        const isWhole = Number.isSafeInteger(number) && number >= 0;
        expect(parseBaseUnits(number)).to.equal(isWhole ? BigInt(number) : undefined);
      }),
    ));

  it('returns undefined for anything else', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.object(), fc.array(fc.nat()), fc.boolean(), fc.constant(null)),
        (value) => {
          expect(parseBaseUnits(value)).to.equal(undefined);
        },
      ),
    ));
});

describe('toDecimal', () => {
  it('returns digits without leading zeros or a sign', () => {
    expect([0, '007', 5n, -0].map(toDecimal)).to.deep.equal(['0', '7', '5', '0']);
  });

  it('throws for an invalid amount', () => {
    for (const value of ['', NaN, -1, null, undefined]) {
      expect(() => toDecimal(value)).to.throw(RangeError);
    }
  });
});
