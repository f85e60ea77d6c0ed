import { define } from '../../define/define.js';
import '../../define/picker.js';
import { WalletConnectButton } from './wallet-connect-button.js';

/** Defines `<wallet-connect-button>`. The first file of the script tag contains it, since most pages need it first. */
export function defineConnectButton(): void {
  WalletConnectButton.loadMenu = () => import('../wallet-account/define.js');
  define('wallet-connect-button', WalletConnectButton);
}
