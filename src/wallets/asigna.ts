import { sip030, walletWith } from './standard.js';

/** Shows the page in a frame of its own; the provider there is of this library's making. */
export const asigna = walletWith('asigna', { answers: sip030, errorCodes: {} });
