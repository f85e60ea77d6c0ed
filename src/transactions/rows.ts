import { parseJson } from '../http/json.js';
import type { Undo } from '../wire/provider.js';
import { count, fields, list } from './json.js';
import { shared } from './shared.js';
import { isMined, textOf } from './tracked.js';
import type { RecentTransaction, Sighting } from './types.js';

/** Another key than that of the record shared with @stacks/connect. */
const KEY = 'stacks-wallet-elements/transactions@1';
const MOST = 50;
const WEEK = 7 * 24 * 3_600_000;
const STATUS = /^(?:submitted|pending|confirmed|failed|replaced|dropped|unknown)$/;
/** States that no longer change, or rarely. */
const SETTLED = /^(?:confirmed|failed|replaced|dropped)$/;

/** A recent transaction as it is stored: no raw transaction and no signature. */
export interface Row extends RecentTransaction {
  readonly seen?: Sighting | undefined;
  /** When it was read last, milliseconds since 1970; 0: never. */
  readonly readAt: number;
}

const storage = (): Storage | undefined => globalThis.window?.localStorage;

/** The rows, newest first. Empty where nothing is or can be stored. */
export function readRows(): readonly Row[] {
  const now = Date.now();
  try {
    return list(parseJson(storage()?.getItem(KEY) ?? '[]'))
      .filter(isRow)
      .map((row) => ({
        ...row,
        // A time in the future: the clock was set back.
        sentAt: Math.min(row.sentAt, now),
        readAt: row.readAt > now ? 0 : row.readAt,
      }));
  } catch {
    return []; // a sandboxed frame, or a text that something else has written
  }
}

/** Reads the rows again, since another tab may have changed them, and writes what `change` returns. */
export function changeRows(change: (rows: readonly Row[]) => readonly Row[]): void {
  try {
    const now = Date.now();
    const kept = change(readRows())
      .filter(({ sentAt, state }) => now - sentAt < WEEK * (SETTLED.test(state.status) ? 1 : 4))
      .sort((a, b) => b.sentAt - a.sentAt)
      .slice(0, MOST);
    if (kept.length) storage()?.setItem(KEY, textOf(kept));
    else storage()?.removeItem(KEY);
  } catch {
    // The storage is full or not available: the list is not stored.
  }
  for (const listener of [...shared().listeners]) listener();
}

/** Calls the listener after the recent transactions changed, in this page or in another tab. */
export function watchRows(listener: () => void): Undo {
  const stored = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) listener();
  };
  const { listeners } = shared();
  const own = (): void => listener();
  listeners.add(own);
  globalThis.window?.addEventListener('storage', stored);
  return () => {
    listeners.delete(own);
    globalThis.window?.removeEventListener('storage', stored);
  };
}

/** True for the row of this transaction. */
export const isOf =
  (id: string, network: string) =>
  (row: Row): boolean =>
    row.id === id && row.network === network;

/** Checks a stored row, which any script of the page's origin may have written. */
function isRow(value: unknown): value is Row {
  const { id, chain, network, sentAt, readAt, state, seen } = fields(value);
  const { sender, coin } = fields(seen);
  const { status, block } = fields(state);
  return (
    /^(?:stx 0x|btc )[0-9a-f]{64}$/.test(`${chain as string} ${id as string}`) &&
    typeof network === 'string' &&
    count(sentAt) !== undefined &&
    count(readAt) !== undefined &&
    STATUS.test(String(status)) &&
    (!isMined({ status: String(status) }) || count(fields(block)['height']) !== undefined) &&
    /^(?:undefined|S[0-9A-Z]{20,60})$/.test(String(sender)) &&
    /^(?:undefined|[0-9a-f]{64}:\d+)$/.test(String(coin))
  );
}

export interface RecentFilter {
  /** An address that sent. Default: any. */
  readonly account?: string | undefined;
  readonly network?: string | undefined;
}

/** The recent transactions of this browser, newest first: at most 50, settled ones for one week, others for four. */
export function recentTransactions(filter: RecentFilter = {}): readonly RecentTransaction[] {
  return readRows().filter(matching(filter));
}

/** Removes the recent transactions of an account, or all. Tracked transactions stay tracked. */
export function clearRecentTransactions(filter: RecentFilter = {}): void {
  const isCleared = matching(filter);
  changeRows((rows) => rows.filter((row) => !isCleared(row)));
}

const matching =
  ({ account, network }: RecentFilter) =>
  (row: Row): boolean =>
    (!account || row.account === account) && (!network || row.network === network);
