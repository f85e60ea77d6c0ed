import { networkName } from '../core/network-option.js';
import { keepArrays } from '../errors.js';
import { attempt, bare, getGlobal, parseJson } from '../lib/safe-access.js';
import { checkListener, type Unsubscribe } from '../lib/store.js';
import { toKey } from '../lib/to-key.js';
import { readSentAmount } from '../methods/sent-amount.js';
import { normalizeNetwork } from '../stacks/address.js';
import {
  bitcoinId,
  fields,
  frozen,
  isSettled,
  list,
  matching,
  milliseconds,
  readState,
  sighting,
  stacksId,
  text,
  type Fields,
} from './states.js';
import { readTrackOptions } from './options.js';
import type { RecentFilter, RecentTransaction, Sighting } from './types.js';

/**
 * Another key than that of the record shared with @stacks/connect. The number increases when another version would
 * misread the list: version 1 does not name the sources, version 2 has other names of the chains.
 */
const KEY = 'stacks-wallet-elements/transactions@3';
const MAX_STORED = 50;
const WEEK = 7 * 24 * 3_600_000;

/** A recent transaction as it is stored: no raw transaction and no signature. */
export interface StoredTransaction extends RecentTransaction {
  readonly seen?: Sighting | undefined;
  /** When it was read last, milliseconds since 1970; 0: never. */
  readonly readAt: number;
}

/**
 * The recent transactions of this browser, newest first: at most 50, settled ones for one week, others for four. A
 * transaction that was read from two sources is in the list twice, with the state that each reports. As long as nothing
 * changes, the list for a filter is the same object, so it is a snapshot for `useSyncExternalStore`.
 *
 * @example
 * ```ts
 * import { recentTransactions } from 'stacks-wallet-elements/transactions';
 *
 * for (const { id, state } of recentTransactions({ network: 'mainnet' })) {
 *   console.log(id, state.status);
 * }
 * ```
 *
 * @throws TransactionError `invalid` if the filter is not an object with an address and the name of a network
 */
export function recentTransactions(filter?: RecentFilter): readonly RecentTransaction[] {
  const { account, network } = readFilter('recentTransactions', filter);
  const text = readText();
  if (text !== returned.text) returned = { text, lists: new Map() };
  const key = toKey([account, network]);
  const kept = returned.lists.get(key);
  if (kept) return kept;
  const transactions = toRecent(text).filter((recent) => matches(recent, account, network));
  for (const recent of transactions) frozen(Object.freeze(recent).state);
  const frozenList = Object.freeze(transactions);
  returned.lists.set(key, frozenList);
  return frozenList;
}

/** The lists that were returned for a stored text, by their filters. */
let returned = { text: '', lists: new Map<string, readonly RecentTransaction[]>() };

/**
 * Removes the recent transactions of an account, or all. Tracked transactions stay tracked.
 *
 * @example
 * ```ts
 * import { clearRecentTransactions } from 'stacks-wallet-elements/transactions';
 *
 * clearRecentTransactions({ account: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' });
 * ```
 *
 * @throws TransactionError `invalid` if the filter is not an object with an address and the name of a network
 */
export function clearRecentTransactions(filter?: RecentFilter): void {
  const { account, network } = readFilter('clearRecentTransactions', filter);
  changeRecent((all) => all.filter((recent) => !matches(recent, account, network)));
}

/**
 * Calls the listener after the recent transactions changed, in this page or in another tab.
 *
 * @throws TypeError unless the listener is a function
 *
 * @example
 * ```ts
 * import { recentTransactions, watchRecentTransactions } from 'stacks-wallet-elements/transactions';
 *
 * const undo = watchRecentTransactions(() => console.log(recentTransactions()));
 * undo();
 * ```
 */
export function watchRecentTransactions(listener: () => void): Unsubscribe {
  checkListener('watchRecentTransactions', listener);
  const changed = ({ key }: StorageEvent): void => {
    if (key === KEY || key === null) listener();
  };
  getGlobal('window')?.addEventListener('storage', changed);
  return () => getGlobal('window')?.removeEventListener('storage', changed);
}

/** The stored transactions, newest first. Empty where nothing is or can be stored. */
export const readRecent = (): readonly StoredTransaction[] => toRecent(readText());

/** Empty in a sandboxed frame. */
const readText = (): string => attempt(() => getGlobal('window')?.localStorage.getItem(KEY)) ?? '';

/** Empty for a text that something else has written. */
const toRecent = (text: string): readonly StoredTransaction[] =>
  list(attempt(() => parseJson(text || '[]'))).flatMap((record) => toStored(fields(record)) ?? []);

/** Reads the list again, since another tab may have changed it, and writes what `change` returns. */
export function changeRecent(
  change: (all: readonly StoredTransaction[]) => readonly StoredTransaction[],
): void {
  const page = getGlobal('window');
  if (!page) return;
  try {
    const now = Date.now();
    const kept = change(readRecent())
      .filter(({ sentAt, state }) => now - sentAt < WEEK * (isSettled(state) ? 1 : 4))
      .sort((a, b) => b.sentAt - a.sentAt)
      .slice(0, MAX_STORED);
    if (kept.length) page.localStorage.setItem(KEY, JSON.stringify(kept, keepArrays));
    else page.localStorage.removeItem(KEY);
    // The browser dispatches this event only in the other tabs.
    page.dispatchEvent(new StorageEvent('storage', bare({ key: KEY })));
  } catch {
    // The storage is full or not available: the list is not stored.
  }
}

export const isSame = (
  recent: RecentTransaction,
  id: string,
  network: string,
  source: string,
): boolean => recent.id === id && recent.network === network && recent.source === source;

/** The filter, with the name of the network as it is stored. @throws TransactionError `invalid` */
function readFilter(
  caller: 'recentTransactions' | 'clearRecentTransactions',
  filter: RecentFilter | undefined,
): RecentFilter {
  const { account, network } = readTrackOptions(caller, filter);
  return { account, network: network && normalizeNetwork(network) };
}

const matches = (recent: RecentTransaction, account?: string, network?: string): boolean =>
  (!account || recent.account === account) && (!network || recent.network === network);

/** The known fields of a stored transaction. Undefined for anything else: any script of the origin may write the list. */
function toStored(record: Fields): StoredTransaction | undefined {
  const now = Date.now();
  const { chain } = record;
  if (chain !== 'stacks' && chain !== 'bitcoin') return undefined;
  const id = chain === 'stacks' ? stacksId(record['id']) : bitcoinId(record['id']);
  const network = matching(/^.{1,200}$/s, record['network']);
  // A name, and a URL of the usual maximum length.
  const source = matching(/^.{1,2200}$/s, record['source']);
  const sentAt = milliseconds(record['sentAt']);
  if (!id || !network || !source || sentAt === undefined) return undefined;
  if (!networkName.accepts(network)) return undefined;
  const state = readState(fields(record['state']), sentAt);
  const readAt = milliseconds(record['readAt']) ?? 0;
  const seen = fields(record['seen']);
  return (
    state && {
      id,
      chain,
      network,
      source,
      state,
      account: text(record['account']),
      method: text(record['method']),
      label: text(record['label']),
      amount: readSentAmount(record['amount']),
      // A time in the future would keep it in the list, and keep it from being read.
      sentAt: Math.min(sentAt, now),
      readAt: readAt > now ? 0 : readAt,
      seen: sighting(seen['sender'], seen['nonce'], seen['coin']),
    }
  );
}
