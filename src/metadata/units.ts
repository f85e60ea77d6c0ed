import { getPageLang } from '../lib/page.js';
import { bare } from '../lib/safe-access.js';
import { allowName, describe, getDocs, mustBe, withDocs } from '../errors.js';
import {
  custom,
  flag,
  integer,
  oneOf,
  readOptions,
  text as aText,
  type OptionTable,
} from '../lib/read-options.js';
import { isDecimals } from './parse.js';

/** 2^128 − 1, the largest amount in Clarity, has 39 digits. 78 digits leave room for sums and products. */
const MAX_DIGITS = 78;

/** The options have the names and values of `Intl.NumberFormat`. */
export interface FormatUnitsOptions {
  /** A BCP 47 locale, for digits and separators. Default: the `lang` of the page; without one, and on a server, the runtime's. */
  locale?: string | undefined;
  /** The most digits after the decimal point. The rest is cut off, not rounded. Default: all digits. */
  maximumFractionDigits?: number | undefined;
  /**
   * `compact`: large amounts with a unit of the locale, as in `1.2M`; one digit after the decimal point, two below a
   * thousand. The rest is cut off. Default: `standard`.
   */
  notation?: 'standard' | 'compact' | undefined;
  /** Which amounts have a sign. Default: `auto`, negative ones. */
  signDisplay?: SignDisplay | undefined;
}

export const SIGN_DISPLAYS = ['auto', 'always', 'exceptZero', 'negative', 'never'] as const;
/** Which amounts have a sign: `auto` and `negative` are the same, since there is no negative zero. */
export type SignDisplay = (typeof SIGN_DISPLAYS)[number];

const FORMAT_OPTIONS: OptionTable<FormatUnitsOptions> = {
  locale: aText,
  maximumFractionDigits: integer(0, 100),
  notation: oneOf('standard', 'compact'),
  signDisplay: oneOf(...SIGN_DISPLAYS),
};

/**
 * Formats an amount in base units as a number of whole units, in the language of the page or of the option `locale`. The result
 * is exact; no floating point is used.
 *
 * Without `decimals`, the result is the number of base units without separators, because a guess could be wrong by orders of
 * magnitude: write no symbol after it. An amount that `maximumFractionDigits` would reduce to zero is shown as `<0.01`.
 *
 * @param decimals an integer from 0 to 38
 * @throws RangeError if `baseUnits` is neither a bigint nor decimal digits (at most 78); AmountError `invalid-decimals`;
 *   TypeError for a wrong option
 * @example
 * ```ts
 * import { formatUnits } from 'stacks-wallet-elements/metadata';
 *
 * formatUnits('1234500000', 6, { locale: 'en' }); // 1,234.5
 * formatUnits('1234567000000', 6, { locale: 'en', notation: 'compact' }); // 1.2M
 * ```
 */
export function formatUnits(
  baseUnits: bigint | string,
  decimals?: number,
  options?: FormatUnitsOptions,
): string {
  const checked = readOptions('formatUnits', options, FORMAT_OPTIONS);
  const { locale = getPageLang(), notation, signDisplay } = checked;
  const amount = toBigInt(baseUnits);
  if (decimals === undefined) {
    return numberFormat('en', { signDisplay, useGrouping: false }).format(amount);
  }
  checkDecimals(decimals);
  const [minus, size] = amount < 0n ? ['-', -amount] : ['', amount];
  const digits = String(size).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const byNotation = notation !== 'compact' ? decimals : whole.length > 3 ? 1 : 2;
  const max = checked.maximumFractionDigits ?? byNotation;
  const fraction = digits.slice(whole.length).slice(0, max).replace(/0+$/, '');
  // Truncated, the amount would be shown as 0. It is less than the smallest number that can be shown.
  const isLess = size > 0n && /^0*$/.test(whole + fraction);
  const least = max > 0 ? `0.${'1'.padStart(max, '0')}` : '1';
  const text = formatDecimal(minus + (isLess ? least : `${whole}.${fraction}`), locale, {
    notation,
    signDisplay,
    maximumFractionDigits: max,
  });
  const less = minus && signDisplay !== 'never' ? '>' : '<';
  return isLess ? less + text : text;
}

/** The most digits after the decimal point that Intl writes in Node.js 20; 100 in newer engines. */
const MAX_FRACTION_DIGITS = 20;

/** Formats a decimal number of any length. Intl reads the digits of a text exactly (ES2023, Baseline 2023). */
function formatDecimal(
  number: string,
  locale: string | undefined,
  options: Intl.NumberFormatOptions & { maximumFractionDigits: number },
): string {
  const isCompact = options.notation === 'compact';
  const rest = isCompact ? '' : (number.split('.')[1] ?? '').slice(MAX_FRACTION_DIGITS);
  const format = numberFormat(locale, {
    ...options,
    roundingMode: 'trunc',
    minimumFractionDigits: rest ? MAX_FRACTION_DIGITS : 0,
    maximumFractionDigits: Math.min(options.maximumFractionDigits, MAX_FRACTION_DIGITS),
  });
  if (!rest) return format.format(number as Intl.StringNumericLiteral);
  const restFormat = numberFormat(locale, {
    useGrouping: false,
    minimumIntegerDigits: rest.length,
  });
  return format
    .formatToParts(number as Intl.StringNumericLiteral)
    .map(({ type, value }) =>
      type === 'fraction' ? value + restFormat.format(BigInt(rest)) : value,
    )
    .join('');
}

