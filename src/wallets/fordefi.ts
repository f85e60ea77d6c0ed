import { read } from '../lib/safe-access.js';
import { walletWith } from './standard.js';
import { satsConnect } from './xverse.js';

/** Publishes no schema. Treated like Xverse until more is known. */
export const fordefi = walletWith('fordefi', {
  ...satsConnect,
  isOwn: (provider) => read(provider, 'isFordefi') === true,
});
