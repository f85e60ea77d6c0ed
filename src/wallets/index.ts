import type { WalletProvider } from '../wire/provider.js';
import * as all from './all.js';
import { catalog, type WalletName } from './catalog.js';
import { addsNetwork, standard, unadjusted, withNetwork } from './standard.js';
import type { Wallet } from './wallet.js';

export { checkNetwork } from './outgoing.js';
export { addsNetwork, standard, unadjusted, withNetwork };
export { isUsableProvider, LEGACY_IDS } from './legacy.js';

/** In the order of the catalog. A row whose wallet `all.ts` does not have does not compile. */
const wallets = Object.entries(catalog).map(([name]): Wallet => all[name as WalletName]);

/**
 * The table of a provider, found under `id` where that is known: a page's `own` first, then this library's;
 * `standard` for a wallet that has none. It has no prototype: what a page added to `Object.prototype` is not a
 * part of it.
 */
export function walletFor(
  provider: WalletProvider,
  id: string | undefined,
  own: readonly Wallet[] = [],
): Wallet {
  const found = [...own, ...wallets].find((wallet) => wallet.matches(provider, id)) ?? standard;
  return { __proto__: null, ...found } as Wallet;
}
