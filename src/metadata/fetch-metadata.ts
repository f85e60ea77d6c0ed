import { MetadataError } from './metadata-error.js';
import { readAnswer } from './read-answer.js';

/** What the client uses for requests. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one request, including the body. */
  readonly timeout: number;
  readonly maxBytes: number;
  readonly now: () => number;
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
  /** Ask the service even if the browser's HTTP cache has a fresh copy. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * Sends one request to the service. Every failure is a MetadataError, or the signal's reason once the signal is
 * aborted. The network request never continues after the promise has settled.
 */
export async function fetchMetadata<T>(
  transport: Transport,
  request: MetadataRequest<T>,
): Promise<T> {
  const { url, signal } = request;
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(timedOut(transport.timeout)), transport.timeout);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const { fetch } = transport;
    // No conditional headers, which would need a preflight: the browser's cache revalidates by itself.
    const response = await fetch(url.href, {
      signal: controller.signal,
      headers: { accept: 'application/json', ...transport.headers },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      ...(request.fresh ? { cache: 'no-cache' as const } : {}),
    });
    const maxBytes = transport.maxBytes * (request.size ?? 1);
    return await readAnswer(response, { ...request, maxBytes, now: transport.now() });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (controller.signal.aborted) throw controller.signal.reason;
    if (!(error instanceof MetadataError)) throw unreachable(url, error);
    // Reading `stack` frees memory: until then V8 keeps the functions of the stack, and with them the answer.
    void error.stack;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Cancels a body that was not read because of an error.
    controller.abort();
  }
}

function timedOut(ms: number): MetadataError {
  return new MetadataError('network', `The metadata service did not answer within ${ms} ms.`);
}

/** Browsers throw the same TypeError if offline, for a wrong host, and for an answer without CORS headers. */
function unreachable(url: URL, cause: unknown): MetadataError {
  return new MetadataError(
    'network',
    `The metadata service at ${url.host} could not be reached, or its answer was incomplete, or this page may not read it (a busy service may omit the CORS headers).`,
    { cause },
  );
}
