import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromePath } from '../scripts/chrome-path.mjs';
import { startServer } from '../scripts/server.mjs';
import { connectByHand, openPage } from './support/browser.mjs';

/** Firefox sends a page that it restores no storage event; Chromium does, so it is taken away here. */
const PAGE = `<!doctype html><html lang="en"><head>
    <link rel="icon" href="data:," />
    <script>
      addEventListener('storage', (event) => event.stopImmediatePropagation());
      addEventListener('pageshow', ({ persisted }) => (window.isRestored = persisted));
    </script>
    <script src="/dist/dev-wallet/dev-wallet.js"></script>
    <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  </head><body><wallet-connect-button></wallet-connect-button></body></html>`;
const html = (body) => ({ contentType: 'text/html', body });

const executablePath = chromePath({ headlessShell: false });
const skip = !executablePath && 'The headless shell keeps no page.';

describe('a page that comes out of the back/forward cache', { skip }, () => {
  let server, browser;

  before(async () => {
    server = await startServer();
    browser = await chromium.launch({
      executablePath,
      args: ['--disable-dev-shm-usage'],
      // Else Playwright turns the cache off.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('shows what another page did to the connection meanwhile', async () => {
    const opened = await openPage(browser, `${server.url}cached.html`, {
      routes: {
        '/cached.html': html(PAGE),
        '/elsewhere.html': html('<!doctype html><title>Elsewhere</title>'),
      },
    });
    const { page } = opened;
    const button = page.locator('wallet-connect-button');

    /** Leaves the page, does this to the storage, and comes back to the page as it was. */
    const away = async (change, record) => {
      await page.goto(`${server.url}elsewhere.html`);
      const stored = await page.evaluate(change, record);
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForFunction('window.isRestored');
      return stored;
    };
    try {
      await connectByHand(page);
      await button.getByText('SPC5').first().waitFor();
      const record = await away(() => {
        const items = { ...localStorage };
        localStorage.clear();
        return items;
      });
      assert.equal(Object.keys(record).length, 2);
      await page.locator('wallet-connect-button[status=disconnected]').waitFor();
      await away((items) => Object.assign(localStorage, items), record);
      await page.locator('wallet-connect-button[status=connected]').waitFor();
      await button.getByText('SPC5').first().waitFor();
    } finally {
      await opened.close();
    }
  });
});
