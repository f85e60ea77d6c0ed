import { attempt } from '../lib/safe-access.js';
import { createReads, type Reads, type StoredAs } from './reads.js';
import { isOf, readRows } from './rows.js';
import { shared } from './shared.js';
import { baseOf } from './sources.js';
import { textOf, type Poller, type Tracked } from './tracked.js';
import type { TransactionSource } from './types.js';

/** What is read for a handle, and where it is stored. */
export interface Following {
  /** The name of the source in the list of recent transactions. */
  readonly sourceName: string;
  track(id: string, sentAt: number | undefined): Tracked;
  /** Reads the transaction until `undo` is called. All watchers of this id share `live`. */
  watch: Poller['watch'];
}

/**
 * Follows transactions of a source and network. The poller is created for the first watcher, shared by all copies of
 * this package in the page, and removed after the last watcher: what nobody watches takes no memory.
 */
export function followingOf(source: TransactionSource, network: string): Following {
  const { pollers } = shared();
  const { name, chain, baseUrl, pace, perMinute } = source;
  const key = textOf([name, chain, network, baseUrl, pace, perMinute, fetchNumber(source)]);
  // Nothing tells two sources with their own `fetch` apart in another visit, so such a source takes no stored state.
  const isOwn = !!source.fetch && source.fetch !== shared().settings.fetch;
  const url = attempt(() => baseOf(source)) ?? baseUrl;
  const sourceName = `${name} ${url}${isOwn ? ', with its own fetch' : ''}`;
  return {
    sourceName,
    track(id, sentAt) {
      const live = pollers.get(key)?.find(id);
      if (live) return live;
      const row = isOwn ? undefined : readRows().find(isOf(id, network, sourceName));
      const since = Math.min(row?.sentAt ?? sentAt ?? Infinity, Date.now());
      return {
        id,
        sentAt: since,
        progress: { state: row?.state ?? { status: 'submitted', since }, seen: row?.seen },
        trouble: undefined,
        isStored: !!row,
        watchers: new Set(),
        readAt: row?.readAt ?? 0,
        due: sentAt && !row?.readAt ? since + 1e3 * (pace ?? 1) : 0,
      };
    },
    watch(tracked, watcher) {
      const stored = { network, sourceName, isOwn };
      const create = () => createPoller(source, stored, () => pollers.delete(key));
      const poller = pollers.get(key) ?? create();
      pollers.set(key, poller);
      return poller.watch(tracked, watcher);
    },
  };
}

/** 0 without an own `fetch`. */
function fetchNumber({ fetch }: TransactionSource): number {
  const { fetches } = shared();
  if (!fetch) return 0;
  const known = fetches.get(fetch) ?? (shared().fetchCount += 1);
  fetches.set(fetch, known);
  return known;
}

function createPoller(source: TransactionSource, stored: StoredAs, ended: () => void): Poller {
  const all = new Map<string, Tracked>();
  let reads: Reads | undefined;

  return {
    find: (id) => all.get(id),
    watch(tracked, watcher) {
      const live = all.get(tracked.id) ?? tracked;
      all.set(live.id, live);
      live.isStored ||= tracked.isStored;
      live.watchers.add(watcher);
      (reads ??= createReads(source, stored, all)).watcherAdded();
      const undo = (): void => {
        live.watchers.delete(watcher);
        if (!live.watchers.size) all.delete(live.id);
        if (all.size) return;
        reads?.stop();
        reads = undefined;
        ended();
      };
      return { live, undo };
    },
  };
}
