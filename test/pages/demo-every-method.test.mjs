import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readMethods, readWallets } from '../../scripts/demo-data.mjs';
import { readRecording } from '../../fixtures/recorded/read.mjs';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser } from '../support/browser.mjs';

/** The recorded rows of an emulated wallet. */
const rowsOf = (as) => readRecording(as === 'sip030' ? 'standard' : as).rows;

describe('the demo page with every method', () => {
  let server;
  let browser;
  let page;
  before(async () => {
    server = await startServer();
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  for (const { as, framesPages } of readWallets()) {
    it(`runs the example of each method, as recorded for ${as}, and the chain confirms what is sent`, async () => {
      await fetch(`${server.url}fixture`, { method: 'DELETE' });
      const rows = rowsOf(as);
      const isMissing = (method) =>
        !rows.some((row) => row.method === method && row.result !== undefined);
      await page.goto(`${server.url}every-method.html?as=${as}`);
      await page.evaluate(() => localStorage.clear());
      const shows = framesPages ? page.frameLocator('iframe') : page;
      await shows.getByRole('button', { name: 'Run every method' }).click();
      await shows.getByText('Done: ').waitFor();
      const shown = await shows
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map(({ cells }) => [...cells].map(({ textContent }) => textContent)),
        );
      assert.deepEqual(
        shown.map(([method]) => method),
        readMethods().map(({ name }) => name),
      );
      for (const [method, supported, sent, result] of shown) {
        const message = `${method}: ${supported}, ${sent}, ${result}`;
        if (isMissing(method)) {
          assert.match(result, /^-32601: /, message);
          assert.notEqual(supported, 'yes', message);
        } else if (as === 'xverse' && method === 'stx_deployContract') {
          // On mainnet, it would deploy other code on testnet.
          assert.match(result, /^-32602: /, message);
          assert.equal(sent, 'not sent', message);
        } else {
          assert.equal(result, 'answered', message);
          assert.equal(supported, 'yes', message);
          assert.notEqual(sent, 'not sent', message);
        }
      }
      await fetch(`${server.url}fixture/mine`, { method: 'POST' });
      const sent = await (await fetch(`${server.url}fixture/transactions`)).json();
      assert.ok(sent.length >= 2, `${sent.length} transactions`);
      assert.deepEqual(
        sent
          .filter(({ status }) => status !== 'success')
          .map(({ status, decoded }) => [status, decoded]),
        [],
      );
    });
  }
});
