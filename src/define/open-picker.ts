import type { SelectWallet } from '../client/picker.js';
import { withDocs } from '../errors.js';
import { isOurs } from '../elements/internal/element.js';
import { native } from '../lib/page.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import '../elements/wallet-select-modal/define.js';

const TAG = 'wallet-select-modal';

/**
 * Opens the page's own `<wallet-select-modal>`, so that its attributes and slots apply to every way to
 * connect. On a page without one, opens a temporary modal and removes it after use.
 */
export const openPicker: SelectWallet = (selection) => {
  isPrepared = true;
  if (!isOurs(TAG)) {
    throw new Error(
      withDocs(
        `The list of wallets cannot be shown: another script of this page has defined <${TAG}>.`,
        'tags',
      ),
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

let isPrepared = false;

/**
 * Lays out a modal and removes it at once, so that the next one opens faster: most of the time of an opening
 * is the first use of code, styles and fonts. Does nothing the second time, or after the picker was open.
 */
export function prepare(): void {
  if (isPrepared || !isOurs(TAG)) return;
  isPrepared = true;
  const modal = native(document, 'createElement')(TAG);
  append(modal);
  try {
    // Another copy of the library may have defined the tag.
    (modal as Partial<WalletSelectModal>).prepare?.();
  } finally {
    modal.remove();
  }
}

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
  append(modal);
  return modal;
}

function append(modal: WalletSelectModal): void {
  (native(document, 'body') ?? native(document, 'documentElement')).append(modal);
}

/** Even a modal dialog is not rendered inside a hidden element. */
function canShow(modal: WalletSelectModal): boolean {
  const parent = modal.parentElement;
  return !modal.hidden && (!parent || native(parent, 'checkVisibility')?.() !== false);
}
