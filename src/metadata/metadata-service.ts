import { getSettings, type Settings } from '../core/configure.js';
import { clip, describe } from '../errors.js';
import { findServiceUrl } from '../core/services.js';
import { AnswerCache } from '../http/answer-cache.js';
import { BASE_URL, joinUrl, parseBaseUrl } from '../http/base-url.js';
import { HttpError, type HttpAnswer, MAX_BYTES } from '../http/fetch-json.js';
import { parseRetryAfter, Pauses } from '../http/pauses.js';
import { GET, getReader, ServiceReader, type ServiceRequest } from '../http/service.js';
import { shareByKey, type SharedTask } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { empty, has, isRecord } from '../lib/safe-access.js';
import { chooseNetwork } from '../stacks/address.js';
import { MetadataError, type MetadataErrorCode } from './metadata-error.js';
import type { FtMetadataOptions, MetadataClientOptions } from './metadata-types.js';

/** Milliseconds that an answer stays in the cache. */
const MAX_AGE = 300_000;
/**
 * Milliseconds that an error stays in the cache. `in-progress`: less than the shortest delay before a retry, so
 * that only simultaneous callers share it.
 */
const ERROR_AGE = new Map<MetadataErrorCode, number>([
  ['not-found', 30_000],
  ['token-error', 30_000],
  ['in-progress', 400],
]);
/** Bytes of memory of all answers in the cache, by the estimate of `HttpAnswer`. */
const CACHE_BYTES = 6_000_000;
/** Bytes of an error: its texts are short. */
const ERROR_SIZE = 2_000;

/** The options of a call that concern its requests. */
export type CallOptions = Pick<FtMetadataOptions, 'baseUrl' | 'signal' | 'fresh'>;

/** The query of a URL. A value that is undefined is left out. */
export type Params = readonly (readonly [name: string, value: string | undefined])[];

export interface TokenRequest<T> {
  readonly url: URL;
  /** The token, for errors. Undefined: several tokens. */
  readonly label: string | undefined;
  readonly locale: string | undefined;
  /** The client's `maxBytes` is multiplied by this number. */
  readonly size: number;
  /** Parses the JSON of the answer. */
  readonly parse: (json: unknown) => T;
}

/** What was asked, in the cache: a value, or the error that the service states. */
export type KeptAnswer<T = unknown> = { readonly value: T } | { readonly error: MetadataError };

/** What an answer contains, and the bytes of memory that the answer took at most. */
interface Parsed<T> {
  readonly value: T;
  readonly size: number;
}

/** Sends the requests of a client, and keeps the answers. */
export class MetadataService {
  readonly options: MetadataClientOptions;
  readonly #cache: AnswerCache<KeptAnswer>;
  /** What is pending, by the keys of the cache. */
  readonly inFlight = new Map<string, SharedTask<unknown>>();
  readonly maxAge: number;
  readonly #getUrls: (() => Settings) | undefined;
  readonly #now: () => number;
  /** Undefined: that of the page's `fetch`. */
  readonly #reader: ServiceReader | undefined;

  /** @param getUrls the settings of the page, for a client whose options have no URL */
  constructor(options: MetadataClientOptions, getUrls?: () => Settings) {
    const { fetch, headers, now = Date.now, maxAge, maxEntries } = options;
    this.options = options;
    this.#getUrls = getUrls;
    this.#now = now;
    this.maxAge = maxAge ?? MAX_AGE;
    this.#cache = new AnswerCache(CACHE_BYTES, maxEntries, now);
    // A client with `fetch`, `headers` or `now` may have other rate limits, so it shares no pauses.
    const isShared = !fetch && !headers && !options.now;
    const send: typeof globalThis.fetch =
      fetch ?? ((...request) => (getSettings().fetch ?? globalThis.fetch)(...request));
    this.#reader = isShared ? undefined : new ServiceReader(send, new Pauses(now));
  }

