import { NativeEvent } from '../internal/element.js';

/** What closed the modal; `connected`: a wallet was chosen and, where that was asked, is connected. */
export type WalletModalHideReason =
  'escape' | 'backdrop' | 'close-button' | 'connected' | 'api' | 'removed';

const bubbling = { bubbles: true, composed: true };

/** Before the modal opens; cancel it to keep it closed. */
export class WalletModalShowEvent extends NativeEvent {
  constructor() {
    super('wallet-modal-show', { ...bubbling, cancelable: true });
  }
}

/** The modal stands open, its animation over. */
export class WalletModalAfterShowEvent extends NativeEvent {
  constructor() {
    super('wallet-modal-after-show', bubbling);
  }
}

/** Before the modal closes; can be cancelled for the reasons that are the user's. */
export class WalletModalHideEvent extends NativeEvent {
  readonly reason: WalletModalHideReason;

  constructor(reason: WalletModalHideReason) {
    const cancelable = reason === 'escape' || reason === 'backdrop' || reason === 'close-button';
    super('wallet-modal-hide', { ...bubbling, cancelable });
    this.reason = reason;
  }
}

/** The modal is gone, its animation over. Once for every time it was open. */
export class WalletModalAfterHideEvent extends NativeEvent {
  readonly reason: WalletModalHideReason;

  constructor(reason: WalletModalHideReason) {
    super('wallet-modal-after-hide', bubbling);
    this.reason = reason;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-modal-show': WalletModalShowEvent;
    'wallet-modal-after-show': WalletModalAfterShowEvent;
    'wallet-modal-hide': WalletModalHideEvent;
    'wallet-modal-after-hide': WalletModalAfterHideEvent;
  }
}
