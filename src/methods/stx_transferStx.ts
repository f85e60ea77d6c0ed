import { MAX_U64 } from '../lib/amount.js';
import type { Amount } from '../lib/amount.js';
import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface TransferStxParams extends is.TransactionParams {
  /** Micro-STX. */
  amount: Amount;
  /** The address or contract that receives it. */
  recipient: string;
  /** At most 34 bytes of UTF-8. */
  memo?: string | undefined;
}

/**
 * Sends STX (SIP-030). The amount is in micro-STX: 1000000 is 1 STX.
 *
 * @example
 * { "amount": "1000000", "recipient": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH", "memo": "Hello" }
 */
export const stx_transferStx: Method<TransferStxParams, SendResult> = {
  ...sendsTransaction,
  checkParams: is.record({
    ...is.transaction,
    amount: is.amount('micro-STX', MAX_U64),
    recipient: is.principal,
    to: 'recipient',
    memo: is.optional(is.memo),
  }),
  getAmount: ({ amount }: { readonly amount: string }) => ({ value: amount, asset: 'stx' }),
  values: { postConditions: 'postCondition' },
};
