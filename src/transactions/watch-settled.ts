import type { WalletClient } from '../core/types.js';
import type { Unsubscribe } from '../lib/store.js';
import { recentTransactions, watchRecentTransactions } from './recent.js';
import { isSettled } from './states.js';
import { trackSent, trackTransaction } from './track.js';
import type { RecentFilter, TransactionHandle, TransactionState } from './types.js';

/**
 * Calls back when a Stacks transaction that the client sends, or a recent one of this browser, has left the mempool. Reads
 * those that are in it.
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
  const follow = (id: string | undefined, track: () => TransactionHandle): void => {
    if (!id || followed.has(id)) return;
    // Added before it is tracked, which calls this again: it changes the list of recent transactions.
    followed.add(id);
    const handle = track();
    const undo = handle.subscribe(() => {
      if (!isSettled(handle.state)) return;
      undo();
      settled(handle.state);
    });
    ends.push(undo);
  };
  const followRecent = (): void => {
    for (const recent of recentTransactions(filter)) {
      const { id, chain, network, account, method, label, sentAt, state } = recent;
      if (chain !== 'stacks' || isSettled(state)) continue;
      follow(id, () => trackTransaction(id, { chain, network, account, method, label, sentAt }));
    }
  };
  ends.push(
    trackSent(client, (handle, { chain }) => {
      if (chain === 'stacks') follow(handle.id, () => handle);
    }),
    watchRecentTransactions(followRecent),
  );
  followRecent();
  return () => {
    for (const end of ends) end();
  };
}
