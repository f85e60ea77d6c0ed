const DIGITS = /^[0-9]+$/;

/** The largest amounts that a chain can carry: u64 for STX, u128 for tokens, 21 million bitcoin. */
export const MAX_U64 = 2n ** 64n - 1n;
export const MAX_U128 = 2n ** 128n - 1n;
export const MAX_SATOSHIS = 2_100_000_000_000_000n;

/**
 * The one reading of an amount: a bigint that is not negative, a safe non-negative integer, or decimal
 * digits. Anything else (`''`, `null`, `NaN`, `'1e3'`, `1.5`, `2 ** 53`) is undefined: money is never
 * coerced.
 */
export function parseAmount(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value >= 0n ? value : undefined;
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
  }
  // 39 digits hold u128; the cap keeps a megabyte of digits from being parsed.
  return typeof value === 'string' && value.length < 60 && DIGITS.test(value)
    ? BigInt(value)
    : undefined;
}

/** A checked amount in decimal digits. Throws a RangeError for what {@link parseAmount} refuses. */
export function toDecimal(value: unknown): string {
  const amount = parseAmount(value);
  if (amount === undefined) throw new RangeError('Not an amount in whole base units.');
  return amount.toString();
}
