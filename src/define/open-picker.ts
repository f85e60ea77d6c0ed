import type { SelectWallet } from '../core/picker.js';
import { isOurs } from '../elements/internal/element.js';
import { native } from '../lib/native.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import './wallet-select-modal.js';

const TAG = 'wallet-select-modal';

/**
 * Opens the page's own `<wallet-select-modal>`, so that its attributes and slots apply to every way to
 * connect. On a page without one, opens a temporary modal and removes it after use.
 */
export const openPicker: SelectWallet = (selection) => {
  if (!isOurs(TAG)) {
    throw new Error(
      `The list of wallets cannot be shown: another script of this page has defined <${TAG}>.`,
    );
  }
  const own = native(document, 'querySelector')(TAG);
  const modal = own && canShow(own) ? own : temporaryModal();
  const picker = modal.openPicker(selection);
  return {
    ...picker,
    close(reason) {
      picker.close(reason);
      removals.get(modal)?.();
    },
  };
};

/** Removes a temporary modal, unless it is open or closing: another request may be using it. */
const removals = new WeakMap<WalletSelectModal, () => void>();

function temporaryModal(): WalletSelectModal {
  const modal = native(document, 'createElement')(TAG);
  let hiding = false;
  const remove = () => {
    if (!hiding && !modal.open) modal.remove();
  };
  removals.set(modal, remove);
  modal.addEventListener('wallet-modal-hide', () => (hiding = true));
  modal.addEventListener('wallet-modal-after-hide', () => {
    hiding = false;
    remove();
  });
  (native(document, 'body') ?? native(document, 'documentElement')).append(modal);
  return modal;
}

/** Even a modal dialog is not rendered inside a hidden element. */
function canShow(modal: WalletSelectModal): boolean {
  const parent = modal.parentElement;
  return !modal.hidden && (!parent || native(parent, 'checkVisibility')?.() !== false);
}
