import { NativeEvent, bubbling } from '../internal/element.js';

/**
 * What closed the modal. `backdrop`: a click on it, or the sheet of a small screen was dragged down. `connected`: a
 * wallet was chosen and, unless only a choice was needed, connected.
 */
export type WalletModalHideReason =
  | 'escape'
  | 'backdrop'
  | 'close-button'
  | 'connected'
  | 'api'
  | 'removed';

/** Before the modal opens. Cancel it to keep it closed. */
export class WalletModalShowEvent extends NativeEvent {
  constructor() {
    super('wallet-modal-show', { ...bubbling, cancelable: true });
  }
}

/** The modal is open and its animation has ended. */
export class WalletModalAfterShowEvent extends NativeEvent {
  constructor() {
    super('wallet-modal-after-show', bubbling);
  }
}

/** Before the modal closes. Can be canceled if the user closes it: `escape`, `backdrop` or `close-button`. */
export class WalletModalHideEvent extends NativeEvent {
  readonly reason: WalletModalHideReason;

  constructor(reason: WalletModalHideReason) {
    const cancelable = reason === 'escape' || reason === 'backdrop' || reason === 'close-button';
    super('wallet-modal-hide', { ...bubbling, cancelable });
    this.reason = reason;
  }
}

/** The modal is closed and its animation has ended. Fired once each time it was open. */
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
