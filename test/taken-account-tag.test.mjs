import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../scripts/server.mjs';
import { connectByHand, launchBrowser, openPage } from './support/browser.mjs';

const PAGE = `<!doctype html>
  <html lang="en"><head>
    <link rel="icon" href="data:," />
    <script>customElements.define('wallet-account', class extends HTMLElement {});</script>
    <script src="/dist/dev-wallet/dev-wallet.js"></script>
    <script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>
  </head><body><wallet-connect-button></wallet-connect-button></body></html>`;

describe('the classic script, if another script has defined <wallet-account>', () => {
  let server, browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('disconnects on a second click, and announces it', async () => {
    const { page, close } = await openPage(browser, `${server.url}taken.html`, {
      routes: { '/taken.html': { contentType: 'text/html', body: PAGE } },
    });
    try {
      await connectByHand(page);
      const element = page.locator('wallet-connect-button');
      await page.locator('wallet-connect-button[status=connected]').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await element.getByRole('button').first().click();
      await element.getByRole('alert').filter({ hasText: 'Press again' }).waitFor();
      await element.locator('[part=error]').waitFor();
      await element.getByRole('button').first().click();
      await page.locator('wallet-connect-button[status=disconnected]').waitFor();
      const status = element.getByRole('status').first();
      await status.filter({ hasText: 'Wallet disconnected.' }).waitFor();
      // The text stays.
      await page.waitForTimeout(300);
      assert.equal(await status.textContent(), 'Wallet disconnected.');
    } finally {
      await close();
    }
  });
});
