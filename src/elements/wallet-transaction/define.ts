import { define } from '../../define/define.js';
import { WalletTransaction } from './wallet-transaction.js';

WalletTransaction.loadAmount = () => import('../ft-amount/define.js');
define('wallet-transaction', WalletTransaction);

export type * from './wallet-transaction.js';
