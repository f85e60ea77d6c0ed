import type { Choice } from '../core/types.js';
import { getMethod, native } from '../lib/safe-access.js';
import type { WalletSelectModal } from '../elements/wallet-select-modal/wallet-select-modal.js';
import '../elements/wallet-select-modal/define.js';

const TAG = 'wallet-select-modal';

/**
 * Opens the page's own `<wallet-select-modal>`, so that its attributes and slots apply to every way to
 * connect. If there is none, or it is open for another client, opens a temporary modal and removes it after use.
 */
export function openPicker(choice: Choice): void {
  preparation.return();
  const { opener } = choice;
  const place = (opener && native(opener, 'ownerDocument')) ?? document;
  const pageModal = native(place, 'querySelector')(TAG);
  const modal =
    pageModal && !pageModal.open && canShow(pageModal) ? pageModal : temporaryModal(choice, place);
  modal.showChoice(choice);
}

/** Rendered in advance. The first choice shows it. */
let prepared: WalletSelectModal | undefined;

/**
 * Renders and lays out a modal: most of the time of an opening is the first use of code, styles and fonts. In two tasks,
 * since a press waits for the end of one. Each removes the modal.
 */
function* prepare(): Generator<void, void> {
  const modal = (prepared = native(document, 'createElement')(TAG));
  const whileOnPage = (work: () => void) => {
    append(modal);
    try {
      work();
    } finally {
      modal.remove();
    }
  };
  // Another copy of the library, or another script, may have defined the tag.
  const methods = modal as Partial<WalletSelectModal>;
  whileOnPage(() => getMethod(methods, 'prepare')?.());
  yield;
  whileOnPage(() => getMethod(methods, 'prepareLayout')?.());
}

const preparation = prepare();

/** Does the next task so that the first opening is faster. False if none is left, or if the picker was open. */
export const warmUpPicker = (): boolean => !preparation.next().done;

function temporaryModal(choice: Choice, place: Document): WalletSelectModal {
  const modal = takePrepared(place) ?? native(document, 'createElement')(TAG);
  let isHiding = false;
  const remove = () => isHiding || modal.open || modal.remove();
  modal.addEventListener('wallet-modal-hide', () => (isHiding = true));
  modal.addEventListener('wallet-modal-after-hide', () => {
    isHiding = false;
    remove();
  });
  // It was not shown, because a listener of `wallet-modal-show` canceled it.
  choice.subscribe(
    () => void (choice.state.status === 'done' && modal.updateComplete.then(remove)),
  );
  append(modal, place);
  return modal;
}

/** Style sheets belong to one document. */
function takePrepared(place: Document): WalletSelectModal | undefined {
  const modal = place === document ? prepared : undefined;
  prepared = undefined;
  return modal;
}

function append(modal: WalletSelectModal, place = document): void {
  (native(place, 'body') ?? native(place, 'documentElement')).append(modal);
}

/**
 * Even a modal dialog is not rendered inside a hidden element. An element that a frame has created is not ours. jsdom has
 * no `checkVisibility`.
 */
function canShow(modal: WalletSelectModal): boolean {
  const parent = modal.parentElement;
  return (
    typeof modal.showChoice === 'function' &&
    !modal.hidden &&
    (!parent || native(parent, 'checkVisibility')?.() !== false)
  );
}
