import { read } from '../lib/safe-access.js';
import { XVERSE } from './catalog.js';
import { satsConnect, satsConnectTraits } from './sats-connect.js';
import { walletWith } from './standard.js';

export const xverse = walletWith({
  ...satsConnectTraits,
  info: XVERSE,
  // It carries no flag: its path, or two methods that no other wallet has.
  matches: (provider, id) =>
    id === XVERSE.id ||
    (typeof read(provider, 'signMultipleTransactions') === 'function' &&
      typeof read(provider, 'createRepeatInscriptions') === 'function'),
  answers: {
    getAddresses: satsConnect.getAddresses,
    sendTransfer: satsConnect.sendTransfer,
    signMessage: satsConnect.signMessage,
    signPsbt: satsConnect.signPsbt,
    stx_getAddresses: satsConnect.stx_getAddresses,
    stx_getAccounts: satsConnect.stx_getAccounts,
    stx_getNetworks: 'standard',
    stx_transferStx: satsConnect.stx_transferStx,
    stx_transferSip10Ft: satsConnect.stx_transferSip10Ft,
    stx_transferSip9Nft: satsConnect.stx_transferSip9Nft,
    stx_callContract: satsConnect.stx_callContract,
    stx_deployContract: satsConnect.stx_deployContract,
    stx_signTransaction: satsConnect.stx_signTransaction,
    stx_signMessage: satsConnect.stx_signMessage,
    stx_signStructuredMessage: satsConnect.stx_signStructuredMessage,
    stx_updateProfile: 'standard',
  },
});
