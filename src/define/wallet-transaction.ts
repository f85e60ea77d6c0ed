import { define } from './define.js';
import { WalletTransaction } from '../elements/wallet-transaction/wallet-transaction.js';

define('wallet-transaction', WalletTransaction);

export type * from '../elements/wallet-transaction/wallet-transaction.js';
