/** The entry point `stacks-wallet-elements/clarity`: Clarity values and post-conditions, without wallets. */
export * as Cl from './cl.js';
export * as Pc from './pc.js';
export { deserialize, serialize, type IntegerInput } from './cl.js';
export type { AmountConditions, AssetConditions, Conditions } from './pc.js';
export { toJs, type ToJs } from './to-js.js';
export { ClarityError } from './clarity-error.js';
export type * from '../stacks/clarity-value.js';
export type {
  FungibleComparator,
  FungiblePostCondition,
  NonFungibleComparator,
  NonFungiblePostCondition,
  PostCondition,
  PoxComparator,
  PoxPostCondition,
  StakingPostCondition,
  StxPostCondition,
} from '../stacks/post-conditions.js';
