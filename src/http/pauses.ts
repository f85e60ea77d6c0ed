import { HttpError, type HttpAnswer } from './fetch-json.js';

/** When a host is paused without a `Retry-After`, and for how long. */
export interface PauseRules {
  /** Network errors in a row that start a pause. A single one may be temporary. */
  readonly networkErrors: number;
  /** Milliseconds of the longest pause, before the random part. At most five minutes. */
  readonly longest: number;
}

/** For requests that a user waits for. */
export const FOREGROUND: PauseRules = { networkErrors: 3, longest: 60_000 };
/** For requests that are repeated without an end, and that nobody waits for. */
export const BACKGROUND: PauseRules = { networkErrors: 1, longest: 300_000 };

/** Milliseconds of the first pause without a `Retry-After`; doubled each time. Up to half is added at random. */
const FIRST_PAUSE = 15_000;
/** Milliseconds of the longest delay that is accepted from a service. */
const LONGEST_RETRY_AFTER = 300_000;
/** With more hosts than these, those without a pause are forgotten. */
const MOST_HOSTS = 100;
/** Statuses of a gateway whose service does not answer. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

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

interface Host {
  /** When the pause ends, milliseconds since 1970. */
  until: number;
  pauses: number;
  networkErrors: number;
  isLimited: boolean;
  /** The first request after a pause. */
  probe?: Promise<unknown> | undefined;
}

const NO_PAUSE: Readonly<Host> = { until: 0, pauses: 0, networkErrors: 0, isLimited: false };

/** Prevents requests to a host that refuses them or that cannot be reached. A host is an origin. */
export class Pauses {
  readonly #hosts = new Map<string, Host>();
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /**
   * Sends a request to a host. Throws `paused` instead: after a 429, or a 503 with a `Retry-After`, until the time in its
   * `Retry-After`, and at least for a pause of our own once the host refuses again after its time; and after several
   * network errors in a row, unless `fresh`. After a pause, the other requests wait for the first one.
   */
  async run(
    name: string,
    rules: PauseRules,
    fresh: boolean,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const host = this.#getHost(name);
    while (host.probe) await host.probe;
    // A server that prerenders a page must not read the clock before it waits for data, as in Next.
    const left = host.until && host.until - this.#now();
    if (left > 0 && (host.isLimited || !fresh)) throw refusal(name, host.isLimited, left);
    const sent = this.#send(host, rules, request);
    if (host.pauses > 0) {
      host.probe = sent.catch(() => undefined).finally(() => (host.probe = undefined));
    }
    return sent;
  }

  /** When the pause of a host ends, milliseconds since 1970; 0 if there is none. */
  until(name: string): number {
    return this.#hosts.get(name)?.until ?? 0;
  }

  async #send(
    host: Host,
    rules: PauseRules,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const { pauses } = host;
    try {
      const answer = await request();
      const { status } = answer;
      const isRefusal = status === 429 || status === 503;
      const retryAfter = isRefusal ? parseRetryAfter(answer.retryAfter, this.#now()) : undefined;
      if (status === 429 || retryAfter !== undefined) {
        host.isLimited = true;
        this.#pause(host, rules, pauses, retryAfter);
      } else if (GATEWAY.has(status)) this.#failed(host, rules, pauses);
      else this.#answered(host);
      return answer;
    } catch (error) {
      if (error instanceof HttpError) {
        if (error.code === 'timeout' || error.code === 'network') this.#failed(host, rules, pauses);
        else this.#answered(host);
      }
      throw error;
    }
  }

  #answered(host: Host): void {
    // The answer to a request that was sent before a refusal does not end the pause.
    if (!host.isLimited || host.until <= this.#now()) Object.assign(host, NO_PAUSE);
  }

  #failed(host: Host, rules: PauseRules, pauses: number): void {
    host.networkErrors += 1;
    if (host.isLimited || host.networkErrors >= rules.networkErrors) {
      this.#pause(host, rules, pauses);
    }
  }

  /**
   * A page of another origin can read neither a Retry-After that is not exposed nor a 429 without CORS headers,
   * which looks like a network error. So both start a pause whose length is set here.
   *
   * @param pauses the number of pauses when the request was sent
   */
  #pause(host: Host, { longest }: PauseRules, pauses: number, retryAfter?: number): void {
    const full = Math.min(FIRST_PAUSE * 2 ** host.pauses, longest);
    const own = Math.round(full * (1 + Math.random() / 2));
    // Requests that are refused together start one pause.
    const isOne = host.pauses > pauses || (retryAfter === undefined && host.until > this.#now());
    // A host that refuses again after the time that it named is given more.
    const ownPause = !isOne && (retryAfter === undefined || host.pauses > 0) ? own : 0;
    host.until = Math.max(host.until, this.#now() + Math.max(ownPause, retryAfter ?? 0));
    if (!isOne) host.pauses += 1;
  }

  #getHost(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= MOST_HOSTS) {
      for (const [other, { until, probe }] of this.#hosts) {
        if (!probe && until <= this.#now()) this.#hosts.delete(other);
      }
    }
    const host = { ...NO_PAUSE };
    this.#hosts.set(name, host);
    return host;
  }
}

/** The pauses of the page: all that send requests to a host stop together. */
export const pagePauses = new Pauses();

function refusal(name: string, isLimited: boolean, left: number): HttpError {
  const why = isLimited ? 'is busy' : 'could not be reached';
  return new HttpError(
    'paused',
    `${new URL(name).host} ${why}; it is asked again in ${Math.ceil(left / 1000)} s.`,
    { retryAfter: left, isLimited },
  );
}
