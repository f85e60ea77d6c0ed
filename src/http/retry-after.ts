/** The longest delay that is accepted from a service. */
export const LONGEST_RETRY_AFTER = 300_000;

/**
 * The delay of a header `Retry-After` in milliseconds, from 0 to five minutes. The header has seconds or an HTTP
 * date (RFC 9110, 10.2.3). Undefined if it is missing or invalid.
 *
 * @param now milliseconds since 1970
 */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  const text = header ?? '';
  // A date begins with the name of the day. Date.parse alone would also accept `-5` or `1.5`.
  const isDate = /^[A-Z][a-z]+,? /.test(text);
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : NaN;
  return isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER);
}
