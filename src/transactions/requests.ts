import { readText } from '../lib/read-text.js';
import { retryAfterOf } from '../lib/retry-after.js';
import { attempt } from '../lib/safe-access.js';
import { sharedPauses, type Pause } from '../metadata/shared-pauses.js';
import { shared } from './shared.js';
import type { Get, TransactionSource, Trouble } from './types.js';

/**
 * Milliseconds of the first pause after a refusal, doubled each time. Longer than the pauses of the token client, and
 * also after a single network error: reads are repeated without an end, and nobody waits for one of them.
 */
const FIRST_PAUSE = 15_000;
const LONGEST_PAUSE = 300_000;
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

/** Shared with the token client, which sends requests to the same hosts. */
const pauses = sharedPauses();
/** The pauses of this page, in case there is no `localStorage`. */
const own = new Map<string, Pause>();

const pauseOf = (host: string): Pause | undefined => {
  const pause = pauses.read(host) ?? own.get(host);
  // This library writes no longer pause: something else did, or the clock was set back.
  return pause && pause.until <= Date.now() + LONGEST_PAUSE * 1.5 ? pause : undefined;
};

/**
 * Counts a request. All tabs and hosts share one limit per minute; a source with its own limit is counted separately.
 *
 * @throws ReadError if the host is paused, or the limit is reached
 */
function takeSlot(host: string, ownLimit: number | undefined): void {
  const now = Date.now();
  const pause = pauseOf(host);
  if (pause && pause.until > now) {
    throw new ReadError(
      pause.isLimited ? 'rate-limited' : 'network',
      `${host} is asked again in ${Math.ceil((pause.until - now) / 1000)} s.`,
      pause.until,
    );
  }
  const [key, perMinute] = ownLimit ? [host, ownLimit] : ['all', PER_MINUTE];
  // A time in the future: the clock was set back.
  const times = timesOf(key)
    .map((time) => Math.min(time, now))
    .filter((time) => time > now - MINUTE);
  const isBusy = times.length >= perMinute;
  const next = isBusy ? times : [...times, now];
  shared().times.set(key, next);
  // If it cannot be stored, only this page's requests count.
  attempt(() => globalThis.window?.localStorage.setItem(KEY + key, next.join()));
  if (isBusy) throw new ReadError('busy', 'Too many requests.', times.at(-perMinute)! + MINUTE);
}

function timesOf(key: string): readonly number[] {
  const stored = attempt(() => globalThis.window?.localStorage.getItem(KEY + key));
  return stored ? stored.split(',').map(Number) : (shared().times.get(key) ?? []);
}

/** Pauses all requests to a host, also those of other tabs. Returns the end of the pause. */
function pauseHost(host: string, isLimited: boolean, atLeast = 0): number {
  const count = pauseOf(host)?.pauses ?? 0;
  const length = Math.min(FIRST_PAUSE * 2 ** count, LONGEST_PAUSE) * (1 + Math.random() / 5);
  const until = Math.round(Date.now() + Math.max(length, atLeast));
  const pause = { until, pauses: count + 1, isLimited };
  own.set(host, pause);
  pauses.write(host, pause);
  return until;
}

/** After an answer the next pause is short again. */
function endPause(host: string): void {
  if (!pauseOf(host)) return;
  own.delete(host);
  pauses.write(host, undefined);
}

/** Milliseconds for one request, with its body. */
const TIMEOUT = 15_000;
/** The maximum size of an answer: about fifty transactions with their events. */
const MAX_BYTES = 8_000_000;

/** The URL of a source, without a slash at its end. It may be relative to the page. */
export function baseOf({ baseUrl }: TransactionSource): string {
  const page = (globalThis as { document?: Document }).document;
  return new URL(baseUrl, page?.baseURI).href.replace(/\/+$/, '');
}

/** Requests to a source. `signal` ends them. */
export function sender(source: TransactionSource, signal: AbortSignal): Get {
  const base = baseOf(source);
  const host = new URL(base).origin;

  return async (path) => {
    await exclusive('requests', async () => {
      signal.throwIfAborted();
      takeSlot(host, source.perMinute);
      if (locks()) await new Promise((resolve) => setTimeout(resolve, WRITTEN));
    });
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const timer = setTimeout(stop, TIMEOUT);
    signal.addEventListener('abort', stop);
    try {
      const send = source.fetch ?? globalThis.fetch;
      // Without own headers, which would need a preflight. Bypasses the cache, which may contain an old answer.
      const response = await send(base + path, {
        signal: controller.signal,
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      const { status } = response;
      if (status === 429 || status >= 500) {
        if (status === 501) return { status, json: undefined };
        // Most services do not expose this header to other origins.
        const after = retryAfterOf(response, Date.now());
        const until = pauseHost(host, status === 429, after);
        throw new ReadError(
          status === 429 ? 'rate-limited' : 'network',
          `${host} answered ${status}.`,
          until,
        );
      }
      const json = parse(await readText(response, MAX_BYTES));
      endPause(host);
      if (status === 404 || status === 410) return { status, json };
      if (status === 200 && json !== undefined) return { status, json };
      const code = status === 400 ? 'bad-request' : 'bad-response';
      const until = status === 400 ? Infinity : Date.now() + 60_000;
      throw new ReadError(code, `${base + path} answered ${status}.`, until);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ReadError) throw error;
      // A 429 without CORS headers looks like this, too, so the host is paused.
      throw new ReadError('network', `${host} could not be reached.`, pauseHost(host, false));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      controller.abort();
    }
  };
}

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

function parse(text: string | undefined): unknown {
  return attempt(() => JSON.parse(text ?? '') as unknown);
}
