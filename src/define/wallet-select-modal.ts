import { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import { define } from './define.js';

define('wallet-select-modal', WalletSelectModal);

export type * from '../elements/wallet-select-modal/wallet-select-modal.js';
