import { assert } from '@esm-bundle/chai';
import fc from 'fast-check';
import { formatValue, type ValueFormat } from './format-value.js';
import { parsePrice } from './price.js';

const OPTIONS: ValueFormat = {
  locale: 'en',
  currency: 'eur',
  signDisplay: undefined,
  notation: undefined,
};
const value = (
  amount: bigint | string,
  decimals: number,
  price: string,
  options: Partial<ValueFormat> = {},
) => {
  const { text } = formatValue(amount, decimals, parsePrice({ price }, 0)!, {
    ...OPTIONS,
    ...options,
  });
  return text.replaceAll('\u00a0', ' ');
};

describe('formatValue', () => {
  it('is exact for amounts and prices that no number holds', () => {
    const most = String(2n ** 128n - 1n);
    const expected = '€34,028,236,692,093,846,346,337,460,743,176,821,145.50';
    assert.strictEqual(value(most, 0, '0.1'), expected);
    assert.strictEqual(value(9007199254740993n, 0, '1'), '€9,007,199,254,740,993.00');
    assert.strictEqual(value(10n ** 38n, 38, '0.3'), '€0.30');
  });

  for (const [amount, decimals, price, expected, options] of [
    [2_500_000n, 6, '0.5712', '€1.43'],
    ['2500000', 6, '0.5712', '1,43 €', { locale: 'de' }],
    [2_500_000n, 6, '0.5712', '¥1', { currency: 'jpy' }],
    [2_500_000n, 6, '0.5712', 'KWD 1.428', { currency: 'kwd' }],
    [0n, 6, '0.5712', '€0.00'],
    [1n, 0, '0.005', '€0.01'],
    [1n, 0, '0.0049999999999999999999', '<€0.01'],
    [1n, 0, '0.4', '<¥1', { currency: 'jpy' }],
    [1n, 0, '0.5', '¥1', { currency: 'jpy' }],
    [1n, 38, '1.2e-8', '<€0.01'],
    [-2_500_000n, 6, '0.5712', '-€1.43'],
    [-2_500_000n, 6, '0.5712', '€1.43', { signDisplay: 'never' }],
    [2_500_000n, 6, '0.5712', '+€1.43', { signDisplay: 'always' }],
    [-1n, 6, '0.5712', '>-€0.01'],
    [-1n, 6, '0.5712', '<€0.01', { signDisplay: 'never' }],
    [1_234_567n, 0, '1', '€1.2M', { notation: 'compact' }],
    [99_999n, 2, '1', '€999.99', { notation: 'compact' }],
    [100_000n, 2, '1', '€1K', { notation: 'compact' }],
  ] as const) {
    it(`${amount} with ${decimals} decimals at ${price} is ${expected}`, () => {
      assert.strictEqual(value(amount, decimals, price, options), expected);
    });
  }

  it('says that a value is less than the smallest amount of the currency', () => {
    const price = parsePrice({ price: '0.004' }, 0)!;
    assert.isTrue(formatValue(1n, 0, price, OPTIONS).isLess);
    assert.isFalse(formatValue(2n, 0, price, OPTIONS).isLess);
    assert.isFalse(formatValue(0n, 0, price, OPTIONS).isLess);
  });

  it('is the product, rounded to cents', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
    const prices = fc.bigInt({ min: 1n, max: 10n ** 25n });
    const places = fc.nat({ max: 38 });
    fc.assert(
      fc.property(
        amounts,
        places,
        prices,
        fc.nat({ max: 12 }),
        (amount, decimals, digits, more) => {
          const scale = decimals + more;
          const { text, isLess } = formatValue(
            amount,
            decimals,
            { digits, decimals: more, time: 0 },
            OPTIONS,
          );
          const cents =
            (amount * digits * 200n + 10n ** BigInt(scale)) / (2n * 10n ** BigInt(scale));
          const shown = BigInt(text.replace(/\D/g, ''));
          assert.strictEqual(shown, isLess ? 1n : cents);
          assert.strictEqual(isLess, cents === 0n && amount > 0n);
        },
      ),
    );
  });

  it('refuses what is no amount', () => {
    assert.throws(() => value('1.5', 6, '1'), RangeError);
  });
});
