import { MetadataError } from '../errors.js';
import { parseSummaries, type Row } from './parse-summary.js';
import { TOO_LARGE } from './read-answer.js';
import { serviceUrl } from './request-url.js';
import type { Requests } from './requests.js';

/** The most tokens of one request, a limit of the service. */
const MOST = 50;
/** Milliseconds that a request waits for others, about a frame. */
const MOMENT = 16;
/** Statuses of a service without the route. */
const NO_ROUTE = new Set<unknown>([400, 404, 405, 501]);

/** What the tokens of a request have in common. */
export interface BatchTarget {
  readonly baseUrl: string | URL | undefined;
  readonly isTestnet: boolean;
  readonly locale: string | undefined;
  readonly fresh: boolean;
}

export interface AskedToken {
  readonly principal: string;
  /** The key of the token in this service. */
  readonly key: string;
  /** Aborted when nobody waits for the token any more. */
  readonly signal: AbortSignal;
}

export interface TokenBatches {
  /** Asks for a token together with others. Undefined if the service has no route for several tokens. */
  ask(token: AskedToken, target: BatchTarget): Promise<Row | undefined>;
}

interface Entry extends AskedToken {
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Collects tokens that are asked for in one moment, and asks for fifty at a time. */
/** `isTold`: whether it is known why the token with this key has no facts. */
export function createTokenBatches(
  requests: Requests,
  isTold: (key: string) => boolean,
): TokenBatches {
  const queues = new Map<string, Entry[]>();
  /** The addresses of the route that services do not have. */
  const missing = new Set<string>();

  async function answer(url: URL, target: BatchTarget, batch: readonly Entry[]): Promise<void> {
    const { locale, fresh } = target;
    const full = new URL(url);
    for (const { principal } of batch) full.searchParams.append('contract', principal);
    if (locale) full.searchParams.set('locale', locale);
    try {
      const untold = batch.filter((entry) => !isTold(entry.key)).map(({ principal }) => principal);
      const asked = batch.map(({ principal }) => principal);
      const read = (json: unknown): ReadonlyMap<string, Row> =>
        parseSummaries(json, asked, new Set(untold));
      const signal = allAborted(batch.map((entry) => entry.signal));
      const rows = await requests.send({ url: full, locale, fresh, signal, size: 8, read });
      for (const { principal, resolve } of batch) resolve(rows.get(principal));
    } catch (error) {
      const { status, cause } = error instanceof MetadataError ? error : ({} as MetadataError);
      if (cause === TOO_LARGE && batch.length > 1) {
        // One token with too much metadata must not hide the others.
        const half = Math.ceil(batch.length / 2);
        const parts = [batch.slice(0, half), batch.slice(half)];
        await Promise.all(parts.map((part) => answer(url, target, part)));
      } else if (NO_ROUTE.has(status)) {
        missing.add(url.href);
        for (const { resolve } of batch) resolve(undefined);
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  function flush(key: string, url: URL, target: BatchTarget): void {
    const entries = (queues.get(key) ?? []).filter(({ signal }) => !signal.aborted);
    queues.delete(key);
    while (entries.length > 0) void answer(url, target, entries.splice(0, MOST));
  }

  return {
    async ask(token, target) {
      const url = serviceUrl(target.baseUrl, 'search', target.isTestnet);
      if (missing.has(url.href)) return undefined;
      const key = [url.href, target.locale, target.fresh].join(' ');
      return new Promise((resolve, reject) => {
        const queue = queues.get(key) ?? [];
        if (queue.push({ ...token, resolve, reject }) > 1) return;
        queues.set(key, queue);
        setTimeout(flush, MOMENT, key, url, target);
      });
    },
  };
}

/** A signal that is aborted when all of these are. */
function allAborted(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const aborted = (): void => {
      if (--left === 0) controller.abort(signal.reason);
    };
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  }
  return controller.signal;
}
