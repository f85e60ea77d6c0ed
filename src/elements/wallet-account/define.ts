import { define } from '../../define/define.js';
import { WalletAccount } from './wallet-account.js';

WalletAccount.loadTransactions = () => import('../wallet-transactions/define.js');
WalletAccount.loadBalance = () => import('../wallet-balance/define.js');
define('wallet-account', WalletAccount);

export type * from './wallet-account.js';
