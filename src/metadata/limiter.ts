import type { Undo } from '../wire/provider.js';

/** Lets at most so many tasks run at once; the others wait their turn, first come, first served. */
export interface Limiter {
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createLimiter(maxConcurrent: number): Limiter {
  let running = 0;
  const waiting = new Set<() => void>();

  function turn(signal: AbortSignal | undefined): Promise<void> {
    if (running < maxConcurrent) {
      running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const stopListening: Undo = () => signal?.removeEventListener('abort', leave);
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
      await turn(signal);
      try {
        return await task();
      } finally {
        // The place is handed on, not given back, so that nobody can slip in between.
        const [next] = waiting;
        if (next) next();
        else running -= 1;
      }
    },
  };
}
