import { abortable } from './abort.js';

/** Work that several callers wait for, done once. */
export interface SharedTask<T> {
  /**
   * Settles as the work does. A caller whose signal is aborted leaves, with that signal's reason; when
   * the last one has left, the work is aborted too.
   */
  join(signal?: AbortSignal): Promise<T>;
  /** Aborts the work and rejects every caller with this reason. */
  abort(reason: unknown): void;
}

/** Starts the work. `over` is called once, when nobody can join it any more. */
export function shareTask<T>(
  start: (signal: AbortSignal) => Promise<T>,
  over: () => void,
): SharedTask<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let callers = 0;
  let isOver = false;
  const end = () => {
    if (!isOver) over();
    isOver = true;
  };
  const work = abortable((async () => start(signal))(), signal).finally(end);
  work.catch(() => {}); // every caller that joined is told
  const shared: SharedTask<T> = {
    async join(left) {
      callers++;
      try {
        return await abortable(work, left);
      } finally {
        if (!--callers && left?.aborted) shared.abort(left.reason);
      }
    },
    abort(reason) {
      end();
      controller.abort(reason);
    },
  };
  return shared;
}
