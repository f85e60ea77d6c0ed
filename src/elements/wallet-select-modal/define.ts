import { define } from '../../define/define.js';
import { WalletSelectModal } from './wallet-select-modal.js';

define('wallet-select-modal', WalletSelectModal);

export type * from './wallet-select-modal.js';
