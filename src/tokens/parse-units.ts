import { describe, docsOf, withDocs } from '../errors.js';
import { flag, readOptions, text as aText, type OptionsOf } from '../lib/read-options.js';
import { MAX_DIGITS } from './format-units.js';
import { isDecimals } from './limits.js';
import { notation, type Notation } from './notation.js';

/**
 * Stable codes of {@link AmountError}. `ambiguous-separator`: only digits and separators, but a separator is where the
 * locale has none, so the text could be another number in another language.
 */
export type AmountErrorCode =
  | 'empty'
  | 'not-a-number'
  | 'ambiguous-separator'
  | 'too-many-decimals'
  | 'negative'
  | 'too-long'
  | 'invalid-decimals';

/**
 * The error for a text that is not an amount. `docs` is the address of the page about the code, which is also at the
 * end of the message if `decimals` is invalid. The other messages are for the user who typed the text.
 */
export class AmountError extends RangeError {
  override readonly name = 'AmountError';
  readonly code: AmountErrorCode;

  constructor(code: AmountErrorCode, message: string) {
    super(code === 'invalid-decimals' ? withDocs(message, code) : message);
    this.code = code;
  }

  /** The address of the page about the code. */
  get docs(): string {
    return docsOf(this.code);
  }
}

export interface ParseUnitsOptions {
  /** A BCP 47 locale, for separators. Digits of every script are read. Default: the runtime's. */
  locale?: string | undefined;
  /** Refuse an amount below zero, with `negative`. Default: false. */
  unsigned?: boolean | undefined;
}

const PARSE_OPTIONS: OptionsOf<ParseUnitsOptions> = { locale: aText, unsigned: flag };

/**
 * Parses an amount in whole units that a user typed or pasted, and returns base units:
 * `parseUnits('1,234.5', 6, { locale: 'en' })` is `1234500000n`. The inverse of `formatUnits`, exact. Separators are
 * accepted only in the positions of the locale, so that `1.5` in German is refused, not read as 15; spaces and
 * apostrophes group digits in every locale. Without `decimals` the text is in base units.
 *
 * @param decimals an integer from 0 to 38
 * @throws AmountError with a `code`, if the text is not such an amount; TypeError for a wrong option
 */
export function parseUnits(text: string, decimals?: number, options?: ParseUnitsOptions): bigint {
  const { locale, unsigned } = readOptions('parseUnits', options, PARSE_OPTIONS);
  const refuse = (code: AmountErrorCode, expected: string, value: unknown = text): never => {
    const field = code === 'invalid-decimals' ? 'decimals' : 'amount';
    throw new AmountError(code, `${field} must be ${expected}; got ${describe(value)}.`);
  };
  if (decimals !== undefined && !isDecimals(decimals))
    refuse('invalid-decimals', 'an integer from 0 to 38', decimals);
  if (typeof text !== 'string') refuse('not-a-number', 'a text');
  if (text.length > 2 * MAX_DIGITS) refuse('too-long', `of at most ${2 * MAX_DIGITS} characters`);
  const format = notation(locale);
  const [, minus, number = ''] = /^([-\u2212\ufe63\uff0d]?) ?(.*)$/u.exec(toPlain(text, format))!;
  if (!minus && !number) refuse('empty', 'a number');
  // The Arabic decimal separator has no other meaning.
  const [whole = '', fraction, ...rest] = number.split(
    /\u066b/.test(number) ? '\u066b' : format.point,
  );
  const digits = ungrouped(whole, format);
  const isNumber = digits !== undefined && /^\d+$/.test(fraction ?? digits);
  if (rest.length > 0 || !isNumber) {
    const example = format.integers.format(1234567n) + format.point + format.digits[5];
    if (/^[\d.,' \u066b\u066c]+$/.test(number) && /\d\D+\d/.test(number))
      refuse('ambiguous-separator', `written like ${example}`);
    refuse('not-a-number', `a number such as ${example}`);
  }
  const places = decimals ?? 0;
  const significant = (fraction ?? '').replace(/0+$/, '');
  if (significant.length > places)
    refuse('too-many-decimals', `of at most ${places} digits after the decimal point`);
  const amount = BigInt(digits + significant.padEnd(places, '0'));
  if (!minus) return amount;
  if (unsigned && amount > 0n) refuse('negative', 'zero or more');
  return -amount;
}

/** Direction marks and isolates, which show nothing. Not overrides, which show digits in another order. */
const MARKS = /[\u061c\u200b\u200e\u200f\u2066-\u2069\ufeff]/g;

/** With ASCII digits, without direction marks, and with one character for each kind of separator. */
function toPlain(text: string, { digits }: Notation): string {
  let script: number | undefined;
  const plain = [...text.replace(MARKS, '')].map((char) => {
    const known = digits.indexOf(char);
    if (known < 0 && !/\p{Nd}/u.test(char)) return plainSeparator(char);
    const code = char.codePointAt(0)!;
    const value = known < 0 ? digitValue(code) : known;
    const zero = known < 0 ? code - value : 0;
    // A number with digits of two scripts is invalid.
    return (script ??= zero) === zero ? String(value) : char;
  });
  return plain.join('').trim();
}

/** Unicode has the decimal digits of a script in a row, from zero on; rows may adjoin each other. */
function digitValue(code: number): number {
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/** Users type an ordinary space for the narrow and non-breaking ones of a locale, and `'` for `’`. */
function plainSeparator(char: string): string {
  if (/\s/u.test(char)) return ' ';
  if (/[\u2018\u2019\u02bc\uff07]/.test(char)) return "'";
  return { '\uff0e': '.', '\uff0c': ',' }[char] ?? char;
}

/** The digits of a whole number, without the separators of groups. Undefined if one is not in its position. */
function ungrouped(whole: string, { integers, group }: Notation): string | undefined {
  const separator = /[^\d]/.exec(whole)?.[0];
  if (separator === undefined) return whole;
  const isOnlyForGroups = /[ '\u066c]/.test(separator);
  if (!isOnlyForGroups && separator !== plainSeparator(group)) return undefined;
  const groups = whole.split(separator);
  const digits = groups.join('');
  if (!/^[1-9]\d*$/.test(digits)) return undefined;
  const lengths = String(groups.map(({ length }) => length));
  const ofLocale = integers.formatToParts(BigInt(digits)).filter(({ type }) => type === 'integer');
  if (lengths === String(ofLocale.map(({ value }) => [...value].length))) return digits;
  // One `.` or `,` may be a decimal point, two cannot be.
  const isSure = isOnlyForGroups || groups.length > 2;
  return isSure && /^[123](,3)+$/.test(lengths) ? digits : undefined;
}
