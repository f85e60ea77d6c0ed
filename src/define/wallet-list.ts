import { define } from './define.js';
import { WalletList } from '../elements/wallet-list/wallet-list.js';

define('wallet-list', WalletList);

export type * from '../elements/wallet-list/wallet-list.js';
