/* Defines every element with one import. */
import '../elements/ft-amount/define.js';
import '../elements/ft-list/define.js';
import '../elements/ft-metadata-card/define.js';
import '../elements/nft-metadata-card/define.js';
import '../elements/wallet-account/define.js';
import '../elements/wallet-balance/define.js';
import '../elements/wallet-connect-button/define.js';
import '../elements/wallet-context/define.js';
import '../elements/wallet-list/define.js';
import '../elements/wallet-pay-button/define.js';
import '../elements/wallet-request-button/define.js';
import '../elements/wallet-select-modal/define.js';
import '../elements/wallet-sign-in/define.js';
import '../elements/wallet-transaction/define.js';
import '../elements/wallet-transactions/define.js';
