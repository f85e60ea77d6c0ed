import type { TransactionChain, TransactionState } from './types.js';

/** [age, milliseconds until the next read]: the first row whose age is not reached applies. */
const DELAYS: Readonly<Record<TransactionChain, readonly (readonly [number, number])[]>> = {
  stx: [
    [1e3, 1e3],
    [4e3, 3e3],
    [9e3, 5e3],
    [17e3, 8e3],
    [12e4, 1e4],
    [6e5, 2e4],
    [36e5, 6e4],
    // A Stacks node drops a transaction after 256 times 10 minutes.
    [43 * 36e5, 3e5],
  ],
  btc: [
    [6e4, 1e4],
    [36e5, 3e4],
    // Bitcoin Core drops a transaction after 336 hours.
    [337 * 36e5, 12e4],
  ],
};

/** Milliseconds until the next read, by the age of the transaction; Infinity once it can no longer be mined. */
export function delayAt(age: number, chain: TransactionChain): number {
  return DELAYS[chain].find(([end]) => age < end)?.[1] ?? Infinity;
}

/** Transactions in a block, replaced or dropped ones change only with the next blocks. */
export function delayOf(
  { status }: TransactionState,
  age: number,
  chain: TransactionChain,
): number {
  const isSlow = /^(?:confirmed|failed|replaced|dropped)$/.test(status);
  return Math.max(delayAt(age, chain), isSlow ? 2e4 : 0);
}
