import { read } from '../lib/safe-access.js';
import type { KnownWallet } from './wallet.js';

export const okxInfo: KnownWallet = {
  info: {
    id: 'okxwallet.stacks',
    name: 'OKX Wallet',
    // A page with the links of all stores.
    webUrl: 'https://okx.com/download',
    // Contains the encoded link of the app, `okx://wallet/dapp/url?dappUrl=`, so that the page is encoded twice.
    openInWalletUrl:
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3D%7Burl%7D',
  },
  // OKX's object has no `request`.
  create(page) {
    const stacks = read(read(page, 'okxwallet'), 'stacks');
    return stacks
      ? { request: async (...args) => (await import('./okx.js')).askOkx(stacks, ...args) }
      : undefined;
  },
};
