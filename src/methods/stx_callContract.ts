import type { ClarityInput } from './values.js';
import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface CallContractParams extends is.TransactionParams {
  /** `<address>.<contract-name>`. */
  contract: string;
  /** The name of a public function. */
  functionName: string;
  /** Clarity values, in hex or as objects of `Cl`. Default: none. */
  functionArgs?: readonly ClarityInput[] | undefined;
}

/**
 * Calls a public function of a contract. Arguments are Clarity values. In the mode `deny`, each asset that the call moves
 * needs a post-condition: without one, the chain aborts the call, and the fee is paid.
 *
 * @example
 * {
 *   "contract": "SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token",
 *   "functionName": "transfer",
 *   "functionArgs": [
 *     { "type": "uint", "value": "2500000" },
 *     { "type": "address", "value": "SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J" },
 *     { "type": "address", "value": "SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH" },
 *     { "type": "none" }
 *   ],
 *   "postConditions": [
 *     {
 *       "type": "ft-postcondition",
 *       "address": "SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J",
 *       "condition": "eq",
 *       "amount": "2500000",
 *       "asset": "SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey"
 *     }
 *   ],
 *   "postConditionMode": "deny"
 * }
 */
export const stx_callContract: Method<CallContractParams, SendResult> = {
  ...sendsTransaction,
  checkParams: is.record({
    ...is.transaction,
    contract: is.contract,
    functionName: is.functionName,
    arguments: 'functionArgs',
    contractAddress: 'contract',
    contractName: 'contract',
    functionArgs: is.optional(is.listOf(is.clarity, 'a list of Clarity values')),
  }),
  values: { functionArgs: 'clarity', arguments: 'clarity', postConditions: 'postCondition' },
};
