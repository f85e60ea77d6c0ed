import { mergeOptions } from '../lib/read-options.js';
import { readTrackOptions } from './options.js';
import type { Poller } from './tracked.js';
import type { TransactionSettings } from './types.js';

interface Shared {
  settings: TransactionSettings;
  /** The pollers that have watchers; see `poller.ts`. */
  readonly pollers: Map<string, Poller>;
  /** A number for each `fetch` of a source, so that a text can be the key of a poller. */
  readonly fetches: WeakMap<object, number>;
  fetchCount: number;
  /** The times of the requests of the last minute: by host for sources with their own limit, else `all`. */
  readonly times: Map<string, readonly number[]>;
  /** Called after the list of recent transactions changed in this page. */
  readonly listeners: Set<() => void>;
}

/** The number increases with every breaking change of {@link Shared}: only compatible copies share it. */
const KEY = Symbol.for('stacks-wallet-elements/transactions@2');

/** What all copies of this package in a page share. */
export function shared(): Shared {
  const page = globalThis as { [KEY]?: Shared };
  return (page[KEY] ??= {
    settings: mergeOptions<TransactionSettings>(),
    pollers: new Map(),
    fetches: new WeakMap(),
    fetchCount: 0,
    times: new Map(),
    listeners: new Set(),
  });
}

/**
 * Sets where transactions are read, and whether they are stored, for the whole page. Applies to transactions that
 * are tracked afterwards.
 *
 * @throws TransactionError `invalid` that names the setting
 */
export function configureTransactions(settings: TransactionSettings): void {
  const page = shared();
  const read = readTrackOptions('configureTransactions', settings);
  page.settings = mergeOptions<TransactionSettings>(page.settings, read);
}
