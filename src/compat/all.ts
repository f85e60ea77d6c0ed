/** Everything that @stacks/connect exports, and what apps use of @stacks/connect-ui. */
export {
  connect,
  request,
  requestRaw,
  isConnected,
  type ConnectRequestOptions,
} from './requests.js';
export { JsonRpcError, JsonRpcErrorCode } from './errors.js';
export type {
  MethodParams,
  MethodParamsRaw,
  MethodResult,
  MethodResultRaw,
  Methods,
} from './methods.js';
export type { ConnectNetwork } from './network.js';
export * from './providers.js';
export * from './session.js';
export * from './session-stores.js';
export * from './storage.js';
export { isAddressTaproot } from './user-data.js';
