import './picker.js';
import { WalletContext } from '../elements/wallet-context/wallet-context.js';
import { define } from './define.js';

define('wallet-context', WalletContext);

export type * from '../elements/wallet-context/wallet-context.js';
