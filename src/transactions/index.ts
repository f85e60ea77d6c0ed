/** The entry point `stacks-wallet-elements/transactions`: tracks transactions, without elements. */
export { trackTransaction } from './track.js';
export { trackSent } from './track-sent.js';
export { configureTransactions } from './shared.js';
export {
  clearRecentTransactions,
  recentTransactions,
  watchRows as watchRecentTransactions,
} from './rows.js';
export {
  DroppedError,
  ReplacedError,
  TimeoutError,
  TransactionError,
  TransactionFailedError,
  type TransactionErrorCode,
} from './transaction-error.js';
export { esplora, mempoolSpace, stacksApi, stacksNode } from './sources.js';
export type * from './types.js';
