const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/**
 * Milliseconds before the next attempt: 1 s, doubled each time up to 30 s, reduced at random by up to half, so
 * that the cards of a page do not all retry at once. Never less than `atLeast`, the delay that the service
 * requested. `attempt` counts from 0.
 */
export function backoffDelay(attempt: number, atLeast = 0): number {
  const full = Math.min(FIRST_PAUSE * 2 ** Math.min(attempt, 10), LONGEST_PAUSE);
  const jittered = full * (1 - Math.random() / 2);
  return Math.round(atLeast > 0 ? atLeast + jittered / 2 : jittered);
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop);
  });
}

/**
 * Calls `run` until it succeeds. After each failure, `delay` returns the milliseconds until the next attempt, or
 * undefined to reject with the error; `attempt` counts from 0. Aborting rejects with the signal's reason. A page in
 * the background waits until it is visible.
 */
export async function retry<T>(
  run: () => Promise<T>,
  delay: (error: unknown, attempt: number) => number | undefined,
  { signal, pause = wait }: { signal?: AbortSignal | undefined; pause?: typeof wait | undefined },
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const ms = delay(error, attempt);
      if (ms === undefined) throw error;
      await pause(ms, signal);
      await pageVisible(signal);
    }
  }
}

/** Resolves when the page is visible, and where there is no page; rejects with the signal's reason if it is aborted. */
async function pageVisible(signal: AbortSignal | undefined): Promise<void> {
  const page = globalThis.document as Document | undefined;
  while (page?.hidden) {
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        page.removeEventListener('visibilitychange', end);
        signal?.removeEventListener('abort', end);
        if (signal?.aborted) reject(signal.reason as Error);
        else resolve();
      };
      page.addEventListener('visibilitychange', end);
      signal?.addEventListener('abort', end);
    });
  }
}
