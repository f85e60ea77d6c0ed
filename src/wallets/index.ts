import * as all from './all.js';
import type { WalletProvider } from './provider.js';
import { standard } from './sip030.js';
import type { Wallet } from './wallet.js';

const wallets = Object.entries<Wallet>(all).map(([, wallet]) => wallet);

/**
 * The wallet of a provider, which was found at `id` if that is known: one of the page's `own` wallets, else one
 * of this library's, else any wallet of SIP-030. The object has no prototype, so that properties which a page added to
 * `Object.prototype` are not read.
 */
export function findWallet(
  provider: WalletProvider,
  id: string | undefined,
  own: readonly Wallet[] = [],
): Wallet {
  for (const wallet of [...own, ...wallets]) {
    if (wallet.matches(provider, id)) return { __proto__: null, ...wallet } as Wallet;
  }
  return { __proto__: null, ...standard } as Wallet;
}
