import { NativeEvent } from '../internal/element.js';

/** The user disconnected with this element. */
export class WalletDisconnectEvent extends NativeEvent {
  constructor() {
    super('wallet-disconnect', { bubbles: true, composed: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-disconnect': WalletDisconnectEvent;
  }
}
