import { allowName, keepArrays, mustBe } from '../errors.js';
import { abortable } from '../lib/promises.js';
import { attempt, bare, parseJson, read } from '../lib/safe-access.js';
import type { AbortSignal, Fetch, URL } from '../lib/web-types.js';

/** Milliseconds for one request, including the body. */
const TIMEOUT = 15_000;
/** The maximum size of an answer, in bytes, unless the caller gives another. */
export const MAX_BYTES = 1_048_576;
/** The maximum size of an answer with a few numbers and short texts, in bytes. */
export const SMALL_ANSWER = 65_536;
/**
 * The most lists, objects and named values in an answer, at every depth together. An engine takes up to two microseconds for
 * each: bytes alone limit the time of a long text, but not that of a million objects.
 */
const MAX_PARTS = 50_000;
/** An item of a list takes a quarter of that. */
const ITEM = 0.25;
/** Bytes of memory that such a part takes beside its text. An object takes the most. */
const PART_SIZE = 100;

/**
 * `timeout`: no answer, or an incomplete one, in time. `network`: no connection, a broken one, or an answer that the page
 * may not read. `too-large`: more bytes or parts than are allowed. `redirect`: an answer that names another URL. `paused`: the
 * request was not sent, because the host refused or failed before. `status`: an answer with another status or content than
 * expected. `wrong-network`: a service of another network.
 */
export type HttpErrorCode =
  | 'timeout'
  | 'network'
  | 'too-large'
  | 'redirect'
  | 'paused'
  | 'status'
  | 'wrong-network';

/** The error for a request without an answer that can be used. The message names the host and the reason. */
export class HttpError extends Error {
  static {
    allowName(this);
  }

  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  /** The HTTP status, if there was an answer. A browser hides that of a redirect. */
  status: number | undefined = undefined;
  /** Milliseconds until the end of the pause. */
  retryAfter: number | undefined = undefined;
  /** True for a pause that began with an answer (429 or 503), false for one after network errors. */
  isLimited = false;

  constructor(code: HttpErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** What callers report: no answer of the service, one that refuses for a time, or one that cannot be used. */
  get kind(): 'network' | 'rate-limited' | 'bad-response' {
    const { code, status = 0 } = this;
    if (code === 'status') {
      if (status === 429 || status === 503) return 'rate-limited';
      return status >= 500 && status !== 501 ? 'network' : 'bad-response';
    }
    const isUnusable = code === 'too-large' || code === 'redirect' || code === 'wrong-network';
    if (isUnusable) return 'bad-response';
    return this.isLimited ? 'rate-limited' : 'network';
  }
}

export interface HttpRequest {
  readonly url: string | URL;
  /** Default: `GET`. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly cache?: 'no-store' | 'no-cache' | undefined;
  /** Default: `omit`. */
  readonly credentials?: 'same-origin' | 'include' | undefined;
  /** Default: the browser's. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds for the request, including the body. Default: {@link TIMEOUT}. */
  readonly timeout?: number | undefined;
  /** The maximum size of the body in bytes. Default: {@link MAX_BYTES}. */
  readonly maxBytes?: number | undefined;
  /** Aborting ends the request and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** An answer of any status that is not a redirect. */
export interface HttpAnswer {
  readonly status: number;
  /** Objects without prototypes, at every depth; undefined if the body is not JSON. */
  readonly json: unknown;
  /** Bytes of memory that `json` takes at most, by estimate. */
  readonly size: number;
  /** The header `Content-Type`; empty if there is none. */
  readonly type: string;
  /** The header `Retry-After`. */
  readonly retryAfter: string | null;
}

/**
 * Sends one request, and reads the answer as JSON. Sends no referrer, and no cookies unless `credentials` is given.
 * Redirects are not followed: the answer of another host is not that of the service. The network request never continues
 * after the promise has settled.
 *
 * @throws HttpError `timeout`, `network`, `too-large` or `redirect`; or the reason of the signal
 */
export async function fetchJson(request: HttpRequest): Promise<HttpAnswer> {
  const {
    url,
    fetch = globalThis.fetch,
    timeout = TIMEOUT,
    maxBytes = MAX_BYTES,
    credentials = 'omit',
    signal,
    ...init
  } = bare(request);
  signal?.throwIfAborted();
  const target = new URL(url);
  const { href, host, origin } = target;
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new HttpError('timeout', `${host} did not answer within ${timeout} ms.`));
  }, timeout);
  signal?.addEventListener('abort', stop);
  const options = bare<RequestInit>({
    ...(init as RequestInit),
    credentials,
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    signal: controller.signal,
  });
  try {
    const answer = (async () => readAnswer(await fetch(href, options), target, maxBytes))();
    // `fetch` may be the page's own, which may ignore the signal.
    return await abortable(answer, controller.signal);
  } catch (error) {
    let failure = error;
    if (controller.signal.aborted) {
      failure = controller.signal.reason;
    } else if (!(error instanceof HttpError)) {
      // Browsers throw the same TypeError if offline, for a wrong host, and for an answer that the page may not read.
      const message = `${host} could not be reached, or its answer was incomplete, or this page may not read it (a busy service may omit the CORS headers; a Content-Security-Policy needs ${origin} in connect-src).`;
      failure = new HttpError('network', message, { cause: error });
    }
    // Reading `stack` frees memory: until then V8 keeps the functions of the stack, and with them the element that
    // aborted the request.
    if (failure instanceof Error) void failure.stack;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // Ends what was not read because of an error: an unread body would keep the connection open.
    controller.abort();
  }
}

