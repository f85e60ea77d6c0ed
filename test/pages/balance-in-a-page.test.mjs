import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey';
/** The key of the recent transactions in the storage. */
const RECENT = 'stacks-wallet-elements/transactions@3';
const params = JSON.stringify({ recipient: FRIEND, amount: '5000000' });

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Balance</title>
  <link rel="icon" href="data:,">
  <script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/" data-auto-approve></script>
  <script type="module">
    import { configure } from '/dist/core/index.js';
    configure({ stacksApi: location.origin, transactions: { pace: 0.02, perMinute: 100_000 } });
    await import('/dist/cdn/stacks-wallet-elements.js');
  </script></head><body>
  <wallet-connect-button names><wallet-balance slot="balance"></wallet-balance></wallet-connect-button>
  <wallet-request-button method="stx_transferStx" params='${params}' require-connect>Send</wallet-request-button>
  <p id="stx"><wallet-balance></wallet-balance></p>
  <p id="sbtc"><wallet-balance asset="sbtc"></wallet-balance></p>
  <p id="token"><wallet-balance asset="${TOKEN}" decimals="6" symbol="HNY"></wallet-balance></p>
  </body></html>`;

describe('the balance and the name of an account, with the simulated chain', () => {
  let server, browser, page, errors;
  const asked = [];
  before(async () => {
    server = await startWalletServer((req, res, next) => {
      if (/\/balances\/|call-read/.test(req.path)) asked.push(req.path);
      if (req.path === '/page.html') res.send(PAGE);
      else next();
    });
    browser = await launchBrowser();
    ({ page, errors } = await openPage(browser, `${server.url}page.html`));
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const shown = async (place) =>
    page
      .locator(`${place} > wallet-balance[status=ready] ft-amount`)
      .evaluate((amount) => amount.shadowRoot.textContent.replace(/\s+/g, ' ').trim());
  const stx = async () => Number((await shown('#stx')).replaceAll(/[ ,STX]/g, ''));

  it('asks nothing before a wallet is connected', async () => {
    await page.locator('wallet-balance[status=disconnected]').last().waitFor({ state: 'attached' });
    assert.deepEqual(asked, []);
  });

  it('shows the exact balances of the connected account, and its name', async () => {
    await page.locator('wallet-connect-button').click();
    await page.getByRole('dialog').getByRole('button').filter({ hasText: 'Development' }).click();
    await page.locator('wallet-connect-button[status=connected] [part~=name]').waitFor();
    assert.equal(await shown('#sbtc'), '1 sBTC');
    assert.equal(await shown('#token'), '5,000 HNY');
    assert.ok((await stx()) > 5);
    const name = await page
      .locator('wallet-connect-button')
      .evaluate((button) =>
        [...button.shadowRoot.querySelectorAll('[part~=name], [part~=address]')].map(
          (one) => one.textContent,
        ),
      );
    assert.deepEqual(name, ['alice.btc', 'SPC5K…H54J']);
  });

  it('shows less once a transfer is in a block, and reads each balance once', async () => {
    const before = await stx();
    await page.locator('wallet-request-button').click();
    await page.locator('wallet-request-button[status=success]').waitFor();
    asked.splice(0);
    await fetch(`${server.url}fixture/mine`, { method: 'POST' });
    await page.waitForFunction((old) => {
      const amount = document
        .querySelector('#stx > wallet-balance')
        .shadowRoot.querySelector('ft-amount');
      return Number(amount.shadowRoot.textContent.replaceAll(/[^\d.]/g, '')) <= old - 5;
    }, before);
    assert.equal(asked.filter((path) => path.endsWith('/stx')).length, 1);
    assert.deepEqual(errors, []);
  });

  it('follows a transaction that was sent while the code for it was loading', async () => {
    let load;
    const isSent = new Promise((resolve) => (load = resolve));
    await page.route(/\/watch-settled-/, async (route) => {
      await isSent;
      await route.continue();
    });
    await page.evaluate((key) => localStorage.removeItem(key), RECENT);
    await page.reload();
    const before = await stx();
    // Not with <wallet-request-button>, which tracks what it sends.
    await page.evaluate(async (transfer) => {
      const { request } = await import('/dist/core/index.js');
      await request('stx_transferStx', transfer);
    }, JSON.parse(params));
    // The event comes in a later task.
    await page.waitForTimeout(100);
    load();
    await page.waitForFunction((key) => localStorage.getItem(key), RECENT);
    await fetch(`${server.url}fixture/mine`, { method: 'POST' });
    await page.waitForFunction((old) => {
      const amount = document
        .querySelector('#stx > wallet-balance')
        .shadowRoot.querySelector('ft-amount');
      return Number(amount.shadowRoot.textContent.replaceAll(/[^\d.]/g, '')) <= old - 5;
    }, before);
    assert.deepEqual(errors, []);
  });
});
