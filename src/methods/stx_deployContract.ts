import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface DeployContractParams extends is.TransactionParams {
  /** The name of the contract. */
  name: string;
  /** The source. */
  clarityCode: string;
  /**
   * `'1'` to `'6'`. Default: that of the wallet, which is not the chain's latest: Clarity 3 in Leather 6.73 and Xverse
   * 0.54, 4 with @stacks/transactions 7.6. If a sponsored deployment is built here, it is the chain's latest. Fails
   * (-32602) for Xverse and Fordefi, which drop it, unless it is sponsored.
   */
  clarityVersion?: string | number | undefined;
}

/**
 * Deploys a contract.
 *
 * @example
 * { "name": "hello-world", "clarityCode": "(define-read-only (hello) (ok \"Hello\"))" }
 */
export const stx_deployContract: Method<DeployContractParams, SendResult> = {
  ...sendsTransaction,
  params: is.record({
    ...is.transaction,
    name: is.contractName,
    clarityCode: is.someText,
    clarityVersion: is.optional(is.clarityVersion),
  }),
  values: { postConditions: 'postCondition' },
};
