import { keepArrays } from '../errors.js';
import type { Unsubscribe } from '../lib/store.js';
import type { Confirmations, Reading, Sighting, TransactionState, Trouble } from './types.js';

/** What is known about a transaction. */
export interface Progress {
  readonly state: TransactionState;
  /** The status of the last reading, if it needs a second reading before it becomes the state. */
  readonly doubt?: Reading['status'] | undefined;
  readonly seen?: Sighting | undefined;
}

/** A subscriber to a transaction. */
export interface Watcher {
  readonly changed: () => void;
  readonly confirmations: Confirmations;
}

/** What is known about one transaction in this page. */
export interface Tracked {
  readonly id: string;
  readonly sentAt: number;
  progress: Progress;
  trouble: Trouble | undefined;
  /** Whether it is in the list of recent transactions. */
  isStored: boolean;
  readonly watchers: Set<Watcher>;
  /** When it was read last, and when it is read next. Milliseconds since 1970; 0: not yet. */
  readAt: number;
  due: number;
}

/** Reads the transactions of one source and network that have a watcher. */
export interface Poller {
  /** What is watched with this id. */
  find(id: string): Tracked | undefined;
  /** Reads the transaction until `undo` is called. All watchers of this id share `live`. */
  watch(tracked: Tracked, watcher: Watcher): { readonly live: Tracked; readonly undo: Unsubscribe };
}

/** A text by which states are compared. */
export const textOf = (value: unknown): string => JSON.stringify(value, keepArrays);

/** Changes what is known, and calls the watchers if it has changed. */
export function tell(tracked: Tracked, progress: Progress, trouble?: Trouble): void {
  const news = textOf([progress.state, trouble]);
  const isNews = news !== textOf([tracked.progress.state, tracked.trouble]);
  Object.assign(tracked, { progress, trouble });
  if (isNews) for (const { changed } of [...tracked.watchers]) changed();
}

/** True for the state of a transaction in a block. */
export function isMined<T extends { readonly status: string }>(
  state: T,
): state is Extract<T, { readonly status: 'confirmed' | 'failed' }> {
  return state.status === 'confirmed' || state.status === 'failed';
}

/** True if it is in a block, at the requested depth. */
export const isDeep = (state: TransactionState, asked: Confirmations): boolean =>
  isMined(state) && (asked === 'bitcoin' ? state.final : state.depth >= asked);

/** The state of the newest replacement that is followed. */
export function newest(state: TransactionState): TransactionState {
  return state.status === 'replaced' && state.byState ? newest(state.byState) : state;
}
