/** The checks of answers with Stacks signatures, so that a page loads @noble/curves once for them. */
export { prepare as prepareMessage } from './stacks-message-check.js';
export { prepare as prepareSent } from './sent-check.js';
export { prepare as prepareTransactions } from './transaction-check.js';
