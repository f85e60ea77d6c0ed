import { defineConnectButton } from './define-connect-button.js';

defineConnectButton();

export type * from './wallet-connect-button.js';