async function readAnswer(response: Response, url: URL, maxBytes: number): Promise<HttpAnswer> {
  if (read(response, 'ok') === undefined && read(response, 'status') === undefined) {
    const message = `${url.host} was not asked, or its answer was lost: ${mustBe('fetch()', response, 'a Response')}`;
    throw new HttpError('status', message);
  }
  // A `fetch` in tests of a page may answer with `ok` alone.
  const { ok, status = ok ? 200 : 0 } = response as Partial<Response>;
  const headers = readHeaders(response);
  const fail = (code: HttpErrorCode, what: string): never => {
    const error = new HttpError(
      code,
      `${url.host} answered${status ? ` ${status}` : ''} with ${what}.`,
    );
    error.status = status || undefined;
    throw error;
  };
  let text = '';
  let bytes = 0;
  const parts = new PartCounter();
  const decoder = new TextDecoder();
  const add = (piece: Uint8Array | string): void => {
    bytes += piece.length;
    if (bytes > maxBytes) fail('too-large', `more than ${maxBytes} bytes`);
    const decoded = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
    parts.add(decoded);
    if (parts.count > MAX_PARTS) fail('too-large', `more than ${MAX_PARTS} lists and fields`);
    text += decoded;
  };
  try {
    if (status === 304) fail('redirect', 'no content, though no condition was sent');
    if (isRedirect(response, status, url)) {
      fail('redirect', 'a redirect, which is not followed; give the final address');
    }
    if (Number(headers?.get('content-length')) > maxBytes) {
      fail('too-large', `more than ${maxBytes} bytes`);
    }
    await readBody(response, add);
  } catch (error) {
    // A `fetch` of the page's own may ignore the signal, and a stream that is not read keeps its connection.
    void attempt(() => response.body?.cancel());
    throw error;
  }
  return {
    status,
    json: attempt(() => parseJson(text + decoder.decode())),
    // A character may take two bytes.
    size: bytes * 2 + parts.count * PART_SIZE,
    type: headers?.get('content-type') ?? '',
    retryAfter: headers?.get('retry-after') ?? null,
  };
}

/** A mock may have none, or a plain object. */
function readHeaders({ headers }: Response): Pick<Headers, 'get'> | undefined {
  const isPlain = typeof read(headers, 'get') !== 'function';
  return isPlain ? attempt(() => new Headers(bare(headers))) : headers;
}

/** What a `fetch` of the page's own may return. */
type AnyResponse = Partial<Pick<Response, 'text' | 'json'>> & { readonly body?: unknown };

/**
 * Reads a body in pieces. Not every `fetch` has streams: node-fetch 2 has a stream of Node, and whatwg-fetch, that of React
 * Native and most mocks have only `text()`, or only `json()`.
 */
async function readBody(
  response: AnyResponse,
  add: (piece: Uint8Array | string) => void,
): Promise<void> {
  const { body } = response;
  if (typeof read(body, 'getReader') === 'function') {
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        add(value);
      }
    } catch (error) {
      reader.cancel().catch(() => undefined);
      throw error;
    }
  }
  if (body instanceof Object && Symbol.asyncIterator in body) {
    for await (const piece of body as AsyncIterable<Uint8Array>) add(piece);
  } else if (response.text) {
    add(await response.text());
  } else {
    add(JSON.stringify(await response.json?.(), keepArrays) ?? '');
  }
}

/** True for an answer that names another URL, and for the answer of that URL. */
function isRedirect({ type, url, redirected }: Response, status: number, { origin }: URL): boolean {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return true;
  // A `fetch` over XMLHttpRequest (whatwg-fetch, React Native) follows redirects, and does not say so.
  const isUnknown = (redirected as boolean | undefined) === undefined;
  return redirected || (isUnknown && !!url && new URL(url, origin).origin !== origin);
}

/** Counts the parts in a text of JSON that comes in pieces. */
class PartCounter {
  count = 0;
  #isInText = false;
  #isEscaped = false;

  add(piece: string): void {
    // Local variables: private fields would take three times as long.
    let [isInText, isEscaped] = [this.#isInText, this.#isEscaped];
    let [parts, items] = [0, 0];
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (unit === QUOTE) isInText = !isInText;
      else if (isInText) isEscaped = unit === BACKSLASH;
      else if (unit === COMMA) items += 1;
      else if (unit === COLON || unit === BRACKET || unit === BRACE) parts += 1;
    }
    this.count += parts + items * ITEM;
    [this.#isInText, this.#isEscaped] = [isInText, isEscaped];
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 123;
