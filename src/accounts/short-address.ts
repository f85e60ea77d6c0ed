import { mustBe, withDocs } from '../errors.js';

/**
 * `SP2J6…9EJ7`: the first and last characters of an address or an id, to show it. Returns the whole text if that is not
 * longer.
 *
 * @param start the number of characters at the start. Default: 5
 * @param end the number of characters at the end. Default: 4
 * @example
 * ```ts
 * import { shortAddress } from 'stacks-wallet-elements';
 *
 * console.log(shortAddress('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7')); // SP2J6…9EJ7
 * ```
 */
export function shortAddress(address: string, start?: number | null, end?: number | null): string {
  if (typeof address !== 'string') {
    throw new TypeError(
      withDocs(`shortAddress: ${mustBe('address', address, 'a text')}`, 'options'),
    );
  }
  const [head, tail] = [count(start, 5), count(end, 4)];
  if (address.length <= head + tail + 1) return address;
  return `${address.slice(0, head)}…${tail ? address.slice(-tail) : ''}`;
}

function count(characters: number | null | undefined, standard: number): number {
  return Number.isFinite(characters) ? Math.max(0, Math.trunc(characters!)) : standard;
}
