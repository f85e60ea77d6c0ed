import { late } from '../lib/late.js';

/** Code that a page needs only once it asks a wallet. */
export const requestLine = () => late('asks wallets', () => import('./request.js'));
export const rawLine = () => late('asks wallets', () => import('./request-raw.js'));
