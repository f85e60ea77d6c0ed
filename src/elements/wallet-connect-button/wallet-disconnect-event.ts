import { ElementEvent } from '../internal/element.js';

/** The user disconnected with this element. */
export class WalletDisconnectEvent extends ElementEvent<WalletDisconnectEvent> {
  static override readonly type = 'wallet-disconnect';
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-disconnect': WalletDisconnectEvent;
  }
}