function checkDecimals(decimals: unknown): void {
  if (isDecimals(decimals)) return;
  const message = `decimals must be an integer from 0 to 38; got ${describe(decimals)}.`;
  throw new AmountError('invalid-decimals', message);
}

export function toBigInt(value: bigint | string): bigint {
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

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A format, which is kept: creating one takes longer than using it. Uses the runtime's locale for an invalid one, which
 * may come from the page's `lang` attribute.
 */
export function numberFormat(
  locale: string | undefined,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const copy = bare<Intl.NumberFormatOptions>({ ...options });
  const tag = locale?.replaceAll('_', '-');
  const key = `${tag ?? ''} ${String(Object.entries(copy))}`;
  let format = formats.get(key);
  if (format) return format;
  try {
    format = new Intl.NumberFormat(tag, copy);
  } catch {
    format = new Intl.NumberFormat(undefined, copy);
  }
  if (formats.size >= 100) formats.clear();
  formats.set(key, format);
  return format;
}

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
  | 'too-small'
  | 'too-large'
  | 'too-long'
  | 'invalid-decimals';

/**
 * The error for a text that is not an amount. `docs` is the page about the code, which is also at the
 * end of the message if `decimals` is invalid. The other messages are for the user who typed the text.
 */
export class AmountError extends RangeError {
  static {
    allowName(this);
  }

  override readonly name = 'AmountError';
  readonly code: AmountErrorCode;
  /** A number that is written without doubt in the locale, such as `1234.5`, if `parseUnits` threw the error. */
  readonly example: string | undefined;
  /** Of `too-small` and `too-large`: the least or the largest amount, as the locale writes it. */
  readonly limit: string | undefined;

  constructor(code: AmountErrorCode, message: string, example?: string, limit?: string) {
    super(code === 'invalid-decimals' ? withDocs(message, code) : message);
    this.code = code;
    this.example = example;
    this.limit = limit;
  }

  /** The page about the code: a path in `node_modules`. */
  get docs(): string {
    return getDocs(this.code);
  }
}

export interface ParseUnitsOptions {
  /**
   * A BCP 47 locale, for separators. Digits of every script are read. Default: the `lang` of the page, as of `formatUnits`, of
   * `toUserText` and of the elements; without one, and on a server, the runtime's.
   */
  locale?: string | undefined;
  /** Refuse an amount below zero, with `negative`. Default: false. */
  unsigned?: boolean | undefined;
  /** The least amount, in base units, such as `1n` to refuse zero. Less is refused with `too-small`. Default: any amount. */
  min?: bigint | undefined;
  /** The largest amount, in base units, such as a balance. More is refused with `too-large`. Default: any amount. */
  max?: bigint | undefined;
}

const amount = custom('a bigint, in base units', (value) => typeof value === 'bigint');
const PARSE_OPTIONS: OptionTable<ParseUnitsOptions> = {
  locale: aText,
  unsigned: flag,
  min: amount,
  max: amount,
};

/**
 * Parses an amount in whole units that a user typed or pasted, and returns base units. The inverse of `formatUnits`,
 * exact. `parseUnits(text)` alone reads base units. `undefined` as `decimals`, such as of a token that still loads, is
 * refused. `toUserText` has words for each error, also with the limits `min` and `max`.
 *
 * The locale is the `lang` of the page, unless the option `locale` names one. Separators are accepted only in its positions, so
 * that `1.5` in German is refused, not read as 15: write amounts in code in base units. Spaces and apostrophes group digits in
 * every locale, and so do `.` and `,` if the decimal point of the locale follows.
 *
 * @param decimals an integer from 0 to 38. 0 for base units with options
 * @throws AmountError with a `code`, if the text is not such an amount; TypeError for a wrong option
 * @example
 * ```ts
 * import { parseUnits } from 'stacks-wallet-elements/metadata';
 *
 * parseUnits('1,234.5', 6, { locale: 'en' }); // 1234500000n
 *
 * const balance = 2_000_000n;
 * parseUnits('1.5', 6, { locale: 'en', min: 1n, max: balance }); // 1500000n
 * ```
 */
export function parseUnits(text: string): bigint;
export function parseUnits(text: string, decimals: number, options?: ParseUnitsOptions): bigint;
export function parseUnits(
  text: string,
  ...args: readonly [decimals?: number, options?: ParseUnitsOptions]
): bigint {
  const [decimals = 0, options] = args;
  const checked = readOptions('parseUnits', options, PARSE_OPTIONS);
  if (args.length > 0) checkDecimals(args[0]);
  const { locale = getPageLang(), unsigned, min, max } = checked;
  const format = getNotation(locale);
  const sample = [...'1234'].map((digit) => format.digits[Number(digit)]).join('');
  const fractional = sample + format.point + format.digits[5];
  const refuse = (code: AmountErrorCode, expected: string, limit?: string): never => {
    const message = `amount must be ${expected}; got ${describe(text)}.`;
    throw new AmountError(code, message, decimals ? fractional : sample, limit);
  };
  if (typeof text !== 'string') {
    // Of the code of the page, unlike the others.
    const message = `parseUnits: ${mustBe('text', text, "a text, such as '1.5': a number may have been rounded")}`;
    throw new AmountError('not-a-number', withDocs(message, 'amount'));
  }
  if (text.length > 2 * MAX_DIGITS) refuse('too-long', `of at most ${2 * MAX_DIGITS} characters`);
  const [, minus, number = ''] = /^([-\u2212\ufe63\uff0d]?) ?(.*)$/u.exec(toPlain(text, format))!;
  if (!minus && !number) refuse('empty', 'a number');
  // The Arabic decimal separator has no other meaning.
  const [whole = '', fraction, ...rest] = number.split(
    /\u066b/.test(number) ? '\u066b' : format.point,
  );
  const digits = ungrouped(whole, format, fraction !== undefined);
  const isNumber = digits !== undefined && /^\d+$/.test(fraction ?? digits);
  if (rest.length > 0 || !isNumber) {
    const example = format.integers.format(1234567n) + format.point + format.digits[5];
    if (/^[\d.,' \u066b\u066c]+$/.test(number) && /\d\D+\d/.test(number))
      refuse('ambiguous-separator', `written like ${example}`);
    refuse('not-a-number', `a number such as ${example}`);
  }
  const significant = (fraction ?? '').replace(/0+$/, '');
  if (significant.length > decimals)
    refuse('too-many-decimals', `of at most ${decimals} digits after the decimal point`);
  const size = BigInt(digits + significant.padEnd(decimals, '0'));
  const amount = minus ? -size : size;
  if (unsigned && amount < 0n) refuse('negative', 'zero or more');
  const write = (limit: bigint) => formatUnits(limit, decimals, { locale });
  if (min !== undefined && amount < min) refuse('too-small', `at least ${write(min)}`, write(min));
  if (max !== undefined && amount > max) {
    // A balance minus a fee that is larger: users see no amount below zero.
    refuse('too-large', `at most ${write(max)}`, write(max < 0n ? 0n : max));
  }
  return amount;
}

/** How a locale writes a number: its digits, its decimal point, and what is between groups of digits. */
function getNotation(locale: string | undefined) {
  const integers = numberFormat(locale);
  const parts = numberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1234567.5);
  const getPart = (part: string) => parts.find(({ type }) => type === part)?.value;
  return {
    integers,
    digits: [...'0123456789'].map((digit) => integers.format(BigInt(digit))),
    point: getPart('decimal') ?? '.',
    group: getPart('group') ?? ',',
  };
}
type Notation = Readonly<ReturnType<typeof getNotation>>;

/** Direction marks and isolates, which show nothing. Not overrides, which show digits in another order. */
const MARKS = /[\u061c\u200b\u200e\u200f\u2066-\u2069\ufeff]/g;

/** With ASCII digits, without direction marks, and with one character for each kind of separator. */
function toPlain(text: string, { digits }: Notation): string {
  let script: number | undefined;
  const plain = [...text.replace(MARKS, '')].map((char) => {
    const digit = digits.indexOf(char);
    if (digit < 0 && !/\p{Nd}/u.test(char)) return plainSeparator(char);
    const code = char.codePointAt(0)!;
    const value = digit < 0 ? digitValue(code) : digit;
    const zero = digit < 0 ? code - value : 0;
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

/**
 * The digits of a whole number, without the separators of groups. Undefined if one is not in its position.
 *
 * @param hasPoint whether a decimal point follows: then a separator before it can only be for groups
 */
function ungrouped(
  whole: string,
  { integers, group }: Notation,
  hasPoint: boolean,
): string | undefined {
  const separator = /[^\d]/.exec(whole)?.[0];
  if (separator === undefined) return whole;
  const isOnlyForGroups = /[ '\u066c]/.test(separator);
  const isGroup = separator === plainSeparator(group) || (hasPoint && /[.,]/.test(separator));
  if (!isOnlyForGroups && !isGroup) return undefined;
  const groups = whole.split(separator);
  const digits = groups.join('');
  if (!/^[1-9]\d*$/.test(digits)) return undefined;
  const lengths = String(groups.map(({ length }) => length));
  const ofLocale = integers.formatToParts(BigInt(digits)).filter(({ type }) => type === 'integer');
  if (lengths === String(ofLocale.map(({ value }) => [...value].length))) return digits;
  // One `.` or `,` may be a decimal point, two cannot be. Spanish writes `1234,5`, but users also `1.234,5`.
  const isSure = isOnlyForGroups || groups.length > 2 || hasPoint;
  return isSure && /^[123](,3)+$/.test(lengths) ? digits : undefined;
}
