import type { SelectWallet } from '../core/picker.js';
import { isOurs } from '../elements/internal/element.js';
import { native } from '../lib/native.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import './wallet-select-modal.js';

const TAG = 'wallet-select-modal';

/**
 * Asks by the page's own `<wallet-select-modal>`, so that its attributes and slots hold for every way to
 * connect; on a page without one, by a modal that is there only as long as it is needed.
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

/** Removes a temporary modal, unless it is open or closes: another request may use it by then. */
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

/** In what is hidden even a dialog does not show. */
function canShow(modal: WalletSelectModal): boolean {
  const parent = modal.parentElement;
  return !modal.hidden && (!parent || native(parent, 'checkVisibility')?.() !== false);
}
