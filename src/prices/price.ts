import { mustBe, withDocs } from '../errors.js';
import { isRecord, read } from '../lib/safe-access.js';

/** A price that was checked: `digits / 10 ** decimals` of the currency for one whole unit. */
export interface CheckedPrice {
  readonly digits: bigint;
  readonly decimals: number;
  /** Milliseconds since 1970, not after the time when it was checked. */
  readonly time: number;
}

/** What a source answered is not a price. The message names the field, its value and what was expected. */
export class InvalidPrice extends TypeError {
  constructor(message: string) {
    super(withDocs(message, 'prices'));
  }
}

const PRICE = 'a string with the digits of a number above zero, such as "0.5712" or "1.2e-8"';
const TIME = 'milliseconds since 1970';
const ANSWER = '{ price, time }, or undefined';

/** As `String(number)` writes a number. */
const NUMBER = /^(\d{1,40})(?:\.(\d{1,60}))?(?:e([+-]?\d{1,2}))?$/;
/** No unit of an asset costs more, or less, in any currency. */
const [MOST, LEAST] = [15, 30];

/** 2001 to 2286: neither seconds nor microseconds. */
const [EARLIEST, LATEST] = [1e12, 1e13];

/**
 * Reads what a source of the page answered. Undefined: it has no price.
 *
 * @param now the time of the answer. A price of a later time is one of now: the clock of this computer may be slow.
 * @throws InvalidPrice
 */
export function parsePrice(answer: unknown, now: number): CheckedPrice | undefined {
  if (answer === undefined || answer === null) return undefined;
  if (!isRecord(answer)) throw new InvalidPrice(mustBe('prices()', answer, ANSWER));
  const [price, time] = [read(answer, 'price'), read(answer, 'time') ?? undefined];
  const number = parseNumber(price);
  if (!number) throw new InvalidPrice(mustBe('price', price, PRICE));
  if (time === undefined) return { ...number, time: now };
  if (typeof time !== 'number' || !(time >= EARLIEST && time <= LATEST)) {
    throw new InvalidPrice(mustBe('time', time, TIME));
  }
  return { ...number, time: Math.min(time, now) };
}

function parseNumber(text: unknown): Pick<CheckedPrice, 'digits' | 'decimals'> | undefined {
  const [, whole = '', fraction = '', exponent = '0'] =
    (typeof text === 'string' && NUMBER.exec(text)) || [];
  if (!whole) return undefined;
  const digits = BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  // Of a number of n digits, the value is from 10 ** (n - 1 - decimals) on.
  const size = String(digits).length - decimals;
  if (digits === 0n || size > MOST || size <= -LEAST) return undefined;
  return decimals >= 0
    ? { digits, decimals }
    : { digits: digits * 10n ** BigInt(-decimals), decimals: 0 };
}
