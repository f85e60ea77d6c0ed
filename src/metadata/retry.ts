import { MetadataError } from '../errors.js';

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/**
 * Milliseconds before the next attempt: 1 s, doubled each time up to 30 s, of which a random half is
 * taken off, so that the cards of a page do not all come back at once. Never sooner than the service
 * asked (`atLeast`). `attempt` counts from 0; `random` answers from 0 to 1.
 */
export function backoffDelay(attempt: number, atLeast = 0, random = Math.random): number {
  const full = Math.min(FIRST_PAUSE * 2 ** Math.min(attempt, 10), LONGEST_PAUSE);
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

/** No service may make a page wait longer than this. */
const LONGEST_RETRY_AFTER = 300_000;

/**
 * Milliseconds to wait, from a `Retry-After` header in either of its forms, seconds or an HTTP date
 * (RFC 9110, 10.2.3): from 0 to five minutes. Undefined where there is none, or none that can be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return within(Number(text) * 1000);
  // Dates begin with the name of the day; Date.parse alone would also take `-5` or `1.5` for a date.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : within(date - now);
}

function within(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER);
}

/** After a 429 a service is left alone until it said to come back, by whoever asks on this page. */
export interface Cooldown {
  /** Throws `rate-limited` while the service at this base URL is to be left alone. */
  check(service: string): void;
  /** Takes note of an answer. */
  note(service: string, error: MetadataError): void;
}

export function createCooldown(now: () => number): Cooldown {
  const until = new Map<string, number>();
  return {
    check(service) {
      const left = (until.get(service) ?? 0) - now();
      if (left <= 0) return;
      throw new MetadataError(
        'rate-limited',
        `The metadata service asked not to be asked for another ${Math.ceil(left / 1000)} s.`,
        { status: 429, retryAfter: left },
      );
    },
    note(service, error) {
      if (error.code !== 'rate-limited' || error.retryAfter === undefined) return;
      until.set(service, Math.max(until.get(service) ?? 0, now() + error.retryAfter));
    },
  };
}
