import { asignaProvider } from './asigna-provider.js';
import { ASIGNA } from './catalog.js';
import { standard } from './standard.js';
import type { Wallet } from './wallet.js';

/** Shows the page in a frame of its own; the provider there is of this library's making. */
export const asigna: Wallet = {
  ...standard,
  info: ASIGNA,
  matches: (_provider, id) => id === ASIGNA.id,
  create: asignaProvider,
};
