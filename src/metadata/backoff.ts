const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Milliseconds before the next attempt: 1 s, doubled each time up to 30 s, of which a random half is
 * taken off, so that the cards of a page do not all come back at once. Never sooner than the service
 * asked (`atLeast`). `attempt` counts from 0; `random` answers from 0 to 1.
 */
export function backoffDelay(attempt: number, atLeast = 0, random = Math.random): number {
  const full = Math.min(FIRST_MS * 2 ** Math.min(attempt, 10), LONGEST_MS);
  const jittered = full * (1 - random() / 2);
  return Math.round(atLeast > 0 ? atLeast + jittered / 2 : jittered);
}

/** Waits; rejects with the signal's reason when it aborts. Leaves no timer and no listener behind. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
