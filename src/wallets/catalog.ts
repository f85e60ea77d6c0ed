import { asignaInfo } from './asigna-info.js';
import { leatherInfo } from './leather-info.js';
import { okxInfo } from './okx-info.js';
import type { KnownWallet } from './wallet.js';
import { fordefiInfo, xverseInfo } from './xverse-info.js';

/**
 * The known wallets, in the order of the picker. Pages load this before the first request, and the rest of a wallet
 * (`all.ts`) with it. Icons come from the wallets; `elements/internal/wallet-marks.ts` has a mark for those that have
 * given none.
 */
export const knownWallets: readonly KnownWallet[] = [
  leatherInfo,
  xverseInfo,
  fordefiInfo,
  asignaInfo,
  okxInfo,
];
