import { abortable } from '../lib/promises.js';

/** A task that runs once and that several callers wait for. */
export interface SharedTask<T> {
  /**
   * Settles like the task, or rejects with the reason of the caller's signal once that is aborted. When the
   * last caller has aborted, the task is aborted too.
   */
  join(signal?: AbortSignal): Promise<T>;
  /** Aborts the task and rejects every caller with this reason. */
  abort(reason: unknown): void;
}

/** Starts a task. Calls `onEnd` once, when the task has settled or was aborted. */
export function shareTask<T>(
  start: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void,
): SharedTask<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let callers = 0;
  let hasEnded = false;
  const end = () => {
    if (!hasEnded) onEnd();
    hasEnded = true;
  };
  const task = abortable((async () => start(signal))(), signal).finally(end);
  task.catch(() => {}); // the callers handle the rejection
  const shared: SharedTask<T> = {
    async join(caller) {
      callers++;
      try {
        return await abortable(task, caller);
      } finally {
        if (!--callers && caller?.aborted) shared.abort(caller.reason);
      }
    },
    abort(reason) {
      end();
      controller.abort(reason);
    },
  };
  return shared;
}

/** The pending task with a key, such as a URL; else starts one. */
export function shareByKey<T>(
  tasks: Map<string, SharedTask<unknown>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): SharedTask<T> {
  const pending = tasks.get(key) as SharedTask<T> | undefined;
  if (pending) return pending;
  const task = shareTask(start, () => tasks.delete(key));
  tasks.set(key, task);
  return task;
}
