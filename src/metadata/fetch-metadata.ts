import { MetadataError } from '../errors.js';
import type { FtMetadata } from '../wire/ft-metadata.js';
import { readAnswer } from './read-answer.js';

/** The outside world of the client. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for one request, body included. */
  readonly timeout: number;
  readonly maxBytes: number;
  readonly now: () => number;
}

export interface MetadataRequest {
  readonly url: URL;
  readonly principal: string;
  readonly locale: string | undefined;
  /** Ask the service even where the browser's HTTP cache has a fresh copy. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * One request to the service. Rejects with a MetadataError whatever happens, or with the signal's
 * reason once it aborts. No request outlives it.
 */
export async function fetchMetadata(
  transport: Transport,
  request: MetadataRequest,
): Promise<FtMetadata> {
  const { url, principal, locale, signal } = request;
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(timedOut(transport.timeout)), transport.timeout);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const { fetch } = transport;
    // No conditional headers and none that need a preflight: the browser's own cache revalidates.
    const response = await fetch(url.href, {
      signal: controller.signal,
      headers: { accept: 'application/json', ...transport.headers },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      ...(request.fresh ? { cache: 'no-cache' as const } : {}),
    });
    const { maxBytes, now } = transport;
    return await readAnswer(response, { principal, locale, maxBytes, now: now() });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error instanceof MetadataError ? error : unreachable(url, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    // Drops a body that was left unread after an error; nothing happens where all was read.
    controller.abort();
  }
}

function timedOut(ms: number): MetadataError {
  return new MetadataError('network', `The metadata service did not answer within ${ms} ms.`);
}

/** A browser says no more than TypeError, be it offline, a wrong host, or an answer without CORS headers. */
function unreachable(url: URL, cause: unknown): MetadataError {
  return new MetadataError(
    'network',
    `The metadata service at ${url.host} could not be reached, or its answer broke off or may not be read from this page (CORS; a busy service may answer so too).`,
    { cause },
  );
}
