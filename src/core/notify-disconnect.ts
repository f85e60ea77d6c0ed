import { walletFor } from '../wallets/index.js';
import type { Wallet } from '../wallets/wallet.js';
import { sendWire } from './request-raw.js';
import type { Target } from './remembered-wallet.js';

/**
 * Notifies a wallet that the page has disconnected, if the wallet has a method for that. Ignores errors and
 * does not wait for an answer, which may never come.
 */
export function notifyDisconnect(
  { provider, id }: Target,
  wallets: readonly Wallet[] | undefined,
): void {
  const wire = walletFor(provider, id, wallets).disconnect;
  if (wire) sendWire(provider, wire).catch(() => {});
}
