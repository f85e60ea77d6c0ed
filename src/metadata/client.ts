import { MetadataError } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { localeChain } from './locale.js';
import { parseFtMetadata } from './parse.js';
import { checkFtPrincipal } from './principal.js';
import { requestUrl } from './request-url.js';
import { createRequests } from './requests.js';
import { backoffDelay, retry, wait } from './retry.js';
import type {
  FtMetadataAnswer,
  FtMetadataOptions,
  FtPage,
  FtQuery,
  LoadRecord,
  MetadataClient,
  MetadataClientOptions,
  TokenAnswer,
  TokenLists,
  TokensOptions,
} from './types.js';

export type * from './types.js';

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
