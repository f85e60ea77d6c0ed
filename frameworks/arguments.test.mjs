import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { launchBrowser } from '../test/support/browser.mjs';
import { startWalletServer } from '../test/support/wallet-server.mjs';
import { ARGUMENT_APPS } from './support/apps.mjs';
import { built } from './support/folders.mjs';
import { openTab } from './support/page.mjs';

/** The same for Vue, Solid and Svelte: src/frameworks/wallet.arguments.test.ts. */
describe('a rendering with other arguments', () => {
  let browser, server;
  before(async () => {
    server = await startWalletServer(express.static(built));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const app of Object.keys(ARGUMENT_APPS)) {
    it(`has no data of the former ones: ${app}`, async () => {
      const context = await browser.newContext();
      const { page, messages } = await openTab(context, `${server.url}${app}/dist/`);
      const last = () => page.evaluate(() => window.renderings.at(-1));
      const until = async (expected) => {
        const isShown = (wanted) => {
          const shown = window.renderings.at(-1);
          return Object.entries(wanted).every(([name, value]) => shown[name] === value);
        };
        await page
          .waitForFunction(isShown, expected, { timeout: 20_000 })
          .catch(async () => assert.deepEqual(await last(), expected));
      };
      const loaded = (index) => ({
        index,
        balance: `success ${index}`,
        height: `success ${index}`,
        token: String(index),
        wallet: index,
      });

      await page.waitForFunction(() => window.renderings?.length > 0);
      await until({ ...loaded(0), transaction: 'submitted' });
      await page.evaluate(() => window.send());
      await until({ request: 'success network0' });
      await page.evaluate(() => void window.call());
      await until({ call: 'pending' });

      await page.evaluate(() => window.change(1));
      await until({ ...loaded(1), call: 'idle' });
      // The late answer to the call of the former contract is not shown: see the renderings below.
      await page.evaluate(() => window.answerCall());
      // A request of another method is sent, although one is pending, and has its own answer.
      const answers = await page.evaluate(async () => {
        const render = async (index) => {
          window.change(index);
          while (window.renderings.at(-1).index !== index) await new Promise(requestAnimationFrame);
        };
        await render(0);
        const first = window.send();
        await render(1);
        const second = await window.send();
        return [(await first).active, second];
      });
      assert.equal(answers[0], 'network0');
      assert.equal(answers[1]?.active, undefined);
      const calls = await page.evaluate(() => window.calls);
      assert.deepEqual(calls[1], ['stx_getAccounts']);
      assert.equal(calls[0].filter((method) => method === 'stx_callContract').length, 1);

      await page.evaluate(() => window.change(0));
      await until({ ...loaded(0), transaction: 'submitted' });
      await page.evaluate(() => void window.inline());
      await until({ inline: 'success network0' });

      const renderings = await page.evaluate(() => window.renderings);
      for (const shown of renderings) {
        const { index } = shown;
        const text = JSON.stringify(shown);
        for (const name of ['balance', 'height']) {
          assert.ok([`success ${index}`, 'pending'].includes(shown[name]), text);
        }
        assert.ok([String(index), 'loading'].includes(shown.token), text);
        assert.equal(shown.wallet, index, text);
        if (index === 1) assert.equal(shown.transaction, undefined, text);
        if (index === 1) assert.doesNotMatch(shown.request, /network0/, text);
        if (index === 1) assert.equal(shown.call, 'idle', text);
      }
      // The first rendering with other arguments.
      const first = renderings.find(({ index }) => index === 1);
      assert.deepEqual(
        [first.balance, first.height, first.token, first.request, first.call],
        ['pending', 'pending', 'loading', 'idle', 'idle'],
      );
      // Arguments that are equal do not read again, although each rendering creates them.
      const asked = await page.evaluate(() => window.asked);
      const reads = asked.filter((href) => href.includes('/call-read/')).length;
      assert.ok(reads <= 20, `${reads} reads in ${renderings.length} renderings`);
      assert.ok(renderings.length < 200, `${renderings.length} renderings`);
      assert.ok((await last()).index === 0);
      await context.close();
      assert.deepEqual(messages, []);
    });
  }
});
