import { getDefaultClient } from '../core/default-client.js';
import type { SelectWallet } from '../core/picker.js';
import { canceledChoice, onEscape } from '../elements/controllers/picker-load-controller.js';
import { abortable } from '../lib/abort.js';

const load = () => import('./open-picker.js');

/** `<wallet-select-modal>`, fetched when the first choice is needed, or is near. */
const selectWallet: SelectWallet = async (selection) => {
  const loading = new AbortController();
  onEscape(document, loading.signal, () => loading.abort(canceledChoice()));
  const loaded = load().catch((cause: unknown) => {
    // What browsers say of it ("Failed to fetch dynamically imported module: …") tells a user nothing.
    throw new Error(
      'The list of wallets could not be loaded. Check your connection and try again, or reload the page.',
      { cause },
    );
  });
  const { openPicker } = await abortable(loaded, loading.signal).finally(() => loading.abort());
  selection.signal.throwIfAborted();
  return openPicker(selection);
};
selectWallet.preload = load;
selectWallet.openEvent = 'wallet-modal-show';

/** The picker of the page-wide client. One that the page has set already stays. */
getDefaultClient().selectWallet ??= selectWallet;
