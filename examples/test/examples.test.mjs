import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chooseWallet, openPicker, openTab } from '../../frameworks/support/page.mjs';
import { filesIn } from '../../scripts/build/files.mjs';
import { root } from '../../scripts/run.mjs';
import { approve, launchBrowser } from '../../test/support/browser.mjs';
import { buildApp, startApp } from './app-server.mjs';
import { APPS, folderOf, NAMES } from './apps.mjs';
import { startInternet } from './internet.mjs';

/** The first account of the development wallet. */
const ADDRESS = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
/** Messages of frameworks and Lit to developers, only in development. */
const OF_OTHERS = [
  /React DevTools/,
  /^debug: \[vite\]/,
  /Client Instrumentation Hook\] Slow execution/, // of Next, on a busy machine
  /\[HMR\]|\[Fast Refresh\]/,
  /Lit is in dev mode/,
  /<Suspense> is an experimental feature/,
  /Angular is running in development mode/,
];

describe('an example', () => {
  let browser, internet;
  before(async () => {
    internet = await startInternet();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await internet?.close();
  });

  for (const name of NAMES.filter((one) => one !== 'contracts')) {
    for (const mode of ['development', 'production']) {
      it(`works without console messages: ${name}, ${mode}`, async () => {
        if (mode === 'production') {
          buildApp(name);
          assert.deepEqual(filesOfDevWallet(name), []);
        }
        const app = await startApp(name, mode);
        try {
          if (APPS[name].server) await isRendered(app.url);
          const messages = await use(app.url, mode, APPS[name]);
          const ignored = mode === 'development' ? OF_OTHERS : [];
          assert.deepEqual(
            messages.filter((text) => !ignored.some((one) => one.test(text))),
            [],
          );
          assert.doesNotMatch(app.printed(), /is not defined|hydrat|mismatch/i);
        } finally {
          await app.close();
        }
      });
    }
  }

  /** The built files that contain the development wallet. */
  function filesOfDevWallet(name) {
    const { files, output = files ?? 'dist' } = APPS[name];
    return filesIn(folderOf(name) + output).filter((file) =>
      readFileSync(file, 'utf8').includes('its keys are public'),
    );
  }

  async function loadOnce(context, url) {
    const { page } = await openTab(context, url);
    await page.locator('[status=disconnected]').first().waitFor({ state: 'attached' });
    await page.close();
  }

  async function isRendered(url) {
    assert.match(await (await fetch(url)).text(), /<wallet-connect-button/);
  }

  /** Uses the app like a user. Returns the messages in the console. */
  async function use(url, mode, { template, onlyTags }) {
    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    // In development, the app loads it.
    if (mode === 'production') {
      await context.addInitScript({ path: `${root}dist/dev-wallet/dev-wallet.js` });
    }
    await internet.serve(context);
    // In development, Vite and Nuxt find packages while a page loads for the first time, and then reload it.
    if (mode === 'development') await loadOnce(context, url);
    const { page, messages } = await openTab(context, url);
    await (template ? useTemplate(page) : useExample(page, onlyTags));
    const before = [...messages];
    // A page may still load a token, whose answer would find no page; then it is loaded from nowhere.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    return before;
  }

  const reflects = (page, element, status) =>
    page.locator(`${element}[status=${status}]`).waitFor({ state: 'attached' });
  const buttonOf = (page, label) =>
    page.locator('main').getByRole('button', { name: label, exact: true }).first();
  const showsToken = (page) =>
    page.locator('ft-metadata-card').getByText('Honey').first().waitFor();

  /** An app of `create-stacks-wallet-app`. */
  async function useTemplate(page) {
    await reflects(page, 'wallet-connect-button', 'disconnected');
    const hint = page.locator('main').getByText('Connect a wallet to send');
    await hint.waitFor();
    assert.equal(await buttonOf(page, 'Transfer a token').isVisible(), false);
    await openPicker(page, page.locator('wallet-connect-button').getByRole('button'));
    await chooseWallet(page);
    await reflects(page, 'wallet-connect-button', 'connected');
    await showsToken(page);
    await buttonOf(page, 'Transfer a token').click();
    await page.locator('#dev-wallet-approval').getByText('alex').first().waitFor();
    await approve(page);
    await page.waitForFunction(() => window.devWallet.broadcasts.length > 0);
    await page.evaluate(() => window.devWallet.confirm(window.devWallet.broadcasts[0].txid));
    const transaction = page.locator('main wallet-transaction[status=confirmed]');
    await transaction.getByText('Confirmed').waitFor();
    assert.equal(await hint.isVisible(), false);
    await page.locator('wallet-sign-in').getByRole('button').first().click();
    await approve(page);
    await reflects(page, 'wallet-sign-in', 'signed-in');

    // The page is connected before it is hydrated.
    await page.reload();
    await reflects(page, 'wallet-connect-button', 'connected');
    await reflects(page, 'wallet-sign-in', 'signed-in');

    // Without a wallet, the user can still sign out.
    await page.locator('wallet-connect-button').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await reflects(page, 'wallet-connect-button', 'disconnected');
    await page.locator('wallet-sign-in').getByRole('button').first().waitFor();
  }

  async function useExample(page, onlyTags) {
    const button = (label) => buttonOf(page, label);
    const press = (label) => button(label).click();
    const connect = onlyTags
      ? page.locator('wallet-connect-button').getByRole('button')
      : button('Connect');
    const isFocused = (label) => button(label).and(page.locator(':focus')).waitFor();
    const shows = (text) => page.locator('output').filter({ hasText: text }).waitFor();
    const isConnected = async () => {
      await page.getByTestId('address').filter({ hasText: ADDRESS }).waitFor();
      await page.locator(`wallet-account a[href*=${ADDRESS}]`).waitFor();
    };

    await reflects(page, 'wallet-context', 'disconnected');
    await openPicker(page, connect);
    await chooseWallet(page);
    await isConnected();
    if (!onlyTags) await isFocused('Disconnect');
    await showsToken(page);
    if (!onlyTags) {
      await press('Sign a message');
      await approve(page);
      await shows('Signed: ');
    }
    await press('Send 1 STX');
    await approve(page);
    await shows('Sent: ');
    await press('Sign “Hello”');
    await approve(page);
    await page
      .locator('wallet-request-button[status=success]')
      .filter({ hasText: 'Hello' })
      .waitFor();

    // The page is connected before it is hydrated.
    await page.reload();
    await reflects(page, 'wallet-context', 'connected');
    await isConnected();
    if (!onlyTags) {
      await press('Disconnect');
      await reflects(page, 'wallet-context', 'disconnected');
      await isFocused('Connect');
      assert.equal(
        await page.locator('output').textContent(),
        '',
        'the outcome of an earlier request',
      );
    }
  }
});
