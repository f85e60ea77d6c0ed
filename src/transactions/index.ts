/** The entry point `stacks-wallet-elements/transactions`: tracks transactions, without elements. */
export { trackSent, trackTransaction } from './track.js';
export { clearRecentTransactions, recentTransactions, watchRecentTransactions } from './recent.js';
export {
  DroppedError,
  ReplacedError,
  TimeoutError,
  TransactionError,
  TransactionFailedError,
  type TransactionErrorCode,
} from './transaction-error.js';
export { esplora, mempoolSpace } from './sources/esplora.js';
export { stacksApi } from './sources/stacks-api.js';
export type * from './types.js';
/* What the types of this entry mention: a library needs their names for its declarations. */
export type { Unsubscribe } from '../lib/store.js';
export type { SentAmount } from '../methods/sent-amount.js';
export type { SentTransaction } from '../core/types.js';
