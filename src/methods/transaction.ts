import { MAX_U64, toDecimal } from '../lib/amount.js';
import type { Amount, NetworkName, PostConditionInput, PostConditionModeInput } from './values.js';
import * as is from './checks.js';

/** The params that every Stacks transaction may have (SIP-030). The fee is in micro-STX. */
export interface TransactionParams {
  network?: NetworkName | undefined;
  /** The account that signs. Default: the current one. */
  address?: string | undefined;
  /** Micro-STX. Default: the wallet's estimate. */
  fee?: Amount | undefined;
  /** The number of the account's transaction. Default: the next one. */
  nonce?: Amount | undefined;
  /** A sponsor pays the fee. Fails (-32602) for wallets that would make the user pay. */
  sponsored?: boolean | undefined;
  /** Conditions on what the transaction moves: it aborts if one of them fails. */
  postConditions?: readonly PostConditionInput[] | undefined;
  /** Whether the transaction may move what no condition names. Default: that of the wallet. */
  postConditionMode?: PostConditionModeInput | undefined;
}

export const transactionFields: is.Fields = {
  ...is.network,
  address: is.optional(is.principal),
  fee: is.optional(is.amount('micro-STX', MAX_U64)),
  nonce: is.optional(is.amount('transactions', MAX_U64)),
  sponsored: is.optional(is.flag),
  postConditions: is.optional(is.listOf(is.postCondition, 'a list of post-conditions')),
  postConditionMode: is.optional(is.postConditionMode),
};

/** An object with the network, or an empty one if there is none. */
export function networkField(network: string | undefined): { network?: string } {
  return network === undefined ? {} : { network };
}

/** The params of a transaction in the format of SIP-030: integers as decimal digits. */
export function writeTransaction<P extends TransactionParams>(
  params: P,
  network: string | undefined,
) {
  const { fee, nonce, postConditionMode } = params;
  return {
    ...params,
    ...networkField(network),
    ...(fee === undefined ? {} : { fee: toDecimal(fee) }),
    ...(nonce === undefined ? {} : { nonce: toDecimal(nonce) }),
    ...(postConditionMode === undefined ? {} : { postConditionMode: modeName(postConditionMode) }),
  };
}

const MODES = { 1: 'allow', 2: 'deny', 3: 'originator' } as const;
type PostConditionModeName = (typeof MODES)[keyof typeof MODES];

export function modeName(mode: PostConditionModeInput): PostConditionModeName {
  return typeof mode === 'number' ? MODES[mode] : mode;
}

/** Loads the encoder for Clarity values and post-conditions that are given as objects. */
export const preloadEncoder = (): Promise<unknown> => import('../stacks/stacks-transaction.js');
