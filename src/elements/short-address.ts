/** `SP2J6…KRQ9`: the first and last characters; the whole address where that would be no shorter. */
export function shortAddress(address: string, start = 5, end = 4): string {
  const [head, tail] = [count(start), count(end)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters)) : 0;
}
