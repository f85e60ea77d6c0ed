import { define } from './define.js';
import './picker.js';
import { WalletContext } from '../elements/wallet-context/wallet-context.js';

define('wallet-context', WalletContext);

export type * from '../elements/wallet-context/wallet-context.js';
