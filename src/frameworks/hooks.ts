/** Code that the modules for frameworks share. Each of them, together with this one, has about 5 kB. */
export * from './action.js';
export * from './network.js';
export * from './reads.js';
export * from './sign-in.js';
export * from './texts.js';
export * from './transactions.js';
export * from './use-contract.js';
export * from './wallet.js';
export * from './watcher.js';

/* What the types of the hooks mention. A library that exports a hook of its own needs their names for its declarations. */
export type * from '../core/types.js';
export type {
  AddressEntry,
  AddressesResult,
  GetAccountsParams,
  AccountEntry,
  AccountsResult,
  GetAddressesParams,
  GetStacksAddressesParams,
  StoredAddresses,
} from '../accounts/addresses.js';
export type { JsonRpcError } from '../errors.js';
export type * from '../methods/all.js';
export type { MethodName, MethodParams, MethodResult, Methods } from '../methods/index.js';
export type {
  ProposedResult,
  SendResult,
  SignatureResult,
  SignedResult,
  TxidResult,
} from '../methods/method.js';
export type { TransactionParams } from '../methods/fields.js';
export type { SignInput } from '../bitcoin/psbt-params.js';
export type * from '../methods/values.js';
export type * from '../wallets/wallet.js';
export type { Unsubscribe } from '../lib/store.js';
export type * from '../transactions/types.js';
export type * from '../metadata/metadata-types.js';
export type { MetadataError } from '../metadata/metadata-error.js';
export type { TokenState, WatchTokenOptions } from '../metadata/watch-token.js';
export type { ContractError, DifferentNetworks } from '../contracts/contract-error.js';
export type { BalanceState, WatchBalanceOptions } from '../contracts/watch-balance.js';
export type { NameState, WatchNameOptions } from '../contracts/watch-name.js';
export type { NoName } from '../contracts/names.js';
export type { CallOptions, ContractReadOptions, NoArguments } from '../contracts/contract-types.js';
export type * from '../sign-in/types.js';
