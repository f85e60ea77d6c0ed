import { describe } from '../errors.js';
import { compactUnit } from './compact-unit.js';
import { isDecimals } from './limits.js';

/** 2^128 − 1, the largest amount in Clarity, has 39 digits. 78 digits leave room for sums and products. */
const MAX_DIGITS = 78;

export interface FormatAmountOptions {
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

/**
 * Formats an amount in base units as a number of whole units: `formatAmount('1234500000', 6, { locale: 'en' })`
 * is `1,234.5`. The result is exact; no floating point is used.
 *
 * If `decimals` is absent or not an integer from 0 to 38, the result is the number of base units without
 * separators, because a guess could be wrong by orders of magnitude. An amount that `maxFractionDigits` would
 * reduce to zero is shown as `<0.01`.
 *
 * @throws RangeError if `baseUnits` is neither a bigint nor decimal digits (at most 78)
 */
export function formatAmount(
  baseUnits: bigint | string,
  decimals?: number,
  options: FormatAmountOptions = {},
): string {
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

/**
 * Parses an amount in whole units that a user typed, and returns base units: `parseAmount('1,234.5', 6, { locale:
 * 'en' })` is `1234500000n`. The inverse of {@link formatAmount}. Separators are accepted only in the positions of
 * the locale, so that `1.5` in German is refused, not read as 15. Without `decimals` the text is in base units.
 *
 * @throws RangeError if the text is not such an amount, or has more digits after the point than `decimals`
 */
export function parseAmount(
  text: string,
  decimals?: number,
  options: { locale?: string | undefined } = {},
): bigint {
  const refuse = (expected: string): RangeError =>
    new RangeError(`amount must be ${expected}; got ${describe(text)}.`);
  if (typeof text !== 'string' || text.length > 2 * MAX_DIGITS) throw refuse('a short text');
  const format = notation(options.locale);
  const plain = toPlain(text.trim(), format);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain ?? '');
  if (!match) throw refuse(`a number as it is written in ${options.locale ?? 'this language'}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  const places = isDecimals(decimals) ? decimals : 0;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > places) throw refuse(`of at most ${places} digits after the point`);
  const amount = BigInt(whole + significant.padEnd(places, '0'));
  return sign ? -amount : amount;
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

/** How a locale writes a number. */
interface Notation {
  readonly integers: Intl.NumberFormat;
  readonly digits: readonly string[];
  readonly point: string;
  /** With the direction marks that right-to-left languages need. */
  readonly minus: string;
  readonly plus: string;
}

/** Direction marks, and the minus signs that locales use. */
const MINUS = /^[\u200e\u200f\u061c]*[-\u2212][\u200e\u200f\u061c]*/;

const notations = new Map<string, Notation>();

function notation(locale: string | undefined): Notation {
  const key = locale ?? '';
  let known = notations.get(key);
  if (!known) {
    if (notations.size > 50) notations.clear();
    notations.set(key, (known = readNotation(locale)));
  }
  return known;
}

function readNotation(locale: string | undefined): Notation {
  const integers = numberFormat(locale);
  const sample = new Intl.NumberFormat(integers.resolvedOptions().locale, {
    minimumFractionDigits: 1,
    signDisplay: 'always',
  });
  const parts = sample.formatToParts(-1.5);
  return {
    integers,
    digits: [...'0123456789'].map((digit) => integers.format(BigInt(digit))),
    point: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    minus: beforeDigits(parts),
    plus: beforeDigits(sample.formatToParts(1.5)),
  };
}

function beforeDigits(parts: readonly Intl.NumberFormatPart[]): string {
  const first = parts.findIndex(({ type }) => type === 'integer');
  return parts
    .slice(0, first)
    .map(({ value }) => value)
    .join('');
}

/** Uses the runtime's locale for an invalid one, which may come from the page's `lang` attribute. */
function numberFormat(locale: string | undefined): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat();
  }
}

/** Converts a number from the locale's notation to `-1234.5`. Undefined if separators are in wrong positions. */
function toPlain(text: string, { integers, digits, point }: Notation): string | undefined {
  const ascii = (part: string): string =>
    [...part].map((char) => (digits.includes(char) ? digits.indexOf(char) : char)).join('');
  // Users type an ordinary space for the narrow and non-breaking spaces of a locale, and ' for ’.
  const typed = (part: string): string => part.replace(/\s/gu, ' ').replace(/’/g, "'");
  const unsigned = text.replace(MINUS, '');
  const isNegative = unsigned !== text;
  const [whole = '', fraction, ...rest] = unsigned.split(point);
  if (rest.length > 0) return undefined;
  const plainWhole = ascii(whole).replace(/[^\d]/g, '');
  const isUngrouped = ascii(whole) === plainWhole;
  const isGrouped = typed(ascii(integers.format(BigInt(plainWhole)))) === typed(ascii(whole));
  if (!isUngrouped && !isGrouped) return undefined;
  const number = fraction === undefined ? plainWhole : `${plainWhole || '0'}.${ascii(fraction)}`;
  return `${isNegative ? '-' : ''}${number}`;
}
