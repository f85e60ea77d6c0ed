import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { root } from '../scripts/run.mjs';
import { approve, launchBrowser } from '../test/support/browser.mjs';
import { buildApp, SERVERS, startApp } from './support/app-server.mjs';
import { startInternet } from './support/internet.mjs';
import { chooseWallet, openPicker, openTab } from './support/page.mjs';

const FIRST = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
/** What frameworks and Lit say to developers, in the development build only. */
const OF_OTHERS = [
  /React DevTools/,
  /^debug: \[vite\]/,
  /\[HMR\]|\[Fast Refresh\]/,
  /Lit is in dev mode/,
  /<Suspense> is an experimental feature/,
];

describe('an app that a server renders', () => {
  let browser, internet;
  before(async () => {
    internet = await startInternet();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await internet?.close();
  });

  for (const [name, { dev, build, start }] of Object.entries(SERVERS)) {
    const folder = `${root}examples/${name}/`;
    for (const mode of ['development', 'production']) {
      it(`is hydrated without a word in the console: ${name}, ${mode}`, async () => {
        if (mode === 'production') buildApp(folder, build);
        const server = await startApp(folder, mode === 'production' ? start : dev, mode);
        try {
          await use(server, mode);
          assert.doesNotMatch(server.printed(), /is not defined|hydrat|mismatch/i);
        } finally {
          await server.close();
        }
      });
    }
  }

  async function use({ url }, mode) {
    const html = await (await fetch(url)).text();
    assert.match(html, /<wallet-connect-button/);
    assert.match(html, />Connect<\/button>/);

    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    await context.addInitScript({ path: `${root}dist/dev-wallet/dev-wallet.js` });
    await internet.serve(context);
    const { page, said } = await openTab(context, url);
    const button = (label) =>
      page.locator('main').getByRole('button', { name: label, exact: true }).first();
    const press = (label) => button(label).click();
    const reflects = (status) =>
      page.locator(`wallet-context[status=${status}]`).waitFor({ state: 'attached' });
    const shows = (text) => page.locator('output').filter({ hasText: text }).waitFor();

    await reflects('disconnected');
    await openPicker(page, button('Connect'));
    await chooseWallet(page);
    await page.getByTestId('address').filter({ hasText: FIRST }).waitFor();
    await page.locator('ft-metadata-card').getByText('Honey').first().waitFor();
    await press('Sign a message');
    await approve(page);
    await shows('Signed: ');
    await press('Send 1 STX');
    await approve(page);
    await shows('Sent: ');

    // Connected before the page is hydrated.
    await page.reload();
    await reflects('connected');
    await page.getByTestId('address').filter({ hasText: FIRST }).waitFor();
    await press('Disconnect');
    await reflects('disconnected');

    await context.close();
    const ignored = mode === 'development' ? OF_OTHERS : [];
    assert.deepEqual(
      said.filter((text) => !ignored.some((one) => one.test(text))),
      [],
    );
  }
});
