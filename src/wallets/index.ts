import { asigna } from './asigna.js';
import { leather } from './leather.js';
import { okx } from './okx.js';
import type { WalletProvider, Wallet } from './wallet.js';
import { standard } from './sip030.js';
import { fordefi, xverse } from './xverse.js';

/** The first that matches is used. */
export const wallets = { leather, fordefi, xverse, okx, asigna };
const list = Object.entries<Wallet>({ ...wallets, standard }).map(([, wallet]) => wallet);

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
  const found = [...own, ...list].find((wallet) => wallet.matches(provider, id));
  return { __proto__: null, ...found! } as Wallet;
}
