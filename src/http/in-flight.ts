import { shareTask, type SharedTask } from './shared-task.js';

/** Requests that are pending, so that callers for the same URL share one. */
export interface InFlight {
  /** The pending task with this key. */
  readonly get: <T>(key: string) => SharedTask<T> | undefined;
  /** Starts a task, unless one with the same key is pending. */
  readonly once: <T>(key: string, start: (signal: AbortSignal) => Promise<T>) => SharedTask<T>;
}

export function createInFlight(): InFlight {
  const tasks = new Map<string, SharedTask<unknown>>();
  const get = <T>(key: string) => tasks.get(key) as SharedTask<T> | undefined;
  return {
    get,
    once<T>(key: string, start: (signal: AbortSignal) => Promise<T>) {
      const pending = get<T>(key);
      if (pending) return pending;
      const task = shareTask(start, () => {
        tasks.delete(key);
      });
      tasks.set(key, task);
      return task;
    },
  };
}
