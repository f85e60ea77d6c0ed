import { define } from './define.js';
import { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';

define('wallet-select-modal', WalletSelectModal);

export type * from '../elements/wallet-select-modal/wallet-select-modal.js';
