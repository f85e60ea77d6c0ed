import { read } from '../lib/safe-access.js';
import { FORDEFI } from './catalog.js';
import { satsConnect, satsConnectTraits } from './sats-connect.js';
import { walletWith } from './standard.js';

/** Publishes no schema; it is treated as speaking Xverse's until something better is known. */
export const fordefi = walletWith({
  ...satsConnectTraits,
  info: FORDEFI,
  matches: (provider, id) => read(provider, 'isFordefi') === true || id === FORDEFI.id,
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
