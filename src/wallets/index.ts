import type { WalletProvider } from '../wire/provider.js';
import { asigna } from './asigna.js';
import { fordefi } from './fordefi.js';
import { leather } from './leather.js';
import { addsNetwork, standard, unadjusted, withNetwork } from './standard.js';
import type { Wallet } from './wallet.js';
import { xverse } from './xverse.js';

export { checkNetwork } from './outgoing.js';
export { addsNetwork, standard, unadjusted, withNetwork };
export { isUsableProvider, LEGACY_IDS } from './legacy.js';

/** The wallets that differ from SIP-030. A new one is one file and one line here. */
export const wallets: readonly Wallet[] = [leather, xverse, fordefi, asigna];

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
