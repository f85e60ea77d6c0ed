import { CodedError } from '../errors.js';
import type { TransactionState } from './types.js';

/**
 * Stable codes of {@link TransactionError}. `failed`, `replaced` and `dropped`: what became of the transaction.
 * `timeout` and `stopped`: the waiting ended. `untracked`: there is no id. `invalid`: an invalid argument.
 */
export type TransactionErrorCode =
  'failed' | 'replaced' | 'dropped' | 'timeout' | 'stopped' | 'untracked' | 'invalid';

/**
 * The error that `until` rejects with. `state` is the state of the transaction at that time; `docs` is the address of
 * the page about the code, which is also at the end of the message if an argument is invalid.
 */
export class TransactionError extends CodedError<TransactionErrorCode> {
  override readonly name = 'TransactionError';
  readonly state: TransactionState | undefined;

  constructor(code: TransactionErrorCode, message: string, state?: TransactionState) {
    super(code, message, {}, code === 'invalid');
    this.state = state;
  }
}
