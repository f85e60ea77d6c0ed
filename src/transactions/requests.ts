import { fetchJson, type HttpAnswer } from '../http/fetch-json.js';
import { HttpError } from '../http/http-error.js';
import { createPauses } from '../http/pauses.js';
import { attempt } from '../lib/safe-access.js';
import { shared } from './shared.js';
import { baseOf } from './sources.js';
import type { Get, TransactionSource, Trouble } from './types.js';

const MINUTE = 60_000;
/** Requests a minute to all services together, from all tabs. */
const PER_MINUTE = 12;
/** Milliseconds until the other tabs see what this one has written to `localStorage`. */
const WRITTEN = 50;
const KEY = 'stacks-wallet-elements/transaction-requests/';

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
 * The pauses are longer than those of the token client, and also after a single network error: reads are repeated without
 * an end, and nobody waits for one of them.
 */
const pauses = createPauses({ networkErrors: 1, longest: 300_000, isShared: true });

/**
 * Counts a request. All tabs and hosts share one limit per minute; a source with its own limit is counted separately.
 *
 * @throws ReadError if the limit is reached
 */
function takeSlot(host: string, ownLimit: number | undefined): void {
  const now = Date.now();
  const [key, perMinute] = ownLimit ? [host, ownLimit] : ['all', PER_MINUTE];
  // A time in the future: the clock was set back.
  const times = timesOf(key)
    .map((time) => Math.min(time, now))
    .filter((time) => time > now - MINUTE);
  const isBusy = times.length >= perMinute;
  const next = isBusy ? times : [...times, now];
  forgetOld(now);
  shared().times.set(key, next);
  // If it cannot be stored, only this page's requests count.
  attempt(() => globalThis.window?.localStorage.setItem(KEY + key, next.join()));
  if (isBusy) throw new ReadError('busy', 'Too many requests.', times.at(-perMinute)! + MINUTE);
}

/** Removes the times of the sources that no tab has read for a minute. */
function forgetOld(now: number): void {
  for (const key of [...shared().times.keys()]) {
    if (timesOf(key).some((time) => time > now - MINUTE)) continue;
    shared().times.delete(key);
    attempt(() => globalThis.window?.localStorage.removeItem(KEY + key));
  }
}

function timesOf(key: string): readonly number[] {
  const stored = attempt(() => globalThis.window?.localStorage.getItem(KEY + key));
  return stored ? stored.split(',').map(Number) : (shared().times.get(key) ?? []);
}

/** The maximum size of an answer: about fifty transactions with their events. */
const MAX_BYTES = 8_000_000;

/** Requests to a source. `signal` ends them. */
export function sender(source: TransactionSource, signal: AbortSignal): Get {
  const base = baseOf(source);
  const host = new URL(base).origin;

  const send = async (url: string): Promise<HttpAnswer> => {
    await exclusive('requests', async () => {
      signal.throwIfAborted();
      takeSlot(host, source.perMinute);
      if (locks()) await new Promise((resolve) => setTimeout(resolve, WRITTEN));
    });
    // Without own headers, which would need a preflight. Bypasses the cache, which may contain an old answer.
    const { fetch } = source;
    return fetchJson({ url, fetch, cache: 'no-store', maxBytes: MAX_BYTES, signal });
  };

  return async (path) => {
    const url = base + path;
    try {
      const { status, json } = await pauses.run(host, false, () => send(url));
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
  const until = pauses.until(host);
  return until > Date.now() ? until : Date.now() + MINUTE;
};

const locks = (): LockManager | undefined => globalThis.navigator?.locks;

/** Runs the work while no other tab does work of this name. */
export async function exclusive(name: string, work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const once = () => {
    hasBegun = true;
    return work();
  };
  try {
    await locks()?.request(`stacks-wallet-elements/${name}`, once);
  } catch (error) {
    if (hasBegun) throw error;
  }
  if (!hasBegun) await once(); // without locks, or in a sandboxed frame
}
