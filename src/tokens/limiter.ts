import type { Unsubscribe } from '../lib/store.js';

/**
 * Limits the number of tasks that run at once. The others wait in a queue. Not the package p-limit, which cannot remove
 * one waiting task when its signal is aborted.
 */
export interface Limiter {
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createLimiter(maxConcurrent: number): Limiter {
  let running = 0;
  const waiting = new Set<() => void>();

  function waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    if (running < maxConcurrent) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const stopListening: Unsubscribe = () => signal?.removeEventListener('abort', leave);
      const begin = (): void => {
        waiting.delete(begin);
        stopListening();
        resolve();
      };
      const leave = (): void => {
        waiting.delete(begin);
        reject(signal!.reason as Error);
      };
      waiting.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async run(task, signal) {
      await waitForSlot(signal);
      try {
        return await task();
      } finally {
        // Starts the next task directly: if `running` were decremented first, a new task could start before it.
        const [next] = waiting;
        if (next) next();
        else running -= 1;
      }
    },
  };
}
