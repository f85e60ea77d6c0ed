import { readText } from '../lib/read-text.js';
import { endPause, LONGEST_PAUSE, pauseHost, ReadError, takeSlot } from './request-slots.js';
import type { Get, TransactionSource } from './types.js';

/** Milliseconds for one request, with its body. */
const TIMEOUT = 15_000;
/** Fifty transactions with their events. */
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
    signal.throwIfAborted();
    takeSlot(host, source.perMinute ?? 12);
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const timer = setTimeout(stop, TIMEOUT);
    signal.addEventListener('abort', stop);
    try {
      const send = source.fetch ?? globalThis.fetch;
      // Without headers of our own, which would need a preflight. Past the cache, which may hold an old answer.
      const response = await send(base + path, {
        signal: controller.signal,
        cache: 'no-store',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      });
      const { status } = response;
      if (status === 429 || status >= 500) {
        if (status === 501) return { status, json: undefined };
        // Seconds, if this page may read it: mostly it may not.
        const after = Number(response.headers.get('retry-after')) * 1000 || 0;
        const until = pauseHost(host, status === 429, Math.min(after, LONGEST_PAUSE));
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

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
