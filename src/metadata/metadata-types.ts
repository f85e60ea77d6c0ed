import type { MetadataError } from './metadata-error.js';
import type { AbortSignal, Fetch, URL } from '../lib/web-types.js';

/** An attribute of a token (SIP-016). `value` may be any JSON value. */
export interface FtAttribute {
  readonly trait_type: string;
  readonly display_type?: string;
  readonly value: unknown;
}

/** Where localized metadata is found (SIP-016). `uri` contains the placeholder `{locale}`. */
export interface FtLocalization {
  readonly uri?: string;
  readonly default?: string;
  readonly locales?: readonly string[];
}

/** The off-chain metadata of a token (SIP-016). Every field may be absent. */
export interface FtOffChainMetadata {
  readonly sip?: number;
  readonly name?: string;
  readonly description?: string;
  readonly image?: string;
  readonly cached_image?: string;
  readonly cached_thumbnail_image?: string;
  readonly attributes?: readonly FtAttribute[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly localization?: FtLocalization;
}

/** The metadata of a fungible token, as the metadata service returns it. */
export interface FtMetadata {
  readonly name?: string;
  readonly symbol?: string;
  /**
   * 0 to 38. Absent if unknown; the public service also leaves out 0, so that nothing is known then. Without them there is no
   * amount in the unit of the token, only base units.
   */
  readonly decimals?: number;
  /** Decimal digits, in base units. */
  readonly total_supply?: string;
  readonly token_uri?: string;
  readonly description?: string;
  readonly image_uri?: string;
  readonly image_thumbnail_uri?: string;
  readonly image_canonical_uri?: string;
  /** `0x` and hex. */
  readonly tx_id?: string;
  readonly sender_address?: string;
  /** `<contract principal>::<asset name>`. Absent if the contract defines no asset, such as one that wraps a token. */
  readonly asset_identifier?: string;
  /** The fields that are absent because the service returned an invalid value. */
  readonly invalid?: readonly ('decimals' | 'total_supply')[];
  readonly metadata?: FtOffChainMetadata;
}

/** The metadata of an NFT (SIP-009), as the metadata service returns it. */
export type NftMetadata = Pick<FtMetadata, 'token_uri' | 'metadata'>;

/** The metadata of a semi-fungible token (SIP-013), as the metadata service returns it. */
export type SftMetadata = Pick<
  FtMetadata,
  'token_uri' | 'decimals' | 'total_supply' | 'invalid' | 'metadata'
>;

export interface MetadataClientOptions {
  /** Base URL of the service. Default: the public service of the principal's network. */
  baseUrl?: string | URL | undefined;
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Headers for every request, such as an API key. In a browser they cause a preflight request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for one request, including the body. Default: 15 000. */
  timeout?: number | undefined;
  /** The most bytes of an answer. Default: 1 MiB. */
  maxBytes?: number | undefined;
  /**
   * The most answers in the cache, which also takes at most about 6 MB. The least recently used is removed first.
   * Default: 500.
   */
  maxEntries?: number | undefined;
  /**
   * Milliseconds that an answer stays in the cache. Default: five minutes. The errors `not-found` and `token-error`
   * stay half a minute.
   */
  maxAge?: number | undefined;
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
   * Request a locale only if the token's metadata lists it, so that a token without localization needs one request.
   * Not all services list the locales. Default: false.
   */
  onlyListed?: boolean | undefined;
}

/** The requested locale and the one that was returned. */
export interface ServedLocale {
  readonly requested?: string;
  /** Absent for the token's default locale, unless the metadata names that locale and it was requested. */
  readonly served?: string;
}

/** The metadata of a token, and its locale. */
export interface FtMetadataAnswer extends FtMetadata {
  readonly locale: ServedLocale;
}

export interface MetadataClient {
  /**
   * Returns the metadata of a fungible token, by its contract principal: only known fields, of limited size.
   *
   * Rejects with a {@link MetadataError}: `invalid-principal` and `invalid-base-url` before any request;
   * `not-found`, `in-progress`, `token-error`, `rate-limited`, `network`, `bad-response`; `locale-not-found` only
   * with `localeFallback: false`.
   *
   * After a 429 (`rate-limited`) no request is sent to the host until `Retry-After`, or for 15 s or longer if it is
   * not readable; the same after three network errors in a row, except for calls with `fresh`. Calls then
   * reject with `retryAfter`, in milliseconds. The pause applies to the page, except for a client that
   * was created with `fetch`, `headers` or `now`.
   */
  getFtMetadata(principal: string, options?: FtMetadataOptions): Promise<FtMetadataAnswer>;
  /**
   * Returns the metadata of an NFT (SIP-009). The service does not say to which token its answer belongs. `tokenId` is a
   * bigint or decimal digits, from 0 to 2^128 - 1; another one rejects with `invalid-token-id` before any request. Options,
   * limits, cache, pauses and errors are those of `getFtMetadata`.
   */
  getNftMetadata(
    principal: string,
    tokenId: bigint | string,
    options?: FtMetadataOptions,
  ): Promise<NftMetadataAnswer>;
  /** Like `getNftMetadata`, with the amounts of a semi-fungible token (SIP-013). */
  getSftMetadata(
    principal: string,
    tokenId: bigint | string,
    options?: FtMetadataOptions,
  ): Promise<SftMetadataAnswer>;
  /**
   * Returns the summary of each token, in the order of `principals`. One request loads up to fifty tokens, also those
   * of other calls in the same moment; a service without this route (version 1) gets a request for each
   * token. Repeated tokens, and those whose metadata is in the cache, are not requested again.
   *
   * A token that cannot be shown does not affect the others: its answer has an `error`. Rejects only with the reason
   * of the signal, and with `invalid-base-url` or `invalid-params` if `principals` is not an array.
   *
   * The answer for fifty tokens does not say why a token has no facts. Each such answer is followed by requests for
   * at most five of them; the others are `in-progress` until they are requested again.
   *
   * Without `locale`: the default locale of each token. Only descriptions and images depend on the locale, and each
   * locale is another request for those tokens that have a description.
   */
  getTokens(
    principals: readonly string[],
    options?: TokensOptions,
  ): Promise<readonly TokenAnswer[]>;
  /**
   * Returns a page of the service's list of fungible tokens. Rejects with a MetadataError: `invalid-params` names the
   * field, and comes before any request; the others as in `getFtMetadata`.
   */
  searchFts(query?: FtQuery): Promise<FtPage>;
}

/** The facts of a token that a list needs. One request returns them for up to fifty tokens. */
export interface TokenSummary extends Omit<FtMetadata, 'asset_identifier' | 'metadata'> {
  /** The contract. */
  readonly principal: string;
}

export type TokensOptions = Pick<FtMetadataOptions, 'locale' | 'baseUrl' | 'signal' | 'fresh'>;

/**
 * A token, or the reason why it could not be loaded: `error.code` is `not-found`, `in-progress`, `token-error`, or
 * another code of `getFtMetadata`.
 */
export type TokenAnswer =
  | {
      readonly principal: string;
      readonly token: TokenSummary;
      readonly locale: ServedLocale;
      readonly error?: undefined;
    }
  | { readonly principal: string; readonly token?: undefined; readonly error: MetadataError };

export interface FtQuery extends Pick<FtMetadataOptions, 'baseUrl' | 'signal' | 'fresh'> {
  /** A part of the name, in upper or lower case. */
  name?: string | undefined;
  /** The symbol, in upper or lower case. */
  symbol?: string | undefined;
  /** The address of the contract, or a start of it with at least 28 characters. */
  address?: string | undefined;
  /** The most rows of a page: 1 to 60. Default: 20. */
  limit?: number | undefined;
  /** The rows before the page. Default: 0. */
  offset?: number | undefined;
  /** Default: `name`. */
  orderBy?: 'name' | 'symbol' | undefined;
  /** Default: `asc`. */
  order?: 'asc' | 'desc' | undefined;
}

/** A token in a page of the list. */
export interface FtListItem extends TokenSummary {
  /** `<contract principal>::<asset name>`. */
  readonly asset_identifier?: string;
}

export interface FtPage {
  /** In the order of the service; each token once, though the service has a row for each of its locales. */
  readonly tokens: readonly FtListItem[];
  /** The rows of all pages. It counts a token once for each of its locales. */
  readonly total: number;
  /** The rows before this page. */
  readonly offset: number;
  /**
   * The `offset` of the next page; absent on the last one. The next page may begin with the last token of this one,
   * in another locale.
   */
  readonly nextOffset?: number;
}

/** The metadata of an NFT, and its locale. */
export type NftMetadataAnswer = NftMetadata & Pick<FtMetadataAnswer, 'locale'>;

/** The metadata of a semi-fungible token, and its locale. */
export type SftMetadataAnswer = SftMetadata & Pick<FtMetadataAnswer, 'locale'>;
