import { MAX_U64, toDecimal } from '../lib/amount.js';
import type {
  Amount,
  NetworkName,
  PostConditionInput,
  PostConditionModeInput,
} from '../wire/values.js';
import * as is from './checks.js';

/** What every Stacks transaction may carry beside its own params (SIP-030). Fee in micro-STX. */
export interface TransactionParams {
  network?: NetworkName | undefined;
  address?: string | undefined;
  fee?: Amount | undefined;
  nonce?: Amount | undefined;
  /** Another pays the fee. Refused (-32602) where the wallet would let the user pay. */
  sponsored?: boolean | undefined;
  postConditions?: readonly PostConditionInput[] | undefined;
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

/** The network meant, as a field: nothing where none is. */
export function networkField(network: string | undefined): { network?: string } {
  return network === undefined ? {} : { network };
}

/** The params of a transaction in SIP-030's writing: whole numbers as decimal digits. */
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

/** The Stacks encoder, which Clarity values and post-conditions given as objects need. */
export const preloadEncoder = (): Promise<unknown> => import('../lib/stacks-encoder.js');
