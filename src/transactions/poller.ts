import type { Reads } from './reads.js';
import { isOf, readRows } from './rows.js';
import { shared } from './shared.js';
import { tell, type Poller, type Tracked } from './tracked.js';
import type { TransactionSource } from './types.js';

/** Milliseconds before the code that reads is loaded again, after that failed. */
const AGAIN = 15_000;

/** The poller of a source and network, shared by all copies of this package in the page. */
export function pollerOf(source: TransactionSource, network: string): Poller {
  const { pollers } = shared();
  // A source with its own `fetch` has its own poller.
  const key = source.fetch ? source : `${source.name} ${network} ${source.baseUrl}`;
  const poller = pollers.get(key) ?? createPoller(source, network);
  pollers.set(key, poller);
  return poller;
}

function createPoller(source: TransactionSource, network: string): Poller {
  const all = new Map<string, Tracked>();
  let reads: Reads | undefined;

  /** The code that reads is loaded for the first watcher. */
  async function start(): Promise<void> {
    try {
      const { createReads } = await import('./reads.js');
      if (all.size) (reads ??= createReads(source, network, all)).watcherAdded();
    } catch {
      const message = 'Code not loaded.';
      for (const one of all.values()) tell(one, one.progress, { code: 'network', message });
      if (all.size) setTimeout(() => void start(), AGAIN);
    }
  }

  return {
    track(id, sentAt) {
      const row = readRows().find(isOf(id, network));
      const since = Math.min(row?.sentAt ?? (Number(sentAt) || Infinity), Date.now());
      return (
        all.get(id) ?? {
          id,
          sentAt: since,
          progress: { state: row?.state ?? { status: 'submitted', since }, seen: row?.seen },
          trouble: undefined,
          isStored: !!row,
          watchers: new Set(),
          readAt: row?.readAt ?? 0,
          due: sentAt && !row?.readAt ? since + 1e3 * (source.pace ?? 1) : 0,
        }
      );
    },
    watch(tracked, watcher) {
      const live = all.get(tracked.id) ?? tracked;
      all.set(live.id, live);
      live.isStored ||= tracked.isStored;
      live.watchers.add(watcher);
      void start();
      const undo = (): void => {
        live.watchers.delete(watcher);
        if (!live.watchers.size) all.delete(live.id);
        if (all.size) return;
        reads?.stop();
        reads = undefined;
      };
      return { live, undo };
    },
  };
}
