import { abortable } from '../lib/abort.js';
import { HttpError } from './http-error.js';
import { parseJson } from '../lib/json.js';
import { readText } from './read-text.js';

/** Milliseconds for one request, including the body. */
export const TIMEOUT = 15_000;
/** The maximum size of an answer, in bytes. */
export const MAX_BYTES = 1_048_576;

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
  const { href, host } = new URL(url);
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new HttpError('timeout', `${host} did not answer within ${timeout} ms.`));
  }, timeout);
  signal?.addEventListener('abort', stop);
  try {
    // `fetch` may be the page's own, which may ignore the signal.
    return await abortable(
      (async () => {
        const response = await fetch(href, {
          __proto__: null,
          ...(init as RequestInit),
          credentials,
          referrerPolicy: 'no-referrer',
          redirect: 'manual',
          signal: controller.signal,
        } as RequestInit);
        return readAnswer(response, host, maxBytes);
      })(),
      controller.signal,
    );
  } catch (error) {
    let failure: unknown = error instanceof HttpError ? error : unreachable(host, error);
    if (controller.signal.aborted) failure = controller.signal.reason;
    // Reading `stack` frees memory: until then V8 keeps the functions of the stack, and with them the element that
    // aborted the request.
    if (failure instanceof Error) void failure.stack;
    throw failure;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    // Cancels a body that was not read because of an error.
    controller.abort();
  }
}

async function readAnswer(response: Response, host: string, maxBytes: number): Promise<HttpAnswer> {
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
  return {
    status,
    json: jsonOf(text),
    type: headers.get('content-type') ?? '',
    retryAfter: headers.get('retry-after'),
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function redirectMessage(host: string, status: number): string {
  if (status === 304) return `${host} answered 304, though no condition was sent.`;
  return `${host} answered${status ? ` ${status}` : ''} with a redirect, which is not followed; give the final address.`;
}

/** Browsers throw the same TypeError if offline, for a wrong host, and for an answer without CORS headers. */
function unreachable(host: string, cause: unknown): HttpError {
  return new HttpError(
    'network',
    `${host} could not be reached, or its answer was incomplete, or this page may not read it (a busy service may omit the CORS headers).`,
    { cause },
  );
}
