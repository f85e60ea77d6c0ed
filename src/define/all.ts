/* Defines every element with one import. */
import './ft-amount.js';
import './ft-list.js';
import './ft-metadata-card.js';
import './nft-metadata-card.js';
import './wallet-account.js';
import './wallet-connect-button.js';
import './wallet-context.js';
import './wallet-list.js';
import './wallet-request-button.js';
import './wallet-select-modal.js';
import './wallet-sign-in.js';
import './wallet-transaction.js';
import './wallet-transactions.js';
