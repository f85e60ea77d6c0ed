import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';

const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';

describe('the demo', () => {
  let server, browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('lists decoded broadcasts, newest first', async () => {
    const { page, errors, close } = await openPage(browser, `${server.url}?dev-wallet`, {
      wallet: { autoApprove: true },
    });
    const list = page.locator('#broadcasts');
    // The list loads when it is in view.
    await page.locator('#broadcast').scrollIntoViewIfNeeded();
    await list.getByText('Nothing was broadcast yet.').waitFor();
    await page.evaluate(async (recipient) => {
      const { request } = window.devWallet.provider;
      await request('stx_transferStx', { recipient, amount: '5', memo: 'Hello' });
      const address = 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz';
      await request('sendTransfer', { recipients: [{ address, amount: '70000' }] });
    }, FRIEND);
    await page.reload();
    await page.locator('#broadcast').scrollIntoViewIfNeeded();
    const entries = list.locator('details');
    await entries.nth(1).waitFor();
    const [bitcoin, stacks] = await entries.evaluateAll((all) =>
      all.map((entry) => [...entry.children].map(({ textContent }) => textContent)),
    );
    assert.match(bitcoin[0], /^bitcoin, mainnet: transaction [0-9a-f]{64}$/);
    const { outputs } = JSON.parse(bitcoin[1]);
    assert.ok(outputs.some(({ amount }) => amount === '70000'));
    assert.match(stacks[0], /^stacks, mainnet: token transfer 0x[0-9a-f]{64}$/);
    const { recipient, amount, memo } = JSON.parse(stacks[1]);
    assert.deepEqual(
      { recipient, amount, memo },
      { recipient: FRIEND, amount: '5', memo: 'Hello' },
    );
    assert.deepEqual(errors, []);
    await close();
  });
});
