import { describe } from '../errors.js';

/** 2^128 − 1, the largest amount that Clarity holds, has 39 digits; 78 leave room for sums and products. */
const MOST_DIGITS = 78;
/** 10^38 is the largest power of ten below 2^128. */
const MOST_DECIMALS = 38;

export interface FormatAmountOptions {
  /** A BCP 47 locale, for digits and separators. Default: the runtime's. */
  locale?: string | undefined;
  /** Digits after the point, at most; the rest is cut off, never rounded up. Default: all of them. */
  maxFractionDigits?: number | undefined;
}

/**
 * An amount of base units as text in whole units, exact: `formatAmount('1234500000', 6, { locale: 'en' })`
 * is `1,234.5`. Nothing passes through floating point.
 *
 * `decimals` absent, or not an integer from 0 to 38: the raw integer, ungrouped, for a guess could be wrong
 * by orders of magnitude. An amount that `maxFractionDigits` would cut to nothing reads `<0.01`.
 *
 * @throws RangeError when `baseUnits` is neither a bigint nor decimal digits (at most 78).
 */
export function formatAmount(
  baseUnits: bigint | string,
  decimals?: number,
  options: FormatAmountOptions = {},
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

/**
 * Base units of an amount that a person wrote in whole units: `parseAmount('1,234.5', 6, { locale: 'en' })`
 * is `1234500000n`. The inverse of {@link formatAmount}. Separators count only where the locale puts them,
 * so that `1.5` written in German is refused, not read as 15. `decimals` absent: whole base units.
 *
 * @throws RangeError when the text is no such amount, or has more digits after the point than `decimals`.
 */
export function parseAmount(
  text: string,
  decimals?: number,
  options: { locale?: string | undefined } = {},
): bigint {
  const refuse = (expected: string): RangeError =>
    new RangeError(`amount must be ${expected}; got ${describe(text)}.`);
  if (typeof text !== 'string' || text.length > 2 * MOST_DIGITS) throw refuse('a short text');
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

function isDecimals(value: number | undefined): value is number {
  return Number.isInteger(value) && value! >= 0 && value! <= MOST_DECIMALS;
}

function fractionDigits(max: number | undefined, decimals: number): number {
  return max === undefined || !(max >= 0) ? decimals : Math.min(Math.floor(max), decimals);
}

function toBigInt(value: bigint | string): bigint {
  if (typeof value === 'bigint' && String(value).length <= MOST_DIGITS) return value;
  if (typeof value === 'string' && value.length <= MOST_DIGITS && /^-?\d+$/.test(value)) {
    return BigInt(value);
  }
  throw new RangeError(
    `amount must be a bigint or decimal digits in base units, at most ${MOST_DIGITS}; got ${describe(value)}.`,
  );
}

/** How a locale writes a number. */
interface Notation {
  readonly integers: Intl.NumberFormat;
  readonly digits: readonly string[];
  readonly point: string;
  readonly minus: string;
}

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
  }).formatToParts(-1.5);
  const part = (type: string): string => sample.find((found) => found.type === type)?.value ?? '';
  return {
    integers,
    digits: [...'0123456789'].map((digit) => integers.format(BigInt(digit))),
    point: part('decimal') || '.',
    minus: part('minusSign') || '-',
  };
}

/** A locale that is no locale (from a `lang` of any page) reads as the runtime's own. */
function numberFormat(locale: string | undefined): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale);
  } catch {
    return new Intl.NumberFormat();
  }
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

/** `-1234.5` of a text in the locale's notation; undefined where its separators stand in wrong places. */
function toPlain(text: string, { integers, digits, point, minus }: Notation): string | undefined {
  const ascii = (part: string): string =>
    [...part].map((char) => (digits.includes(char) ? digits.indexOf(char) : char)).join('');
  // Any space stands for the narrow and the hard ones of a locale, and ' for ’: nobody types those.
  const typed = (part: string): string => part.replace(/\s/gu, ' ').replace(/’/g, "'");
  const isNegative = text.startsWith(minus) || text.startsWith('-');
  const unsigned = isNegative ? text.slice(text.startsWith(minus) ? minus.length : 1) : text;
  const [whole = '', fraction, ...rest] = unsigned.split(point);
  if (rest.length > 0) return undefined;
  const plainWhole = ascii(whole).replace(/[^\d]/g, '');
  const isUngrouped = ascii(whole) === plainWhole;
  const isGrouped = typed(ascii(integers.format(BigInt(plainWhole)))) === typed(ascii(whole));
  if (!isUngrouped && !isGrouped) return undefined;
  const number = fraction === undefined ? plainWhole : `${plainWhole || '0'}.${ascii(fraction)}`;
  return `${isNegative ? '-' : ''}${number}`;
}
