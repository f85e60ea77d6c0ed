/** A sign-in from the button to the server, with the development wallet. `npm run test:apps sign-in` tests all wallets. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import express from 'express';
import { memoryNonceStore, verifySignIn } from '../../dist/verify/index.js';
import { startServer } from '../../scripts/server.mjs';
import { approve, launchBrowser, openPage } from '../support/browser.mjs';
import { root } from '../support/program.mjs';

const PAGE = `<!doctype html><link rel="icon" href="data:," />
  <script src="/dist/dev-wallet/dev-wallet.js"></script>
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  <wallet-sign-in endpoint="/auth"></wallet-sign-in>`;

/** The wallets that sign in with Bitcoin, and their names. `npm run test:long` tests each in the demo, too. */
const BITCOIN = { leather: 'Leather', xverse: 'Xverse', fordefi: 'Fordefi' };

describe('<wallet-sign-in> and verifySignIn', () => {
  let server;
  let browser;
  let page;
  let errors;
  let url;
  let answers;

  before(async () => {
    const app = express();
    server = createServer(app);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${server.address().port}`;
    const nonces = memoryNonceStore();
    const policy = {
      domains: [new URL(url).host],
      uris: [url],
      chains: ['stacks:mainnet', 'bitcoin:mainnet'],
      nonces,
    };
    app.use('/dist', express.static(`${root}dist`));
    app.get('/stacks', (_req, res) => res.send(PAGE));
    app.get('/bitcoin', (_req, res) =>
      res.send(PAGE.replace('endpoint', 'chain="bitcoin" endpoint')),
    );
    app.use(express.json());
    app.post('/auth/nonce', (_req, res) => res.json({ nonce: nonces.create() }));
    app.post('/auth/session', (_req, res) => res.json({ account: null }));
    app.post('/auth/verify', async (req, res) => {
      const answer = await verifySignIn(req.body, policy);
      answers.push(answer);
      res.json(answer);
    });
    browser = await launchBrowser();
    ({ page, errors } = await openPage(browser, 'about:blank'));
  });

  after(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });

  afterEach(async () => {
    assert.deepEqual(errors, []);
    await page.evaluate(() => localStorage.clear());
  });

  /** Opens a page as on a first visit. `wallet`: options of the development wallet. */
  const open = async (address, wallet) => {
    await page.context().clearCookies();
    await page.addInitScript((options) => (window.devWalletOptions = options), wallet);
    await page.goto(address);
  };

  for (const [as, name, chain, address, protocol] of [
    [
      'sip030',
      'Development wallet',
      'stacks',
      'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
      'stacks',
    ],
    ...Object.entries(BITCOIN).map(([as, name]) => [
      as,
      name,
      'bitcoin',
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bip-322-simple',
    ]),
  ]) {
    it(`signs in: ${as}, ${chain}`, async () => {
      answers = [];
      await open(`${url}/${chain}`, { as, autoApprove: true });
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await page.getByRole('dialog').getByRole('button', { name }).click();
      await page.locator('wallet-sign-in[status=ready]').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('wallet-sign-in[status=signed-in]').waitFor();
      assert.equal(answers.length, 1);
      const [{ ok, account, protocol: used }] = answers;
      assert.deepEqual([ok, account.address, used], [true, address, protocol]);
    });
  }

  describe('in the demo', () => {
    let demo;
    before(async () => (demo = await startServer()));
    after(() => demo?.close());

    it('signs in and out, by hand', async () => {
      await open(`${demo.url}elements.html`, {});
      const show = async (status) => {
        const section = page.locator('section#wallet-sign-in');
        await section.scrollIntoViewIfNeeded();
        await section.locator(`wallet-sign-in[status=${status}]`).waitFor();
        return section;
      };
      const press = (section, name) => section.getByRole('button', { name, exact: true }).click();
      await press(await show('signed-out'), 'Connect wallet');
      await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
      await approve(page);
      await press(await show('ready'), 'Sign in');
      await approve(page);
      const text = await (await show('signed-in')).locator('[part=account]').textContent();
      assert.match(text, /SPC5K…H54J/);
      await page.reload();
      await press(await show('signed-in'), 'Sign out');
      await show('ready');
      await page.reload();
      await show('ready');
    });

    it('refuses the page of another origin', async () => {
      const ask = (origin) =>
        fetch(`${demo.url}auth/nonce`, { method: 'POST', headers: { origin } });
      assert.equal((await ask(new URL(demo.url).origin)).status, 200);
      assert.equal((await ask('https://other.example')).status, 403);
    });

    it('signs nobody in for a message without a valid signature', async () => {
      const { origin } = new URL(demo.url);
      const headers = { origin, 'content-type': 'application/json' };
      const post = (path, body, cookie = '') =>
        fetch(`${demo.url}auth/${path}`, {
          method: 'POST',
          headers: { ...headers, cookie },
          body: JSON.stringify(body),
        });
      const answer = await post('verify', { message: 'Sign me in', signature: '00'.repeat(65) });
      assert.equal(answer.status, 401);
      assert.equal((await answer.json()).ok, false);
      const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
      assert.deepEqual(await (await post('session', {}, cookie)).json(), { account: null });
    });

    it('reads only its own cookie, and no body of more than 64 kB', async () => {
      const { origin } = new URL(demo.url);
      const post = (path, body, cookie = '') => {
        const headers = { origin, 'content-type': 'application/json', cookie };
        return fetch(`${demo.url}auth/${path}`, { method: 'POST', headers, body });
      };
      const [cookie] = (await post('nonce', '{}')).headers.get('set-cookie').split(';');
      const asksFor = async (name) =>
        (await post('nonce', '{}', name)).headers.get('set-cookie') === null;
      assert.equal(await asksFor(cookie), true);
      assert.equal(await asksFor(`theme=dark; ${cookie}; last=1`), true);
      for (const name of ['evil-', '-', 'a.', 'evil=', 'x']) {
        assert.equal(await asksFor(name + cookie), false, name);
      }
      for (const [body, status, code] of [
        [`{"message":"${'a'.repeat(70_000)}"}`, 413, 'too-long'],
        ['{', 400, 'malformed'],
        ['{"message":{"toString":1}}', 401, 'malformed'],
      ]) {
        const answer = await post('verify', body);
        assert.deepEqual([answer.status, await answer.json()], [status, { ok: false, code }]);
      }
    });

    const [first, ...more] = Object.entries(BITCOIN);
    for (const [as, name] of process.env.TEST_LONG ? [first, ...more] : [first]) {
      it(`signs in with Bitcoin: ${as}`, async () => {
        await open(`${demo.url}elements.html`, { as, autoApprove: true });
        const section = page.locator('section#wallet-sign-in');
        await section.scrollIntoViewIfNeeded();
        await section.locator('label:has(code:text-is("chain")) select').selectOption('bitcoin');
        const press = (name) => section.getByRole('button', { name, exact: true }).click();
        await press('Connect wallet');
        await page.getByRole('dialog').getByRole('button', { name }).first().click();
        await section.locator('wallet-sign-in[status=ready]').waitFor();
        await press('Sign in');
        await section.locator('wallet-sign-in[status=signed-in]').waitFor();
        const text = await section.locator('[part=account]').textContent();
        assert.match(text, /bc1qc…6fyu/);
      });
    }
  });
});
