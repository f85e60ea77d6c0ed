/**
 * `SP2J6…KRQ9`: the first and last characters; the whole address where that would be no shorter. A removed
 * attribute gives null and a bad one NaN: then five and four.
 */
export function shortAddress(address: string, start?: number | null, end?: number | null): string {
  const [head, tail] = [count(start, 5), count(end, 4)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number | null | undefined, standard: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters!)) : standard;
}
