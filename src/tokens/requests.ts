import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import { TIMEOUT } from '../http/fetch-json.js';
import { createPauses, pagePauses } from '../http/pauses.js';
import { shareByKey, type SharedTask } from '../http/shared-task.js';
import { fetchMetadata, type MetadataRequest } from './fetch-metadata.js';
import { createLimiter } from './limiter.js';
import { limits } from './limits.js';
import { createLruCache, type LruCache } from './lru-cache.js';
import type { MetadataClientOptions } from './types.js';

export type Outcome<T> = { readonly value: T } | { readonly error: MetadataError };

/** What a call may set for its requests. */
export interface Call {
  readonly fresh?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The requests of a client: its cache, what is pending, and when a request may be sent. */
export interface Requests {
  readonly cache: LruCache<Outcome<unknown>>;
  readonly maxAge: number;
  /** Sends a request when fewer than `maxConcurrent` are pending. Rejects while the host is paused. */
  send<T>(request: MetadataRequest<T>): Promise<T>;
  /** The answer in the cache, that of the pending request, or that of a new one. */
  load<T>(request: Omit<MetadataRequest<T>, 'signal' | 'fresh'>, call: Call): Promise<T>;
  /** The pending task with this key, which other callers may join. */
  pending<T>(key: string): SharedTask<T> | undefined;
  /** Starts a task, unless one with the same key is pending. */
  once<T>(key: string, start: (signal: AbortSignal) => Promise<T>): SharedTask<T>;
}

/**
 * Milliseconds that an error stays in the cache. `in-progress`: less than the shortest delay before a retry, so
 * that only simultaneous callers share it.
 */
export const ERROR_AGE_MS: Partial<Record<MetadataErrorCode, number>> = {
  'not-found': 30_000,
  'token-error': 30_000,
  'in-progress': 400,
};

/** The value of an outcome; throws its error. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

export function createRequests(options: MetadataClientOptions): Requests {
  const now = options.now ?? Date.now;
  const maxAge = options.maxAge ?? 300_000;
  const cache = createLruCache<Outcome<unknown>>(options.maxEntries ?? 500, limits.cacheBytes, now);
  const inFlight = new Map<string, SharedTask<unknown>>();
  const pending = <T>(key: string) => inFlight.get(key) as SharedTask<T> | undefined;
  const once = <T>(key: string, start: (signal: AbortSignal) => Promise<T>) =>
    shareByKey(inFlight, key, start);
  const limiter = createLimiter(options.maxConcurrent ?? 6);
  // A client with `fetch`, `headers` or `now` may have other rate limits, so it shares no pauses.
  const isOrdinary = !options.fetch && !options.headers && !options.now;
  const transport = {
    fetch: options.fetch,
    headers: options.headers ?? {},
    timeout: options.timeout ?? TIMEOUT,
    maxBytes: options.maxBytes ?? limits.bytes,
    now,
    pauses: isOrdinary ? pagePauses : createPauses(now),
  };

  function send<T>(request: MetadataRequest<T>): Promise<T> {
    return limiter.run(() => fetchMetadata(transport, request), request.signal);
  }

  async function ask<T>(request: MetadataRequest<T>): Promise<T> {
    const { href } = request.url;
    try {
      const value = await send(request);
      cache.set(href, { value }, maxAge);
      return value;
    } catch (error) {
      if (error instanceof MetadataError) {
        // A locale is requested only for a ready token, so this error may be cached as long as metadata.
        const age = error.code === 'locale-not-found' ? maxAge : ERROR_AGE_MS[error.code];
        if (age) cache.set(href, { error }, age);
      }
      throw error;
    }
  }

  return {
    cache,
    maxAge,
    send,
    once,
    pending,
    async load<T>(
      request: Omit<MetadataRequest<T>, 'signal' | 'fresh'>,
      { fresh = false, signal }: Call,
    ): Promise<T> {
      const { href } = request.url;
      const known = fresh ? undefined : (cache.get(href) as Outcome<T> | undefined);
      if (known) return valueOf(known);
      signal?.throwIfAborted();
      return once(href, (shared) => ask({ ...request, fresh, signal: shared })).join(signal);
    },
  };
}
