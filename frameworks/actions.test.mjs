import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { approve, launchBrowser } from '../test/support/browser.mjs';
import { startWalletServer } from '../test/support/wallet-server.mjs';
import { APPS } from './support/apps.mjs';
import { built } from './support/folders.mjs';
import { chooseWallet, openPicker, openTab } from './support/page.mjs';

/** Records each text that the page shows, in `texts`. */
const RECORD_TEXTS = () => {
  const output = document.querySelector('#pay output');
  let last = output.textContent;
  window.texts = [];
  new MutationObserver(() => {
    if (output.textContent === last) return;
    last = output.textContent;
    window.texts.push(last);
  }).observe(document.querySelector('#pay'), {
    subtree: true,
    childList: true,
    characterData: true,
  });
};

/** On a server: frameworks/transaction.test.mjs. */
describe('useRequest, useContractRead and useContractCall', () => {
  let browser, server;
  before(async () => {
    server = await startWalletServer(express.static(built));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  const fixture = (path, method) => fetch(`${server.url}fixture${path}`, { method });

  for (const app of Object.keys(APPS).filter((name) => name !== 'plain')) {
    it(`follow a read, a call and a request: ${app}`, async () => {
      await fixture('', 'DELETE');
      const context = await browser.newContext();
      context.setDefaultTimeout(60_000);
      const { page, messages } = await openTab(context, `${server.url}${app}/dist/`);
      const reads = [];
      page.on('request', (sent) => sent.url().includes('/call-read/') && reads.push(sent.url()));
      const press = (name) =>
        page.locator('#pay').getByRole('button', { name, exact: true }).click();
      const shows = (text) =>
        page.locator('#pay output').getByText(text, { exact: true }).waitFor();
      const approval = page.locator('#dev-wallet-approval');
      /** What the page has shown since the last call, and the reads that it has sent. */
      const since = async () => ({
        texts: await page.evaluate(() => window.texts.splice(0)),
        reads: reads.splice(0).length,
      });

      // Nothing is read without arguments.
      await shows('read idle, call idle, request idle');
      assert.deepEqual(reads, []);
      await openPicker(page, page.getByRole('button', { name: 'Connect', exact: true }));
      await chooseWallet(page);
      await shows('read success 5000000000, call idle, request idle');

      // A double click sends one call. The user declines it.
      await page.locator('#pay').getByRole('button', { name: 'Pay', exact: true }).dblclick();
      await shows('read success 5000000000, call pending, request idle');
      await approval.getByRole('button', { name: 'Reject' }).click();
      await shows('read success 5000000000, call error -32000, request idle');
      assert.equal(await approval.count(), 0);
      await press('Reset');
      await shows('read success 5000000000, call idle, request idle');

      await press('Pay');
      await approve(page);
      await shows('read success 5000000000, call success data pending, request idle');
      await page.evaluate(RECORD_TEXTS);
      await since();
      await fixture('/mine', 'POST');
      // The confirmed call is followed by one read, which keeps the data until there is an answer.
      await shows('read success 4999999995, call success data confirmed, request idle');
      assert.deepEqual(await since(), {
        texts: [
          'read pending 5000000000, call success data confirmed, request idle',
          'read success 4999999995, call success data confirmed, request idle',
        ],
        reads: 1,
      });
      await press('Reload');
      await page.waitForFunction(() => window.texts.length === 2);
      assert.deepEqual(await since(), {
        texts: [
          'read pending 4999999995, call success data confirmed, request idle',
          'read success 4999999995, call success data confirmed, request idle',
        ],
        reads: 1,
      });

      // Other arguments are read at once, and none forget the data.
      await press('Recipient');
      await shows('read success 5, call success data confirmed, request idle');
      await press('Nobody');
      await shows('read idle, call success data confirmed, request idle');
      await press('Sign');
      await approve(page);
      await shows('read idle, call success data confirmed, request success data');

      await context.close();
      assert.deepEqual(messages, []);
    });
  }
});
