/**
 * The entry point `stacks-wallet-elements/contracts`: contracts typed by their interfaces, and what a node says of accounts,
 * names, fees and blocks.
 */
export { contract } from './contract.js';
export { getContractInterface } from './get-interface.js';
export { getFtBalance, getFtBalances, getStxBalance } from './balances.js';
export { getBlockTime, type BlockTime } from './block-time.js';
export { estimateFee, type FeeEstimate, type FeeOptions } from './estimate-fee.js';
export { faucet, type FaucetOptions, type FaucetResult } from './faucet.js';
export { isPrincipal, type IsPrincipalOptions } from './is-principal.js';
export { SBTC } from '../stacks/assets.js';
export type { FtBalance, FtBalancesOptions, StxBalance } from './balances.js';
export { getAddressOfName, getName } from './names.js';
export type { AddressResult, NameResult, NoName } from './names.js';
export { watchBalance } from './watch-balance.js';
export type { BalanceState, WatchBalanceOptions } from './watch-balance.js';
export { watchName } from './watch-name.js';
export type { NameState, WatchNameOptions } from './watch-name.js';
export type { WatchAccountOptions } from './watch-account.js';
export type { Watcher } from '../lib/read-watcher.js';
export type { Unsubscribe } from '../lib/store.js';
export { ContractError } from './contract-error.js';
export type { ContractErrorCode, DifferentNetworks } from './contract-error.js';
export type { ReadOptions, NodeOptions, StacksSource } from './stacks-node.js';
export type * from './abi.js';
export type {
  AnyContract,
  CallOptions,
  Contract,
  ContractOptions,
  ContractReadOptions,
  MapOptions,
  NoArguments,
  SuggestedConditions,
  TypedContract,
} from './contract-types.js';
/* What the types of this entry mention: a library needs their names for its declarations. */
export type { SendResult } from '../methods/method.js';
export type { CallContractParams } from '../methods/stx_callContract.js';
export type { TransactionParams } from '../methods/fields.js';
export type * from '../methods/values.js';
