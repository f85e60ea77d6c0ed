/** No service may make a page wait longer than this. */
const LONGEST_MS = 300_000;

/**
 * Milliseconds to wait, from a `Retry-After` header in either of its forms, seconds or an HTTP date
 * (RFC 9110, 10.2.3): from 0 to five minutes. Undefined where there is none, or none that can be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return within(Number(text) * 1000);
  // Dates begin with the name of the day; Date.parse alone would also take `-5` or `1.5` for a date.
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : within(date - now);
}

function within(ms: number): number {
  return Math.min(Math.max(ms, 0), LONGEST_MS);
}
