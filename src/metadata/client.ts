import { MetadataError } from '../errors.js';
import type { MetadataErrorCode } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { fetchMetadata } from './fetch-metadata.js';
import { createLimiter } from './limiter.js';
import { limits } from './limits.js';
import { localeChain } from './locale.js';
import { shareTask, type SharedTask } from '../lib/shared-task.js';
import { createLruCache } from './lru-cache.js';
import { checkFtPrincipal } from './principal.js';
import { requestUrl } from './request-url.js';
import { backoffDelay, createCooldown, wait } from './retry.js';

export interface MetadataClientOptions {
  /** Base URL of the service. Default: the public one, of the network that the principal's prefix proves. */
  baseUrl?: string | URL | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers for every request; for a server that needs an API key. In a page they cost a preflight. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for one request, body included. Default: 15 000. */
  timeout?: number | undefined;
  /** Bytes read of one answer. Default: 1 MiB. */
  maxBytes?: number | undefined;
  /** Answers kept; the one used longest ago goes first. Default: 500. */
  maxEntries?: number | undefined;
  /** Milliseconds that an answer is kept. Default: five minutes; that there is none, half a minute. */
  maxAge?: number | undefined;
  /** Requests under way at once. Default: 6. */
  maxConcurrent?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Waits between attempts. Default: a timer. */
  wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export interface FtMetadataOptions {
  /** A locale code. One that is not found falls back to its language, then to the token's default. */
  locale?: string | undefined;
  /** Base URL of the service, for this call. */
  baseUrl?: string | URL | undefined;
  /** Aborting rejects with the signal's reason; other callers for the same token are not disturbed. */
  signal?: AbortSignal | undefined;
  /** Wait, with backoff, while the service is still fetching the token. Default: false. */
  awaitReady?: boolean | undefined;
  /** Ask again, whatever is cached. Default: false. */
  fresh?: boolean | undefined;
  /** False: a locale that is not found is an error, `locale-not-found`. Default: true. */
  localeFallback?: boolean | undefined;
}

/** Which locale was asked for and which was served. */
export interface ServedLocale {
  readonly requested?: string;
  /** Absent: the token's default. */
  readonly served?: string;
}

/** The metadata of a token (A1), and the locale that it is in. */
export interface FtMetadataAnswer extends FtMetadata {
  readonly locale: ServedLocale;
}

export interface MetadataClient {
  /**
   * The metadata of the fungible token of a contract principal: only the known fields, parsed and capped.
   *
   * Rejects with a {@link MetadataError}: `invalid-principal` and `invalid-base-url` before any request;
   * `not-found`, `in-progress`, `token-error`, `rate-limited` (see `retryAfter`), `network`,
   * `bad-response`; `locale-not-found` only with `localeFallback: false`.
   */
  getFtMetadata(principal: string, options?: FtMetadataOptions): Promise<FtMetadataAnswer>;
}

/** How often `awaitReady` asks: about two and a half minutes in all. */
const READY_ATTEMPTS = 9;
/**
 * Milliseconds for which an error stands for all who ask: half a minute where a second request would only
 * repeat it; less than the shortest backoff where many wait for one token to be fetched.
 */
const ERROR_AGE_MS: Partial<Record<MetadataErrorCode, number>> = {
  'not-found': 30_000,
  'locale-not-found': 30_000,
  'token-error': 30_000,
  'in-progress': 400,
};

type Outcome = { readonly metadata: FtMetadata } | { readonly error: MetadataError };

/** A client with its own cache. Each distinct token and locale is requested once, however many ask. */
export function createMetadataClient(options: MetadataClientOptions = {}): MetadataClient {
  const now = options.now ?? Date.now;
  const pause = options.wait ?? wait;
  const maxAge = options.maxAge ?? 300_000;
  const cache = createLruCache<Outcome>(options.maxEntries ?? 500, now);
  const pending = new Map<string, SharedTask<FtMetadata>>();
  const limiter = createLimiter(options.maxConcurrent ?? 6);
  const cooldown = createCooldown(now);
  const transport = {
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    headers: options.headers ?? {},
    timeout: options.timeout ?? 15_000,
    maxBytes: options.maxBytes ?? limits.bytes,
    now,
  };

  async function ask(
    url: URL,
    principal: string,
    locale: string | undefined,
    fresh: boolean,
    signal: AbortSignal,
  ) {
    const service = url.href.slice(0, url.href.lastIndexOf('/'));
    try {
      const metadata = await limiter.run(() => {
        cooldown.check(service);
        return fetchMetadata(transport, { url, principal, locale, fresh, signal });
      }, signal);
      cache.set(url.href, { metadata }, maxAge);
      return metadata;
    } catch (error) {
      if (error instanceof MetadataError) {
        cooldown.note(service, error);
        const age = ERROR_AGE_MS[error.code];
        if (age) cache.set(url.href, { error }, age);
      }
      throw error;
    }
  }

  /** Callers that need the same record at once share one request. */
  function requestOnce(key: string, start: (signal: AbortSignal) => Promise<FtMetadata>) {
    const isPending = pending.get(key);
    if (isPending) return isPending;
    const task = shareTask(start, () => {
      pending.delete(key);
    });
    pending.set(key, task);
    return task;
  }

  async function inLocale(principal: string, locale: string | undefined, call: FtMetadataOptions) {
    const url = requestUrl(call.baseUrl ?? options.baseUrl, principal, locale);
    const known = call.fresh ? undefined : cache.get(url.href);
    if (known && 'metadata' in known) return known.metadata;
    if (known) throw known.error;
    const { fresh = false, signal } = call;
    signal?.throwIfAborted();
    return requestOnce(url.href, (shared) => ask(url, principal, locale, fresh, shared)).join(
      signal,
    );
  }

  async function once(principal: string, call: FtMetadataOptions): Promise<FtMetadataAnswer> {
    const { locale: requested, localeFallback = true } = call;
    const chain = localeFallback ? localeChain(requested) : [requested];
    for (const served of chain) {
      try {
        const metadata = await inLocale(principal, served, call);
        const locale = { ...(requested ? { requested } : {}), ...(served ? { served } : {}) };
        return Object.freeze({ ...metadata, locale: Object.freeze(locale) });
      } catch (error) {
        const isLast = served === chain.at(-1);
        if (isLast || !(error instanceof MetadataError) || error.code !== 'locale-not-found')
          throw error;
      }
    }
    throw new MetadataError('locale-not-found', `Token ${principal} has no locale.`);
  }

  return {
    async getFtMetadata(principal, call = {}) {
      call.signal?.throwIfAborted();
      checkFtPrincipal(principal);
      for (let attempt = 0; ; attempt += 1) {
        try {
          return await once(principal, call);
        } catch (error) {
          const inProgress = error instanceof MetadataError && error.code === 'in-progress';
          if (!inProgress || !call.awaitReady || attempt >= READY_ATTEMPTS) throw error;
          await pause(backoffDelay(attempt, error.retryAfter), call.signal);
        }
      }
    },
  };
}
