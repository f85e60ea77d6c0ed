import { numberFormat, toBigInt, type SignDisplay } from '../metadata/units.js';
import type { CheckedPrice } from './price.js';

export interface ValueFormat {
  readonly locale: string;
  /** Three letters, such as `eur`. */
  readonly currency: string;
  readonly signDisplay: SignDisplay | undefined;
  readonly notation: 'standard' | 'compact' | undefined;
}

export interface FormattedValue {
  readonly text: string;
  /** True: the text says that the value is less than the smallest amount of the currency, such as `<€0.01`. */
  readonly isLess: boolean;
}

/** From this value on, in units of the currency, `compact` shortens. */
const COMPACT = 1_000n;

/**
 * What an amount is worth at a price. The value is exact: the product of two integers. Only the text is rounded, to the digits of
 * the currency.
 *
 * @param decimals an integer from 0 to 38
 * @throws RangeError if `baseUnits` is neither a bigint nor decimal digits
 */
export function formatValue(
  baseUnits: bigint | string,
  decimals: number,
  price: CheckedPrice,
  { locale, currency, signDisplay, notation }: ValueFormat,
): FormattedValue {
  const amount = toBigInt(baseUnits);
  const [minus, size] = amount < 0n ? ['-', -amount] : ['', amount];
  const value = size * price.digits;
  const scale = decimals + price.decimals;
  const isCompact = notation === 'compact' && value >= COMPACT * 10n ** BigInt(scale);
  const format = numberFormat(locale, {
    style: 'currency',
    currency,
    signDisplay,
    ...(isCompact && { notation, minimumFractionDigits: 0, maximumFractionDigits: 1 }),
  });
  const { maximumFractionDigits: places = 2 } = format.resolvedOptions();
  const isLess = value > 0n && 2n * value * 10n ** BigInt(places) < 10n ** BigInt(scale);
  const least = places > 0 ? `0.${'1'.padStart(places, '0')}` : '1';
  const text = format.format(
    (minus + (isLess ? least : toDecimal(value, scale))) as Intl.StringNumericLiteral,
  );
  const less = minus && signDisplay !== 'never' ? '>' : '<';
  return { text: isLess ? less + text : text, isLess };
}

/** Intl reads the digits of a text exactly (ES2023, Baseline 2023). */
function toDecimal(value: bigint, scale: number): string {
  const digits = String(value).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
