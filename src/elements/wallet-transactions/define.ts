import { define } from '../../define/define.js';
import '../wallet-transaction/define.js';
import { WalletTransactions } from './wallet-transactions.js';

define('wallet-transactions', WalletTransactions);

export type * from './wallet-transactions.js';
