import { loadModule } from '../lib/load-module.js';

/** Code that a page needs only once it asks a wallet. */
export const loadRequest = () => loadModule('asks wallets', () => import('./request.js'));
export const loadRequestRaw = () => loadModule('asks wallets', () => import('./request-raw.js'));
