import { mergeOptions } from '../lib/read-options.js';
import type { SentTransaction, WalletClient } from '../client/types.js';
import type { Unsubscribe } from '../lib/store.js';
import { readTrackOptions } from './options.js';
import { trackTransaction } from './track.js';
import type { TrackOptions, TransactionHandle } from './types.js';

/**
 * Tracks every transaction that a client sends from now on, for any element or code, and adds it to the list of
 * recent transactions. `tracked` is called with the handle of each.
 *
 * @throws TransactionError `invalid` for a wrong option, which it names
 */
export function trackSent(
  // The client of an older copy of this package may have no `on`.
  client: Partial<Pick<WalletClient, 'on'>>,
  tracked?: (handle: TransactionHandle, sent: SentTransaction) => void,
  options?: TrackOptions,
): Unsubscribe {
  const own = readTrackOptions<TrackOptions>('trackSent', options);
  const undo = client.on?.('sent', (sent) => {
    const { txid, ...rest } = sent;
    const handle = trackTransaction(txid, mergeOptions<TrackOptions>(rest, own));
    tracked?.(handle, sent);
  });
  return () => undo?.();
}
