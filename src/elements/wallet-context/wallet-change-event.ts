import type { SessionState } from '../../client/types.js';
import { NativeEvent, bubbling } from '../internal/element.js';

/** The session changed: its status, its account or its network. */
export class WalletChangeEvent extends NativeEvent {
  readonly status: SessionState['status'];

  constructor(status: SessionState['status']) {
    super('wallet-change', bubbling);
    this.status = status;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-change': WalletChangeEvent;
  }
}
