import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../scripts/server.mjs';
import { launchBrowser, openTab } from './support/browser.mjs';

const CONTRACT = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js"></script>';
const SCRIPTS = `${DEV_WALLET}<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>`;

/** Helpers for the page, defined before the markup that shadows names. */
const HELPERS = `<script>
  window.find = (root, selector) =>
    (root === document ? Document : root instanceof ShadowRoot ? DocumentFragment : Element)
      .prototype.querySelector.call(root, selector);
  window.until = async (test) => {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      const found = test();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('Timeout: ' + test);
  };
</script>`;

/** Connects through the button and the picker, calls a contract, and opens the account menu. */
const useThePage = async (contract) => {
  const { find, until } = window;
  const inside = (tag, selector) => {
    const element = find(document, tag);
    return element?.shadowRoot && find(element.shadowRoot, selector);
  };
  (await until(() => inside('wallet-connect-button', 'button'))).click();
  (await until(() => inside('wallet-select-modal', '[part~=wallet]'))).click();
  await until(() => find(document, 'wallet-connect-button[status=connected]'));
  const { txid } = await window.StacksWallet.request('stx_callContract', {
    contract,
    functionName: 'burn',
    functionArgs: [{ type: 'uint', value: 5n }],
  });
  const modal = find(document, 'wallet-select-modal');
  if (modal) await until(() => !modal.isConnected);
  const button = find(document, 'wallet-connect-button');
  button.click();
  const menu = await until(() => find(button.shadowRoot, 'wallet-account'));
  await until(() => menu.open);
  return txid;
};

describe('a page whose markup shadows properties of document and window', () => {
  let server, browser, evil, tab;
  const asked = [];

  before(async () => {
    evil = createServer((req, res) => {
      asked.push(`${req.headers['sec-fetch-dest']} ${req.url}`);
      res.setHeader('access-control-allow-origin', '*');
      res.setHeader('content-type', 'text/javascript');
      res.end('window.evil = true;');
    });
    await new Promise((listening) => evil.listen(0, '127.0.0.1', listening));
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    tab = await openTab(browser, { wallet: { autoApprove: true } });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    evil?.close();
    evil?.closeAllConnections();
  });

  /** Opens the page with `markup` before the scripts of the library and of the development wallet. */
  const open = async (markup) => {
    asked.splice(0);
    const body = `<!doctype html><html lang="de"><head><link rel="icon" href="data:,">${HELPERS}</head>
      <body>${markup}
        ${SCRIPTS}
        <wallet-connect-button></wallet-connect-button>
      </body></html>`;
    const routes = { '/shadowed.html': { contentType: 'text/html', body } };
    await tab.open(`${server.url}shadowed.html`, { routes });
    return tab;
  };

  it('loads the parts of the classic script only relative to its own URL', async () => {
    const src = `http://127.0.0.1:${evil.address().port}/`;
    for (const clobber of [
      `<img name="currentScript" src="${src}">`,
      `<embed name="currentScript" src="${src}">`,
      `<iframe name="currentScript" src="${src}"></iframe>`,
      `<form name="currentScript"><input name="src" value="${src}"></form>`,
      `<form name="currentScript"></form><form name="currentScript"><img name="src" src="${src}"></form>`,
    ]) {
      const { page } = await open(clobber);
      assert.match(await page.evaluate(useThePage, CONTRACT), /^0x[0-9a-f]{64}$/, clobber);
      const scripts = asked.filter((line) => line.startsWith('script'));
      assert.deepEqual(scripts, [], clobber);
      assert.equal(await page.evaluate('window.evil'), undefined);
    }
  });
});
