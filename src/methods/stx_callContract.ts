import type { ClarityInput } from '../wire/values.js';
import * as is from './checks.js';
import type { Method } from './method.js';
import { sendsTransaction, type SendResult } from './results.js';
import {
  preloadEncoder,
  transactionFields,
  writeTransaction,
  type TransactionParams,
} from './transaction.js';

export interface CallContractParams extends TransactionParams {
  /** `<address>.<contract-name>`. */
  contract: string;
  /** The name of a public function. */
  functionName: string;
  /** Default: none. */
  functionArgs?: readonly ClarityInput[] | undefined;
}

/** Calls a public function of a contract. */
export const stx_callContract: Method<CallContractParams, SendResult> = {
  check: is.record({
    ...transactionFields,
    contract: is.contract,
    functionName: is.someText,
    arguments: is.insteadOf('functionArgs'),
    functionArgs: is.optional(is.listOf(is.clarity, 'a list of Clarity values')),
  }),
  write: writeTransaction,
  ...sendsTransaction,
  encoded: ['functionArgs', 'arguments', 'postConditions'],
  preload: preloadEncoder,
};
