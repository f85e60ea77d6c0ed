import { bare } from '../lib/safe-access.js';
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
 * The wallet of a provider, which was found at `id` if that is known: one of `definitions`, else one
 * of this library's, else any wallet of SIP-030.
 */
export function findWallet(
  provider: WalletProvider,
  id: string | undefined,
  definitions: readonly Wallet[] = [],
): Wallet {
  return bare([...definitions, ...list].find((wallet) => wallet.matches(provider, id))!);
}
