import { numberFormat } from './notation.js';

/** An amount in a unit of the locale: `whole` is 10^`zeros` times the number between `before` and `after`. */
export interface CompactUnit {
  readonly whole: bigint;
  readonly zeros: number;
  readonly before: string;
  readonly after: string;
}

/**
 * The unit in which a locale writes a large number, such as K, M, Mio. or 万. Undefined if the locale writes the number
 * in full. Only the unit is taken from Intl, since Intl rounds and could show more than the amount.
 */
export function compactUnit(whole: bigint, locale: string | undefined): CompactUnit | undefined {
  const digits = String(whole);
  // Intl does not round three significant digits: the unit of 999,999 is a thousand, not a million.
  const sample = BigInt(digits.slice(0, 3).padEnd(digits.length, '0'));
  const parts = compactFormat(locale).formatToParts(sample);
  if (!parts.some(({ type }) => type === 'compact')) return undefined;
  const isNumber = ({ type }: Intl.NumberFormatPart): boolean =>
    type === 'integer' || type === 'group' || type === 'decimal' || type === 'fraction';
  const first = parts.findIndex(isNumber);
  const last = parts.findLastIndex(isNumber);
  const integers = parts.filter(({ type }) => type === 'integer').map(({ value }) => value);
  const text = (some: readonly Intl.NumberFormatPart[]): string =>
    some.map(({ value }) => value).join('');
  return {
    whole,
    zeros: digits.length - [...integers.join('')].length,
    before: text(parts.slice(0, first)),
    after: text(parts.slice(last + 1)),
  };
}

const formats = new Map<string, Intl.NumberFormat>();

function compactFormat(locale = ''): Intl.NumberFormat {
  let format = formats.get(locale);
  if (!format) {
    if (formats.size > 50) formats.clear();
    format = numberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
    formats.set(locale, format);
  }
  return format;
}
