import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';
import { startServer } from '../../scripts/server.mjs';
import { connectByHand, openPage } from '../support/browser.mjs';

/** Stops storage events: unlike Chromium, Firefox sends none to a page that it restores. */
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
const skip = !executablePath && 'The headless shell has no back/forward cache.';

describe('a page restored from the back/forward cache', { skip }, () => {
  let server, browser;

  before(async () => {
    server = await startServer();
    browser = await chromium.launch({
      executablePath,
      args: ['--disable-dev-shm-usage'],
      // By default, Playwright disables the cache.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      chromiumSandbox: process.getuid?.() !== 0,
    });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('shows that another page has connected or disconnected meanwhile', async () => {
    const opened = await openPage(browser, `${server.url}cached.html`, {
      routes: {
        '/cached.html': html(PAGE),
        '/elsewhere.html': html('<!doctype html><title>Elsewhere</title>'),
      },
    });
    const { page } = opened;
    const button = page.locator('wallet-connect-button');

    /** Navigates to another page, changes the storage there, and goes back. */
    const changeElsewhere = async (change, record) => {
      await page.goto(`${server.url}elsewhere.html`);
      const stored = await page.evaluate(change, record);
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForFunction('window.isRestored');
      return stored;
    };
    try {
      await connectByHand(page);
      await button.getByText('SPC5').first().waitFor();
      const record = await changeElsewhere(() => {
        const items = { ...localStorage };
        localStorage.clear();
        return items;
      });
      assert.equal(Object.keys(record).length, 2);
      await page.locator('wallet-connect-button[status=disconnected]').waitFor();
      await changeElsewhere((items) => Object.assign(localStorage, items), record);
      await page.locator('wallet-connect-button[status=connected]').waitFor();
      await button.getByText('SPC5').first().waitFor();
    } finally {
      await opened.close();
    }
  });

  it('asks the server who is signed in: another page has signed in or out meanwhile', async () => {
    const opened = await openPage(browser, `${server.url}cached.html`, {
      routes: {
        '/cached.html': html(
          PAGE.replace('<wallet-connect-button>', '<wallet-sign-in endpoint="/auth">'),
        ),
        '/elsewhere.html': html('<!doctype html><title>Elsewhere</title>'),
      },
    });
    const { page } = opened;
    try {
      await page.locator('wallet-sign-in[status=signed-out]').waitFor();
      let account = {
        chain: 'stacks:mainnet',
        address: 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
      };
      await page.route('**/auth/session', (route) => route.fulfill({ json: { account } }));
      for (const status of ['signed-in', 'signed-out']) {
        await page.goto(`${server.url}elsewhere.html`);
        await page.goBack({ waitUntil: 'commit' });
        await page.waitForFunction('window.isRestored');
        await page.locator(`wallet-sign-in[status=${status}]`).waitFor();
        account = null;
      }
    } finally {
      await opened.close();
    }
  });
});
