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

/** Prevents requests to a host that refuses them or that cannot be reached. */
export interface Pauses {
  /**
   * Sends a request to a host (an origin). Throws `paused` instead: after a 429, or a 503 with a `Retry-After`, until the time in its
   * `Retry-After`, and at least for a pause of our own once the host refuses again after its time; and after several
   * network errors in a row, unless `fresh`. After a pause, the other requests wait for the first one.
   */
  run(
    host: string,
    rules: PauseRules,
    fresh: boolean,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer>;
  /** When the pause of a host ends, milliseconds since 1970; 0 if there is none. */
  until(host: string): number;
}

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
  /** When the pause ends. */
  until: number;
  /** The number of pauses since the last answer. */
  pauses: number;
  networkErrors: number;
  isLimited: boolean;
  /** The first request after a pause. */
  probe?: Promise<unknown> | undefined;
}

const NO_PAUSE: Readonly<Host> = { until: 0, pauses: 0, networkErrors: 0, isLimited: false };

/** @param now milliseconds since 1970 */
export function createPauses(now: () => number = () => Date.now()): Pauses {
  const hosts = new Map<string, Host>();

  function getHost(name: string): Host {
    const known = hosts.get(name);
    if (known) return known;
    if (hosts.size >= MOST_HOSTS) {
      for (const [other, { until, probe }] of hosts) {
        if (!probe && until <= now()) hosts.delete(other);
      }
    }
    const host = { ...NO_PAUSE };
    hosts.set(name, host);
    return host;
  }

  /**
   * A page of another origin can read neither a Retry-After that is not exposed nor a 429 without CORS headers,
   * which looks like a network error. So both start a pause whose length is set here.
   */
  function pause(host: Host, longest: number, isLate: boolean, retryAfter?: number): void {
    const full = Math.min(FIRST_PAUSE * 2 ** host.pauses, longest);
    const own = Math.round(full * (1 + Math.random() / 2));
    // Requests that are refused together start one pause.
    const isOne = isLate || (retryAfter === undefined && host.until > now());
    // A host that refuses again after the time that it named is given more.
    const ownPause = !isOne && (retryAfter === undefined || host.pauses > 0) ? own : 0;
    host.until = Math.max(host.until, now() + Math.max(ownPause, retryAfter ?? 0));
    if (!isOne) host.pauses += 1;
  }

  async function send(
    host: Host,
    { networkErrors, longest }: PauseRules,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const { pauses } = host;
    /** `retryAfter`: of a refusal. True for `isLate` if another request started a pause after this one was sent. */
    const startPause = (retryAfter?: number): void =>
      pause(host, longest, host.pauses > pauses, retryAfter);
    const failed = (): void => {
      host.networkErrors += 1;
      if (host.isLimited || host.networkErrors >= networkErrors) startPause();
    };
    const answered = (): void => {
      // The answer to a request that was sent before a refusal does not end the pause.
      if (host.isLimited && host.until > now()) return;
      Object.assign(host, NO_PAUSE);
    };
    try {
      const answer = await request();
      const { status } = answer;
      const isRefusal = status === 429 || status === 503;
      const retryAfter = isRefusal ? parseRetryAfter(answer.retryAfter, now()) : undefined;
      if (status === 429 || retryAfter !== undefined) {
        host.isLimited = true;
        startPause(retryAfter);
      } else if (GATEWAY.has(status)) failed();
      else answered();
      return answer;
    } catch (error) {
      if (error instanceof HttpError) {
        if (error.code === 'timeout' || error.code === 'network') failed();
        else answered();
      }
      throw error;
    }
  }

  return {
    async run(name, rules, fresh, request) {
      const host = getHost(name);
      while (host.probe) await host.probe;
      const left = host.until - now();
      if (left > 0 && (host.isLimited || !fresh)) throw refusal(name, host.isLimited, left);
      const sent = send(host, rules, request);
      if (host.pauses > 0) {
        host.probe = sent.catch(() => undefined).finally(() => (host.probe = undefined));
      }
      return sent;
    },
    until: (name) => hosts.get(name)?.until ?? 0,
  };
}

/** The pauses of the page: all that ask a host stop together. */
export const pagePauses = createPauses();

function refusal(name: string, isLimited: boolean, left: number): HttpError {
  const why = isLimited ? 'is busy' : 'could not be reached';
  return new HttpError(
    'paused',
    `${new URL(name).host} ${why}; it is asked again in ${Math.ceil(left / 1000)} s.`,
    { retryAfter: left, isLimited },
  );
}
