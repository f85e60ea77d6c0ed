import type { AddressEntry } from '../../methods/addresses.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** Before a wallet is chosen or connected. Cancel it to show your own interface. */
export class WalletBeforeConnectEvent extends NativeEvent {
  constructor() {
    super('wallet-before-connect', { ...bubbling, cancelable: true });
  }
}

/** The user connected a wallet with this button. */
export class WalletConnectEvent extends NativeEvent {
  readonly addresses: readonly AddressEntry[];

  constructor(addresses: readonly AddressEntry[]) {
    super('wallet-connect', bubbling);
    this.addresses = addresses;
  }
}

/**
 * Connecting failed. `rejected`: the user declined, in the wallet or by closing the picker. If
 * `disconnect()` ended the attempt, `rejected` is false and the cause of the error is an `AbortError`.
 */
export class WalletConnectErrorEvent extends NativeEvent {
  readonly error: unknown;
  readonly rejected: boolean;

  constructor(error: unknown, rejected: boolean) {
    super('wallet-connect-error', bubbling);
    this.error = error;
    this.rejected = rejected;
  }
}

/** The user disconnected with this element. */
export class WalletDisconnectEvent extends NativeEvent {
  constructor() {
    super('wallet-disconnect', bubbling);
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-before-connect': WalletBeforeConnectEvent;
    'wallet-connect': WalletConnectEvent;
    'wallet-connect-error': WalletConnectErrorEvent;
    'wallet-disconnect': WalletDisconnectEvent;
  }
}
