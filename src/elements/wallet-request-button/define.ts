import { define } from '../../define/define.js';
import '../../define/picker.js';
import { WalletRequestButton } from './wallet-request-button.js';

WalletRequestButton.loadTransaction = () => import('../wallet-transactions/define.js');
define('wallet-request-button', WalletRequestButton);

export type * from './wallet-request-button.js';
