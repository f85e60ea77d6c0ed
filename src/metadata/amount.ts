import { describe } from '../errors.js';
import { isDecimals } from './limits.js';

/** 2^128 − 1, the largest amount in Clarity, has 39 digits. 78 digits leave room for sums and products. */
const MAX_DIGITS = 78;

export interface FormatAmountOptions {
  /** A BCP 47 locale, for digits and separators. Default: the runtime's. */
  locale?: string | undefined;
  /** The most digits after the decimal point. The rest is cut off, not rounded. Default: all digits. */
  maxFractionDigits?: number | undefined;
}

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
  }).formatToParts(-1.5);
  const firstDigit = sample.findIndex(({ type }) => type === 'integer');
  return {
    integers,
    digits: [...'0123456789'].map((digit) => integers.format(BigInt(digit))),
    point: sample.find(({ type }) => type === 'decimal')?.value ?? '.',
    minus: sample
      .slice(0, firstDigit)
      .map(({ value }) => value)
      .join(''),
  };
}

/** Uses the runtime's locale for an invalid one, which may come from the page's `lang` attribute. */
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
