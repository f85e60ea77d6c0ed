import type { WalletClient } from '../core/types.js';
import type { Unsubscribe } from '../lib/store.js';
import { toKey } from '../lib/to-key.js';
import { recentTransactions, watchRecentTransactions } from './recent.js';
import { isSettled } from './states.js';
import { trackSent, trackTransaction } from './track.js';
import type { RecentFilter, TransactionHandle, TransactionState } from './types.js';

/**
 * Calls back when a Stacks transaction that the client sends, or a recent one of this browser, has left the mempool. Reads
 * those that are in it, except those that the page tracks with a source of its own.
 *
 * @param filter the recent transactions that count. Default: all
 */
export function watchSettled(
  client: Pick<WalletClient, 'on'>,
  filter: RecentFilter | undefined,
  settled: (state: TransactionState) => void,
): Unsubscribe {
  const ends: Unsubscribe[] = [];
  const followed = new Set<string>();
  /** The pending rows of other sources: whoever tracks them updates their state in the list. */
  const ofOtherSources = new Set<string>();
  const follow = (handle: TransactionHandle): void => {
    if (!handle.id || followed.has(handle.id)) return;
    followed.add(handle.id);
    const undo = handle.subscribe(() => {
      if (!isSettled(handle.state)) return;
      undo();
      settled(handle.state);
    });
    ends.push(undo);
  };
  const followRecent = (): void => {
    for (const { id, chain, network, source, state } of recentTransactions(filter)) {
      const row = toKey([id, network, source]);
      if (isSettled(state)) {
        if (ofOtherSources.delete(row)) settled(state);
      } else if (chain === 'stacks' && !followed.has(id) && !ofOtherSources.has(row)) {
        const handle = trackTransaction(id, { chain, network, store: false });
        if (handle.source === source) follow(handle);
        else ofOtherSources.add(row);
      }
    }
  };
  ends.push(
    trackSent(client, (handle, { chain }) => {
      if (chain === 'stacks') follow(handle);
    }),
    watchRecentTransactions(followRecent),
  );
  followRecent();
  return () => {
    for (const end of ends) end();
  };
}
