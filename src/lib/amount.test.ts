import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { parseAmount, toDecimal } from './amount.js';

describe('parseAmount', () => {
  it('reads every whole number exactly, in each writing', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (amount) => {
        expect(parseAmount(amount)).to.equal(amount);
        expect(parseAmount(amount.toString())).to.equal(amount);
        if (amount <= BigInt(Number.MAX_SAFE_INTEGER)) {
          expect(parseAmount(Number(amount))).to.equal(amount);
        } else {
          expect(parseAmount(Number(amount))).to.equal(undefined);
        }
      }),
    ));

  it('makes no amount of a text that is not digits alone', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/^[0-9]+$/.test(text)) expect(parseAmount(text)).to.equal(undefined);
      }),
    ));

  it('makes no amount of a number that is no whole, safe one', () =>
    fc.assert(
      fc.property(fc.double(), (number) => {
        const isWhole = Number.isSafeInteger(number) && number >= 0;
        expect(parseAmount(number)).to.equal(isWhole ? BigInt(number) : undefined);
      }),
    ));

  it('makes no amount of anything else', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.object(), fc.array(fc.nat()), fc.boolean(), fc.constant(null)),
        (value) => {
          expect(parseAmount(value)).to.equal(undefined);
        },
      ),
    ));
});

describe('toDecimal', () => {
  it('writes digits, without what stood before them', () => {
    expect([0, '007', 5n, -0].map(toDecimal)).to.deep.equal(['0', '7', '5', '0']);
  });

  it('throws for what is no amount', () => {
    for (const value of ['', NaN, -1, null, undefined]) {
      expect(() => toDecimal(value)).to.throw(RangeError);
    }
  });
});
