import { getMethod, read } from '../lib/safe-access.js';
import { asigna } from './asigna.js';
import { leather } from './leather.js';
import { okx } from './okx.js';
import type { WalletProvider, Wallet } from './wallet.js';
import { standard } from './sip030.js';
import { fordefi, xverse } from './xverse.js';

/** The first that matches is used. */
export const wallets = { leather, fordefi, xverse, okx, asigna };
const list = Object.entries<Wallet>({ ...wallets, standard }).map(([, wallet]) => wallet);

/** A wallet that was found: has every member, which is undefined if the definition has none. */
export type FoundWallet = {
  readonly [K in Exclude<keyof Required<Wallet>, 'matches' | 'create'>]: Wallet[K];
};

/**
 * The wallet of a provider, which was found at `id` if that is known: one of `definitions`, else one
 * of this library's, else any wallet of SIP-030. A definition may be an instance of a class: its methods are called on it.
 */
export function findWallet(
  provider: WalletProvider,
  id: string | undefined,
  definitions: readonly Wallet[] = [],
): FoundWallet {
  const wallet = [...definitions, ...list].find((each) => each.matches(provider, id))!;
  return {
    info: wallet.info,
    request: (call, send) => wallet.request(call, send),
    supports: getMethod(wallet, 'supports'),
    askAccount: getMethod(wallet, 'askAccount'),
    disconnect: getMethod(wallet, 'disconnect'),
    changeNetwork: getMethod(wallet, 'changeNetwork'),
    networks: read(wallet, 'networks') as Wallet['networks'],
  };
}
