import type { NetworkName } from '../stacks/address.js';
import { checkTransactions } from '../stacks/stacks-transaction.js';
import * as is from './fields.js';
import {
  isHex,
  loadStacksVerification,
  readSigned,
  type Method,
  type ProposedResult,
  withTxid,
} from './method.js';

export interface SignTransactionParams {
  /**
   * The serialized transaction, hex. Its origin must be the connected account, if there is one (else -32602). The
   * answer must be this transaction, signed by its origin, and may differ only in nonce, fee and sponsor (else -32603).
   */
  transaction: string;
  /** Broadcast after signing. Default: false. */
  broadcast?: boolean | undefined;
  network?: NetworkName | undefined;
}

export interface SignedTransactionResult {
  /** The signed transaction, hex. */
  readonly transaction: string;
  /** Set if it was broadcast. */
  readonly txid?: string;
  readonly status?: undefined;
}

/** Like {@link PossiblySentPsbtResult}. Xverse never returns the txid of a transaction that the page made. */
export interface PossiblySentResult {
  /** Signed; look for the transaction before you send it again. */
  readonly status: 'possibly-sent';
  /** The signed transaction, hex. */
  readonly transaction: string;
  readonly txid?: undefined;
}

export type SignTransactionResult = SignedTransactionResult | PossiblySentResult | ProposedResult;

/**
 * Signs a serialized transaction, and broadcasts it if requested.
 *
 * @example
 * {
 *   "transaction": "000000000104001859c6840c4dc8ab3a3d39c6b5003fb36c5e723200000000000000000000000000000bb8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f0000000000000000000000000000000000000000000000000000000000",
 *   "broadcast": false
 * }
 */
export const stx_signTransaction: Method<SignTransactionParams, SignTransactionResult> = {
  chain: 'stacks',
  kind: 'sign-or-send',
  checkParams: is.record({
    ...is.network,
    txHex: 'transaction',
    transaction: is.hex,
    broadcast: is.optional(is.flag),
  }),
  values: { transaction: 'transaction' },
  expected: 'a signed `transaction` in hex',
  readAnswer: (answer, params) =>
    readSigned(
      answer,
      'proposedTransaction',
      // Some versions of Leather return `txHex`.
      ({ transaction, txHex }) => transaction ?? txHex,
      (transaction, txid) =>
        isHex(transaction) ? withTxid({ transaction }, txid, params) : undefined,
    ),
  checkCall: checkTransactions,
  verification: { field: 'transaction', load: loadStacksVerification('verifyTransactions') },
};
