import { define } from '../../define/define.js';
import '../../define/picker.js';
import { WalletContext } from './wallet-context.js';

define('wallet-context', WalletContext);

export type * from './wallet-context.js';
