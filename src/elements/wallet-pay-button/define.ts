import { define } from '../../define/define.js';
import '../../define/picker.js';
import { WalletPayButton } from './wallet-pay-button.js';

WalletPayButton.loadAmount = () => import('../ft-amount/define.js');
WalletPayButton.loadBalance = () => import('../wallet-balance/define.js');
define('wallet-pay-button', WalletPayButton);

export type * from './wallet-pay-button.js';
