import { toDecimal } from '../lib/amount.js';
import * as is from './checks.js';
import type { Method } from './method.js';
import { sendsTransaction, type SendResult } from './results.js';
import {
  preloadEncoder,
  transactionFields,
  writeTransaction,
  type TransactionParams,
} from './transaction.js';

export interface DeployContractParams extends TransactionParams {
  /** The name of the contract. */
  name: string;
  /** The source. */
  clarityCode: string;
  /** For example `'3'`. Default: the wallet's latest. */
  clarityVersion?: string | number | undefined;
}

/**
 * Deploys a contract.
 *
 * @example
 * { "name": "hello-world", "clarityCode": "(define-read-only (hello) (ok \"Hello\"))", "clarityVersion": "3" }
 */
export const stx_deployContract: Method<DeployContractParams, SendResult> = {
  check: is.record({
    ...transactionFields,
    name: is.contractName,
    clarityCode: is.someText,
    clarityVersion: is.optional(is.clarityVersion),
  }),
  write: (params, network) => ({
    ...writeTransaction(params, network),
    ...(params.clarityVersion === undefined
      ? {}
      : { clarityVersion: Number(toDecimal(params.clarityVersion)) }),
  }),
  ...sendsTransaction,
  encoded: ['postConditions'],
  preload: preloadEncoder,
};
