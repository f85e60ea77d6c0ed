import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chooseWallet, openPicker, openTab } from '../../frameworks/support/page.mjs';
import { approve, launchBrowser } from '../../test/support/browser.mjs';
import { startMiningChain } from '../../test/support/mining-chain.mjs';
import { until } from '../../test/support/until.mjs';
import { buildApp, startApp } from './app-server.mjs';
import { NAMES } from './apps.mjs';

/** The pages of examples/contracts in HTML and in React, with the simulated chain and its development wallet. */
describe('contracts', { skip: !NAMES.includes('contracts') }, () => {
  let browser, chain;
  before(async () => {
    chain = await startMiningChain();
    process.env.VITE_CHAIN = chain.url;
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await chain?.close();
  });

  const PAGES = {
    HTML: { tipJar: 'tip-jar.html', swap: 'swap.html', mint: 'mint.html' },
    React: { tipJar: 'react.html#tip-jar', swap: 'react.html#swap', mint: 'react.html#mint' },
  };
  for (const mode of ['development', 'production']) {
    it(`shows what a call changed, and why it failed: ${mode}`, async () => {
      if (mode === 'production') buildApp('contracts');
      const app = await startApp('contracts', mode);
      try {
        for (const [kind, paths] of Object.entries(PAGES)) {
          await chain.reset();
          await useTipJar(app.url + paths.tipJar, kind);
          await useSwap(app.url + paths.swap, kind);
          await useMint(app.url + paths.mint, kind);
        }
        await chain.reset();
        await useNetworks(`${app.url}networks.html`);
      } finally {
        await app.close();
      }
    });
  }

  async function useTipJar(url) {
    const { page, shows, press, close } = await open(url);
    await shows('#balance', '5,000 HNY');
    await shows('#jar', '0 HNY');
    await press('Tip');
    await reject(page);
    await shows('output', 'You rejected it. Nothing was sent.');
    await press('Tip');
    await approve(page);
    await mine();
    await shows('output', 'Confirmed.');
    await shows('#jar', '1 HNY');
    await shows('#balance', '4,999 HNY');

    await page.getByLabel('Token').selectOption('sBTC');
    await shows('#balance', '1 sBTC');
    await page.getByLabel('Amount').fill('0.25');
    await press('Tip');
    await approve(page);
    await mine('abort_by_post_condition');
    await shows('output', 'A post-condition stopped it. Only the fee was paid.');
    await shows('#balance', '1 sBTC');
    await press('Tip');
    await approve(page);
    await mine();
    await shows('#jar', '0.25 sBTC');
    await close();
  }

  async function useSwap(url) {
    const { page, shows, press, close } = await open(url);
    await shows('#paid', '0.75 sBTC');
    await shows('#received', '4,999 HNY');
    await shows('#offer', '488.643226 HNY');
    await page.getByLabel('Pay in sBTC').fill('x');
    await page
      .getByText(/is no number|not an amount|number/i)
      .first()
      .waitFor();
    await page.getByLabel('Pay in sBTC').fill('0.02');
    await shows('#offer', '967.733395 HNY');
    await press('Swap');
    await approve(page);
    await mine('abort_by_response');
    await shows('output', 'The contract refused it: (err u1). Only the fee was paid.');
    await press('Swap');
    await approve(page);
    await mine();
    await shows('output', 'Confirmed.');
    await shows('#paid', '0.73 sBTC');
    await shows('#received', '5,976.50848 HNY');
    const { postConditions, postConditionMode } = (await newest()).decoded;
    assert.equal(postConditionMode, 'deny');
    assert.deepEqual(
      postConditions.map(({ condition, amount }) => [condition, amount]),
      [
        ['eq', '2000000'],
        ['gte', '967733395'],
      ],
    );
    await close();
  }

  async function useMint(url) {
    const { page, shows, press, close } = await open(url);
    await shows('#price', '5 STX');
    await shows('#newest', '#1, yours');
    const before = await stx(page);
    await press('Mint');
    await approve(page);
    await mine();
    await shows('output', 'Confirmed.');
    await shows('#newest', '#2, yours');
    const { fee } = (await newest()).decoded;
    assert.equal(before - (await stx(page)), 5_000_000n + BigInt(fee));
    await close();
  }

  /** The switch of guide/testnets.md: one request at a change of the network, and none if the user declines. */
  async function useNetworks(url) {
    const { page, shows, press, close } = await open(url);
    const network = page.getByRole('combobox', { name: 'Network' });
    const methods = () =>
      page.evaluate(() =>
        window.devWallet.calls.map(({ method, params }) => [method, params?.network]),
      );
    const showsAccount = (start) =>
      page
        .locator('#account')
        .filter({ hasText: new RegExp(`^${start}`) })
        .waitFor();
    await showsAccount('SPC5');
    const [[connects]] = await methods();

    await network.selectOption('testnet');
    await reject(page);
    await page.getByRole('status').filter({ hasText: 'You declined' }).waitFor();
    assert.equal(await network.inputValue(), 'mainnet');
    await showsAccount('SPC5');

    const before = (await methods()).length;
    await network.selectOption('testnet');
    await approve(page);
    await showsAccount('STC5');
    await page
      .locator('#balance')
      .filter({ hasText: /^[\d,]+.* STX$/ })
      .waitFor();
    assert.deepEqual((await methods()).slice(before), [[connects, 'testnet']]);
    await press('Send 1 STX');
    await approve(page);
    await mine();
    await shows('output', 'Confirmed');
    assert.equal((await newest()).network, 'testnet');

    await page.reload();
    await showsAccount('STC5');
    assert.equal(await network.inputValue(), 'testnet');
    await network.selectOption('mainnet');
    await approve(page);
    await showsAccount('SPC5');
    await press('Send 1 STX');
    await approve(page);
    await mine();
    await shows('output', 'Confirmed');
    assert.equal((await newest()).network, 'mainnet');
    await close();
  }

  /** Opens a page in a new profile, and connects. */
  async function open(url) {
    const context = await browser.newContext({ locale: 'en' });
    context.setDefaultTimeout(60_000);
    const { page, messages } = await openTab(context, url);
    await openPicker(
      page,
      page.locator('wallet-connect-button').getByRole('button', { name: 'Connect' }),
    );
    await chooseWallet(page);
    return {
      page,
      shows: (selector, text) =>
        page
          .locator(`main ${selector}`)
          .and(page.getByText(text, { exact: true }))
          .waitFor(),
      press: (name) => page.locator('main').getByRole('button', { name, exact: true }).click(),
      async close() {
        assert.deepEqual(
          messages.filter((text) => /Error|^error/.test(text)),
          [],
        );
        await context.close();
      },
    };
  }

  const reject = (page) =>
    page.locator('#dev-wallet-approval').getByRole('button', { name: 'Reject' }).click();

  const transactions = async () => (await fetch(`${chain.url}/fixture/transactions`)).json();
  const newest = async () => (await transactions()).at(-1);

  /** Waits for a transaction, and mines it. */
  async function mine(fate = 'success') {
    const { txid } = await until(async () => {
      const last = await newest();
      return last?.status === 'pending' && last;
    }, 'a pending transaction');
    await chain.control('decide', { txid, fate });
    await chain.control('mine');
  }

  async function stx(page) {
    const text = await page.locator('#balance').textContent();
    return BigInt(Math.round(Number(text.replace(/[^\d.]/g, '')) * 1e6));
  }
});
