/** Everything that @stacks/connect exports, and what apps use of @stacks/connect-ui. */
export * from './authenticate.js';
export type * from './auth-types.js';
export * from './callbacks.js';
export { JsonRpcError, JsonRpcErrorCode } from './errors.js';
export type {
  MethodParams,
  MethodParamsRaw,
  MethodResult,
  MethodResultRaw,
  Methods,
} from './methods.js';
export type { ConnectNetwork } from './app-network.js';
export * from './providers.js';
export {
  connect,
  isConnected,
  request,
  requestRaw,
  type ConnectRequestOptions,
} from './requests.js';
export { AppConfig, disconnect, UserSession } from './session.js';
export * from './session-stores.js';
export * from './signature-types.js';
export {
  clearLocalStorage,
  clearSelectedProviderId,
  getLocalStorage,
  getSelectedProviderId,
  isProviderSelected,
  setSelectedProviderId,
  type StorageData,
} from './storage.js';
export * from './transaction-types.js';
export * from './unused.js';
export { isAddressTaproot } from './user-data.js';