  /**
   * The URL of a route: `{baseUrl}/metadata/v1/{route}?{params}`. Default: the page's, else the public service, of the network
   * of the page if the address can be on it, else of the address.
   *
   * @throws MetadataError `invalid-base-url`
   */
  url(route: string, address: string, { baseUrl }: CallOptions, params: Params = []): URL {
    const url = baseUrl ?? this.options.baseUrl ?? this.#findBaseUrl(address);
    const base = parseBaseUrl(url);
    if (base === undefined) {
      const message = `baseUrl must be ${BASE_URL}; got ${describe(url)}.`;
      throw new MetadataError('invalid-base-url', message);
    }
    const query = new URLSearchParams();
    for (const [name, value] of params) if (value !== undefined) query.append(name, value);
    const search = String(query);
    return new URL(joinUrl(base, `/metadata/v1/${route}${search && `?${search}`}`));
  }

  #findBaseUrl(address: string): string {
    const settings = this.#getUrls?.() ?? empty<Settings>();
    const { network: page = 'mainnet' } = settings;
    const network = chooseNetwork(address, page) ?? page;
    const url = findServiceUrl('metadataApi', network, settings);
    if (url !== undefined) return url;
    const message = `no metadata service is known for ${network}; set \`metadataApi: { ${network}: '…' }\` with configure(), or \`baseUrl\`.`;
    throw new MetadataError('invalid-base-url', message);
  }

  /** The answer in the cache, that of the pending request, or that of a new one. */
  async load<T>(query: TokenRequest<T>, { fresh = false, signal }: CallOptions): Promise<T> {
    const { href } = query.url;
    const kept = fresh ? undefined : this.getKept<T>(href);
    if (kept) return getValue(kept);
    signal?.throwIfAborted();
    const request = async (shared: AbortSignal): Promise<T> => {
      try {
        const { value, size } = await this.send(query, fresh, shared);
        this.keep(href, { value }, size);
        return value;
      } catch (error) {
        if (error instanceof MetadataError) this.keepError(href, error);
        throw error;
      }
    };
    return shareByKey(this.inFlight, href, request).join(signal);
  }

  getKept<T>(key: string): KeptAnswer<T> | undefined {
    return this.#cache.get(key) as KeptAnswer<T> | undefined;
  }

  /** @param size bytes of memory of the answer, or of its part */
  keep(key: string, outcome: KeptAnswer, size: number, maxAge = this.maxAge): void {
    this.#cache.set(key, outcome, size, maxAge);
  }

  /** Keeps what the service states about a token, for at least `least` milliseconds. Other errors may be temporary. */
  keepError(key: string, error: MetadataError, least = 0): void {
    // A locale is requested only for a ready token, so this error may be kept as long as metadata.
    const age = error.code === 'locale-not-found' ? this.maxAge : ERROR_AGE.get(error.code);
    if (age) this.keep(key, { error }, ERROR_SIZE, Math.max(age, least));
  }

  /**
   * Sends a request, unless the host is paused. Every failure is a MetadataError, or the signal's reason once the signal is
   * aborted.
   */
  async send<T>(query: TokenRequest<T>, fresh: boolean, signal: AbortSignal): Promise<Parsed<T>> {
    const { url, size } = query;
    const { headers, timeout } = this.options;
    const reader = this.#reader ?? getReader(getSettings().fetch);
    const request: ServiceRequest = {
      ...GET,
      // No conditional headers, which would need a preflight: the browser's cache revalidates by itself.
      headers: { accept: 'application/json', ...headers },
      cache: fresh ? 'no-cache' : undefined,
      timeout,
      maxBytes: (this.options.maxBytes ?? MAX_BYTES) * size,
      fresh,
    };
    try {
      const answer = await reader.send(url, request, signal);
      return { value: readAnswer(answer, query, this.#now()), size: answer.size };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure =
        error instanceof HttpError
          ? new MetadataError(error.kind, `The metadata service at ${error.message}`, {
              status: error.status,
              retryAfter: error.retryAfter,
              cause: error,
            })
          : error;
      throw failure;
    }
  }
}

/** The value of an outcome; throws its error. */
export function getValue<T>(outcome: KeptAnswer<T>): T {
  if (has(outcome, 'error')) throw outcome.error;
  return outcome.value;
}

/**
 * Values of the field `error`, the only stable part of an error answer: statuses and other fields differ between
 * versions. `Contract not found` is the public service's answer for an unknown contract.
 */
const STATED_ERRORS = new Map<unknown, MetadataErrorCode>([
  ['Token not found', 'not-found'],
  ['Contract not found', 'not-found'],
  ['Token metadata fetch in progress', 'in-progress'],
  ['Locale not found', 'locale-not-found'],
  ['Token error', 'token-error'],
]);

/** Reads an answer of the service. @throws MetadataError for any answer but 200 with the expected JSON */
function readAnswer<T>(answer: HttpAnswer, query: TokenRequest<T>, now: number): T {
  const { status, json, type } = answer;
  const { label, locale, url } = query;
  const service = `The metadata service at ${url.host}`;
  const token = label ? `Token ${label}` : 'The request';
  if (status === 200) {
    const isJson = /^application\/([\w.+-]+\+)?json\b/i.test(type);
    if (isJson && json !== undefined) return query.parse(json);
    const what = type ? clip(type, 80) : 'no content type';
    throw createError(
      answer,
      now,
      'bad-response',
      isJson
        ? `${service} answered with JSON that is incomplete or invalid.`
        : `${service} answered 200 with ${what} where JSON was expected; is baseUrl right?`,
    );
  }
  if (status === 429)
    throw createError(answer, now, 'rate-limited', `${service} asks to slow down.`);
  const { error, message, statusCode } = isRecord(json) ? json : empty<Record<string, unknown>>();
  const text = message ?? error;
  const reason = typeof text === 'string' && text !== '' ? ` (${clip(text, 200)})` : '';
  // The 404 of an unknown route also has statusCode, or is no JSON.
  const isTokenNotFound = status === 404 && typeof error === 'string' && statusCode === undefined;
  const code = STATED_ERRORS.get(error) ?? (isTokenNotFound ? 'not-found' : undefined);
  switch (code) {
    case 'not-found':
      throw createError(answer, now, code, `${token} is not known to the metadata service.`);
    case 'in-progress':
      throw createError(answer, now, code, `${token}: its metadata is still being fetched.`);
    case 'locale-not-found':
      throw createError(answer, now, code, `${token} has no locale ${locale ?? ''}.`);
    case 'token-error':
      throw createError(answer, now, code, `${token}: its metadata cannot be processed${reason}.`);
  }
  if (status === 400 && typeof error === 'string') {
    const refused = label ? 'invalid-principal' : 'invalid-params';
    throw createError(
      answer,
      now,
      refused,
      `${token} was refused by the metadata service${reason}.`,
    );
  }
  throw createError(
    answer,
    now,
    'bad-response',
    `${service} answered ${status}${reason}; is baseUrl right?`,
  );
}

/**
 * Not a function inside of `readAnswer`: until the `stack` of an error is read, V8 keeps the functions in it, and with them
 * the answer that they could use.
 */
function createError(
  { status, retryAfter }: HttpAnswer,
  now: number,
  code: MetadataErrorCode,
  message: string,
): MetadataError {
  return new MetadataError(code, message, {
    status,
    retryAfter: parseRetryAfter(retryAfter, now),
  });
}

/** True if one answer had too many bytes: another with fewer tokens may not. */
export const isTooLarge = ({ cause }: MetadataError): boolean =>
  cause instanceof HttpError && cause.code === 'too-large';

/** Options of every call. */
export const CALL_OPTIONS = { locale: option.text, baseUrl: option.url, fresh: option.flag };

/** Reads the options of a function for tokens. @throws MetadataError `invalid-params` */
export function readTokenOptions<T extends object>(
  caller: string,
  options: T | undefined,
  table: option.OptionTable<T>,
  argument = 'options',
): T {
  const toError = (message: string) => new MetadataError('invalid-params', message);
  return option.readOptions(caller, options, table, toError, argument);
}
