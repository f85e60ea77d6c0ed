import { read } from '../lib/safe-access.js';
import { FORDEFI } from './catalog.js';
import { satsConnect } from './sats-connect.js';
import { walletWith } from './standard.js';

/** Publishes no schema; it is treated as speaking Xverse's until something better is known. */
export const fordefi = walletWith({
  ...satsConnect,
  info: FORDEFI,
  matches: (provider, id) => read(provider, 'isFordefi') === true || id === FORDEFI.id,
});
