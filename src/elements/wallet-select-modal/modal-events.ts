import { ElementEvent } from '../internal/base-element.js';

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
export class WalletModalShowEvent extends ElementEvent<WalletModalShowEvent> {
  static override readonly type = 'wallet-modal-show';
}

/** The modal is open and its animation has ended. */
export class WalletModalAfterShowEvent extends ElementEvent<WalletModalAfterShowEvent> {
  static override readonly type = 'wallet-modal-after-show';
}

/** Before the modal closes. Can be canceled if the user closes it: `escape`, `backdrop` or `close-button`. */
export class WalletModalHideEvent extends ElementEvent<WalletModalHideEvent> {
  static override readonly type = 'wallet-modal-hide';
  declare readonly reason: WalletModalHideReason;
}

/** The modal is closed and its animation has ended. Fired once each time it was open. */
export class WalletModalAfterHideEvent extends ElementEvent<WalletModalAfterHideEvent> {
  static override readonly type = 'wallet-modal-after-hide';
  declare readonly reason: WalletModalHideReason;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'wallet-modal-show': WalletModalShowEvent;
    'wallet-modal-after-show': WalletModalAfterShowEvent;
    'wallet-modal-hide': WalletModalHideEvent;
    'wallet-modal-after-hide': WalletModalAfterHideEvent;
  }
}
