import type { SentTransaction, WalletClient } from '../core/types.js';
import type { Undo } from '../wire/provider.js';
import { trackTransaction } from './track.js';
import type { TrackOptions, TransactionHandle } from './types.js';

/**
 * Tracks every transaction that a client sends from now on, for any element or code, and adds it to the list of
 * recent transactions. `tracked` is called with the handle of each.
 */
export function trackSent(
  // The client of an older copy of this package may have no `on`.
  client: Partial<Pick<WalletClient, 'on'>>,
  tracked?: (handle: TransactionHandle, sent: SentTransaction) => void,
  options?: TrackOptions,
): Undo {
  const undo = client.on?.('sent', (sent) => {
    const { txid, ...rest } = sent;
    const handle = trackTransaction(txid, { ...rest, ...options });
    tracked?.(handle, sent);
  });
  return () => undo?.();
}
