import { MetadataError } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { localeChain } from './locale.js';
import { parseFtMetadata } from './parse.js';
import { checkFtPrincipal } from './principal.js';
import { requestUrl } from './request-url.js';
import { createRequests } from './requests.js';
import { backoffDelay, retry, wait } from './retry.js';
import type {
  FtPage,
  FtQuery,
  LoadRecord,
  TokenAnswer,
  TokenLists,
  TokensOptions,
} from './token-lists-types.js';

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

export interface FtMetadataOptions {
  /** A locale code. If it is not found, the language is used, then the token's default locale. */
  locale?: string | undefined;
  /** Base URL of the service, for this call. */
  baseUrl?: string | URL | undefined;
  /** Aborting rejects with the signal's reason. Other callers for the same token are not affected. */
  signal?: AbortSignal | undefined;
  /** Wait, with backoff, while the service is still fetching the token. Default: false. */
  awaitReady?: boolean | undefined;
  /** Ignore the cache. Default: false. */
  fresh?: boolean | undefined;
  /** Use another locale if the requested one is not found. False: fail with `locale-not-found`. Default: true. */
  localeFallback?: boolean | undefined;
  /**
   * Request a locale only if the token's metadata lists it, so that a token without localization is one request.
   * Not all services list the locales. Default: false.
   */
  onlyListed?: boolean | undefined;
}

/** The requested locale and the one that was returned. */
export interface ServedLocale {
  readonly requested?: string;
  /** Absent if it is the token's default locale, unless that is known to be a requested one. */
  readonly served?: string;
}

/** The metadata of a token, and its locale. */
export interface FtMetadataAnswer extends FtMetadata {
  readonly locale: ServedLocale;
}

export interface MetadataClient extends TokenLists {
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

/** Creates a client with its own cache. Callers for the same token and locale share one request. */
export function createMetadataClient(options: MetadataClientOptions = {}): MetadataClient {
  const pause = options.wait ?? wait;
  const requests = createRequests(options);

  const inLocale: LoadRecord = async (principal, locale, call) => {
    const url = requestUrl(call.baseUrl ?? options.baseUrl, principal, locale);
    const read = (json: unknown): FtMetadata => parseFtMetadata(json, principal);
    return requests.load({ url, principal, locale, read }, call);
  };

  /**
   * Asks for the default locale first. It may list the locales, and it says whether the token is ready: until then
   * the service answers "Locale not found" for every locale.
   */
  async function once(principal: string, call: FtMetadataOptions): Promise<FtMetadataAnswer> {
    const { locale: requested, localeFallback = true, onlyListed = false } = call;
    const standard = await inLocale(principal, undefined, call);
    const { metadata = {}, token_uri } = standard;
    const { default: standardLocale, locales } = metadata.localization ?? {};
    const mayHave = (locale: string): boolean =>
      locales?.includes(locale) ?? (!onlyListed && (token_uri ?? standard.metadata) !== undefined);
    const answer = (token: FtMetadata, served?: string): FtMetadataAnswer => {
      const locale = { ...(requested && { requested }), ...(served && { served }) };
      return Object.freeze({ ...token, locale: Object.freeze(locale) });
    };
    for (const locale of localeFallback ? localeChain(requested) : [requested]) {
      if (!locale) return answer(standard);
      if (locale === standardLocale) return answer(standard, locale);
      if (!mayHave(locale)) continue;
      try {
        return answer(await inLocale(principal, locale, call), locale);
      } catch (error) {
        const isMissing = error instanceof MetadataError && error.code === 'locale-not-found';
        if (!isMissing || !localeFallback) throw error;
      }
    }
    throw new MetadataError('locale-not-found', `Token ${principal} has no locale ${requested}.`);
  }

  /** Most pages show single tokens only. If loading fails, the next call tries again. */
  let lists: Promise<TokenLists> | undefined;
  const loadLists = (): Promise<TokenLists> => {
    lists ??= import('./token-lists.js').then(({ createTokenLists }) =>
      createTokenLists(requests, options.baseUrl, inLocale),
    );
    lists.catch(() => (lists = undefined));
    return lists;
  };

  return {
    getTokens: async (principals, call) => (await loadLists()).getTokens(principals, call),
    searchFts: async (query) => (await loadLists()).searchFts(query),
    async getFtMetadata(principal, call = {}) {
      call.signal?.throwIfAborted();
      checkFtPrincipal(principal);
      const delay = (error: unknown, attempt: number): number | undefined =>
        error instanceof MetadataError &&
        error.code === 'in-progress' &&
        call.awaitReady &&
        attempt < READY_ATTEMPTS
          ? backoffDelay(attempt, error.retryAfter)
          : undefined;
      return retry(() => once(principal, call), delay, { signal: call.signal, pause });
    },
  };
}

/** Shared by all copies of this package on the page. The number at the end is the version of {@link MetadataClient}. */
const KEY = Symbol.for('stacks-wallet-elements/metadata-client/2');

/** The default client of the page, with the default options. Created on first use. */
export function defaultMetadataClient(): MetadataClient {
  const shared = globalThis as { [KEY]?: MetadataClient };
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

/** Returns the summaries of many tokens, from the default client. See {@link MetadataClient.getTokens}. */
export function getTokens(
  principals: readonly string[],
  options?: TokensOptions,
): Promise<readonly TokenAnswer[]> {
  return defaultMetadataClient().getTokens(principals, options);
}

/** Searches the fungible tokens, with the default client. See {@link MetadataClient.searchFts}. */
export function searchFts(query?: FtQuery): Promise<FtPage> {
  return defaultMetadataClient().searchFts(query);
}
