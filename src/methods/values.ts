import type { ClarityLike } from '../stacks/clarity-value.js';
import type { NonFungiblePostCondition, PostCondition } from '../stacks/post-conditions.js';

/** A whole, non-negative number of base units: a bigint, a safe integer, or decimal digits. */
export type Amount = bigint | number | string;

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

/**
 * `mainnet`, `testnet`, `devnet` or `regtest`, in upper or lower case, or any name that the wallet supports.
 * Default: mainnet. A wallet whose requests have no field for the network must report that it is on this one.
 */
export type NetworkName = 'mainnet' | 'testnet' | 'devnet' | 'regtest' | (string & {});
