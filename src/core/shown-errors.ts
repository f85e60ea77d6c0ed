import { isRecord } from '../lib/safe-access.js';

/** On the error itself: the client and the picker may be of one copy of this package, a button of another. */
const SHOWN = Symbol.for('stacks-wallet-elements/shown@1');

/** Notes that a picker showed this failure to the user; returns it. */
export function markShown<E extends Error>(error: E): E {
  // Not an assignment, which throws for a frozen error, and runs a setter that it may inherit.
  Reflect.defineProperty(error, SHOWN, { value: true });
  return error;
}

/** True for a failure that the user has seen already, and need not be shown again. */
export function wasShown(error: unknown): boolean {
  return isRecord(error) && Object.hasOwn(error, SHOWN);
}
