import { MetadataError } from '../errors.js';

/** After a 429 a service is left alone until it said to come back, by whoever asks on this page. */
export interface Cooldown {
  /** Throws `rate-limited` while the service at this origin is to be left alone. */
  check(origin: string): void;
  /** Takes note of an answer. */
  note(origin: string, error: MetadataError): void;
}

export function createCooldown(now: () => number): Cooldown {
  const until = new Map<string, number>();
  return {
    check(origin) {
      const left = (until.get(origin) ?? 0) - now();
      if (left <= 0) return;
      throw new MetadataError(
        'rate-limited',
        `The metadata service asked not to be asked for another ${Math.ceil(left / 1000)} s.`,
        { status: 429, retryAfter: left },
      );
    },
    note(origin, error) {
      if (error.code !== 'rate-limited' || error.retryAfter === undefined) return;
      until.set(origin, Math.max(until.get(origin) ?? 0, now() + error.retryAfter));
    },
  };
}
