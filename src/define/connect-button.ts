import { define } from './define.js';
import './picker.js';
import { WalletConnectButton } from '../elements/wallet-connect-button/wallet-connect-button.js';

/** Defines `<wallet-connect-button>`. The first file of the script tag contains it, since most pages need it first. */
export function defineConnectButton(): void {
  WalletConnectButton.loadMenu = () => import('./wallet-account.js');
  define('wallet-connect-button', WalletConnectButton);
}
