import { WalletAccount } from '../elements/wallet-account/wallet-account.js';
import { define } from './define.js';

define('wallet-account', WalletAccount);

export type * from '../elements/wallet-account/wallet-account.js';
