import { NativeEvent, bubbling } from '../internal/element.js';

/** The account was opened or closed. */
export class WalletAccountToggleEvent extends NativeEvent {
  readonly open: boolean;

  constructor(open: boolean) {
    super('wallet-account-toggle', bubbling);
    this.open = open;
  }
}

/** An address was copied, or the browser refused to copy it. */
export class WalletCopyEvent extends NativeEvent {
  readonly address: string;
  readonly copied: boolean;

  constructor(address: string, copied: boolean) {
    super('wallet-copy', bubbling);
    this.address = address;
    this.copied = copied;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-account-toggle': WalletAccountToggleEvent;
    'wallet-copy': WalletCopyEvent;
  }
}
