import { CodedError, mustBe, type Refuse } from '../errors.js';

/** The error for a value that is not valid on the chain. The message names the function, the value and what was expected. */
export class ClarityError extends CodedError<'invalid'> {
  override readonly name = 'ClarityError';

  constructor(message: string, options?: { cause?: unknown }) {
    super('invalid', message, options, true);
  }
}

export const refuseFor =
  (caller: string): Refuse =>
  (field, value, expected) => {
    throw new ClarityError(`${caller}: ${mustBe(field, value, expected)}`);
  };

/** What `read` returns. @throws ClarityError for bytes that are not one value of this kind */
export function readStrictly<T>(caller: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ClarityError(`${caller}: not exactly one ${what}: ${cause.message}.`);
  }
}
