import { MetadataError, type MetadataErrorCode } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { createCooldown } from './cooldown.js';
import { fetchMetadata } from './fetch-metadata.js';
import { createLimiter } from './limiter.js';
import { limits } from './limits.js';
import { localeChain } from './locale.js';
import { shareTask, type SharedTask } from '../lib/shared-task.js';
import { createLruCache } from './lru-cache.js';
import type { NftMetadataAnswer, NftMetadataClient, SftMetadataAnswer } from './nft-client.js';
import type { FtMetadataAnswer, FtMetadataOptions, ServedLocale } from './options.js';
import { requestUrl } from './request-url.js';
import { backoffDelay, retry, wait } from './retry.js';
import { sharedPauses } from './shared-pauses.js';
import { ftRef, nftRef, type TokenRef } from './token-ref.js';

export interface MetadataClientOptions {
  /** Base URL of the service. Default: the public service of the principal's network. */
  baseUrl?: string | URL | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Headers for every request, such as an API key. In a browser they cause a preflight request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for one request, including the body. Default: 15 000. */
  timeout?: number | undefined;
  /** The most bytes of an answer. Default: 1 MiB. */
  maxBytes?: number | undefined;
  /**
   * The most answers in the cache, which also takes at most about 16 MB. The least recently used is removed first.
   * Default: 500.
   */
  maxEntries?: number | undefined;
  /** Milliseconds that an answer stays in the cache. Default: five minutes. Errors: half a minute. */
  maxAge?: number | undefined;
  /** The most concurrent requests. Default: 6. */
  maxConcurrent?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined;
  /** Waits between attempts. Default: a timer. */
  wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export type { FtMetadataAnswer, FtMetadataOptions, ServedLocale };

export interface MetadataClient {
  /**
   * Returns the metadata of a fungible token, by its contract principal: only known fields, of limited size.
   *
   * Rejects with a {@link MetadataError}: `invalid-principal` and `invalid-base-url` before any request;
   * `not-found`, `in-progress`, `token-error`, `rate-limited`, `network`, `bad-response`; `locale-not-found` only
   * with `localeFallback: false`.
   *
   * After a 429 (`rate-limited`) no request is sent to the host until `Retry-After`, or for 15 s or longer if it is
   * not readable; after three network errors in a row, too, except for calls with `fresh`. Calls then reject
   * with `retryAfter`, in milliseconds. The pause counts for all tabs of the page's origin, unless the client has
   * a `fetch`, `headers` or a `now` of its own.
   */
  getFtMetadata(principal: string, options?: FtMetadataOptions): Promise<FtMetadataAnswer>;
}

/** The most retries of `awaitReady`, which take about two and a half minutes. */
const READY_ATTEMPTS = 9;
/**
 * Milliseconds that an error stays in the cache. `in-progress`: less than the shortest delay before a retry, so
 * that only simultaneous callers share it.
 */
const ERROR_AGE_MS: Partial<Record<MetadataErrorCode, number>> = {
  'not-found': 30_000,
  'token-error': 30_000,
  'in-progress': 400,
};

type Outcome = { readonly metadata: FtMetadata } | { readonly error: MetadataError };

/** Creates a client with its own cache. Callers for the same token and locale share one request. */
export function createMetadataClient(
  options: MetadataClientOptions = {},
): MetadataClient & NftMetadataClient {
  const now = options.now ?? Date.now;
  const pause = options.wait ?? wait;
  const maxAge = options.maxAge ?? 300_000;
  const cache = createLruCache<Outcome>(options.maxEntries ?? 500, limits.cacheBytes, now);
  const pending = new Map<string, SharedTask<FtMetadata>>();
  const limiter = createLimiter(options.maxConcurrent ?? 6);
  // A client with a key, a route or a clock of its own has limits of its own.
  const isOrdinary = !options.fetch && !options.headers && !options.now;
  const cooldown = createCooldown(now, isOrdinary ? sharedPauses() : undefined);
  const transport = {
    fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    headers: options.headers ?? {},
    timeout: options.timeout ?? 15_000,
    maxBytes: options.maxBytes ?? limits.bytes,
    now,
  };

  async function ask(
    url: URL,
    token: TokenRef,
    locale: string | undefined,
    fresh: boolean,
    signal: AbortSignal,
  ) {
    const request = () => fetchMetadata(transport, { url, token, locale, fresh, signal });
    try {
      const metadata = await limiter.run(() => cooldown.run(url.origin, fresh, request), signal);
      cache.set(url.href, { metadata }, maxAge);
      return metadata;
    } catch (error) {
      if (error instanceof MetadataError) {
        // Only a ready token is asked for a locale, so the answer is as good as its metadata.
        const age = error.code === 'locale-not-found' ? maxAge : ERROR_AGE_MS[error.code];
        if (age) cache.set(url.href, { error }, age);
      }
      throw error;
    }
  }

  /** Starts a request, unless one with the same key is pending. */
  function requestOnce(key: string, start: (signal: AbortSignal) => Promise<FtMetadata>) {
    const isPending = pending.get(key);
    if (isPending) return isPending;
    const task = shareTask(start, () => {
      pending.delete(key);
    });
    pending.set(key, task);
    return task;
  }

  async function inLocale(token: TokenRef, locale: string | undefined, call: FtMetadataOptions) {
    const url = requestUrl(call.baseUrl ?? options.baseUrl, token, locale);
    const known = call.fresh ? undefined : cache.get(url.href);
    if (known && 'metadata' in known) return known.metadata;
    if (known) throw known.error;
    const { fresh = false, signal } = call;
    signal?.throwIfAborted();
    return requestOnce(url.href, (shared) => ask(url, token, locale, fresh, shared)).join(signal);
  }

  /**
   * Asks for the default locale first. It may list the locales, and it says whether the token is ready: until then
   * the service answers "Locale not found" for every locale.
   */
  async function once(token: TokenRef, call: FtMetadataOptions): Promise<FtMetadataAnswer> {
    const { locale: requested, localeFallback = true, onlyListed = false } = call;
    const standard = await inLocale(token, undefined, call);
    const { metadata = {}, token_uri } = standard;
    const { default: standardLocale, locales } = metadata.localization ?? {};
    const mayHave = (locale: string): boolean =>
      locales?.includes(locale) ?? (!onlyListed && (token_uri ?? standard.metadata) !== undefined);
    const answer = (record: FtMetadata, served?: string): FtMetadataAnswer => {
      const locale = { ...(requested && { requested }), ...(served && { served }) };
      return Object.freeze({ ...record, locale: Object.freeze(locale) });
    };
    for (const locale of localeFallback ? localeChain(requested) : [requested]) {
      if (!locale) return answer(standard);
      if (locale === standardLocale) return answer(standard, locale);
      if (!mayHave(locale)) continue;
      try {
        return answer(await inLocale(token, locale, call), locale);
      } catch (error) {
        const isMissing = error instanceof MetadataError && error.code === 'locale-not-found';
        if (!isMissing || !localeFallback) throw error;
      }
    }
    throw new MetadataError('locale-not-found', `Token ${token.label} has no locale ${requested}.`);
  }

  /** `refer` checks the parameters. */
  async function get(refer: () => TokenRef, call: FtMetadataOptions = {}) {
    call.signal?.throwIfAborted();
    const token = refer();
    const delay = (error: unknown, attempt: number): number | undefined =>
      error instanceof MetadataError &&
      error.code === 'in-progress' &&
      call.awaitReady &&
      attempt < READY_ATTEMPTS
        ? backoffDelay(attempt, error.retryAfter)
        : undefined;
    return retry(() => once(token, call), delay, { signal: call.signal, pause });
  }

  return {
    getFtMetadata: (principal, call) => get(() => ftRef(principal), call),
    getNftMetadata: (principal, id, call) => get(() => nftRef('nft', principal, id), call),
    getSftMetadata: (principal, id, call) => get(() => nftRef('sft', principal, id), call),
  };
}

/**
 * Shared by all copies of this package on the page. The number at the end is the version of {@link MetadataClient}
 * and {@link NftMetadataClient}.
 */
const KEY = Symbol.for('stacks-wallet-elements/metadata-client/2');

/** The default client of the page, with the default options. Created on first use. */
export function defaultMetadataClient(): MetadataClient & NftMetadataClient {
  const shared = globalThis as { [KEY]?: MetadataClient & NftMetadataClient };
  return (shared[KEY] ??= createMetadataClient());
}

/**
 * Returns the metadata of a fungible token, from the default client. See {@link MetadataClient.getFtMetadata} for
 * the errors.
 */
export function getFtMetadata(
  principal: string,
  options?: FtMetadataOptions,
): Promise<FtMetadataAnswer> {
  return defaultMetadataClient().getFtMetadata(principal, options);
}

/** Returns the metadata of an NFT, from the default client. See {@link NftMetadataClient}. */
export function getNftMetadata(
  principal: string,
  tokenId: bigint | string,
  options?: FtMetadataOptions,
): Promise<NftMetadataAnswer> {
  return defaultMetadataClient().getNftMetadata(principal, tokenId, options);
}

/** Returns the metadata of a semi-fungible token, from the default client. See {@link NftMetadataClient}. */
export function getSftMetadata(
  principal: string,
  tokenId: bigint | string,
  options?: FtMetadataOptions,
): Promise<SftMetadataAnswer> {
  return defaultMetadataClient().getSftMetadata(principal, tokenId, options);
}
