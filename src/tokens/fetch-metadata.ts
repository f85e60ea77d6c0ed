import { fetchJson, HttpError } from '../http/fetch-json.js';
import { FOREGROUND, type Pauses } from '../http/pauses.js';
import { MetadataError } from './metadata-error.js';
import { readAnswer, TOO_LARGE } from './read-answer.js';

/** What the client uses for requests. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one request, including the body. */
  readonly timeout: number;
  readonly maxBytes: number;
  readonly now: () => number;
  readonly pauses: Pauses;
}

export interface MetadataRequest<T> {
  readonly url: URL;
  /** The token, for errors. Undefined: several tokens. */
  readonly principal?: string | undefined;
  readonly locale?: string | undefined;
  /** The client's `maxBytes` is multiplied by this number. Default: 1. */
  readonly size?: number | undefined;
  /** Parses the JSON of the answer. */
  readonly read: (json: unknown) => T;
  /** Ask the service even if the browser's HTTP cache has a fresh copy, or if it could not be reached before. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to the service, unless its host is paused. Every failure is a MetadataError, or the signal's reason
 * once the signal is aborted.
 */
export async function fetchMetadata<T>(
  { pauses, now, headers, maxBytes, ...transport }: Transport,
  request: MetadataRequest<T>,
): Promise<T> {
  const { url, signal, fresh, size = 1 } = request;
  try {
    const answer = await pauses.run(url.origin, FOREGROUND, fresh, () =>
      fetchJson({
        ...transport,
        url,
        signal,
        maxBytes: maxBytes * size,
        // No conditional headers, which would need a preflight: the browser's cache revalidates by itself.
        headers: { accept: 'application/json', ...headers },
        cache: fresh ? 'no-cache' : undefined,
      }),
    );
    return readAnswer(answer, { ...request, host: url.host, now: now() });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = error instanceof HttpError ? toMetadataError(error) : error;
    // Reading `stack` frees memory: until then V8 keeps the functions of the stack, and with them the answer.
    if (failure instanceof Error) void failure.stack;
    throw failure;
  }
}

function toMetadataError(error: HttpError): MetadataError {
  const { code, message, status, retryAfter, isLimited } = error;
  const isUnreadable = code === 'too-large' || code === 'redirect';
  return new MetadataError(
    isUnreadable ? 'bad-response' : isLimited ? 'rate-limited' : 'network',
    `The metadata service at ${message}`,
    {
      ...(status !== undefined && { status }),
      ...(retryAfter !== undefined && { retryAfter }),
      cause: code === 'too-large' ? TOO_LARGE : error,
    },
  );
}
