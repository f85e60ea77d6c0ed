/** Every method, one line each. */
export * from './getAddresses.js';
export * from './sendTransfer.js';
export * from './signMessage.js';
export * from './signPsbt.js';
export * from './stx_getAddresses.js';
export * from './stx_getAccounts.js';
export * from './stx_getNetworks.js';
export * from './stx_transferStx.js';
export * from './stx_transferSip10Ft.js';
export * from './stx_transferSip9Nft.js';
export * from './stx_callContract.js';
export * from './stx_deployContract.js';
export * from './stx_signTransaction.js';
export * from './stx_signTransactions.js';
export * from './stx_signMessage.js';
export * from './stx_signStructuredMessage.js';
export * from './stx_updateProfile.js';
