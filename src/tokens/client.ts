import { MetadataError } from './metadata-error.js';
import { loadOnce } from '../lib/promises.js';
import type { FtMetadata } from './token-metadata.js';
import { localeChain } from './locale.js';
import { CLIENT_OPTIONS, FT_OPTIONS, readTokenOptions } from './options.js';
import { requestUrl } from './request-url.js';
import { createRequests } from './requests.js';
import { backoffDelay, retry } from './retry.js';
import { ftRef, nftRef, type TokenRef } from './token-ref.js';
import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  FtPage,
  FtQuery,
  LoadRecord,
  MetadataClient,
  MetadataClientOptions,
  NftMetadataAnswer,
  SftMetadataAnswer,
  TokenAnswer,
  TokenLists,
  TokensOptions,
} from './types.js';

export type * from './types.js';

/** The maximum number of retries of `awaitReady`. Without a `Retry-After` they take up to two and a half minutes. */
const READY_ATTEMPTS = 9;

/** Creates a client with its own cache. Callers for the same token and locale share one request. */
export function createMetadataClient(given?: MetadataClientOptions): MetadataClient {
  const options = readTokenOptions('createMetadataClient', given, CLIENT_OPTIONS);
  const requests = createRequests(options);

  const urlOf = (
    { principal, route }: TokenRef,
    locale: string | undefined,
    { baseUrl = options.baseUrl }: Pick<FtMetadataOptions, 'baseUrl'>,
  ): URL => requestUrl(baseUrl, principal, locale, route);

  async function inLocale(
    token: TokenRef,
    locale: string | undefined,
    call: Pick<FtMetadataOptions, 'baseUrl' | 'signal' | 'fresh'>,
  ): Promise<FtMetadata> {
    const { label, read } = token;
    const url = urlOf(token, locale, call);
    return requests.load({ url, principal: label, locale, read }, call);
  }

  /**
   * Requests the default locale first: its record may list the locales, and shows that the token is ready. Until then
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
        const code = error instanceof MetadataError ? error.code : undefined;
        if (code === 'locale-not-found' && localeFallback) continue;
        // A busy service may delay the retry by minutes: cache the default again, so that it is not requested again.
        if (code === 'rate-limited' || code === 'network') {
          requests.cache.set(
            urlOf(token, undefined, call).href,
            { value: standard },
            requests.maxAge,
          );
        }
        throw error;
      }
    }
    throw new MetadataError('locale-not-found', `Token ${token.label} has no locale ${requested}.`);
  }

  const loadFt: LoadRecord = (principal, ...params) => inLocale(ftRef(principal), ...params);

  /** Most pages show single tokens only. */
  const loadLists = loadOnce(() =>
    import('./token-lists.js').then(({ createTokenLists }): TokenLists =>
      createTokenLists(requests, options.baseUrl, loadFt),
    ),
  );

  /** `refer` checks the parameters. */
  async function get(caller: string, refer: () => TokenRef, given?: FtMetadataOptions) {
    const call = readTokenOptions(caller, given, FT_OPTIONS);
    call.signal?.throwIfAborted();
    const token = refer();
    const delay = (error: unknown, attempt: number): number | undefined =>
      error instanceof MetadataError &&
      error.code === 'in-progress' &&
      call.awaitReady &&
      attempt < READY_ATTEMPTS
        ? backoffDelay(attempt, error.retryAfter)
        : undefined;
    return retry(() => once(token, call), delay, { signal: call.signal, pause: options.wait });
  }

  return {
    getTokens: async (principals, call) => (await loadLists()).getTokens(principals, call),
    searchFts: async (query) => (await loadLists()).searchFts(query),
    getFtMetadata: (principal, call) => get('getFtMetadata', () => ftRef(principal), call),
    getNftMetadata: (principal, id, call) =>
      get('getNftMetadata', () => nftRef('nft', principal, id), call),
    getSftMetadata: (principal, id, call) =>
      get('getSftMetadata', () => nftRef('sft', principal, id), call),
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

/** Returns the metadata of an NFT, from the default client. See {@link MetadataClient.getNftMetadata}. */
export function getNftMetadata(
  principal: string,
  tokenId: bigint | string,
  options?: FtMetadataOptions,
): Promise<NftMetadataAnswer> {
  return defaultMetadataClient().getNftMetadata(principal, tokenId, options);
}

/**
 * Returns the metadata of a semi-fungible token, from the default client. See
 * {@link MetadataClient.getSftMetadata}.
 */
export function getSftMetadata(
  principal: string,
  tokenId: bigint | string,
  options?: FtMetadataOptions,
): Promise<SftMetadataAnswer> {
  return defaultMetadataClient().getSftMetadata(principal, tokenId, options);
}
