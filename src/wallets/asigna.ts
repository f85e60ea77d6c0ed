import type { MethodName } from '../methods/index.js';
import { asignaInfo } from './catalog.js';
import { isOneOf, missing, standard } from './sip030.js';
import type { Wallet } from './wallet.js';

/** Asigna shows pages in a frame. This library creates the provider there. */
export const asigna: Wallet = {
  ...asignaInfo,
  matches: (_provider, id) => id === asignaInfo.info.id,
  supports: (method) => !MISSING.includes(method),
  async request(call, send) {
    if (isOneOf(call, MISSING)) throw missing(call.method);
    return standard.request(call, send);
  },
};

const MISSING: readonly MethodName[] = ['signMessage', 'stx_signTransactions'];
