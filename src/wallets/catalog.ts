import * as all from './all.js';
import type { KnownWallet } from './wallet.js';

/**
 * The known wallets, in the order of the picker. Pages load this before the first request. The build leaves out the
 * rest of each wallet's file (`scripts/build/divide-wallets.mjs`). Icons come from the wallets;
 * `elements/internal/wallet-marks.ts` has a mark for those that have given none.
 */
export const knownWallets = inOrder(all);

function inOrder(wallets: Readonly<Record<string, KnownWallet>>): readonly KnownWallet[] {
  return Object.entries(wallets)
    .map(([, wallet]) => wallet)
    .sort((a, b) => a.order - b.order);
}
