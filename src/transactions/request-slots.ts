import { sharedPauses, type Pause } from '../metadata/shared-pauses.js';
import { shared } from './shared.js';
import type { Trouble } from './types.js';

/** Milliseconds of the first pause after a refusal, doubled each time. */
const FIRST_PAUSE = 15_000;
export const LONGEST_PAUSE = 300_000;
const MINUTE = 60_000;
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

/** Also known to the token client, which asks the same hosts. */
const pauses = sharedPauses();
/** Where there is no `localStorage`. */
const own = new Map<string, Pause>();

const pauseOf = (host: string): Pause | undefined => {
  const pause = pauses.read(host) ?? own.get(host);
  // Nothing of this library writes a longer one: something else did, or the clock was set back.
  return pause && pause.until <= Date.now() + LONGEST_PAUSE * 1.5 ? pause : undefined;
};

/**
 * Takes one of the requests of this minute, of all tabs.
 *
 * @throws ReadError if the host is paused, or all are taken
 */
export function takeSlot(host: string, perMinute: number): void {
  const now = Date.now();
  const pause = pauseOf(host);
  if (pause && pause.until > now) {
    throw new ReadError(
      pause.isLimited ? 'rate-limited' : 'network',
      `${host} is asked again in ${Math.ceil((pause.until - now) / 1000)} s.`,
      pause.until,
    );
  }
  const times = timesOf(host).filter((time) => time > now - MINUTE && time <= now);
  if (times.length >= perMinute) {
    throw new ReadError('busy', `${host}: too many requests.`, times.at(-perMinute)! + MINUTE);
  }
  const next = [...times, now];
  shared().times.set(host, next);
  try {
    globalThis.window?.localStorage.setItem(KEY + host, next.join());
  } catch {
    // Only this page's requests count then.
  }
}

function timesOf(host: string): readonly number[] {
  try {
    const stored = globalThis.window?.localStorage.getItem(KEY + host);
    if (stored) return stored.split(',').map(Number);
  } catch {
    // As without localStorage.
  }
  return shared().times.get(host) ?? [];
}

/** Pauses all requests to a host, also those of other tabs. Returns the end of the pause. */
export function pauseHost(host: string, isLimited: boolean, atLeast = 0): number {
  const count = pauseOf(host)?.pauses ?? 0;
  const length = Math.min(FIRST_PAUSE * 2 ** count, LONGEST_PAUSE) * (1 + Math.random() / 5);
  const until = Math.round(Date.now() + Math.max(length, atLeast));
  const pause = { until, pauses: count + 1, isLimited };
  own.set(host, pause);
  pauses.write(host, pause);
  return until;
}

/** After an answer the next pause is short again. */
export function endPause(host: string): void {
  if (!pauseOf(host)) return;
  own.delete(host);
  pauses.write(host, undefined);
}
