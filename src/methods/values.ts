import type { ClarityLike } from '../stacks/clarity-value.js';
import type { NonFungiblePostCondition, PostCondition } from '../stacks/post-conditions.js';

export type { Amount } from '../lib/amount.js';
export type { NetworkName } from '../stacks/address.js';

/** A Clarity value: hex with or without `0x`, or an object of `Cl` or of `@stacks/transactions` (version 7, or 6). */
export type ClarityInput =
  | string
  | ClarityLike
  | { readonly type: number; readonly value?: unknown };

/** A post-condition: hex with or without `0x`, or an object of `Pc` or of `@stacks/transactions` (version 7, or 6). */
export type PostConditionInput =
  | string
  | PostCondition
  | (Omit<NonFungiblePostCondition, 'assetId'> & { readonly assetId: ClarityLike })
  | { readonly conditionType: string | number };

/** `1` (allow) and `2` (deny) are the numbers of `@stacks/transactions`; `originator` is SIP-040's. */
export type PostConditionModeInput = 'allow' | 'deny' | 'originator' | 1 | 2 | 3;
