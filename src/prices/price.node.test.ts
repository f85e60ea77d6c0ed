import { assert } from '@esm-bundle/chai';
import fc from 'fast-check';
import { InvalidPrice, parsePrice } from './price.js';

const NOW = 1_790_000_000_000;
const refusal = (answer: unknown): Error => {
  try {
    parsePrice(answer, NOW);
  } catch (error) {
    assert.instanceOf(error, InvalidPrice);
    return error;
  }
  return assert.fail(`${String(answer)} was accepted`);
};

describe('parsePrice', () => {
  for (const [price, digits, decimals] of [
    ['0.5712', 5712n, 4],
    ['1', 1n, 0],
    ['97123.40', 9712340n, 2],
    ['1.2e-8', 12n, 9],
    ['1e3', 1000n, 0],
    ['1.25e+3', 1250n, 0],
    ['999999999999999', 999999999999999n, 0],
    [`0.${'0'.repeat(29)}1`, 1n, 30],
  ] as const) {
    it(`reads ${price} exactly`, () => {
      assert.deepEqual(parsePrice({ price }, NOW), { digits, decimals, time: NOW });
    });
  }

  it('reads what String() writes for a number of JSON', () => {
    const number = fc.double({ min: 1e-29, max: 1e14, noNaN: true });
    fc.assert(
      fc.property(number, (value) => {
        const { digits, decimals } = parsePrice({ price: String(value) }, NOW)!;
        assert.strictEqual(Number(`${digits}e-${decimals}`), value);
      }),
    );
  });

  it('gives nothing for an asset that the source does not know', () => {
    assert.isUndefined(parsePrice(undefined, NOW));
    assert.isUndefined(parsePrice(null, NOW));
  });

  for (const price of [
    ...[0.5712, 1n, NaN, Infinity, true, null, undefined, {}, ['1'], new Date()],
    ...['', ' ', ' 1', '1 ', '-1', '+1', '0', '0.000', '0e5', '1.', '.5', '1,5', '1_000', '0x10'],
    ...['NaN', 'Infinity', '-Infinity', '1e', '1e16', '1e99', '1e999', '1e-31', '1n', '\u0663'],
    ...['\u202e1', '1\u202c', '1\n', '<b>1</b>', '9'.repeat(16), '9'.repeat(100_000)],
  ]) {
    it(`refuses the price ${typeof price} ${JSON.stringify(String(price).slice(0, 40))}`, () => {
      const { message } = refusal({ price });
      assert.match(message, /^`price` must be a string with the digits of a number above zero, /);
      assert.isBelow(message.length, 350);
    });
  }

  for (const time of ['1790000000000', NaN, Infinity, 0, -1, 1_790_000_000, 1e15, 1n, new Date()]) {
    it(`refuses the time ${typeof time} ${String(time)}`, () => {
      assert.match(
        refusal({ price: '1', time }).message,
        /^`time` must be milliseconds since 1970/,
      );
    });
  }

  for (const answer of ['0.5712', 0.5712, 1n, [], true, () => ({ price: '1' })]) {
    it(`refuses the answer ${typeof answer} ${String(answer)}`, () => {
      assert.match(
        refusal(answer).message,
        /^`prices\(\)` must be \{ price, time \}, or undefined/,
      );
    });
  }

  it('refuses an answer whose price cannot be read', () => {
    const answer = {
      get price(): string {
        throw new Error('no');
      },
    };
    assert.match(refusal(answer).message, /^`price` must be/);
  });

  it('has no time after the answer, so that each price gets old', () => {
    assert.strictEqual(parsePrice({ price: '1', time: NOW + 3_600_000 }, NOW)!.time, NOW);
    assert.strictEqual(parsePrice({ price: '1', time: NOW - 5 }, NOW)!.time, NOW - 5);
  });
});
