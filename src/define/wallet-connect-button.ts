import { defineConnectButton } from './connect-button.js';

defineConnectButton();

export type * from '../elements/wallet-connect-button/wallet-connect-button.js';
