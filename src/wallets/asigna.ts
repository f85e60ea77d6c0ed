import { sip030, walletWith } from './standard.js';

/** Shows pages in a frame. The provider there is made by this library. */
export const asigna = walletWith('asigna', {
  answers: { ...sip030, stx_signTransactions: 'missing' },
  errorCodes: {},
});
