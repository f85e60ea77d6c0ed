import { define } from './define.js';
import { WalletAccount } from '../elements/wallet-account/wallet-account.js';

define('wallet-account', WalletAccount);

export type * from '../elements/wallet-account/wallet-account.js';
