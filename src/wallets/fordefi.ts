import { read } from '../lib/safe-access.js';
import { satsConnect } from './sats-connect.js';
import { walletWith } from './standard.js';

/** Publishes no schema; it is treated as speaking Xverse's until something better is known. */
export const fordefi = walletWith('fordefi', {
  ...satsConnect,
  isOwn: (provider) => read(provider, 'isFordefi') === true,
});
