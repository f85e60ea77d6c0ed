import { frozen, isDeep, toText } from './states.js';
import type { Confirmations, Reading, Sighting, TransactionState, Trouble } from './types.js';

/** What this page knows about a transaction. */
export interface TransactionRecord {
  readonly id: string;
  readonly sentAt: number;
  /** False if it is not known when it was sent: long ago, perhaps. */
  readonly hasSentAt: boolean;
  /** The account that sent it, if that was passed. */
  account: string | undefined;
  state: TransactionState;
  /** True if the state is from the list of recent transactions: any script of the origin may have written it. */
  isHint: boolean;
  /** The status of the last reading, if it needs a second one before it becomes the state. */
  doubt: Reading['status'] | undefined;
  seen: Sighting | undefined;
  trouble: Trouble | undefined;
  /** Whether it is in the list of recent transactions. */
  isStored: boolean;
  /** When it was read last, and when it is read next. Milliseconds since 1970; 0: not yet. */
  readAt: number;
  nextReadAt: number;
  readonly subscribers: Set<Subscriber>;
}

export interface Subscriber {
  readonly changed: () => void;
  readonly confirmations: Confirmations;
  /** True for one that waits for a reading: a hint is not enough. */
  readonly isWaiting: boolean;
}

/** Changes what is known, and calls the subscribers if it has changed. */
export function update(
  record: TransactionRecord,
  state: TransactionState,
  trouble?: Trouble,
  isHint = false,
): void {
  const before = toText([record.state, record.trouble, record.isHint]);
  record.state = frozen(state);
  record.trouble = trouble;
  record.isHint = isHint;
  if (toText([state, trouble, isHint]) === before) return;
  for (const subscriber of [...record.subscribers]) {
    // An earlier one may have ended the subscription of this one.
    if (record.subscribers.has(subscriber)) subscriber.changed();
  }
}

export const fail = (record: TransactionRecord, trouble: Trouble): void =>
  update(record, record.state, trouble, record.isHint);

/** True if no subscriber needs another read. */
export const isDone = (record: TransactionRecord): boolean =>
  record.readAt > 0 && !record.isHint && isDeepEnough(record, record.state);

/** True if no subscriber needs a state with more confirmations. 0 confirmations: one read is enough. */
export const isDeepEnough = (
  { subscribers }: TransactionRecord,
  state: TransactionState,
): boolean =>
  [...subscribers].every(({ confirmations }) => !confirmations || isDeep(state, confirmations));

/** True if this stored state would end the reads, or a caller of until() waits: then it is read again at once. */
export const needsConfirmation = (record: TransactionRecord): boolean =>
  isDeepEnough(record, record.state) || [...record.subscribers].some(({ isWaiting }) => isWaiting);
