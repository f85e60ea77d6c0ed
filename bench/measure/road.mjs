import { setTimeout as pause } from 'node:timers/promises';
import { openPage } from '../chromium.mjs';
import { roadPage } from '../road-answers.mjs';
import { loaded } from './transfer.mjs';

/** The names of the requests, as the pages in `subjects/` know them. */
export const REQUESTS = {
  transfer: '`stx_transferStx`',
  call: '`stx_callContract` with `Cl` and `Pc`',
  message: '`stx_signMessage`',
  psbt: '`signPsbt`',
};

const prepared = roadPage();

/**
 * Runs in the page before its own scripts: the user has connected before, and the wallet answers at once. Sets the mark
 * `bench-asked` when the wallet is asked.
 */
function addWallet({ psbt, bitcoinAddress, record, answers }) {
  if (location.protocol === 'about:') return;
  localStorage.setItem('@stacks/connect', record);
  localStorage.setItem('STX_PROVIDER', 'RoadWallet');
  const id = 'RoadWallet';
  Object.assign(window, {
    benchPsbt: psbt,
    benchBitcoinAddress: bitcoinAddress,
    [id]: {
      request: async (method) => {
        performance.mark('bench-asked');
        return { jsonrpc: '2.0', id: '1', result: answers[method] };
      },
    },
  });
  window.wbip_providers = [{ id, name: 'Wallet of the road', icon: 'data:image/png;base64,' }];
}

/**
 * Measures one request of a user who has connected before, which is sent with a press, `wait` milliseconds after the page is
 * usable.
 *
 * @returns {Promise<{ usable: number, asked: number, settled: number, bytes: number, requests: number }>} milliseconds from
 *   the start of the navigation until the page is usable; from the press until the wallet is asked; and from its answer until
 *   the app has the result. Then what the page has loaded by that time, besides the HTML.
 */
export async function road(browser, { url, request, setting, wait }) {
  const opened = await openPage(browser, { button: ['#send'], wallet: ['#send'] }, setting);
  const { page } = opened;
  try {
    await page.addInitScript(addWallet, await prepared);
    await page.goto(`${url}#${request}`, { waitUntil: 'commit' });
    const usable = await opened.reported('usable');
    await pause(wait);
    await opened.press(usable);
    const { at: pressed } = await opened.reported('pressed');
    const { asked, settled } = await page.evaluate(whenSettled);
    return {
      usable: usable.at,
      asked: asked - pressed,
      settled: settled - asked,
      ...(await loaded(page, settled)),
    };
  } finally {
    await opened.close();
  }
}

async function whenSettled() {
  const find = (name) => performance.getEntriesByName(name)[0];
  while (!find('bench-settled')) {
    const failed = find('bench-failed');
    if (failed) throw new Error(failed.detail);
    await new Promise((done) => setTimeout(done, 20));
  }
  return {
    asked: find('bench-asked').startTime,
    settled: find('bench-settled').startTime,
  };
}
