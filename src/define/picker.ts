import { getDefaultClient } from '../core/client.js';
import type { Picker } from '../core/types.js';
import { getRegistry } from '../elements/internal/element.js';
import { loadOnce } from '../lib/promises.js';
import { native } from '../lib/safe-access.js';
import { afterFrame, hasPainted, whenIdle } from '../lib/page.js';

const load = loadOnce(() => import('./open-picker.js'));

/** Opens `<wallet-select-modal>`, which loads when a choice is needed or about to be needed. */
const picker: Picker = async (choice) => {
  const { openPicker } = await load().catch((cause: unknown) => {
    // The browser's own message ("Failed to fetch dynamically imported module: …") does not help a user.
    throw new Error(
      'The list of wallets could not be loaded. Check your connection and try again, or reload the page.',
      { cause },
    );
  });
  if (choice.state.status !== 'done') openPicker(choice);
};
picker.preload = async () => warmUp((await load()).warmUpPicker);

/** Calls `prepareNext` whenever the page is idle, until it returns false or the user waits for the picker. */
function warmUp(prepareNext: () => boolean): void {
  const next = () => {
    if (!getDefaultClient().isOpening && prepareNext()) warmUp(prepareNext);
  };
  // Without a timeout: these are long tasks on a slow device, and would interrupt a user who scrolls.
  whenIdle(next, {});
}

if (typeof document === 'object') {
  const client = getDefaultClient();
  // Keep a picker that the page has set already.
  client.picker ??= picker;
  if (client.selectedProviderId !== undefined) {
    // The user may send a request at once. What verifies its answer loads when the page is idle.
    afterFrame(() => client.preload());
    whenIdle(() => client.preload('stx_callContract'));
  } else {
    // The buttons of the page load first.
    const buttons = native(
      document,
      'querySelectorAll',
    )('wallet-connect-button,wallet-request-button');
    const defined = [...buttons].map(async ({ localName }) =>
      getRegistry()?.whenDefined(localName),
    );
    // The next frame shows those buttons, or is the first one of the page. Else the network need not wait for it.
    const start = defined.length === 0 && hasPainted() ? setTimeout : afterFrame;
    void Promise.all(defined).then(() => start(() => client.preload()));
  }
}
