import { WalletList } from '../elements/wallet-list/wallet-list.js';
import { define } from './define.js';

define('wallet-list', WalletList);

export type * from '../elements/wallet-list/wallet-list.js';
