import { describe } from '../errors.js';
import { isDecimals } from './limits.js';
import { notation, type Notation } from './notation.js';

/** 2^128 − 1, the largest amount in Clarity, has 39 digits. 78 digits leave room for sums and products. */
export const MAX_DIGITS = 78;

export interface FormatUnitsOptions {
  /** A BCP 47 locale, for digits and separators. Default: the runtime's. */
  locale?: string | undefined;
  /** The most digits after the decimal point. The rest is cut off, not rounded. Default: all digits. */
  maxFractionDigits?: number | undefined;
}

/**
 * Formats an amount in base units as a number of whole units: `formatUnits('1234500000', 6, { locale: 'en' })`
 * is `1,234.5`. The result is exact; no floating point is used.
 *
 * If `decimals` is absent or not an integer from 0 to 38, the result is the number of base units without
 * separators, because a guess could be wrong by orders of magnitude. An amount that `maxFractionDigits` would
 * reduce to zero is shown as `<0.01`.
 *
 * @throws RangeError if `baseUnits` is neither a bigint nor decimal digits (at most 78)
 */
export function formatUnits(
  baseUnits: bigint | string,
  decimals?: number,
  options: FormatUnitsOptions = {},
): string {
  const amount = toBigInt(baseUnits);
  if (!isDecimals(decimals)) return String(amount);
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const whole = digits.slice(0, point);
  const exact = digits.slice(point);
  const kept = fractionDigits(options.maxFractionDigits, decimals);
  const shown = exact.slice(0, kept).replace(/0+$/, '');
  const isCutToNothing = amount !== 0n && /^0*$/.test(whole + shown);
  const fraction = isCutToNothing && kept > 0 ? `${'0'.repeat(kept - 1)}1` : shown;
  const text = inLocale(
    amount < 0n,
    isCutToNothing && kept === 0 ? '1' : whole,
    fraction,
    notation(options.locale),
  );
  return isCutToNothing ? `${amount < 0n ? '>' : '<'}${text}` : text;
}

function fractionDigits(max: number | undefined, decimals: number): number {
  return max === undefined || !(max >= 0) ? decimals : Math.min(Math.floor(max), decimals);
}

function toBigInt(value: bigint | string): bigint {
  if (typeof value === 'bigint' && String(value).length <= MAX_DIGITS) return value;
  if (typeof value === 'string' && value.length <= MAX_DIGITS && /^-?\d+$/.test(value)) {
    return BigInt(value);
  }
  throw new RangeError(
    `amount must be a bigint or decimal digits in base units, at most ${MAX_DIGITS}; got ${describe(value)}.`,
  );
}

function inLocale(
  isNegative: boolean,
  whole: string,
  fraction: string,
  { integers, digits, point, minus }: Notation,
): string {
  const localized = [...fraction].map((digit) => digits[Number(digit)]).join('');
  const sign = isNegative ? minus : '';
  return `${sign}${integers.format(BigInt(whole))}${localized && point}${localized}`;
}
