import type { ClarityInput } from './values.js';
import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface TransferSip9NftParams extends is.TransactionParams {
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
  ...sendsTransaction,
  checkParams: is.record({
    ...is.transaction,
    recipient: is.principal,
    to: 'recipient',
    asset: is.asset,
    assetId: is.clarity,
  }),
  values: { assetId: 'clarity', postConditions: 'postCondition' },
};
