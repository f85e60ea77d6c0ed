import type { Unsubscribe } from '../lib/store.js';
import { isDeep, newest, textOf } from './tracked.js';
import {
  DroppedError,
  ReplacedError,
  TimeoutError,
  TransactionError,
  TransactionFailedError,
  type TransactionErrorCode,
} from './transaction-error.js';
import type { Confirmations, TransactionState, UntilOptions } from './types.js';

const CLASSES: Partial<Readonly<Record<TransactionErrorCode, unknown>>> = {
  failed: TransactionFailedError,
  replaced: ReplacedError,
  dropped: DroppedError,
  timeout: TimeoutError,
};

/** What is waited for. */
export interface Waited {
  readonly id: string | undefined;
  readonly state: () => TransactionState;
  readonly subscribe: (listener: () => void, confirmations: Confirmations) => Unsubscribe;
  readonly confirmations: Confirmations;
  readonly stopped: AbortSignal;
}

/** Resolves once the state is reached; see {@link TransactionHandle.until}. */
export async function untilReached(
  { id, state, subscribe, confirmations, stopped }: Waited,
  wanted: 'confirmed' | 'pending',
  { signal, timeout }: UntilOptions,
): Promise<TransactionState> {
  signal?.throwIfAborted();
  if (stopped.aborted) throw new TransactionError('stopped', `${id} was stopped.`, state());
  const done = new AbortController();
  let undo: Unsubscribe | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<TransactionState>((resolve, reject) => {
      const fail = (code: TransactionErrorCode, text: string, about = state()): void =>
        reject(
          new ((CLASSES[code] ?? TransactionError) as typeof TransactionError)(code, text, about),
        );
      const check = (): void => {
        const current = state();
        const last = newest(current);
        const { status } = last;
        const isReached =
          status === 'confirmed'
            ? wanted === 'pending' || isDeep(last, confirmations)
            : status === 'pending' && wanted === status;
        if (isReached) resolve(current);
        else if (/^(?:failed|replaced|dropped|untracked)$/.test(status)) {
          const { reason, by } = last as { readonly reason?: string; readonly by?: string };
          const why = reason ? `: ${reason}` : by ? ` by ${by}` : '';
          const who = last === current ? id : 'The replacement';
          fail(status as TransactionErrorCode, `${who ?? 'It'} ${status}${why}.`, last);
        }
      };
      const over = { signal: done.signal };
      signal?.addEventListener('abort', () => reject(signal.reason as Error), over);
      stopped.addEventListener('abort', () => fail('stopped', `${id} was stopped.`), over);
      // Without `timeout`, this timer only keeps a process in Node alive, which the timers of the reads do not.
      timer = setTimeout(
        () =>
          timeout !== undefined && fail('timeout', `${id} is not ${wanted} after ${timeout} ms.`),
        Math.min(timeout ?? Infinity, 2 ** 31 - 1),
      );
      undo = subscribe(check, confirmations);
      check();
    });
  } finally {
    done.abort();
    clearTimeout(timer);
    undo?.();
  }
}

/** Yields each state until the requested depth is reached or the handle is stopped; only one if it is untracked. */
export async function* states({
  state,
  subscribe,
  confirmations,
  stopped,
}: Waited): AsyncGenerator<TransactionState, void> {
  let wake: () => void = () => undefined;
  const woken = (): void => wake();
  const undo = subscribe(woken, confirmations);
  stopped.addEventListener('abort', woken);
  try {
    for (let last; !stopped.aborted;) {
      const changed = new Promise<void>((resolve) => (wake = resolve));
      const current = state();
      const text = textOf(current);
      if (text !== last) yield current;
      last = text;
      if (current.status === 'untracked' || isDeep(newest(current), confirmations)) return;
      if (textOf(state()) === last) await changed;
    }
  } finally {
    stopped.removeEventListener('abort', woken);
    undo();
  }
}
