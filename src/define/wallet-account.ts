import { define } from './define.js';
import { WalletAccount } from '../elements/wallet-account/wallet-account.js';

WalletAccount.loadTransactions = () => import('./wallet-transactions.js');
define('wallet-account', WalletAccount);

export type * from '../elements/wallet-account/wallet-account.js';
