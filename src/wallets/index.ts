import type { WalletProvider } from './provider.js';
import * as all from './all.js';
import { addsNetwork, standard, unadjusted, withNetwork } from './standard.js';
import type { Wallet } from './wallet.js';

export { checkNetwork } from './outgoing.js';
export { addsNetwork, standard, unadjusted, withNetwork };
export { isUsableProvider, LEGACY_IDS } from './legacy.js';

const wallets = Object.entries<Wallet>(all).map(([, wallet]) => wallet);

/**
 * The wallet of a provider, which was found at `id` if that is known: one of the page's `own` wallets, else one
 * of this library's, else `standard`. The object has no prototype, so that properties which a page added to
 * `Object.prototype` are not read.
 */
export function walletFor(
  provider: WalletProvider,
  id: string | undefined,
  own: readonly Wallet[] = [],
): Wallet {
  const found = [...own, ...wallets].find((wallet) => wallet.matches(provider, id)) ?? standard;
  return { __proto__: null, ...found } as Wallet;
}
