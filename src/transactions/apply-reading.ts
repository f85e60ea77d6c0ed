import { isDeepEnough, update, type TransactionRecord } from './record.js';
import { GRACE, isMined, readState, type Fields } from './states.js';
import type { Reading, TransactionState } from './types.js';

/** Changes a record as a reading says. Returns its state instead if that needs its depth first. */
export function applyReading(
  record: TransactionRecord,
  reading: Reading,
): TransactionState | undefined {
  record.readAt = Date.now();
  const next = nextState(record, reading);
  record.doubt = next ? undefined : reading.status;
  record.seen = reading.seen ?? record.seen;
  const state = next ?? record.state;
  const isHint = record.isHint && !next;
  if (isMined(state) && !isHint && !isDeepEnough(record, state)) return state;
  update(record, state, undefined, isHint);
  return undefined;
}

const NOT_IN_A_BLOCK: readonly string[] = [
  'submitted',
  'pending',
  'unknown',
  'replaced',
  'dropped',
];

/**
 * The state after a reading; undefined if a second equal reading must come first. A failure, a replacement, a drop and a
 * return to an earlier status need two equal readings in a row: a single one may come from a server that lags behind.
 * Time alone never changes the state.
 */
function nextState(record: TransactionRecord, reading: Reading): TransactionState | undefined {
  const { state, sentAt, readAt } = record;
  const { status } = reading;
  const isGone = state.status === 'replaced' || state.status === 'dropped';
  const isExpected =
    status === state.status ||
    status === 'confirmed' ||
    (status === 'missing' && (isGone || state.status === 'submitted')) ||
    ((status === 'pending' || status === 'unknown') && NOT_IN_A_BLOCK.includes(state.status));
  if (!isExpected && status !== record.doubt) return undefined;
  if (status === 'missing') {
    if (isGone) return state;
    const notFound = state.status !== 'submitted' || readAt - sentAt >= GRACE || undefined;
    return { status: 'submitted', since: sentAt, notFound };
  }
  const since = state.status === 'pending' ? state.since : readAt;
  const next = readState(reading as unknown as Fields, since);
  // A reading has the depth 1 until the tip is read. At the same height, the depth that was read here stays.
  const isSame = isMined(state) && !record.isHint;
  if (!next || !isMined(next) || !isSame || next.block.height !== state.block.height) return next;
  const { depth, bitcoinDepth, final } = state;
  const same = { ...next, depth, bitcoinDepth, final };
  if (next.status !== state.status || next.block.hash !== state.block.hash) return same;
  // Not every route of a service returns these.
  const result = next.result ?? state.result;
  return same.status === 'failed' && state.status === 'failed'
    ? { ...same, result, vmError: same.vmError ?? state.vmError }
    : { ...same, result };
}
