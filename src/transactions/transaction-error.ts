import { CodedError } from '../errors.js';
import type { Dropped, Failed, Replaced, TransactionState } from './types.js';

/**
 * Stable codes of {@link TransactionError}. `failed`, `replaced` and `dropped`: the state of the transaction.
 * `timeout` and `stopped`: the waiting ended. `untracked`: there is no id. `invalid`: an invalid argument.
 */
export type TransactionErrorCode =
  | 'failed'
  | 'replaced'
  | 'dropped'
  | 'timeout'
  | 'stopped'
  | 'untracked'
  | 'invalid';

class StateError<Code extends TransactionErrorCode, State> extends CodedError<Code> {
  override readonly name: string = 'TransactionError';
  /** The state of the transaction at that time; of its replacement, if that is followed. */
  readonly state: State;

  constructor(code: Code, message: string, state: State) {
    super(code, message, undefined, code === 'invalid');
    this.state = state;
  }
}

/** The transaction is in a block, without effect: `state.reason` says why. */
export class TransactionFailedError extends StateError<'failed', Failed> {
  override readonly name = 'TransactionFailedError';
}

/** Another transaction took its place. */
export class ReplacedError extends StateError<'replaced', Replaced> {
  override readonly name = 'ReplacedError';

  /** The id of the other one, if it is known. */
  get by(): string | undefined {
    return this.state.by;
  }
}

/** The transaction no longer waits for a block. It may come back. */
export class DroppedError extends StateError<'dropped', Dropped> {
  override readonly name = 'DroppedError';
}

/** The waiting ended, not the transaction. */
export class TimeoutError extends StateError<'timeout', TransactionState> {
  override readonly name = 'TimeoutError';
}

/**
 * What `until` rejects with. `code` identifies the error, also in TypeScript; `docs` is the page about
 * the code, which is also at the end of the message if an argument is invalid.
 */
export type TransactionError =
  | TransactionFailedError
  | ReplacedError
  | DroppedError
  | TimeoutError
  | StateError<'stopped' | 'untracked' | 'invalid', TransactionState | undefined>;

/** The class of all errors of `stacks-wallet-elements/transactions`, for `instanceof`. */
export const TransactionError = StateError as unknown as new (
  code: TransactionErrorCode,
  message: string,
  state?: TransactionState,
) => TransactionError;
