import { fetchJson, HttpError, type HttpAnswer } from '../http/fetch-json.js';
import { BACKGROUND, pagePauses } from '../http/pauses.js';
import { shared } from './shared.js';
import { baseOf } from './sources.js';
import type { Get, TransactionSource, Trouble } from './types.js';

const MINUTE = 60_000;
/** Requests a minute to all services together, from this page. */
const PER_MINUTE = 12;

/** A request that was not sent, or whose answer says nothing about a transaction. */
export class ReadError extends Error {
  /** `busy`: the requests of this minute are used up. */
  readonly code: Trouble['code'] | 'busy';
  /** When the next request may be sent, milliseconds since 1970. */
  readonly until: number;

  constructor(code: ReadError['code'], message: string, until: number) {
    super(message);
    this.code = code;
    this.until = until;
  }
}

/**
 * Counts a request. All hosts share one limit per minute; a source with its own limit is counted separately.
 *
 * @throws ReadError if the limit is reached
 */
function takeSlot(host: string, ownLimit: number | undefined): void {
  const now = Date.now();
  const [key, perMinute] = ownLimit ? [host, ownLimit] : ['all', PER_MINUTE];
  const { times } = shared();
  for (const [name, sent] of times) {
    const recent = sent.filter((time) => time > now - MINUTE);
    if (recent.length) times.set(name, recent);
    else times.delete(name);
  }
  const sent = times.get(key) ?? [];
  if (sent.length >= perMinute) {
    throw new ReadError('busy', 'Too many requests.', sent.at(-perMinute)! + MINUTE);
  }
  times.set(key, [...sent, now]);
}

/** The maximum size of an answer: about fifty transactions with their events. */
const MAX_BYTES = 8_000_000;

/** Requests to a source. `signal` ends them. */
export function sender(source: TransactionSource, signal: AbortSignal): Get {
  const base = baseOf(source);
  const host = new URL(base).origin;

  const send = async (url: string): Promise<HttpAnswer> => {
    signal.throwIfAborted();
    takeSlot(host, source.perMinute);
    // Without own headers, which would need a preflight. Bypasses the cache, which may contain an old answer.
    const { fetch } = source;
    return fetchJson({ url, fetch, cache: 'no-store', maxBytes: MAX_BYTES, signal });
  };

  return async (path) => {
    const url = base + path;
    try {
      const { status, json } = await pagePauses.run(host, BACKGROUND, false, () => send(url));
      if (status === 429 || (status >= 500 && status !== 501)) {
        const code = status === 429 || status === 503 ? 'rate-limited' : 'network';
        throw new ReadError(code, `${url} answered ${status}.`, nextRead(host));
      }
      if (status === 501) return { status, json: undefined };
      if (status === 404 || status === 410) return { status, json };
      if (status === 200 && json !== undefined) return { status, json };
      const isRefused = status === 400;
      throw new ReadError(
        isRefused ? 'bad-request' : 'bad-response',
        `${url} answered ${status}${status === 200 ? ' without JSON' : ''}.`,
        isRefused ? Infinity : Date.now() + MINUTE,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof HttpError ? toReadError(error, host) : error;
    }
  };
}

function toReadError({ code, message, isLimited }: HttpError, host: string): ReadError {
  const isUnreadable = code === 'too-large' || code === 'redirect';
  return new ReadError(
    isUnreadable ? 'bad-response' : isLimited ? 'rate-limited' : 'network',
    message,
    nextRead(host),
  );
}

/** When a host is asked again after a failure: after its pause, else in a minute. */
const nextRead = (host: string): number => {
  const until = pagePauses.until(host);
  return until > Date.now() ? until : Date.now() + MINUTE;
};
