import { define } from '../../define/define.js';
import '../../define/picker.js';
import { WalletSignIn } from './wallet-sign-in.js';

define('wallet-sign-in', WalletSignIn);

export type * from './wallet-sign-in.js';
