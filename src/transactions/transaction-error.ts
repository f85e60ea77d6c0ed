import { CodedError } from '../errors.js';
import type { TransactionState } from './types.js';

/**
 * Stable codes of {@link TransactionError}. `failed`, `replaced` and `dropped`: the state of the transaction.
 * `timeout` and `stopped`: the waiting ended, not the transaction. `untracked`: there is no id. `invalid`: an invalid
 * argument.
 */
export type TransactionErrorCode =
  | 'failed'
  | 'replaced'
  | 'dropped'
  | 'timeout'
  | 'stopped'
  | 'untracked'
  | 'invalid';

/**
 * What `until` rejects with, and the error for an invalid argument. `code` identifies the error; `docs` is the page about
 * the code, which is also at the end of the message if an argument is invalid.
 */
export class TransactionError extends CodedError<TransactionErrorCode> {
  override readonly name = 'TransactionError';
  /** The state of the transaction at that time; of its replacement, if that is followed. Not for `invalid`. */
  readonly state: TransactionState | undefined;

  constructor(code: TransactionErrorCode, message: string, state?: TransactionState) {
    super(code, message, undefined, code === 'invalid');
    this.state = state;
  }
}
