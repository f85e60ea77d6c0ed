import { getDefaultClient } from '../client/default-client.js';
import type { SelectWallet } from '../client/picker.js';
import { canceledChoice, onEscape } from '../elements/controllers/picker-load-controller.js';
import { abortable, loadOnce } from '../lib/promises.js';
import { native, whenIdle } from '../lib/page.js';

const load = loadOnce(() => import('./open-picker.js'));

/** Opens `<wallet-select-modal>`, which loads when a choice is needed or about to be needed. */
const selectWallet: SelectWallet = async (selection) => {
  const loading = new AbortController();
  onEscape(document, loading.signal, () => loading.abort(canceledChoice()));
  const loaded = load().catch((cause: unknown) => {
    // The browser's own message ("Failed to fetch dynamically imported module: …") does not help a user.
    throw new Error(
      'The list of wallets could not be loaded. Check your connection and try again, or reload the page.',
      { cause },
    );
  });
  const { openPicker } = await abortable(loaded, loading.signal).finally(() => loading.abort());
  selection.signal.throwIfAborted();
  return openPicker(selection);
};
// Without a timeout: `prepare` is a long task on a slow device, and would interrupt a user who scrolls.
selectWallet.preload = async () => whenIdle((await load()).prepare, {});
selectWallet.openEvent = 'wallet-modal-show';

if (typeof document === 'object') {
  // Keep a picker that the page has set already.
  getDefaultClient().selectWallet ??= selectWallet;
  // The buttons of the page load first.
  const buttons = native(
    document,
    'querySelectorAll',
  )('wallet-connect-button,wallet-request-button');
  const defined = [...buttons].map(({ localName }) => customElements.whenDefined(localName));
  void Promise.all(defined).then(() => whenIdle(() => getDefaultClient().preload()));
}
