import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { launchBrowser } from '../test/support/browser.mjs';
import { startWalletServer } from '../test/support/wallet-server.mjs';
import { APPS } from './support/apps.mjs';
import { built } from './support/folders.mjs';
import { readGuide } from './support/guide.mjs';
import { chooseWallet, openPicker, openTab, switchAccount } from './support/page.mjs';

/** Samples with other hooks do more than follow. */
const FOLLOWS = new Set(['useWallet', 'useTransaction', 'useState']);
/** The first two accounts of the development wallet. */
const [FIRST, SECOND] = [
  'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
  'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
];

describe('the modules for frameworks', () => {
  for (const framework of ['react', 'vue', 'svelte', 'solid']) {
    it(`has the listed functions: ${framework}`, async () => {
      const exported = Object.keys(await import(`stacks-wallet-elements/${framework}`));
      assert.deepEqual(exported.sort(), [
        'useBalance',
        'useContractCall',
        'useContractRead',
        'useErrorText',
        'useName',
        'useNetwork',
        'useRecentTransactions',
        'useRequest',
        'useSignIn',
        'useStatusText',
        'useToken',
        'useTransaction',
        'useWallet',
        'useWallets',
      ]);
    });
  }
});

describe('the code of the guide for frameworks', () => {
  it('follows the wallet in ten lines or fewer', () => {
    const followers = readGuide('frameworks').examples.filter(({ code }) => {
      const hooks = code.match(/\buse[A-Z]\w+/g) ?? [];
      return hooks.length > 0
        ? hooks.every((hook) => FOLLOWS.has(hook))
        : code.includes('.subscribe(');
    });
    const languages = [...new Set(followers.map(({ language }) => language))];
    assert.deepEqual(languages.sort(), ['svelte', 'ts', 'tsx', 'vue']);
    for (const { language, code } of followers) {
      const lines = code.trim().split('\n').length;
      assert.ok(lines <= 10, `${lines} lines of ${language}:\n${code}`);
    }
  });

  let browser, server;
  before(async () => {
    server = await startWalletServer(express.static(built));
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  for (const app of Object.keys(APPS)) {
    it(`shows every change of the wallet: ${app}`, async () => {
      const url = `${server.url}${app}/dist/`;
      const context = await browser.newContext();
      context.setDefaultTimeout(60_000);
      const { page, messages } = await openTab(context, url);
      const button = (label, tab = page) => tab.getByRole('button', { name: label, exact: true });

      // The user closes the picker: no error in the console.
      await openPicker(page, button('Connect'));
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });

      await openPicker(page, button('Connect'));
      await chooseWallet(page);
      await button(FIRST).waitFor();
      await switchAccount(page, 1, button(SECOND));

      const other = await openTab(context, url);
      await button(SECOND, other.page).waitFor();
      await button(SECOND, other.page).click();
      await button('Connect', other.page).waitFor();
      await button('Connect').waitFor();

      await openPicker(page, button('Connect'));
      await chooseWallet(page);
      await button(SECOND).waitFor();
      await switchAccount(page, 0, button(FIRST));
      await page.evaluate(() => window.devWallet.disconnect());
      await button('Connect').waitFor();

      await context.close();
      assert.deepEqual([...messages, ...other.messages], []);
    });
  }
});
