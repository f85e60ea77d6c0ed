import { read } from '../lib/safe-access.js';
import { satsConnect } from './sats-connect.js';
import { walletWith } from './standard.js';

export const xverse = walletWith('xverse', {
  ...satsConnect,
  // It carries no flag, but two methods that no other wallet has.
  isOwn: (provider) =>
    typeof read(provider, 'signMultipleTransactions') === 'function' &&
    typeof read(provider, 'createRepeatInscriptions') === 'function',
});
