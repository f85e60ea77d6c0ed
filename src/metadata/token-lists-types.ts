import type { MetadataError } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import type { FtMetadataOptions, ServedLocale } from './options.js';

/** The facts of a token that a list needs: what one request answers for up to fifty tokens. */
export interface TokenSummary extends Omit<FtMetadata, 'asset_identifier' | 'metadata'> {
  /** The contract. */
  readonly principal: string;
}

export type TokensOptions = Pick<FtMetadataOptions, 'locale' | 'baseUrl' | 'signal' | 'fresh'>;

/**
 * A token, or why there is none: `error.code` is `not-found`, `in-progress`, `token-error`, or another code of
 * `getFtMetadata`.
 */
export type TokenAnswer =
  | {
      readonly principal: string;
      readonly token: TokenSummary;
      readonly locale: ServedLocale;
      readonly error?: undefined;
    }
  | { readonly principal: string; readonly token?: undefined; readonly error: MetadataError };

export interface FtQuery {
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
  /** Base URL of the service, for this call. */
  baseUrl?: string | URL | undefined;
  /** Aborting rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Ignore the cache. Default: false. */
  fresh?: boolean | undefined;
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

/** The part of a metadata client that loads several tokens at once. */
export interface TokenLists {
  /**
   * Returns what a list shows of each token, in the order of `principals`. One request answers up to fifty tokens,
   * also of other calls in the same moment; a service without this route (version 1) gets a request for each
   * token. Repeated tokens, and those whose metadata is in the cache, are not asked again.
   *
   * A token that cannot be shown does not affect the others: its answer has an `error`. Rejects only with the reason
   * of the signal, and with `invalid-base-url` or `invalid-params` if `principals` is not an array.
   *
   * The answer for fifty tokens does not say why a token has no facts. Each such answer is followed by requests for
   * at most five of them; the others are `in-progress` until they are asked for again.
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

/** Loads the whole record of a token in one locale; undefined is the default one. */
export type LoadRecord = (
  principal: string,
  locale: string | undefined,
  call: Pick<FtMetadataOptions, 'baseUrl' | 'signal' | 'fresh'>,
) => Promise<FtMetadata>;
