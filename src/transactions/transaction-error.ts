import type { TransactionState } from './types.js';

/**
 * Stable codes of {@link TransactionError}. `failed`, `replaced` and `dropped`: what became of the transaction.
 * `timeout` and `stopped`: the waiting ended. `untracked`: there is no id. `invalid`: an invalid argument.
 */
export type TransactionErrorCode =
  'failed' | 'replaced' | 'dropped' | 'timeout' | 'stopped' | 'untracked' | 'invalid';

/** The error that `until` rejects with. `state` is the state of the transaction at that time. */
export class TransactionError extends Error {
  override readonly name = 'TransactionError';
  readonly code: TransactionErrorCode;
  readonly state: TransactionState | undefined;

  constructor(code: TransactionErrorCode, message: string, state?: TransactionState) {
    super(message);
    this.code = code;
    this.state = state;
  }
}
