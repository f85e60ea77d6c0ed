import { MetadataError } from './metadata-error.js';
import { shareTask, type SharedTask } from '../http/shared-task.js';
import { failedRow, parseSummaries, type Row } from './parse-summary.js';
import { TOO_LARGE } from './read-answer.js';
import { serviceUrl } from './request-url.js';
import type { Requests } from './requests.js';

/** The most tokens of one request, a limit of the service. */
const MOST = 50;
/** Milliseconds that a request waits for more tokens, about a frame. */
const MOMENT = 16;
/** Statuses of a service without the route. */
const NO_ROUTE = new Set<unknown>([400, 404, 405, 501]);

/** The most services that are remembered not to have the route. */
const MOST_SERVICES = 100;

/** What the tokens of a request have in common. */
export interface BatchTarget {
  readonly baseUrl: string | URL | undefined;
  readonly isTestnet: boolean;
  readonly locale: string | undefined;
  readonly fresh: boolean;
}

/** A token, and its key in this service. */
export interface KeyedToken {
  readonly principal: string;
  readonly key: string;
}

export interface AskedToken extends KeyedToken {
  /** Tokens to add to the request if it has fewer than the maximum. */
  readonly prefetch: () => Iterable<KeyedToken>;
  /** Aborted when nobody waits for the token any more. */
  readonly signal: AbortSignal;
}

export interface TokenBatches {
  /** Requests a token together with others. Undefined if the service has no route for several tokens. */
  ask(token: AskedToken, target: BatchTarget): Promise<Row | undefined>;
}

interface Entry extends AskedToken {
  readonly resolve: (row: Promise<Row | undefined>) => void;
}

/** The rows of a request; undefined if the service has no route for several tokens. */
type Rows = ReadonlyMap<string, Row> | undefined;

/**
 * Collects tokens that are requested in the same moment, and requests up to fifty at a time. `hasReason`: whether it
 * is known why the token with this key has no facts. `keep` is called with every row.
 */
export function createTokenBatches(
  requests: Requests,
  hasReason: (key: string) => boolean,
  keep: (key: string, row: Row) => void,
): TokenBatches {
  const queues = new Map<string, Entry[]>();
  /** The pending request of each token. */
  const pending = new Map<string, SharedTask<Rows>>();
  /** The URLs of this route on services that do not have it. */
  const missing = new Set<string>();

  async function rowsOf(
    route: URL,
    target: BatchTarget,
    batch: readonly (KeyedToken | AskedToken)[],
    signal: AbortSignal,
  ): Promise<Rows> {
    const { locale, fresh } = target;
    const url = new URL(route);
    for (const { principal } of batch) url.searchParams.append('contract', principal);
    if (locale) url.searchParams.set('locale', locale);
    const asked = batch.map(({ principal }) => principal);
    const withoutReason = batch
      .filter((token) => 'signal' in token && !hasReason(token.key))
      .map(({ principal }) => principal);
    const read = (json: unknown): Rows => parseSummaries(json, asked, new Set(withoutReason));
    try {
      return await requests.send({ url, locale, fresh, signal, size: 8, read });
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
      if (NO_ROUTE.has(error.status)) return undefined;
      if (error.cause !== TOO_LARGE) throw error;
      const [{ principal }, ...others] = batch as [KeyedToken, ...KeyedToken[]];
      if (others.length === 0) return new Map([[principal, failedRow(principal, error)]]);
      // One token with too much metadata must not hide the others.
      const half = Math.ceil(batch.length / 2);
      const parts = [batch.slice(0, half), batch.slice(half)];
      const rows = await Promise.all(parts.map((part) => rowsOf(route, target, part, signal)));
      return rows.every((part) => part !== undefined)
        ? new Map(rows.flatMap((part) => [...part]))
        : undefined;
    }
  }

  function join(
    task: SharedTask<Rows>,
    { principal, signal }: AskedToken,
  ): Promise<Row | undefined> {
    return task.join(signal).then((rows) => rows?.get(principal));
  }

  function send(route: URL, target: BatchTarget, entries: readonly Entry[]): void {
    const batch = [...entries, ...alongside(entries)];
    const task = shareTask(
      async (signal) => {
        const rows = await rowsOf(route, target, batch, signal);
        if (!rows) {
          if (missing.size >= MOST_SERVICES) missing.clear();
          missing.add(route.href);
        }
        for (const { key, principal } of rows ? batch : []) keep(key, rows!.get(principal)!);
        return rows;
      },
      () => {
        for (const { key } of batch) pending.delete(key);
      },
    );
    for (const { key } of batch) pending.set(key, task);
    for (const entry of entries) entry.resolve(join(task, entry));
  }

  /** The additional tokens of a request. */
  function alongside(entries: readonly Entry[]): readonly KeyedToken[] {
    const keys = new Set(entries.map(({ key }) => key));
    const others: KeyedToken[] = [];
    for (const prefetch of new Set(entries.map((entry) => entry.prefetch))) {
      for (const token of prefetch()) {
        if (entries.length + others.length >= MOST) return others;
        if (keys.has(token.key) || pending.has(token.key)) continue;
        keys.add(token.key);
        others.push(token);
      }
    }
    return others;
  }

  function flush(key: string, route: URL, target: BatchTarget): void {
    const entries = (queues.get(key) ?? []).filter(({ signal }) => !signal.aborted);
    queues.delete(key);
    while (entries.length > 0) send(route, target, entries.splice(0, MOST));
  }

  return {
    async ask(token, target) {
      const route = serviceUrl(target.baseUrl, 'search', target.isTestnet);
      if (missing.has(route.href)) return undefined;
      // Pending even if all callers for this token have aborted: the request continues for other tokens.
      const task = pending.get(token.key);
      if (task) return join(task, token);
      const key = [route.href, target.locale, target.fresh].join(' ');
      return new Promise((resolve) => {
        const queue = queues.get(key) ?? [];
        if (queue.push({ ...token, resolve }) > 1) return;
        queues.set(key, queue);
        setTimeout(flush, MOMENT, key, route, target);
      });
    },
  };
}
