import type { HttpAnswer } from './fetch-json.js';
import { HttpError } from './http-error.js';
import { LONGEST_RETRY_AFTER, retryAfterOf } from './retry-after.js';
import { sharedPauses } from './shared-pauses.js';

/** Milliseconds of the first pause without a `Retry-After`; doubled each time. Up to half is added at random. */
const FIRST_PAUSE = 15_000;
/** No pause is longer. A longer one is from before the clock was set back. */
const LONGEST = LONGEST_RETRY_AFTER * 1.5;

/** With more hosts than these, old ones are forgotten. */
const MOST_HOSTS = 100;

export interface PauseOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Network errors in a row that start a pause. A single one may be temporary. */
  readonly networkErrors: number;
  /** Milliseconds of the longest pause without a `Retry-After`, before the random part. At most five minutes. */
  readonly longest: number;
  /** Shares the pauses with the other users of these hosts in the page and in the origin's other tabs. */
  readonly isShared: boolean;
}

/** Prevents requests to a host that refuses them or that cannot be reached. */
export interface Pauses {
  /**
   * Sends a request to a host (an origin). Throws `paused` instead: after a 429, or a 503 with a `Retry-After`, until the time in its
   * `Retry-After`, and at least for a pause of our own once the host refuses again after its time; and after several
   * network errors in a row, unless `fresh`. After a pause, the other requests wait for the first one.
   */
  run(host: string, fresh: boolean, request: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  /** When the pause of a host ends, milliseconds since 1970; 0 if there is none. */
  until(host: string): number;
}

interface Host {
  /** When the pause ends. */
  until: number;
  /** The number of pauses since the last answer. */
  pauses: number;
  networkErrors: number;
  isLimited: boolean;
  /** The time since which another tab's pause has prevented requests. Undefined after a request. */
  heldSince?: number | undefined;
  /** The other tabs' pauses were longer than a pause can be, so they may not be from this library. */
  ignoresOthers?: boolean | undefined;
  /** The first request after a pause. */
  probe?: Promise<unknown> | undefined;
}

/** Statuses of a gateway whose service does not answer. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

export function createPauses(options: PauseOptions): Pauses {
  const { now = Date.now, networkErrors, longest } = options;
  const shared = options.isShared ? sharedPauses() : undefined;
  const hosts = new Map<string, Host>();

  /**
   * Applies a pause of another tab. Any script of this origin may have written it, so such pauses prevent
   * requests for at most `LONGEST_RETRY_AFTER`, however often they are written.
   */
  function adopt(name: string, host: Host): void {
    const pause = shared?.read(name);
    if (!pause || pause.until <= Math.max(host.until, now())) return;
    host.heldSince ??= now();
    const latest = host.heldSince + LONGEST_RETRY_AFTER;
    host.ignoresOthers ||= latest <= now();
    if (!host.ignoresOthers) Object.assign(host, pause, { until: Math.min(pause.until, latest) });
  }

  function refusal(name: string, { until, isLimited }: Host): HttpError | undefined {
    const left = until - now();
    if (left <= 0 || left > LONGEST) return undefined;
    const seconds = Math.ceil(left / 1000);
    const why = isLimited ? 'is busy' : 'could not be reached';
    return new HttpError(
      'paused',
      `${new URL(name).host} ${why}; it is asked again in ${seconds} s.`,
      { retryAfter: left, isLimited },
    );
  }

  /** The answer to a request that was sent before a refusal does not end the pause. */
  function answered(name: string, host: Host): void {
    if (host.isLimited && host.until > now()) return;
    const isShared = host.pauses > 0 && (shared?.read(name)?.until ?? Infinity) <= now();
    if (isShared) shared?.write(name, undefined);
    reset(host);
  }

  /**
   * A page of another origin can read neither a Retry-After that is not exposed nor a 429 without CORS headers,
   * which looks like a network error. So both start a pause whose length is set here.
   */
  function pause(name: string, host: Host, isLate: boolean, retryAfter?: number): void {
    const full = Math.min(FIRST_PAUSE * 2 ** host.pauses, longest);
    const own = Math.round(full * (1 + Math.random() / 2));
    // Requests that are refused together start one pause.
    const isOne = isLate || (retryAfter === undefined && host.until > now());
    // A host that refuses again after the time that it named is given more.
    const ownPause = !isOne && (retryAfter === undefined || host.pauses > 0) ? own : 0;
    host.until = Math.max(host.until, now() + Math.max(ownPause, retryAfter ?? 0));
    if (!isOne) host.pauses += 1;
    host.ignoresOthers = false;
    shared?.write(name, { until: host.until, pauses: host.pauses, isLimited: host.isLimited });
  }

  function failed(name: string, host: Host, isLate: boolean): void {
    host.networkErrors += 1;
    if (host.isLimited || host.networkErrors >= networkErrors) pause(name, host, isLate);
  }

  async function send(
    name: string,
    host: Host,
    request: () => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const { pauses } = host;
    /** True if another request started a pause after this one was sent. */
    const isLate = (): boolean => host.pauses > pauses;
    try {
      const answer = await request();
      const retryAfter = retryAfterOf(answer.retryAfter, now());
      if (answer.status === 429 || (answer.status === 503 && retryAfter !== undefined)) {
        host.isLimited = true;
        pause(name, host, isLate(), retryAfter);
      } else if (GATEWAY.has(answer.status)) failed(name, host, isLate());
      else answered(name, host);
      return answer;
    } catch (error) {
      if (error instanceof HttpError) {
        if (error.code === 'timeout' || error.code === 'network') failed(name, host, isLate());
        else answered(name, host);
      }
      throw error;
    }
  }

  /** Forgets the hosts without a pause, and those whose pause ended long ago. */
  function forgetOld(): void {
    for (const [name, { until, probe }] of hosts) {
      if (!probe && until < now() - LONGEST) hosts.delete(name);
    }
  }

  return {
    async run(name, fresh, request) {
      const host = hosts.get(name) ?? reset({} as Host);
      if (hosts.size >= MOST_HOSTS) forgetOld();
      hosts.set(name, host);
      while (host.probe) await host.probe;
      adopt(name, host);
      const refused = refusal(name, host);
      if (refused && !(fresh && !host.isLimited)) throw refused;
      host.heldSince = undefined;
      const sent = send(name, host, request);
      if (host.pauses > 0) {
        host.probe = sent.catch(() => undefined).finally(() => (host.probe = undefined));
      }
      return sent;
    },
    until(name) {
      const { until = 0 } = hosts.get(name) ?? {};
      return until > now() + LONGEST ? 0 : until;
    },
  };
}

function reset(host: Host): Host {
  return Object.assign(host, { until: 0, pauses: 0, networkErrors: 0, isLimited: false });
}
