import { asignaProvider } from './asigna-provider.js';
import { ASIGNA } from './catalog.js';
import { sip030, walletWith } from './standard.js';

/** Shows the page in a frame of its own; the provider there is of this library's making. */
export const asigna = walletWith({
  info: ASIGNA,
  matches: (_provider, id) => id === ASIGNA.id,
  create: asignaProvider,
  answers: sip030,
  errorCodes: {},
});
