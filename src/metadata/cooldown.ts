import { MetadataError } from './metadata-error.js';
import { LONGEST_RETRY_AFTER } from '../lib/retry-after.js';
import type { SharedPauses } from './shared-pauses.js';

/** Milliseconds of the first pause without a `Retry-After`; doubled each time. Up to half is added at random. */
const FIRST_PAUSE = 15_000;
const LONGEST_PAUSE = 60_000;
/** A single network error may be temporary. After this many in a row, the service counts as unreachable or busy. */
const NETWORK_ERRORS = 3;

/** Prevents requests to a host that refuses them. Loads with the client; the elements load only `retry.ts` before. */
export interface Cooldown {
  /**
   * Sends a request. Throws `rate-limited` instead while the host is paused after a 429, and `network` after
   * {@link NETWORK_ERRORS} network errors in a row, unless `fresh`. After a pause, the other requests wait
   * for the first one.
   */
  run<T>(host: string, fresh: boolean, request: () => Promise<T>): Promise<T>;
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

/** `shared`: the pauses of other tabs, which count here, too. */
export function createCooldown(now: () => number, shared?: SharedPauses): Cooldown {
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

  function refusal(host: Host): MetadataError | undefined {
    const left = host.until - now();
    if (left <= 0) return undefined;
    const seconds = Math.ceil(left / 1000);
    return host.isLimited
      ? new MetadataError(
          'rate-limited',
          `The metadata service allows the next request in ${seconds} s.`,
          { status: 429, retryAfter: left },
        )
      : new MetadataError(
          'network',
          `The metadata service could not be reached; the next request is in ${seconds} s.`,
          { retryAfter: left },
        );
  }

  /** The answer to a request that was sent before a 429 does not end the pause. */
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
  function note(name: string, host: Host, error: unknown): void {
    if (!(error instanceof MetadataError)) return;
    const { code, retryAfter } = error;
    if (code === 'rate-limited') host.isLimited = true;
    else if (code === 'network') host.networkErrors += 1;
    else return answered(name, host);
    if (!host.isLimited && host.networkErrors < NETWORK_ERRORS) return;
    // Concurrent requests that are refused together start one pause.
    if (retryAfter === undefined && host.until > now()) return;
    const full = Math.min(FIRST_PAUSE * 2 ** host.pauses, LONGEST_PAUSE);
    const pause = retryAfter ?? Math.round(full * (1 + Math.random() / 2));
    host.until = Math.max(host.until, now() + pause);
    host.pauses += 1;
    host.ignoresOthers = false;
    shared?.write(name, { until: host.until, pauses: host.pauses, isLimited: host.isLimited });
  }

  return {
    async run(name, fresh, request) {
      const host = hosts.get(name) ?? reset({ until: 0 } as Host);
      hosts.set(name, host);
      while (host.probe) await host.probe;
      adopt(name, host);
      const refused = refusal(host);
      if (refused && !(fresh && !host.isLimited)) throw refused;
      host.heldSince = undefined;
      const sent = request().then(
        (answer) => {
          answered(name, host);
          return answer;
        },
        (error: unknown) => {
          note(name, host, error);
          throw error;
        },
      );
      if (host.pauses > 0) {
        host.probe = sent.catch(() => undefined).finally(() => (host.probe = undefined));
      }
      return sent;
    },
  };
}

function reset(host: Host): Host {
  return Object.assign(host, { until: 0, pauses: 0, networkErrors: 0, isLimited: false });
}
