import { NativeEvent, bubbling } from '../internal/element.js';

/** The user chose a wallet. Cancel it to keep the element from connecting that wallet. */
export class WalletSelectEvent extends NativeEvent {
  readonly providerId: string;

  constructor(providerId: string) {
    super('wallet-select', { ...bubbling, cancelable: true });
    this.providerId = providerId;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-select': WalletSelectEvent;
  }
}
