import { loadModule } from '../lib/load-module.js';

/** Code that a page needs only once it asks a wallet. */
const load = <T>(part: () => Promise<T>) => loadModule('asks wallets', part);
export const loadRequest = () => load(() => import('./request.js'));
export const loadRequestRaw = () => load(() => import('./request-raw.js'));
