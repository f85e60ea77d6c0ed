import { asignaProvider } from './asigna-provider.js';
import { ASIGNA } from './catalog.js';
import { walletWith } from './standard.js';

/** Shows the page in a frame of its own; the provider there is of this library's making. */
export const asigna = walletWith({
  info: ASIGNA,
  matches: (_provider, id) => id === ASIGNA.id,
  create: asignaProvider,
  answers: {
    getAddresses: 'standard',
    sendTransfer: 'standard',
    signMessage: 'missing',
    signPsbt: 'standard',
    stx_getAddresses: 'standard',
    stx_getAccounts: 'standard',
    stx_getNetworks: 'standard',
    stx_transferStx: 'standard',
    stx_transferSip10Ft: 'standard',
    stx_transferSip9Nft: 'standard',
    stx_callContract: 'standard',
    stx_deployContract: 'standard',
    stx_signTransaction: 'standard',
    stx_signMessage: 'standard',
    stx_signStructuredMessage: 'standard',
    stx_updateProfile: 'standard',
  },
  errorCodes: {},
});
