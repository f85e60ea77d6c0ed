/** All that uses @scure/btc-signer, so that a page loads it once. */
export { inputAddresses } from './psbt-addresses.js';
export { inputOutlines, readPsbt } from './psbt-outline.js';
export { prepare as prepareMessage } from './bitcoin-message-check.js';
export { prepare as preparePsbt } from './psbt-check.js';
export { prepare as prepareTransfer } from './transfer-check.js';
