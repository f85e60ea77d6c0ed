import type { WalletState } from '../../client/types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The session changed: its status, its account or its network. */
export class WalletChangeEvent extends NativeEvent {
  readonly status: WalletState['status'];

  constructor(status: WalletState['status']) {
    super('wallet-change', bubbling);
    this.status = status;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-change': WalletChangeEvent;
  }
}
