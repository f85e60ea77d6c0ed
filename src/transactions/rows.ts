import { parseJson } from '../lib/plain-data.js';
import type { Unsubscribe } from '../lib/store.js';
import { count, fields, list, millisecondsOf, secondsOf, text } from './json.js';
import { readTrackOptions } from './options.js';
import { shared } from './shared.js';
import { textOf } from './tracked.js';
import type {
  RecentFilter,
  RecentTransaction,
  Sighting,
  TransactionBlock,
  TransactionState,
} from './types.js';

/**
 * Another key than that of the record shared with @stacks/connect. The number increases when rows change so that an
 * older copy of this package in another tab would misread them: rows of version 1 do not name their source.
 */
const KEY = 'stacks-wallet-elements/transactions@2';
const MOST = 50;
const WEEK = 7 * 24 * 3_600_000;
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
  try {
    return list(parseJson(storage()?.getItem(KEY) ?? '[]')).flatMap((row) => toRow(row) ?? []);
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
export function watchRows(listener: () => void): Unsubscribe {
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

/** True for the row of this transaction that this source reports. */
export const isOf =
  (id: string, network: string, source: string) =>
  (row: Row): boolean =>
    row.id === id && row.network === network && row.source === source;

/** The known fields of a stored row. Undefined for anything else: any script of the page's origin may write it. */
function toRow(value: unknown): Row | undefined {
  const now = Date.now();
  const { id, chain, network, source, account, method, label, seen, ...row } = fields(value);
  const sentAt = millisecondsOf(row['sentAt']);
  const readAt = millisecondsOf(row['readAt']) ?? 0;
  if (
    !matches(id, chain === 'stx' ? STACKS_ID : BITCOIN_ID) ||
    !isOneOf(chain, ['stx', 'btc']) ||
    !matches(network, NAME) ||
    !matches(source, SOURCE) ||
    sentAt === undefined
  ) {
    return undefined;
  }
  const state = toState(fields(row['state']), sentAt);
  return (
    state && {
      id,
      chain,
      network,
      source,
      account: text(account),
      method: text(method),
      label: text(label),
      // A time in the future: the clock was set back.
      sentAt: Math.min(sentAt, now),
      readAt: readAt > now ? 0 : readAt,
      state,
      seen: toSighting(fields(seen)),
    }
  );
}

const STACKS_ID = /^0x[0-9a-f]{64}$/;
const BITCOIN_ID = /^[0-9a-f]{64}$/;
const NAME = /^.{1,200}$/s;
/** A name, and a URL of the usual maximum length. */
const SOURCE = /^.{1,2200}$/s;

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

/** Its texts become parts of URLs. */
function toSighting({ sender, nonce, coin }: Readonly<Record<string, unknown>>): Sighting {
  return {
    sender: matches(sender, /^S[0-9A-Z]{20,60}$/) ? sender : undefined,
    nonce: count(nonce),
    coin: matches(coin, /^[0-9a-f]{64}:\d{1,10}$/) ? coin : undefined,
  };
}

/** The known fields of a stored state. A replacement is not stored with its own state. */
function toState(
  state: Readonly<Record<string, unknown>>,
  sentAt: number,
): TransactionState | undefined {
  const { status, reason } = state;
  const since = millisecondsOf(state['since']) ?? sentAt;
  const inferred = state['inferred'] === true || undefined;
  const block = toBlock(fields(state['block']));
  const mined = block && {
    block,
    depth: Math.max(count(state['depth']) ?? 1, 1),
    bitcoinDepth: count(state['bitcoinDepth']),
    result: text(state['result']),
    final: state['final'] === true,
  };
  switch (status) {
    case 'submitted':
      return { status, since, notFound: state['notFound'] === true || undefined };
    case 'pending':
      return { status, since, waitingForNonce: count(state['waitingForNonce']) };
    case 'confirmed':
      return mined && { status, ...mined };
    case 'failed':
      return mined && isOneOf(reason, ['response', 'post-condition', 'skipped'])
        ? { status, reason, vmError: text(state['vmError']), ...mined }
        : undefined;
    case 'replaced':
      return { status, by: toId(state['by']), inferred };
    case 'dropped':
      return isOneOf(reason, ['expired', 'too-expensive', 'problematic', 'unknown'])
        ? { status, reason, inferred }
        : undefined;
    case 'unknown':
      return { status, raw: text(state['raw']) ?? '', block };
    default:
      return undefined;
  }
}

const toId = (value: unknown): string | undefined =>
  matches(value, STACKS_ID) || matches(value, BITCOIN_ID) ? value : undefined;

const isOneOf = <const T>(value: unknown, values: readonly T[]): value is T =>
  values.includes(value as T);

function toBlock(block: Readonly<Record<string, unknown>>): TransactionBlock | undefined {
  const height = count(block['height']);
  return height === undefined
    ? undefined
    : {
        height,
        hash: toId(block['hash']),
        time: secondsOf(block['time']),
        burnHeight: count(block['burnHeight']),
      };
}

/**
 * The recent transactions of this browser, newest first: at most 50, settled ones for one week, others for four. A
 * transaction that was read from two sources is in the list twice, with the state that each reports.
 *
 * @throws TransactionError `invalid` if the filter is not an object of texts
 */
export function recentTransactions(filter?: RecentFilter): readonly RecentTransaction[] {
  return readRows().filter(matching(readTrackOptions('recentTransactions', filter)));
}

/**
 * Removes the recent transactions of an account, or all. Tracked transactions stay tracked.
 *
 * @throws TransactionError `invalid` if the filter is not an object of texts
 */
export function clearRecentTransactions(filter?: RecentFilter): void {
  const isCleared = matching(readTrackOptions('clearRecentTransactions', filter));
  changeRows((rows) => rows.filter((row) => !isCleared(row)));
}

const matching =
  ({ account, network }: RecentFilter) =>
  (row: Row): boolean =>
    (!account || row.account === account) && (!network || row.network === network);
