import { abortable } from '../lib/promises.js';
import { bare, getGlobal, native } from '../lib/safe-access.js';
import { MetadataError, type MetadataErrorCode } from './metadata-error.js';

const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 30_000;

/** Errors that may be temporary. */
const TEMPORARY: readonly MetadataErrorCode[] = ['in-progress', 'rate-limited', 'network'];

/** The request is repeated. */
export const isTemporary = ({ code }: MetadataError): boolean => TEMPORARY.includes(code);

/** The service is busy, or is still fetching the metadata: not an error, since the request is repeated. */
export const isWaiting = ({ code }: MetadataError): boolean =>
  code === 'in-progress' || code === 'rate-limited';

interface RetryOptions {
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The errors after which to try again. Default: all that may be temporary. */
  readonly codes?: readonly MetadataErrorCode[] | undefined;
  /** The most retries. Default: without an end. */
  readonly retries?: number | undefined;
  /** Called with every error that did not come from the signal. */
  readonly onError?: ((error: MetadataError) => void) | undefined;
  /** Waits before the next attempt. Default: {@link wait}. */
  readonly pause?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/**
 * Loads until it succeeds, or fails with an error that is not temporary. A page in the background waits until it is
 * visible.
 */
export async function retryLoad<T>(load: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, codes = TEMPORARY, retries = Infinity, onError, pause = wait } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await load();
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      const error = toMetadataError(thrown);
      onError?.(error);
      if (!codes.includes(error.code) || attempt >= retries) throw error;
      await pause(getDelay(attempt, error.retryAfter), signal);
      await pageVisible(signal);
    }
  }
}

/**
 * Milliseconds before the next attempt: 1 s, doubled each time up to 30 s, reduced at random by up to half, so
 * that the cards of a page do not all retry at once. Never less than `atLeast`, the delay that the service
 * requested.
 */
export function getDelay(attempt: number, atLeast = 0): number {
  const full = Math.min(FIRST_DELAY * 2 ** Math.min(attempt, 10), LONGEST_DELAY);
  const delay = full * (1 - Math.random() / 2);
  return Math.round(atLeast > 0 ? atLeast + delay / 2 : delay);
}

/** The client may be one of the page, which may throw anything. */
export function toMetadataError(thrown: unknown): MetadataError {
  if (thrown instanceof MetadataError) return thrown;
  return new MetadataError('network', 'The metadata client failed.', { cause: thrown });
}

/** Resolves after `ms` milliseconds; rejects with the signal's reason if it is aborted. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await abortable(time, signal).finally(() => clearTimeout(timer));
}

/** Resolves when the page is visible, and where there is no page; rejects with the signal's reason if it is aborted. */
async function pageVisible(signal: AbortSignal | undefined): Promise<void> {
  const page = getGlobal('document');
  while (page && native(page, 'hidden')) {
    const change = new Promise((resolve) => {
      const options = bare({ once: true, ...(signal && { signal }) });
      native(page, 'addEventListener')('visibilitychange', resolve, options);
    });
    await abortable(change, signal);
  }
}
