import { isDevelopment } from '../lib/page.js';
import { HttpError, type HttpAnswer } from './fetch-json.js';

/** When a host is paused without a `Retry-After`, and for how long. */
export interface PauseRules {
  /** Network errors in a row that start a pause, and after which it stops the request. A single one may be temporary. */
  readonly networkErrors: number;
  /** Milliseconds of the longest pause, before the random part. At most five minutes. */
  readonly longest: number;
  /** True for a request that does not wait until others have ended. */
  readonly isUrgent?: boolean;
}

/** For requests that a user waits for. */
export const FOREGROUND: PauseRules = { networkErrors: 3, longest: 60_000 };
/** For a request that a signature waits for. */
export const URGENT: PauseRules = { ...FOREGROUND, isUrgent: true };
/** For requests that are repeated without an end, and that nobody waits for. */
export const BACKGROUND: PauseRules = { networkErrors: 1, longest: 300_000 };

/** Milliseconds of the first pause without a `Retry-After`; doubled each time. Up to half is added at random. */
const FIRST_PAUSE = 15_000;
/** Milliseconds of the longest delay that is accepted from a service. */
const LONGEST_RETRY_AFTER = 300_000;
/** Of a pause with its random part. The clock was set back if more is left. */
const LONGEST_PAUSE = 450_000;
/** The most requests to a host at the same time. */
const MAX_CONCURRENT = 6;
/** Hosts whose errors are remembered once their pause is over. A page asks a few. */
const MAX_HOSTS = 100;

/**
 * The delay of a header `Retry-After` in milliseconds, from 0 to five minutes. The header has seconds or an HTTP
 * date (RFC 9110, 10.2.3). Undefined if it is missing or invalid.
 *
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header ?? '';
  // A date begins with the name of the day. Date.parse alone would also accept `-5` or `1.5`.
  const isDate = /^[A-Z][a-z]+,? /.test(text);
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : NaN;
  return isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER);
}

const NO_PAUSE = { until: 0, pauses: 0, networkErrors: 0, isLimited: false };

/** `until`: when the pause ends, milliseconds since 1970. `running`: settle with each request. */
type Host = typeof NO_PAUSE & { readonly running: Set<Promise<unknown>> };

/**
 * Sends few requests to a host at the same time, and none while it refuses them or cannot be reached. A host is an origin.
 */
export class Pauses {
  readonly #hosts = new Map<string, Host>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /**
   * Sends a request to a host. Throws `paused` instead: after a 429, or a 503 with a `Retry-After`, until the time in its
   * `Retry-After`, and at least for a pause of our own once the host refuses again after its time; and after as many network
   * errors in a row as `rules` has, unless `fresh`. At most six requests run at the same time, and after a pause one, unless `isUrgent`.
   */
  async run(
    name: string,
    rules: PauseRules,
    fresh: boolean,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    let host: Host;
    for (;;) {
      // Read again after each wait: a host is forgotten when its last request has ended.
      host = this.#hosts.get(name) ?? { ...NO_PAUSE, running: new Set() };
      const { running } = host;
      // A server that prerenders a page must not read the clock before it waits for data, as in Next.
      const remaining = host.until && this.#end(host) - this.#now();
      const isUnreachable = host.networkErrors >= rules.networkErrors && !fresh;
      if (remaining > 0 && (host.isLimited || isUnreachable)) {
        const error = new HttpError('paused', getMessage(name, host.isLimited, remaining));
        throw Object.assign(error, { retryAfter: remaining, isLimited: host.isLimited });
      }
      if (rules.isUrgent || running.size < (host.pauses > 0 ? 1 : MAX_CONCURRENT)) break;
      await Promise.race(running);
    }
    this.#hosts.set(name, host);
    const { running } = host;
    const sent = this.#send(name, host, rules, request);
    const end = (): void => {
      running.delete(settled);
      this.#forget();
    };
    const settled = sent.then(end, end);
    running.add(settled);
    return sent;
  }

