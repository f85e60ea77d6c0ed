import { attempt, bare, copyPlainData, empty, getMethod } from '../../lib/safe-access.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { MetadataError } from '../../tokens/metadata-error.js';
import type {
  FtMetadataAnswer,
  MetadataClient,
  TokensOptions,
} from '../../tokens/metadata-types.js';
import type { NftType } from '../../tokens/parse.js';
import { retryLoad } from '../../tokens/retry.js';
import { isSame } from '../internal/is-same.js';

/** A token. An NFT and a semi-fungible token have a token id, a fungible token does not. */
export interface TokenName {
  readonly principal: string;
  readonly type?: NftType | undefined;
  readonly tokenId?: bigint | string | undefined;
}

/** What to load. A change of any field loads again, unless the loaded record already contains the needed summary. */
export interface TokenQuery extends TokenName {
  readonly client: MetadataClient;
  readonly locale: string | undefined;
  readonly baseUrl: string | undefined;
  /** Request the locale only if the token's metadata lists it. */
  readonly onlyListed?: boolean;
  /** Load only the fields that a list shows. One request can load them for many tokens. Without a locale. */
  readonly summary?: boolean;
}

const METHODS = { nft: 'getNftMetadata', sft: 'getSftMetadata' } as const;

/** Whether a client loads tokens of this type. A client of the page may not. */
export function canLoad(client: MetadataClient | undefined, type: TokenName['type']): boolean {
  return typeof client?.[type ? METHODS[type] : 'getFtMetadata'] === 'function';
}

/** Whether a summary is wanted and the client can load it. A client of the page may not. */
function hasSummaries({ client, summary }: TokenQuery): boolean {
  return summary === true && typeof (client as Partial<MetadataClient>).getTokens === 'function';
}

/** Loads the token of a query. `prefetch`: the tokens that a request for a summary may also load. */
async function load(
  query: TokenQuery,
  call: TokensOptions,
  prefetch: () => Iterable<string>,
): Promise<FtMetadataAnswer> {
  const { client, principal, type, tokenId = '', locale, onlyListed } = bare(query);
  const options = { ...call, locale, onlyListed };
  if (type) return client[METHODS[type]](principal, tokenId, options);
  if (!hasSummaries(query)) return client.getFtMetadata(principal, options);
  const [answer] = await client.getTokens([principal], { ...call, prefetch });
  if (answer?.token) return { ...answer.token, locale: answer.locale };
  throw answer!.error;
}

/** The fields that say who is asked. */
const SERVICE = ['client', 'baseUrl'] as const;
/** The fields on which an answer depends, perhaps in another locale. */
const TOKEN = [...SERVICE, 'principal', 'type', 'tokenId'] as const;

/** Whether two queries ask the same service. */
export const isSameService = <T extends Pick<TokenQuery, 'client' | 'baseUrl'>>(
  a: T | undefined,
  b: T | undefined,
): boolean => isSame(a, b, SERVICE);

