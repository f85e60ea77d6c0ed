import { define } from '../../define/define.js';
import { WalletList } from './wallet-list.js';

define('wallet-list', WalletList);

export type * from './wallet-list.js';