  /** Forgets the hosts of which nothing is known, and the oldest of those that are asked again without a pause. */
  #forget(): void {
    let count = this.#hosts.size;
    for (const [name, { running, until, pauses, networkErrors }] of this.#hosts) {
      if (running.size > 0) continue;
      const hadErrors = pauses > 0 || networkErrors > 0;
      if (hadErrors && (count <= MAX_HOSTS || this.#end({ until }) > this.#now())) continue;
      this.#hosts.delete(name);
      count -= 1;
    }
  }

  /** When the pause of a host ends, milliseconds since 1970; 0 if there is none. */
  until(name: string): number {
    const host = this.#hosts.get(name);
    return host?.until ? this.#end(host) : 0;
  }

  /** When a pause ends: 0 if the clock was set back since it began. */
  #end({ until }: { readonly until: number }): number {
    return until - this.#now() > LONGEST_PAUSE ? 0 : until;
  }

  async #send(
    name: string,
    host: Host,
    rules: PauseRules,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const { pauses } = host;
    // An error of another kind, such as the reason of a signal, says nothing about the host.
    const answer = await request().catch((error: unknown) => {
      if (error instanceof HttpError) return error;
      throw error;
    });
    const isError = answer instanceof HttpError;
    const status = isError ? 0 : answer.status;
    const isRefusal = status === 429 || status === 503;
    const retryAfter =
      isRefusal && !isError ? parseRetryAfter(answer.retryAfter, this.#now()) : undefined;
    // 502, 503 and 504 come from a gateway whose service does not answer.
    const isUnreachable = isError
      ? answer.code === 'timeout' || answer.code === 'network'
      : [502, 503, 504].includes(status);
    if (status === 429 || retryAfter !== undefined) {
      host.isLimited = true;
      this.#pause(name, host, rules, pauses, retryAfter);
    } else if (isUnreachable) {
      host.networkErrors += 1;
      if (host.isLimited || host.networkErrors >= rules.networkErrors) {
        this.#pause(name, host, rules, pauses);
      }
    } else if (!host.isLimited || this.#end(host) <= this.#now()) {
      // The answer to a request that was sent before a refusal does not end the pause.
      Object.assign(host, NO_PAUSE);
    }
    if (isError) throw answer;
    return answer;
  }

  /**
   * A page of another origin can read neither a Retry-After that is not exposed nor a 429 without CORS headers,
   * which looks like a network error. So both start a pause whose length is set here.
   *
   * @param pauses the number of pauses when the request was sent
   */
  #pause(
    name: string,
    host: Host,
    { longest }: PauseRules,
    pauses: number,
    retryAfter?: number,
  ): void {
    const now = this.#now();
    // Requests that are refused together start one pause.
    const isAlreadyPaused =
      host.pauses > pauses || (retryAfter === undefined && this.#end(host) > now);
    // A host that still refuses after its Retry-After gets a longer pause.
    const setsOwnLength = !isAlreadyPaused && (retryAfter === undefined || host.pauses > 0);
    const pause = setsOwnLength ? Math.min(FIRST_PAUSE * 2 ** host.pauses, longest) : 0;
    const ms = Math.max(Math.round(pause * (1 + Math.random() / 2)), retryAfter ?? 0);
    host.until = Math.max(this.#end(host), now + ms);
    if (isAlreadyPaused) return;
    host.pauses += 1;
    // Reads that wait for the end of the pause only look slow.
    if (ms > 0 && isDevelopment()) console.info(getMessage(name, host.isLimited, ms));
  }
}

function getMessage(name: string, isLimited: boolean, ms: number): string {
  const why = isLimited ? 'is busy' : 'could not be reached';
  return `${new URL(name).host} ${why}; it is asked again in ${Math.ceil(ms / 1000)} s.`;
}

/** The pauses of the page: all that send requests to a host stop together. */
export const pagePauses = new Pauses();
