import { walletFor } from '../wallets/index.js';
import type { Wallet } from '../wallets/wallet.js';
import { sendWire } from './request-raw.js';
import type { Target } from './remembered-wallet.js';

/**
 * Tells a wallet that keeps permissions of its own that the page let go of it; best effort, and its
 * answer, which may never come, is not waited for.
 */
export function notifyDisconnect(
  { provider, id }: Target,
  wallets: readonly Wallet[] | undefined,
): void {
  const wire = walletFor(provider, id, wallets).disconnect;
  if (wire) sendWire(provider, wire).catch(() => {});
}
