import { abortable } from '../lib/promises.js';
import { attempt, parseJson } from '../lib/safe-access.js';

/** Milliseconds for one request, including the body. */
const TIMEOUT = 15_000;
/** The maximum size of an answer, in bytes. */
export const MAX_BYTES = 1_048_576;

/**
 * `timeout`: no answer, or an incomplete one, in time. `network`: no connection, a broken one, or an answer that the page
 * may not read. `too-large`: more bytes than are allowed. `redirect`: an answer that names another URL. `paused`: the
 * request was not sent, because the host refused or failed before.
 */
export type HttpErrorCode = 'timeout' | 'network' | 'too-large' | 'redirect' | 'paused';

/** The error for a request without an answer that can be read. The message names the host and the reason. */
export class HttpError extends Error {
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
    if (this.code === 'too-large' || this.code === 'redirect') return 'bad-response';
    return this.isLimited ? 'rate-limited' : 'network';
  }
}

export interface HttpRequest {
  readonly url: string | URL;
  /** Default: `GET`. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly cache?: RequestCache | undefined;
  /** Default: `omit`. */
  readonly credentials?: RequestCredentials | undefined;
  /** Default: the browser's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
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
  // Here and below: without a prototype, so that nothing is read from a polluted `Object.prototype`.
  const {
    url,
    fetch = globalThis.fetch,
    timeout = TIMEOUT,
    maxBytes = MAX_BYTES,
    credentials = 'omit',
    signal,
    ...init
  } = { __proto__: null, ...request } as HttpRequest;
  signal?.throwIfAborted();
  const { href, host, origin } = new URL(url);
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new HttpError('timeout', `${host} did not answer within ${timeout} ms.`));
  }, timeout);
  signal?.addEventListener('abort', stop);
  const options = {
    __proto__: null,
    ...init,
    credentials,
    referrerPolicy: 'no-referrer',
    redirect: 'manual',
    signal: controller.signal,
  } as RequestInit;
  try {
    const answer = (async () => readAnswer(await fetch(href, options), host, maxBytes))();
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

/**
 * The base URL of a service, without slashes at its end, query and hash. It may be relative to the page. Undefined unless
 * it is an http or https URL without credentials.
 */
export function parseBaseUrl(value: string | URL): string | undefined {
  const page = globalThis.document as Document | undefined;
  const url = attempt(() => new URL(value, page?.baseURI));
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}

async function readAnswer(response: Response, host: string, maxBytes: number): Promise<HttpAnswer> {
  const { status, headers, body } = response;
  const isRedirect = response.type === 'opaqueredirect' || (status >= 300 && status < 400);
  const reader = isRedirect ? undefined : body?.getReader();
  const fail = (code: HttpErrorCode, what: string): never => {
    // A `fetch` of the page's own may ignore the signal.
    (reader ?? body)?.cancel().catch(() => undefined);
    const error = new HttpError(
      code,
      `${host} answered${status ? ` ${status}` : ''} with ${what}.`,
    );
    error.status = status || undefined;
    throw error;
  };
  if (status === 304) fail('redirect', 'no content, though no condition was sent');
  if (isRedirect) fail('redirect', 'a redirect, which is not followed; give the final address');
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) fail('too-large', `more than ${maxBytes} bytes`);
    text += decoder.decode(value, { stream: true });
  }
  text += decoder.decode();
  return {
    status,
    json: attempt(() => parseJson(text)),
    type: headers.get('content-type') ?? '',
    retryAfter: headers.get('retry-after'),
  };
}
