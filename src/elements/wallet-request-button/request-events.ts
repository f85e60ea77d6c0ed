import { NativeEvent, bubbling } from '../internal/element.js';

/** Before the request is sent. Cancel it to send nothing. `params` may be replaced. */
export class WalletBeforeRequestEvent extends NativeEvent {
  readonly method: string;
  /** The params to send. Set it to send other params. */
  params: unknown;

  constructor(method: string, params: unknown) {
    super('wallet-before-request', { ...bubbling, cancelable: true });
    this.method = method;
    this.params = params;
  }
}

/** The wallet answered the request with a result. */
export class WalletRequestSuccessEvent extends NativeEvent {
  readonly method: string;
  readonly result: unknown;

  constructor(method: string, result: unknown) {
    super('wallet-request-success', bubbling);
    this.method = method;
    this.result = result;
  }
}

/**
 * The request failed. `rejected`: the user declined, in the wallet or by closing the picker. If
 * `disconnect()` ended the request, `rejected` is false and the cause of the error is an `AbortError`.
 */
export class WalletRequestErrorEvent extends NativeEvent {
  readonly method: string;
  readonly error: unknown;
  readonly rejected: boolean;

  constructor(method: string, error: unknown, rejected: boolean) {
    super('wallet-request-error', bubbling);
    this.method = method;
    this.error = error;
    this.rejected = rejected;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-before-request': WalletBeforeRequestEvent;
    'wallet-request-success': WalletRequestSuccessEvent;
    'wallet-request-error': WalletRequestErrorEvent;
  }
}
