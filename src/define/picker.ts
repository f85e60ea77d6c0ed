import { getDefaultClient } from '../core/default-client.js';
import type { SelectWallet } from '../core/picker.js';
import { canceledChoice, onEscape } from '../elements/on-escape.js';
import { abortable } from '../lib/abort.js';

const load = () => import('./open-picker.js');

/** `<wallet-select-modal>`, fetched when the first choice is needed, or is near. */
const selectWallet: SelectWallet = async (selection) => {
  const loading = new AbortController();
  const ignoreEscape = onEscape(document, () => loading.abort(canceledChoice()));
  const { openPicker } = await abortable(load(), loading.signal).finally(ignoreEscape);
  return openPicker(selection);
};
selectWallet.preload = load;
selectWallet.openEvent = 'wallet-modal-show';

/** The picker of the page-wide client. One that the page has set already stays. */
getDefaultClient().selectWallet ??= selectWallet;