/** The text of a property. A removed attribute gives null, and a page may set anything: both give ''. */
export function trimmed(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** What is known about a token: at most one of `answer` and `error`. While it loads again, that of before. */
export interface TokenState {
  readonly isLoading: boolean;
  readonly answer: FtMetadataAnswer | undefined;
  readonly error: MetadataError | undefined;
}

/** Nothing is known. Each state has all fields: a page may have added one to `Object.prototype`. */
export const IDLE: TokenState = { isLoading: false, answer: undefined, error: undefined };

/**
 * The answer without prototypes, at every depth: what a page added to `Object.prototype` is no field of a token. The answer
 * of a client of the page is not copied if it is not plain data.
 */
export function copyAnswer(answer: FtMetadataAnswer): FtMetadataAnswer {
  const fail = (field: string, reason: string): never => {
    throw new TypeError(`${field}: ${reason}`);
  };
  return attempt(() => copyPlainData(answer, 'answer', fail) as FtMetadataAnswer) ?? answer;
}

/** `pending`: the service is still fetching the metadata, or is busy; the controller requests it again. */
export type TokenStatus = 'idle' | 'loading' | 'ready' | 'pending' | 'not-found' | 'error';

export function getStatus({ isLoading, answer, error }: TokenState): TokenStatus {
  if (isLoading) return 'loading';
  if (!error) return answer ? 'ready' : 'idle';
  if (error.code === 'not-found') return 'not-found';
  return isWaiting(error) ? 'pending' : 'error';
}

/** The service is busy, or is still fetching the metadata: not an error, since the request is repeated. */
export const isWaiting = ({ code }: MetadataError): boolean =>
  code === 'in-progress' || code === 'rate-limited';

export interface TokenListener {
  loaded?(answer: FtMetadataAnswer): void;
  failed?(error: MetadataError): void;
  /** Resolves when the host is visible. The controller waits for it before it retries. Default: it does not wait. */
  whenVisible?(): Promise<void> | undefined;
}

/** The controllers that wait before they retry: the function that ends the delay, and the query. */
const waiting = new Map<() => void, TokenQuery>();
/** The summaries that elements outside the viewport will need. A request with free capacity also loads them. */
const soon = new Map<TokenController, TokenQuery>();

/**
 * Loads the metadata of one token for one element. Ignores late answers. While the service is still fetching, is
 * rate limiting or cannot be reached, retries until the host is detached. When another controller has loaded the
 * token, retries at once, since the client has then cached it. Controllers that load summaries retry together.
 */
export class TokenController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #listener: TokenListener;
  #state = IDLE;
  #query: TokenQuery | undefined;
  #abort: AbortController | undefined;

  constructor(host: ReactiveControllerHost, listener: TokenListener = empty()) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  get state(): TokenState {
    return this.#state;
  }

  /** Loads this token, unless it is loaded or loading. `undefined`: no token. `isNear`: false to load it later. */
  follow(wanted: TokenQuery | undefined, isNear = true): void {
    // A Map keeps the order of the first insertion, which is mostly that of the page.
    if (wanted?.summary && !isNear) soon.set(this, wanted);
    else soon.delete(this);
    const query = isNear ? wanted : undefined;
    if (isSame(query, this.#query)) return;
    // A whole record contains everything in a summary.
    if (query?.summary && isSame(query, this.#query, TOKEN) && getStatus(this.#state) === 'ready')
      return;
    // What another service says about the token is not what this one says.
    if (!isSame(query, this.#query, TOKEN)) this.#state = IDLE;
    this.#query = query;
    this.#abort?.abort();
    if (query) void this.#load(query, false);
  }

  /** Loads the token again, ignoring the cache. */
  reload(): void {
    if (!this.#query) return;
    this.#abort?.abort();
    void this.#load(this.#query, true);
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    soon.delete(this);
    this.#abort?.abort();
    // A request that had not settled starts again when the host is attached again.
    if (!['ready', 'not-found'].includes(getStatus(this.#state))) this.#query = undefined;
  }

  async #load(query: TokenQuery, fresh: boolean): Promise<void> {
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const { baseUrl } = query;
    this.#state = { ...this.#state, isLoading: true };
    // Do not pass an undefined base URL: it would replace the one of a context's client.
    const options = { signal, ...(baseUrl && { baseUrl }) };
    let isReported = false;
    let isFresh = fresh;
    const ask = (): Promise<FtMetadataAnswer> => {
      const call = { ...options, fresh: isFresh };
      isFresh = false;
      return load(query, call, () => after(query));
    };
    const onError = (error: MetadataError): void => {
      this.#become({ ...IDLE, error });
      if (isReported || isWaiting(error)) return;
      isReported = true;
      getMethod(this.#listener, 'failed')?.(error);
    };
    const pause = async (ms: number): Promise<void> => {
      await untilLoaded(query, ms, signal);
      await getMethod(this.#listener, 'whenVisible')?.();
    };
    const answer = await retryLoad(ask, { signal, onError, pause }).catch(() => undefined);
    if (!answer || signal.aborted) return;
    this.#become({ ...IDLE, answer: copyAnswer(answer) });
    getMethod(this.#listener, 'loaded')?.(answer);
    for (const [end, other] of waiting) if (isSame(other, query, TOKEN)) end();
  }

  #become(state: TokenState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** The tokens that elements outside the viewport will need from the same service. */
function* after(query: TokenQuery): Iterable<string> {
  for (const other of soon.values()) if (isSameService(other, query)) yield other.principal;
}

/**
 * Waits `ms` milliseconds, or until another controller has loaded the token. For a summary, also until another
 * summary of the same service is requested again, since one request loads both. Rejects when aborted.
 */
function untilLoaded(query: TokenQuery, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      waiting.delete(end);
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(() => {
      for (const [endOther, other] of hasSummaries(query) ? [...waiting] : [])
        if (other.summary && isSameService(other, query)) endOther();
      end();
    }, ms);
    waiting.set(end, query);
    signal.addEventListener('abort', end, bare({ once: true }));
  });
}
