import { abortable } from '../lib/promises.js';
import { parseJson, attempt } from '../lib/safe-access.js';

/** Milliseconds for one request, including the body. */
export const TIMEOUT = 15_000;
/** The maximum size of an answer, in bytes. */
export const MAX_BYTES = 1_048_576;

/**
 * `timeout`: no answer, or an incomplete one, in time. `network`: no connection, a broken one, or an answer that the page
 * may not read. `too-large`: more bytes than are allowed. `redirect`: an answer that names another URL. `paused`: the
 * request was not sent, because the host refused or failed before.
 */
export type HttpErrorCode = 'timeout' | 'network' | 'too-large' | 'redirect' | 'paused';

interface HttpErrorFields {
  /** The HTTP status, if there was an answer. A browser hides that of a redirect. */
  readonly status?: number | undefined;
  /** Milliseconds until the end of the pause. */
  readonly retryAfter?: number | undefined;
  /** True for a pause that began with an answer (429 or 503), false for one after network errors. */
  readonly isLimited?: boolean | undefined;
  readonly cause?: unknown;
}

/** The error for a request without an answer that can be read. The message names the host and the reason. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly isLimited: boolean;

  constructor(code: HttpErrorCode, message: string, given: HttpErrorFields = {}) {
    // A page may have added such properties to `Object.prototype`.
    const { status, retryAfter, isLimited, cause } = { __proto__: null, ...given } as typeof given;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.isLimited = isLimited ?? false;
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
  let isBlocked = false;
  const violated = ({
    disposition,
    effectiveDirective,
    blockedURI,
  }: SecurityPolicyViolationEvent) => {
    if (disposition !== 'enforce' || effectiveDirective !== 'connect-src') return;
    isBlocked ||= attempt(() => new URL(blockedURI).origin) === origin;
  };
  const page = globalThis as unknown as Partial<Window>;
  page.addEventListener?.('securitypolicyviolation', violated);
  try {
    // `fetch` may be the page's own, which may ignore the signal.
    const sent = send(fetch, href, host, maxBytes, {
      __proto__: null,
      ...init,
      credentials,
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      signal: controller.signal,
    } as RequestInit);
    return await abortable(sent, controller.signal);
  } catch (error) {
    // Browsers report a violation in a later task than the failure.
    if (page.document && error instanceof TypeError) await new Promise((done) => setTimeout(done));
    let failure: unknown =
      error instanceof HttpError ? error : unreachable(host, isBlocked ? origin : '', error);
    if (controller.signal.aborted) failure = controller.signal.reason;
    // Reading `stack` frees memory: until then V8 keeps the functions of the stack, and with them the element that
    // aborted the request.
    if (failure instanceof Error) void failure.stack;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    page.removeEventListener?.('securitypolicyviolation', violated);
    // Cancels a body that was not read because of an error.
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

async function send(
  fetch: typeof globalThis.fetch,
  href: string,
  host: string,
  maxBytes: number,
  init: RequestInit,
): Promise<HttpAnswer> {
  const response = await fetch(href, init);
  const { status, headers } = response;
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    // An unread body would keep the connection open.
    response.body?.cancel().catch(() => undefined);
    throw new HttpError('redirect', redirectMessage(host, status), { status: status || undefined });
  }
  const text = await readText(response, maxBytes);
  if (text === undefined) {
    const message = `${host} answered ${status} with more than ${maxBytes} bytes.`;
    throw new HttpError('too-large', message, { status });
  }
  const json = attempt(() => parseJson(text));
  const type = headers.get('content-type') ?? '';
  return { status, json, type, retryAfter: headers.get('retry-after') };
}

/** Reads a body as text, in chunks. Cancels a body of more than `maxBytes`, and returns undefined. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function redirectMessage(host: string, status: number): string {
  if (status === 304) return `${host} answered 304, though no condition was sent.`;
  return `${host} answered${status ? ` ${status}` : ''} with a redirect, which is not followed; give the final address.`;
}

/**
 * Browsers throw the same TypeError if offline, for a wrong host, for an answer without CORS headers, and if a policy
 * blocks the host.
 */
function unreachable(host: string, blocked: string, cause: unknown): HttpError {
  const why = blocked
    ? `is blocked by the Content-Security-Policy of this page: add ${blocked} to connect-src.`
    : 'could not be reached, or its answer was incomplete, or this page may not read it (a busy service may omit the CORS headers).';
  return new HttpError('network', `${host} ${why}`, { cause });
}
