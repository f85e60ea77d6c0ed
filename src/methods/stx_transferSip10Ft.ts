import { MAX_U128 } from '../lib/amount.js';
import type { Amount } from '../lib/amount.js';
import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface TransferSip10FtParams extends is.TransactionParams {
  /** Base units of the token. */
  amount: Amount;
  /** The address or contract that receives it. */
  recipient: string;
  /** `<address>.<contract-name>` or an asset identifier `<address>.<contract-name>::<asset>`. */
  asset: string;
  /** At most 34 bytes of UTF-8. */
  memo?: string | undefined;
}

/**
 * Sends a fungible token (SIP-010). The amount is in its base units.
 *
 * @example
 * {
 *   "asset": "SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey",
 *   "amount": "2500000",
 *   "recipient": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH"
 * }
 */
export const stx_transferSip10Ft: Method<TransferSip10FtParams, SendResult> = {
  ...sendsTransaction,
  checkParams: is.record({
    ...is.transaction,
    amount: is.amount('base units of the token', MAX_U128),
    recipient: is.principal,
    to: 'recipient',
    asset: is.asset,
    memo: is.optional(is.memo),
  }),
  getAmount: ({ amount, asset }: { readonly amount: string; readonly asset: string }) => ({
    value: amount,
    asset,
  }),
  values: { postConditions: 'postCondition' },
};
