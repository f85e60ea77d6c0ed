import { define } from './define.js';
import './picker.js';
import { WalletSignIn } from '../elements/wallet-sign-in/wallet-sign-in.js';

define('wallet-sign-in', WalletSignIn);

export type * from '../elements/wallet-sign-in/wallet-sign-in.js';
