import { mustBe } from '../errors.js';
import * as option from '../lib/read-options.js';
import { ReadWatcher, type Watcher } from '../lib/read-watcher.js';
import { attempt, copyPlainData, isRecord, read } from '../lib/safe-access.js';
import { defaultMetadataClient, FT_OPTIONS } from './metadata-client.js';
import { MetadataError } from './metadata-error.js';
import { readTokenOptions } from './metadata-service.js';
import type { FtMetadataAnswer, FtMetadataOptions, MetadataClient } from './metadata-types.js';
import type { NftType } from './parse.js';
import { getDelay, isTemporary, isWaiting, toMetadataError } from './retry.js';

/**
 * What is known about a token. Frozen, and the same object until it changes.
 *
 * - `loading`: also before the first listener. While a token is loaded again, `token` and `error` are those of before.
 * - `pending`: the service is busy (`rate-limited`), or is still fetching the metadata (`in-progress`). It is asked again.
 * - `ready`: `token` is what was loaded.
 * - `error`: `error.code` says why; after `network` the service is asked again.
 */
export type TokenState =
  | {
      readonly status: 'loading';
      readonly token: FtMetadataAnswer | undefined;
      readonly error: MetadataError | undefined;
    }
  | { readonly status: 'ready'; readonly token: FtMetadataAnswer; readonly error: undefined }
  | {
      readonly status: 'pending' | 'error';
      readonly token: undefined;
      readonly error: MetadataError;
    };

/** The options of {@link watchToken}: those of `getFtMetadata`, and what is loaded by whom. */
export interface WatchTokenOptions extends FtMetadataOptions {
  /** The client that loads. Default: that of the page. */
  readonly client?: MetadataClient | undefined;
  /** The type of a token that has a `tokenId`: `nft` (SIP-009) or `sft` (SIP-013). Default: a fungible token. */
  readonly type?: NftType | undefined;
  /** A bigint or decimal digits, from 0 to 2^128 - 1. */
  readonly tokenId?: bigint | string | undefined;
  /**
   * Load only the fields that a list shows, with `getTokens`: one request loads them for up to fifty fungible tokens. Default:
   * false.
   */
  readonly summary?: boolean | undefined;
  /** What a server has loaded: the state is `ready` at once, and nothing is loaded. */
  readonly initial?: FtMetadataAnswer | undefined;
  /** Called before each read, which waits for it, such as until an element is visible. Default: it does not wait. */
  readonly beforeRead?: (() => Promise<unknown> | undefined) | undefined;
}

const WATCH_OPTIONS: option.OptionTable<WatchTokenOptions> = {
  ...FT_OPTIONS,
  client: option.shared(
    'a client of tokens, such as that of createMetadataClient(), and not of a wallet',
    (value) => isRecord(value) && typeof read(value, 'state') !== 'object',
  ),
  type: option.oneOf('nft', 'sft'),
  tokenId: option.anything,
  summary: option.flag,
  initial: option.shared('the metadata of a token', isRecord),
  beforeRead: option.func,
};

const METHODS = { nft: 'getNftMetadata', sft: 'getSftMetadata' } as const;

/** Milliseconds. */
const SECOND = 1_000;

/**
 * Loads the metadata of a token while there are listeners, and again as long as the service is busy, is still fetching the
 * metadata, or cannot be reached: after a second, and after longer and longer times up to half a minute, but never before the
 * service allows it. A token that has loaded is not loaded again, except by `reload()`.
 *
 * @throws MetadataError `invalid-params` for a wrong option. A wrong `principal` or `tokenId` is an `error` of the state.
 * @example
 * ```ts
 * import { watchToken } from 'stacks-wallet-elements/metadata';
 *
 * const honey = watchToken('SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token');
 * const unsubscribe = honey.subscribe(() => {
 *   const { status, token, error } = honey.state;
 *   console.log(status, token?.symbol ?? error?.code);
 * });
 * unsubscribe();
 * ```
 */
export function watchToken(principal: string, options?: WatchTokenOptions): Watcher<TokenState> {
  return createTokenWatcher('watchToken', principal, options);
}

/** @param caller the function that the page has called, for the errors */
export function createTokenWatcher(
  caller: string,
  principal: string,
  options: WatchTokenOptions | undefined,
): Watcher<TokenState> {
  const checked = readTokenOptions(caller, options, WATCH_OPTIONS);

  const { summary = false, beforeRead, signal, fresh, initial } = checked;
  return new ReadWatcher<FtMetadataAnswer, TokenState>({
    empty: LOADING,
    initial: initial && { status: 'ready', token: toPlain(initial), error: undefined },
    read: (ended, isFresh) => load(caller, principal, checked, ended, isFresh),
    toReading: ({ token, error }) => ({ status: 'loading', token, error }),
    toReady: (token) => ({ status: 'ready', token: toPlain(token), error: undefined }),
    toFailed: (thrown) => {
      const error = toMetadataError(thrown);
      return { status: isWaiting(error) ? 'pending' : 'error', token: undefined, error };
    },
    getDelay: (thrown, attempt) => {
      const error = toMetadataError(thrown);
      if (!isTemporary(error)) return undefined;
      const delay = getDelay(attempt, error.retryAfter);
      return summary ? untilSharedTime(delay) : delay;
    },
    isFresh: fresh,
    beforeRead,
    signal,
  });
}

/** The state before a token is loaded. */
export const LOADING: TokenState = Object.freeze({
  status: 'loading',
  token: undefined,
  error: undefined,
});

async function load(
  caller: string,
  principal: string,
  options: WatchTokenOptions,
  signal: AbortSignal,
  fresh: boolean,
): Promise<FtMetadataAnswer> {
  const { client = defaultMetadataClient(), type, tokenId = '', summary } = options;
  if (tokenId !== '' && !type) {
    const expected = '"nft" or "sft" beside `tokenId`';
    throw new MetadataError('invalid-params', `${caller}: ${mustBe('type', type, expected)}`);
  }
  const { locale, baseUrl, awaitReady, localeFallback, onlyListed } = options;
  // An undefined base URL would replace the one of the client of a context.
  const call = { locale, signal, fresh, ...(baseUrl && { baseUrl }) };
  const whole = { ...call, awaitReady, localeFallback, onlyListed };
  if (type) return client[METHODS[type]](principal, tokenId, whole);
  // A client of the page may have no such function.
  const hasSummaries = typeof (client as Partial<MetadataClient>).getTokens === 'function';
  if (!summary || !hasSummaries) return client.getFtMetadata(principal, whole);
  const [answer] = await client.getTokens([principal], call);
  if (answer?.token) return { ...answer.token, locale: answer.locale };
  throw answer!.error;
}

/**
 * The answer without prototypes, at every depth: what a page added to `Object.prototype` is no field of a token. The answer
 * of a client of the page is not copied if it is not plain data.
 */
export function toPlain(answer: FtMetadataAnswer): FtMetadataAnswer {
  const fail = (field: string, reason: string): never => {
    throw new TypeError(`${field}: ${reason}`);
  };
  return attempt(() => copyPlainData(answer, 'answer', fail) as FtMetadataAnswer) ?? answer;
}

/** At the next whole second since the page was opened, so that one request loads the summaries of many tokens again. */
function untilSharedTime(delay: number): number {
  const time = performance.now() + delay;
  return delay + (SECOND - (time % SECOND));
}
