import { describe, withDocs } from '../errors.js';
import { oneOf, option, readOptions, text, type OptionsOf } from '../lib/read-options.js';
import { compactUnit } from './compact-unit.js';
import { isDecimals } from './limits.js';
import { notation, type Notation } from './notation.js';

/** 2^128 − 1, the largest amount in Clarity, has 39 digits. 78 digits leave room for sums and products. */
export const MAX_DIGITS = 78;

export interface FormatUnitsOptions {
  /** A BCP 47 locale, for digits and separators. Default: the runtime's. */
  locale?: string | undefined;
  /** The most digits after the decimal point. The rest is cut off, not rounded. Default: all digits. */
  maxFractionDigits?: number | undefined;
  /**
   * `compact`: from a thousand on, with a unit of the locale, as in `1.2M`; one digit after the decimal point, two
   * below a thousand. The rest is cut off. Default: `standard`.
   */
  notation?: 'standard' | 'compact' | undefined;
  /** Which amounts have a sign. Default: `negative`. */
  sign?: AmountSign | undefined;
}

export const AMOUNT_SIGNS = ['negative', 'always', 'except-zero', 'never'] as const;
/** Which amounts have a sign: negative ones, all, all but zero, or none. */
export type AmountSign = (typeof AMOUNT_SIGNS)[number];

const FORMAT_OPTIONS: OptionsOf<FormatUnitsOptions> = {
  locale: text,
  // Below 0 and NaN: all digits.
  maxFractionDigits: option('a number', (value) => typeof value === 'number'),
  notation: oneOf('standard', 'compact'),
  sign: oneOf(...AMOUNT_SIGNS),
};

/**
 * Formats an amount in base units as a number of whole units: `formatUnits('1234500000', 6, { locale: 'en' })`
 * is `1,234.5`. The result is exact; no floating point is used.
 *
 * If `decimals` is absent or not an integer from 0 to 38, the result is the number of base units without
 * separators, because a guess could be wrong by orders of magnitude. An amount that `maxFractionDigits` would
 * reduce to zero is shown as `<0.01`.
 *
 * @throws RangeError if `baseUnits` is neither a bigint nor decimal digits (at most 78); TypeError for a wrong option
 */
export function formatUnits(
  baseUnits: bigint | string,
  decimals?: number,
  given?: FormatUnitsOptions,
): string {
  const options = readOptions('formatUnits', given, FORMAT_OPTIONS);
  const amount = toBigInt(baseUnits);
  const size = amount < 0n ? -amount : amount;
  const format = notation(options.locale);
  const sign = signOf(amount, options.sign, format);
  if (!isDecimals(decimals)) return `${sign && (amount < 0n ? '-' : '+')}${size}`;
  const isCompact = options.notation === 'compact';
  const unit = isCompact ? compactUnit(size / 10n ** BigInt(decimals), options.locale) : undefined;
  const max = options.maxFractionDigits ?? (isCompact ? (unit ? 1 : 2) : undefined);
  const [number, isCutToNothing] = unit
    ? digitsOf(unit.whole, unit.zeros, max, format)
    : digitsOf(size, decimals, max, format);
  const text = unit ? `${unit.before}${number}${unit.after}` : number;
  const less = sign && amount < 0n ? '>' : '<';
  return `${isCutToNothing ? less : ''}${sign}${text}`;
}

/** The number, cut off after `max` digits, and whether the cut would leave nothing but zeros. */
function digitsOf(
  size: bigint,
  decimals: number,
  max: number | undefined,
  { integers, digits, point }: Notation,
): [text: string, isCutToNothing: boolean] {
  const all = String(size).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const kept = fractionDigits(max, decimals);
  const shown = all.slice(whole.length).slice(0, kept).replace(/0+$/, '');
  const isCutToNothing = size !== 0n && /^0*$/.test(whole + shown);
  const fraction = isCutToNothing && kept > 0 ? `${'0'.repeat(kept - 1)}1` : shown;
  const localized = [...fraction].map((digit) => digits[Number(digit)]).join('');
  const integer = integers.format(isCutToNothing && kept === 0 ? 1n : BigInt(whole));
  return [`${integer}${localized && point}${localized}`, isCutToNothing];
}

function signOf(amount: bigint, sign: AmountSign = 'negative', { minus, plus }: Notation): string {
  if (sign === 'never') return '';
  if (amount < 0n) return minus;
  return sign === 'always' || (sign === 'except-zero' && amount > 0n) ? plus : '';
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
    withDocs(
      `amount must be a bigint or decimal digits in base units, at most ${MAX_DIGITS}; got ${describe(value)}.`,
      'amount',
    ),
  );
}
