import type { FtMetadata } from '../wire/ft-metadata.js';

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
