import { describe, toJson } from '../errors.js';
import { loadModule, loadOnce } from '../lib/promises.js';
import * as option from '../lib/read-options.js';
import { isRecord, read } from '../lib/safe-access.js';
import type { MethodParams } from '../methods/index.js';
import type { TransactionMethod } from '../stacks/unsigned-transaction.js';
import { ContractError } from './contract-error.js';
import {
  requestNode,
  findNode,
  GET_SMALL,
  invalid,
  READ_OPTIONS,
  readOptions,
  refused,
  unusable,
  type ReadOptions,
} from './stacks-node.js';

/** Three estimates, in micro-STX. */
export interface FeeEstimate {
  readonly low: bigint;
  readonly medium: bigint;
  readonly high: bigint;
  /** True if the node estimated more than `max`, to which it was lowered. */
  readonly isCapped: boolean;
}

export interface FeeOptions extends ReadOptions {
  /** The most that the page would pay, in micro-STX: estimates of thousands of STX have been seen. */
  readonly max: bigint | number;
}
const OPTIONS: option.OptionTable<FeeOptions> = { ...READ_OPTIONS, max: option.anything };

const METHODS: readonly unknown[] = [
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
] satisfies TransactionMethod[];

const load = loadOnce(() => loadModule('encodes transactions', () => import('./fee-payload.js')));

/**
 * What a node expects a transaction to cost. Pass one of the amounts as `fee` of the request; a wallet that ignores `fee` lets
 * the user choose.
 *
 * @param params those of the request
 * @throws JsonRpcError -32602 for wrong params. ContractError `invalid`; `no-estimate` if the node has not seen a call of this
 *   function yet, or estimates no fees; `rate-limited`, `network`, `bad-response`; the reason of the signal
 * @example
 * ```ts
 * import { estimateFee } from 'stacks-wallet-elements/contracts';
 *
 * const params = { recipient: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', amount: 1_000_000n };
 * const { medium } = await estimateFee('stx_transferStx', params, { max: 100_000n });
 * ```
 */
export async function estimateFee<M extends TransactionMethod>(
  method: M,
  params: MethodParams<M>,
  options: FeeOptions,
): Promise<FeeEstimate> {
  const caller = 'estimateFee';
  const { max, ...checked } = readOptions(caller, options, OPTIONS);
  if (!METHODS.includes(method)) invalid(caller, 'method', method, `one of ${METHODS.join(', ')}`);
  const isAmount = typeof max === 'bigint' ? max > 0n : Number.isSafeInteger(max) && max > 0;
  if (!isAmount) invalid(caller, 'options.max', max, 'an amount of micro-STX above 0');
  const { encodeForFee } = await load();
  const { payload, length, network } = encodeForFee(method, params, checked.network);
  const node = findNode(caller, undefined, { ...checked, network });
  const body = toJson({ transaction_payload: payload, estimated_len: length });
  const request = { ...GET_SMALL, caller, path: '/v2/fees/transaction', body };
  const answer = await requestNode(node, request, checked);
  if (answer.status === 400) {
    const why = describe(read(answer.json, 'reason'));
    const message = `${caller}: the node has no estimate for this transaction; it says ${why}. Let the wallet choose the fee.`;
    throw new ContractError('no-estimate', message, { status: 400 });
  }
  if (answer.status !== 200) throw refused(caller, answer.status);
  const estimates = read(answer.json, 'estimations');
  const fees = (Array.isArray(estimates) ? estimates : []).map((estimate: unknown) => {
    const fee = isRecord(estimate) ? estimate['fee'] : undefined;
    if (Number.isSafeInteger(fee) && (fee as number) >= 0) return BigInt(fee as number);
    throw unusable(caller, 'estimations[].fee', fee, 'an amount of micro-STX');
  });
  const [low, medium, high] = fees.map((fee) => (fee < max ? fee : BigInt(max)));
  if (low === undefined || medium === undefined || high === undefined) {
    throw unusable(caller, 'estimations', estimates, 'three estimates');
  }
  return { low, medium, high, isCapped: fees.some((fee) => fee > max) };
}
