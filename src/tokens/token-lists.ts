import { describe } from '../errors.js';
import { MetadataError } from './metadata-error.js';
import { getAddressFormat } from '../stacks/address.js';
import { mergeOptions } from '../lib/read-options.js';
import { localeChain } from './locale.js';
import { readTokenOptions, TOKENS_OPTIONS } from './options.js';
import { toSummary, type Row } from './parse-summary.js';
import { checkFtPrincipal, isFtPrincipal } from './principal.js';
import { requestUrl } from './request-url.js';
import { ERROR_AGE_MS, valueOf, type Outcome, type Requests } from './requests.js';
import { createSearch } from './search-fts.js';
import { createTokenBatches, type KeyedToken } from './token-batches.js';
import type { LoadRecord, TokenAnswer, TokenLists, TokensOptions, TokenSummary } from './types.js';
import type { FtMetadata } from './token-metadata.js';

/** Milliseconds until a token without facts is requested separately again. */
const BARE_AGE = 30_000;

export function createTokenLists(
  requests: Requests,
  defaultBaseUrl: string | URL | undefined,
  loadRecord: LoadRecord,
): TokenLists {
  const { cache } = requests;
  const batches = createTokenBatches(
    requests,
    (key) => cache.get(`bare ${key}`) !== undefined,
    (key, row) => {
      const age = row.error ? (ERROR_AGE_MS[row.error.code] ?? 0) : requests.maxAge;
      if (row.error) cache.set(`summary ${key}`, { error: row.error }, age);
      else if (!row.isBare) cache.set(`summary ${key}`, { value: row.token }, age);
    },
  );

  /** Requests a token separately to find out why it has no facts: it is in progress, or invalid, or has none. */
  async function reason(key: string, row: Row, call: TokensOptions): Promise<TokenSummary> {
    const { principal } = row.token;
    const known = cache.get(`bare ${key}`);
    if (known && !call.fresh) return valueOf(known) as TokenSummary;
    if (!row.mayAsk) {
      const message = `Token ${principal}: its metadata is not there yet.`;
      throw new MetadataError('in-progress', message);
    }
    try {
      return toSummary(principal, await loadRecord(principal, undefined, call));
    } catch (error) {
      if (error instanceof MetadataError && ERROR_AGE_MS[error.code]) {
        cache.set(`bare ${key}`, { error }, BARE_AGE);
      }
      throw error;
    }
  }

  async function inLocale(
    principal: string,
    locale: string | undefined,
    call: TokensOptions,
  ): Promise<TokenSummary> {
    const baseUrl = call.baseUrl ?? defaultBaseUrl;
    const keyOf = (token: string): string => requestUrl(baseUrl, token, locale).href;
    const href = keyOf(principal);
    const { fresh = false, signal } = call;
    const whole = requests.pending<FtMetadata>(href);
    const record = fresh ? undefined : (cache.get(href) as Outcome<FtMetadata> | undefined);
    if (record) return toSummary(principal, valueOf(record));
    if (whole) return toSummary(principal, await whole.join(signal));

    const key = `summary ${href}`;
    const known = fresh ? undefined : (cache.get(key) as Outcome<TokenSummary> | undefined);
    if (known) return valueOf(known);
    signal?.throwIfAborted();
    const isTestnet = isOnTestnet(principal);
    const target = { baseUrl, isTestnet, locale, fresh };
    function* prefetch(): Iterable<KeyedToken> {
      for (const soon of call.prefetch?.() ?? []) {
        if (!isFtPrincipal(soon) || isOnTestnet(soon) !== isTestnet) continue;
        const key = keyOf(soon);
        if (!cache.get(key) && !cache.get(`summary ${key}`)) yield { principal: soon, key };
      }
    }
    const ask = (shared: AbortSignal): Promise<Row | undefined> =>
      batches.ask({ principal, key: href, signal: shared, prefetch }, target);
    const row = await requests.once(key, ask).join(signal);
    if (!row) return toSummary(principal, await loadRecord(principal, locale, call));
    if (row.error) throw row.error;
    return row.isBare && !locale ? reason(href, row, call) : row.token;
  }

  /** Requests the default locale first, as for a whole record: until a token is ready it has no other locale. */
  async function answer(principal: string, call: TokensOptions): Promise<TokenAnswer> {
    const standard = await inLocale(principal, undefined, call);
    const requested = call.locale && { requested: call.locale };
    for (const locale of standard.description ? localeChain(call.locale) : []) {
      if (!locale) break;
      const token = await inLocale(principal, locale, call).catch(unlessMissing);
      // A row has no description in a locale that the token does not have.
      if (token?.description) return { principal, token, locale: { ...requested, served: locale } };
    }
    return { principal, token: standard, locale: { ...requested } };
  }

  async function one(principal: string, call: TokensOptions): Promise<TokenAnswer> {
    try {
      checkFtPrincipal(principal);
      return await answer(principal, call);
    } catch (error) {
      const isOfToken = error instanceof MetadataError && error.code !== 'invalid-base-url';
      if (call.signal?.aborted || !isOfToken) throw error;
      return { principal, error };
    }
  }

  return {
    searchFts: createSearch(requests, defaultBaseUrl),
    async getTokens(principals, given) {
      const call = readTokenOptions('getTokens', given, TOKENS_OPTIONS);
      call.signal?.throwIfAborted();
      if (!Array.isArray(principals)) {
        const expected = 'an array of contract principals';
        throw new MetadataError(
          'invalid-params',
          `principals must be ${expected}; got ${describe(principals)}.`,
        );
      }
      const { signal } = call;
      // One signal for each token: Node.js warns if a signal has more than ten listeners.
      const controllers: AbortController[] = [];
      const abort = (): void => {
        for (const controller of controllers) controller.abort(signal?.reason);
      };
      const start = (principal: string): Promise<TokenAnswer> => {
        const controller = new AbortController();
        controllers.push(controller);
        return one(principal, mergeOptions<TokensOptions>(call, { signal: controller.signal }));
      };
      const answers = new Map<string, Promise<TokenAnswer>>();
      const all = (principals as readonly string[]).map((principal) => {
        const answered = answers.get(principal) ?? start(principal);
        answers.set(principal, answered);
        return answered;
      });
      signal?.addEventListener('abort', abort);
      return Promise.all(all).finally(() => signal?.removeEventListener('abort', abort));
    },
  };
}

function isOnTestnet(principal: string): boolean {
  return getAddressFormat(principal)?.network === 'testnet';
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MetadataError) || error.code !== 'locale-not-found') throw error;
}
