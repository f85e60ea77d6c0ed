/** A whole, non-negative number of base units: a bigint, a safe integer, or decimal digits. */
export type Amount = bigint | number | string;

const DIGITS = /^[0-9]+$/;

/** The largest amounts: u64 for STX, u128 for tokens, 21 million bitcoin in satoshis. */
export const MAX_U64 = 2n ** 64n - 1n;
export const MAX_U128 = 2n ** 128n - 1n;
export const MAX_SATOSHIS = 2_100_000_000_000_000n;

/**
 * Parses an amount in base units: a non-negative bigint, a non-negative safe integer, or a string of decimal
 * digits. Undefined for anything else (`''`, `null`, `NaN`, `'1e3'`, `1.5`, `2 ** 53`): amounts are never
 * coerced.
 */
export function parseBaseUnits(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined;
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  }
  // u128 has at most 39 digits. The limit avoids parsing a megabyte of digits.
  return typeof value === 'string' && value.length < 60 && DIGITS.test(value)
    ? BigInt(value)
    : undefined;
}

/** An amount as decimal digits. Throws a RangeError for a value that {@link parseBaseUnits} does not accept. */
export function toDecimal(value: unknown): string {
  const amount = parseBaseUnits(value);
  if (amount === undefined) throw new RangeError('Not an amount in whole base units.');
  return amount.toString();
}
