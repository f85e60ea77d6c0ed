import { MetadataError } from '../errors.js';

/** After a 429 a service is left alone until it said to come back, by whoever asks on this page. */
export interface Cooldown {
  /** Throws `rate-limited` while the service at this base URL is to be left alone. */
  check(service: string): void;
  /** Takes note of an answer. */
  note(service: string, error: MetadataError): void;
}

export function createCooldown(now: () => number): Cooldown {
  const until = new Map<string, number>();
  return {
    check(service) {
      const left = (until.get(service) ?? 0) - now();
      if (left <= 0) return;
      throw new MetadataError(
        'rate-limited',
        `The metadata service asked not to be asked for another ${Math.ceil(left / 1000)} s.`,
        { status: 429, retryAfter: left },
      );
    },
    note(service, error) {
      if (error.code !== 'rate-limited' || error.retryAfter === undefined) return;
      until.set(service, Math.max(until.get(service) ?? 0, now() + error.retryAfter));
    },
  };
}
