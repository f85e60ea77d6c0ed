/** Called for what cannot be encoded exactly: throws the caller's error, naming the place. */
export type Refuse = (field: string, value: unknown, expected: string) => never;

/**
 * Runs an encoder that may refuse a part. What a library inside it throws by itself refuses the whole:
 * `value`, at `field`.
 */
export function orRefuse<T>(
  {
    refuse,
    field,
    value,
    expected,
  }: { refuse: Refuse; field: string; value: unknown; expected: string },
  encode: (refuse: Refuse) => T,
): T {
  const refusals = new Set<unknown>();
  try {
    return encode((...part) => {
      try {
        return refuse(...part);
      } catch (refusal) {
        refusals.add(refusal);
        throw refusal;
      }
    });
  } catch (error) {
    if (refusals.has(error)) throw error;
    return refuse(field, value, expected);
  }
}
