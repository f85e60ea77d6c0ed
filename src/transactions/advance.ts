import { millisecondsOf, secondsOf } from './json.js';
import { isMined, type Progress } from './tracked.js';
import type { Reading, TransactionBlock, TransactionState } from './types.js';

/** Milliseconds after which a transaction that the service does not find is reported as not found. */
const GRACE = 120_000;

/** Statuses that one reading changes to `pending` or `unknown`. */
const BEFORE_A_BLOCK = new Set<string>(['submitted', 'pending', 'unknown', 'replaced', 'dropped']);
/** Statuses that stay the same if the service does not find the transaction. */
const NOT_THERE = new Set<string>(['submitted', 'replaced', 'dropped']);

/**
 * The next state after a reading. A failure, a replacement, a drop and a return to an earlier status need two equal
 * readings in a row: a single one may come from a server that lags behind. Time alone never changes the state.
 */
export function advance(progress: Progress, read: Reading, now: number, sentAt: number): Progress {
  // Without prototypes: a polluted `Object.prototype` must not add a block or a doubt.
  const { state, doubt } = { __proto__: null, ...progress } as Progress;
  const reading = Object.assign<object, Reading>(Object.create(null) as object, read);
  const from = state.status;
  const { status, seen = progress.seen, ...rest } = reading;
  const { since, ...details } = withDates(rest);
  const isMissing = status === 'missing';
  const isExpected = isMissing
    ? NOT_THERE.has(from)
    : status === from ||
      status === 'confirmed' ||
      (BEFORE_A_BLOCK.has(from) && (status === 'pending' || status === 'unknown'));
  if (!isExpected && doubt !== status) return { state, doubt: status, seen };
  if (isMissing) {
    if (from === 'replaced' || from === 'dropped') return { state, seen };
    const notFound = from !== 'submitted' || now - sentAt >= GRACE;
    return {
      state: { status: 'submitted', since: sentAt, ...(notFound ? { notFound } : {}) },
      seen,
    };
  }
  if (status === 'pending') {
    const first = since ?? (state.status === 'pending' ? state.since : now);
    return { state: { ...details, status, since: first }, seen };
  }
  return { state: { ...details, status, ...depthOf(state, reading) } as TransactionState, seen };
}

/** Without the times that are no dates, whatever the service. */
function withDates<
  T extends { readonly since?: number | undefined; readonly block?: TransactionBlock | undefined },
>(reading: T) {
  const { since, block, ...rest } = { __proto__: null, ...reading } as T;
  const { time, ...known } = { __proto__: null, ...block } as TransactionBlock;
  const seconds = secondsOf(time);
  return {
    ...rest,
    since: millisecondsOf(since),
    ...(block && { block: seconds === undefined ? known : { ...known, time: seconds } }),
  };
}

/** In a block, the depth is 1 until the tip is read. At the same height as before, the depth is kept. */
function depthOf(state: TransactionState, reading: Reading) {
  if (!isMined(reading)) return {};
  return isMined(state) && state.block.height === reading.block.height
    ? { depth: state.depth, bitcoinDepth: state.bitcoinDepth, final: state.final }
    : { depth: 1, final: false };
}
