import type { SelectWallet } from '../core/picker.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import './wallet-select-modal.js';

/**
 * Asks by the page's own `<wallet-select-modal>`, so that its attributes and slots hold for every way to
 * connect; on a page without one, by a modal that is there only as long as it is needed.
 */
export const openPicker: SelectWallet = (selection) => {
  const own = document.querySelector('wallet-select-modal');
  return own && canShow(own) ? own.select(selection) : selectOnce(selection);
};

const selectOnce: SelectWallet = async (selection) => {
  const modal = document.createElement('wallet-select-modal');
  let hiding = false;
  modal.addEventListener('wallet-modal-hide', () => (hiding = true));
  modal.addEventListener('wallet-modal-after-hide', () => modal.remove());
  (document.body ?? document.documentElement).append(modal);
  try {
    return await modal.select(selection);
  } finally {
    // Else it goes when its last animation is over.
    if (!hiding) modal.remove();
  }
};

/** Another script may have defined the tag; and in what is hidden even a dialog does not show. */
function canShow(modal: WalletSelectModal): boolean {
  return (
    typeof modal.select === 'function' &&
    !modal.hidden &&
    modal.parentElement?.checkVisibility?.() !== false
  );
}
