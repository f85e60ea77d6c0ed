import { define } from './define.js';
import './wallet-transaction.js';
import { WalletTransactions } from '../elements/wallet-transactions/wallet-transactions.js';

define('wallet-transactions', WalletTransactions);

export type * from '../elements/wallet-transactions/wallet-transactions.js';
