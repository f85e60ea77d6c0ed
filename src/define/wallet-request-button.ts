import { define } from './define.js';
import './picker.js';
import { WalletRequestButton } from '../elements/wallet-request-button/wallet-request-button.js';

WalletRequestButton.loadTransaction = () => import('./wallet-transactions.js');
define('wallet-request-button', WalletRequestButton);

export type * from '../elements/wallet-request-button/wallet-request-button.js';
