import { withDocs } from '../errors.js';
import * as is from './fields.js';
import { type Method, sendsTransaction, type SendResult } from './method.js';

export interface DeployContractParams extends is.TransactionParams {
  /** The name of the contract. */
  name: string;
  /** The source. */
  clarityCode: string;
  /**
   * `'1'` to `'7'`. Leave it out: from epoch 4.1 on, nodes reject a deployment that names a version below the default of
   * the epoch (stacks-core #7567), so a version logs a warning. Default: that of the wallet, which is not the chain's
   * latest: Clarity 3 in Leather 6.73 and Xverse 0.54, 4 with @stacks/transactions 7.6. If a sponsored deployment is built
   * here, it names none, and the chain uses its latest. Fails (-32602) for Xverse and Fordefi, which drop it, unless it is
   * sponsored.
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
  checkParams: is.record({
    ...is.transaction,
    name: is.contractName,
    clarityCode: is.someText,
    clarityVersion: is.optional(is.clarityVersion),
  }),
  values: { postConditions: 'postCondition' },
  warn: ({ clarityVersion: version }: DeployContractParams) =>
    version === undefined
      ? undefined
      : withDocs(
          `stx_deployContract: leave out \`clarityVersion\`. From epoch 4.1 on, nodes reject a deployment that names a version below the default of the epoch; this one names Clarity ${version}.`,
          'clarity-version',
        ),
};
