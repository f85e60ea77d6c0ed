import { read } from '../lib/safe-access.js';
import { XVERSE } from './catalog.js';
import { satsConnect } from './sats-connect.js';
import { walletWith } from './standard.js';

export const xverse = walletWith({
  ...satsConnect,
  info: XVERSE,
  // It carries no flag: its path, or two methods that no other wallet has.
  matches: (provider, id) =>
    id === XVERSE.id ||
    (typeof read(provider, 'signMultipleTransactions') === 'function' &&
      typeof read(provider, 'createRepeatInscriptions') === 'function'),
});
