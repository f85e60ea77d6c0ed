import { define } from '../../define/define.js';
import '../ft-amount/define.js';
import { WalletBalance } from './wallet-balance.js';

define('wallet-balance', WalletBalance);

export type * from './wallet-balance.js';
