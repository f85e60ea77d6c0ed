import type { Wallet } from './wallet.js';
import { asignaProvider } from './asigna-provider.js';
import { ASIGNA, FORDEFI, LEATHER, XVERSE } from './catalog.js';

/**
 * What is needed of each wallet before one is asked: how it is found and offered. The tables, which are
 * many times larger, are loaded with the first request.
 */
export const knownWallets: readonly Pick<Wallet, 'info' | 'create'>[] = [
  { info: LEATHER },
  { info: XVERSE },
  { info: FORDEFI },
  { info: ASIGNA, create: asignaProvider },
];
