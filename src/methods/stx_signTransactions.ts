import type { NetworkName } from '../stacks/address.js';
import { checkTransactions } from '../stacks/stacks-transaction.js';
import * as is from './fields.js';
import { type Method, isHex, loadStacksVerification, readFields, withTxid } from './method.js';

export interface SignTransactionsParams {
  /** Serialized transactions, hex. For each, the same is checked as by `stx_signTransaction`. */
  transactions: readonly string[];
  /** Broadcast all of them after signing. Default: false. */
  broadcast?: boolean | undefined;
  network?: NetworkName | undefined;
}

export interface SignedTransactionsResult {
  /** The signed transactions, hex, in the order of the request. */
  readonly transactions: readonly string[];
  readonly status?: undefined;
}

/** The wallet was asked to broadcast the transactions. It returns no txids. */
export interface PossiblySentTransactionsResult {
  /** Signed; look for the transactions before you send them again. */
  readonly status: 'possibly-sent';
  /** The signed transactions, hex, in the order of the request. */
  readonly transactions: readonly string[];
}

export type SignTransactionsResult = SignedTransactionsResult | PossiblySentTransactionsResult;

/**
 * Signs several serialized transactions in one window. Xverse has this method; that Fordefi has it is inferred.
 * Leather, OKX Wallet and Asigna fail with -32601: this library never replaces the request by one request for each
 * transaction.
 *
 * @example
 * {
 *   "transactions": [
 *     "000000000104001859c6840c4dc8ab3a3d39c6b5003fb36c5e723200000000000000000000000000000bb8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f0000000000000000000000000000000000000000000000000000000000",
 *     "000000000104001859c6840c4dc8ab3a3d39c6b5003fb36c5e723200000000000000000000000000000bb8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f0000000000000000000000000000000000000000000000000000000000"
 *   ],
 *   "broadcast": false
 * }
 */
export const stx_signTransactions: Method<SignTransactionsParams, SignTransactionsResult> = {
  chain: 'stacks',
  kind: 'sign-or-send',
  checkParams: is.record({
    ...is.network,
    transaction: 'transactions',
    transactions: is.listOf(is.hex, 'a list of at least one transaction in hex', 1),
    // Always sent: Xverse broadcasts by default.
    broadcast: (value, ...at) => is.flag(value === undefined ? false : value, ...at),
  }),
  values: { transactions: 'transaction' },
  expected: 'as many signed `transactions` in hex as were sent',
  readAnswer(answer, { transactions: { length }, broadcast }) {
    const transactions = readFields(answer)?.['transactions'];
    if (!Array.isArray(transactions) || transactions.length !== length) return undefined;
    if (!transactions.every(isHex)) return undefined;
    return withTxid({ transactions }, undefined, { broadcast }) as SignedTransactionsResult;
  },
  checkCall: checkTransactions,
  verification: { field: 'transactions', load: loadStacksVerification('verifyTransactions') },
};
