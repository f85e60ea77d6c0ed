export { JsonRpcError, JsonRpcErrorCode, isDismissed, isJsonRpcError } from '../errors.js';
export type {
  AccountEntry,
  AccountsResult,
  AddressEntry,
  AddressesResult,
  GetAccountsParams,
  GetAddressesParams,
  GetStacksAddressesParams,
  StoredAddresses,
} from '../accounts/addresses.js';
export { shortAddress } from '../accounts/short-address.js';
export type { Unsubscribe } from '../lib/store.js';
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
export { configure, type Settings, type TransactionSettings } from './configure.js';
export {
  connect,
  createWalletClient,
  disconnect,
  getDefaultClient,
  getLocalStorage,
  isConnected,
  request,
  requestRaw,
  type WalletClientOptions,
} from './client.js';
export { explorerUrl, type ExplorerTarget } from './explorer-url.js';
export type { RawOptions } from './raw.js';
export type { StoragePort } from './storage.js';
export type * from './types.js';
