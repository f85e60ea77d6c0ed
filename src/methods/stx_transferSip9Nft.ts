import type { ClarityInput } from './values.js';
import * as is from './checks.js';
import type { Method } from './method.js';
import { sendsTransaction, type SendResult } from './results.js';
import { transactionFields, writeTransaction, type TransactionParams } from './transaction.js';

export interface TransferSip9NftParams extends TransactionParams {
  /** The address or contract that receives it. */
  recipient: string;
  /** `<address>.<contract-name>` or an asset identifier `<address>.<contract-name>::<asset>`. */
  asset: string;
  /** The id of the token, as a Clarity value. */
  assetId: ClarityInput;
}

/**
 * Sends a non-fungible token (SIP-009), by its id.
 *
 * @example
 * {
 *   "asset": "SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.hives::hive",
 *   "assetId": { "type": "uint", "value": "7" },
 *   "recipient": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH"
 * }
 */
export const stx_transferSip9Nft: Method<TransferSip9NftParams, SendResult> = {
  check: is.record({
    ...transactionFields,
    recipient: is.principal,
    asset: is.asset,
    assetId: is.clarity,
  }),
  write: writeTransaction,
  ...sendsTransaction,
  encoded: { assetId: 'clarity', postConditions: 'postCondition' },
  preload: () => import('../stacks/unsigned-transaction.js'),
};
