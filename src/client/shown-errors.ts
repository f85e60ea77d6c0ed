import { isRecord } from '../lib/safe-access.js';

/** A global symbol, because the button may belong to another copy of this package than the client and the picker. */
const SHOWN = Symbol.for('stacks-wallet-elements/shown@1');

/** Marks an error as shown to the user by a picker, and returns it. */
export function markShown<E extends Error>(error: E): E {
  // An assignment would throw for a frozen error, and could call an inherited setter.
  Reflect.defineProperty(error, SHOWN, { value: true });
  return error;
}

/** True for an error that a picker has already shown to the user. */
export function wasShown(error: unknown): boolean {
  return isRecord(error) && Object.hasOwn(error, SHOWN);
}
