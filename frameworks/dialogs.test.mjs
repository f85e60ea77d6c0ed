import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import express from 'express';
import { launchBrowser } from '../test/support/browser.mjs';
import { until } from '../test/support/until.mjs';
import { startWalletServer } from '../test/support/wallet-server.mjs';
import { DIALOGS } from './support/dialogs.mjs';
import { built, home } from './support/folders.mjs';

/** A page's own dialog, which closes if the user presses outside of it, or Escape: not while the picker is open. */
describe('the picker over a dialog of the page', () => {
  const folder = `${built}dialogs/`;
  const names = Object.keys(DIALOGS);
  let browser, server;
  before(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const [index, name] of names.entries()) {
      await build({
        stdin: {
          contents: `${DIALOGS[name]}\nimport 'stacks-wallet-elements/define';`,
          resolveDir: home,
        },
        define: { 'process.env.NODE_ENV': '"production"' },
        bundle: true,
        splitting: true,
        format: 'esm',
        outdir: `${folder}${index}`,
        logLevel: 'error',
      });
      mkdirSync(`${folder}${index}`, { recursive: true });
      writeFileSync(
        `${folder}${index}/index.html`,
        `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="stdin.css"><div id="app"></div><script type="module" src="stdin.js"></script></html>`,
      );
    }
    server = await startWalletServer(express.static(built));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const [index, name] of names.entries()) {
    for (const hasTouch of [false, true]) {
      it(`${name}${hasTouch ? ', touch' : ''}`, async () => {
        const context = await browser.newContext({ hasTouch });
        context.setDefaultTimeout(30_000);
        const page = await context.newPage();
        const errors = [];
        page.on('pageerror', (error) => errors.push(String(error)));
        await page.goto(`${server.url}dialogs/${index}/`);
        const picker = page.locator('wallet-select-modal dialog[open]');
        const press = async (locator, position) => {
          const box = await locator.boundingBox();
          const [x, y] = position ?? [box.x + box.width / 2, box.y + box.height / 2];
          await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
        };
        const both = async (what) => {
          // Libraries close their dialog in a later task.
          await page.waitForTimeout(150);
          assert.deepEqual([await page.evaluate('isOpen'), await picker.count()], [true, 1], what);
        };
        const onlyOuter = async (what) => {
          await picker.waitFor({ state: 'detached' });
          await page.waitForTimeout(150);
          assert.equal(await page.evaluate('isOpen'), true, what);
        };
        const open = async () => {
          const button = page.locator('wallet-connect-button');
          await button.waitFor();
          await page.waitForTimeout(400);
          await press(button);
          await picker.waitFor();
          await page.waitForTimeout(400);
        };

        await open();
        await press(picker.locator('[part=title]'));
        await both('a press on the title');
        await press(picker.getByRole('button', { name: 'What is a wallet?' }));
        await picker.locator('[part=back-button]').waitFor();
        await both('a press on a button');
        await page.keyboard.press('Tab');
        await both('Tab');
        assert.ok(await picker.evaluate((dialog) => dialog.matches(':focus-within')), 'the focus');
        await page.keyboard.press('Escape');
        await onlyOuter('Escape');

        await open();
        await press(picker, [3, 3]);
        await onlyOuter('a press on the backdrop');

        await open();
        await press(picker.locator('[part=close-button]'));
        await onlyOuter('the close button');

        await page.locator('wallet-connect-button').press('Escape');
        await until(async () => !(await page.evaluate('isOpen')));
        assert.deepEqual(errors, []);
      });
    }
  }
});
