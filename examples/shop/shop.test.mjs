/** The shop as a new user tries it: with the keyboard, on a phone, without a wallet, and with each wallet. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.mjs';
import { launchBrowser } from '../../test/support/browser.mjs';
import { startChain } from './chain.mjs';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core')), 'utf8');
const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };

describe('the shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  let chain;
  let server;
  let browser;
  let origin;
  let context;
  before(async () => {
    [chain, browser] = await Promise.all([startChain(), launchBrowser()]);
    origin = `http://localhost:${await freePort()}`;
    const env = {
      ...process.env,
      ORIGIN: origin,
      CHAIN: chain.url,
      DATABASE: join(folder, 'shop.db'),
    };
    server = spawn(process.execPath, ['server.mjs'], {
      ...{ cwd: fileURLToPath(new URL('.', import.meta.url)), env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((started) => server.stdout.once('data', started));
  });
  after(async () => {
    await browser?.close();
    server?.kill();
    chain?.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => chain.control('behave', { limited: 'no' }));
  afterEach(() => context?.close());

  async function open(path = '/', options = {}) {
    context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    await page.goto(origin + path);
    return page;
  }
  const approve = (page) => page.getByRole('button', { name: 'Approve', exact: true }).click();
  const button = (page) => page.locator('wallet-pay-button').getByRole('button');
  const reach = (page, status) => page.locator(`wallet-pay-button[status=${status}]`).waitFor();
  async function assertAccessible(page) {
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => window.axe.run());
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0].html]),
      [],
    );
  }
  const download = async (page) => {
    const answer = await page.request.get(page.url().replace('/orders/', '/downloads/'));
    return answer.status();
  };

  it('sells a song to a user with a keyboard: connect and pay in one press, then the download', async () => {
    const page = await open();
    await assertAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await button(page).waitFor();
    assert.equal((await button(page).innerText()).trim().replaceAll('\u00a0', ' '), 'Pay 5 STX');
    await assertAccessible(page);
    assert.equal(await download(page), 402);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).waitFor();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Development wallet' })
      .press('Enter');
    await approve(page);
    await reach(page, 'confirming');
    await approve(page);
    await reach(page, 'seen');
    await assertAccessible(page);
    // A reload finds the payment again.
    await page.reload();
    await reach(page, 'seen');
    await chain.control('mine', { chain: 'stacks' });
    await reach(page, 'paid');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Download' }).click();
    assert.match(await page.textContent('body'), /la la la/);
  });

  it('sells an album for sBTC on a phone of 320 pixels', async () => {
    const page = await open('/', PHONE);
    await page.getByRole('button', { name: 'Buy an album' }).tap();
    await page.getByRole('radio', { name: '0.000025 sBTC' }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0);
    await assertAccessible(page);
    await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
    await button(page).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).tap();
    await reach(page, 'seen');
    await chain.control('mine', { chain: 'stacks' });
    await reach(page, 'paid');
    assert.equal(await download(page), 200);
  });

  it('says that the user declined, and sells nothing', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Buy a song' }).click();
    await button(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await approve(page);
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByRole('status').getByText('You declined. Nothing was paid.').waitFor({ state: 'attached' }); // prettier-ignore
    assert.equal(await download(page), 402);
  });

  it('sells nothing for a transaction that failed, and can be paid again', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Buy a song' }).click();
    await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
    await button(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await reach(page, 'seen');
    const all = await (await fetch(`${chain.url}/fixture/transactions`)).json();
    await chain.control('decide', { txid: all.at(-1).txid, fate: 'abort_by_response' });
    await chain.control('mine', { chain: 'stacks' });
    await reach(page, 'failed');
    assert.equal(await download(page), 402);
    await button(page).click();
    await reach(page, 'seen');
    await chain.control('mine', { chain: 'stacks' });
    await reach(page, 'paid');
    assert.equal(await download(page), 200);
  });

  it('sells nothing for the payment of another order, and names no price that the page has changed', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Buy a song' }).click();
    await page.evaluate(() =>
      document.querySelector('wallet-pay-button').setAttribute('accepts', 'stx:1'),
    );
    await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
    const calls = await page.evaluate(() => window.devWallet.calls.length);
    await button(page).click();
    await page.getByText('The price has changed').first().waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(() => window.devWallet.calls.length), calls);
  });

  it('shows the picker to a user without a wallet', async () => {
    context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route('**/dev-wallet.js', (route) => route.abort());
    await page.goto(origin);
    await page.getByRole('button', { name: 'Buy a song' }).click();
    await button(page).click();
    await page.getByRole('dialog').getByText('Leather').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await button(page).isEnabled(), true);
  });

  it('has no page for an order that does not exist', async () => {
    const page = await open();
    assert.equal((await page.request.get(`${origin}/orders/A-1`)).status(), 404);
    assert.equal((await page.request.get(`${origin}/downloads/A-1`)).status(), 404);
  });
});
