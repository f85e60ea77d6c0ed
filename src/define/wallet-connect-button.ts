import { define } from './define.js';
import './picker.js';
import { WalletConnectButton } from '../elements/wallet-connect-button/wallet-connect-button.js';

WalletConnectButton.loadMenu = () => import('./wallet-account.js');
define('wallet-connect-button', WalletConnectButton);

export type * from '../elements/wallet-connect-button/wallet-connect-button.js';
