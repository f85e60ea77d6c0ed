/** How services are read: tokens, transactions, balances, names, nonces. */
import { shareByKey, type SharedTask } from '../lib/promises.js';
import { isRecord } from '../lib/safe-access.js';
import { AnswerCache } from './answer-cache.js';
import { withoutQuery } from './base-url.js';
import { fetchJson, HttpError, type HttpAnswer, type HttpRequest } from './fetch-json.js';
import { FOREGROUND, pagePauses, Pauses, type PauseRules } from './pauses.js';
import type { AbortSignal, Fetch, URL } from '../lib/web-types.js';

/** What is sent, and when. */
export interface ServiceRequest {
  readonly headers: HttpRequest['headers'];
  readonly cache: HttpRequest['cache'];
  readonly timeout: HttpRequest['timeout'];
  readonly maxBytes: HttpRequest['maxBytes'];
  /** JSON: the request is a POST. */
  readonly body: string | undefined;
  /** When the host is paused. */
  readonly rules: PauseRules;
  /** True for a request to a host that could not be reached before. Not to one that refuses. */
  readonly fresh: boolean;
  /** Called when it is sent. What it throws is the failure of the request, which is not sent. */
  readonly onSend: (() => void) | undefined;
}

/** A GET request with the defaults. */
export const GET: ServiceRequest = {
  headers: undefined,
  cache: undefined,
  timeout: undefined,
  maxBytes: undefined,
  body: undefined,
  rules: FOREGROUND,
  fresh: false,
  onSend: undefined,
};

export interface KeptOptions {
  /** Milliseconds for which an earlier answer may be used. Default: 0. A request that is pending is always shared. */
  readonly maxAge: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The answers of all services that are kept for callers with `maxAge`, by the reader and the request. */
const answers = new AnswerCache<HttpAnswer>(3_000_000);
let count = 0;

/** Reads services with one `fetch`: the pauses of their hosts, what is pending, and the answers that are kept. */
export class ServiceReader {
  /** A part of keys: another `fetch` may ask another service. */
  readonly id = (count += 1);
  readonly #fetch: Fetch | undefined;
  readonly #pauses: Pauses;
  readonly #pending = new Map<string, SharedTask<unknown>>();

  constructor(fetch: Fetch | undefined, pauses: Pauses) {
    this.#fetch = fetch;
    this.#pauses = pauses;
  }

  /**
   * Sends a request, unless its host is paused. Returns an answer of any status.
   *
   * @throws HttpError; the reason of the signal
   */
  send(
    url: string | URL,
    request: ServiceRequest,
    signal: AbortSignal | undefined,
  ): Promise<HttpAnswer> {
    const { body, headers, rules, fresh, onSend, ...http } = request;
    const post = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    };
    const content = body === undefined ? { headers } : post;
    return this.#pauses.run(new URL(url).origin, rules, fresh, async () => {
      signal?.throwIfAborted();
      onSend?.();
      return fetchJson({ url, fetch: this.#fetch, ...http, ...content, signal });
    });
  }

  /**
   * The answer that is kept, that of the same request if it is pending, or that of a new one. Its status is 200, or says
   * something about what is read: at most 499, or 501.
   *
   * @throws HttpError; the reason of the signal
   */
  async read(
    url: string,
    request: ServiceRequest,
    { maxAge = 0, signal }: KeptOptions,
  ): Promise<HttpAnswer> {
    signal?.throwIfAborted();
    const { body = '', maxBytes = 0 } = request;
    const key = `${this.id} ${maxBytes} ${url} ${body}`;
    // A server that prerenders a page must not read the clock before it waits for data, as in Next.
    const kept = maxAge > 0 ? answers.get(key, maxAge) : undefined;
    if (kept) return kept;
    const send = (shared: AbortSignal) => this.send(url, request, shared);
    const answer = await this.share(key, send, signal);
    const { status, json, size } = answer;
    const isRefusal = status === 429 || (status >= 500 && status !== 501);
    if (isRefusal || (status === 200 && json === undefined)) throw this.refuse(url, answer);
    // A newer answer also replaces an older one for those who accept older answers.
    const isKept = maxAge > 0 || answers.has(key);
    if (status === 200 && isRecord(json) && isKept) answers.set(key, answer, size);
    return answer;
  }

  /** What is pending under a key, else what `load` returns. It is aborted when all who wait for it have aborted. */
  share<T>(
    key: string,
    load: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return shareByKey(this.#pending, key, load).join(signal);
  }

  /** The error for an answer whose status or content was not expected. */
  refuse(url: string, { status, json }: HttpAnswer, content = 'JSON'): HttpError {
    const what = status === 200 ? ` ${json === undefined ? 'without' : 'with other JSON than'} ${content}` : ''; // prettier-ignore
    const error = new HttpError('status', `${withoutQuery(url)} answered ${status}${what}.`);
    error.status = status;
    if (status === 429) error.retryAfter = Math.max(this.pauseEnd(url) - Date.now(), 0);
    return error;
  }

  /** When the pause of a host ends, milliseconds since 1970; 0 if there is none. */
  pauseEnd(url: string): number {
    return this.#pauses.until(new URL(url).origin);
  }
}

const pageReader = new ServiceReader(undefined, pagePauses);
const readers = new WeakMap<Fetch, ServiceReader>();

/**
 * The reader that all who use the same `fetch` share. One of a page's own may have other limits than the browser's, so it
 * has its own pauses.
 */
export function getReader(fetch: Fetch | undefined): ServiceReader {
  if (!fetch) return pageReader;
  const reader = readers.get(fetch) ?? new ServiceReader(fetch, new Pauses());
  readers.set(fetch, reader);
  return reader;
}
