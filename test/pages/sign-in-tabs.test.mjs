/** Elements and tabs with one endpoint follow one session, with the handler of a server and the cookies of a browser. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Readable } from 'node:stream';
import express from 'express';
import { createSignInHandler } from '../../dist/verify/index.js';
import { approve, launchBrowser } from '../support/browser.mjs';
import { root } from '../support/program.mjs';
import { until } from '../support/until.mjs';

const STACKS = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const element = (id, more = '') =>
  `<wallet-sign-in id="${id}" endpoint="/auth" ${more}></wallet-sign-in>`;
const page = (...elements) => `<!doctype html><html lang="en"><link rel="icon" href="data:," />
  <script src="/dist/dev-wallet/dev-wallet.js"></script>
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  ${elements.join('\n')}</html>`;
const PAGES = {
  '/one': page(element('a')),
  '/two': page(element('a'), element('b')),
  '/chains': page(element('a'), element('b', 'chain="bitcoin"')),
  '/other': page(element('a'), element('b').replace('/auth', '/elsewhere')),
  '/elsewhere': '<!doctype html><title>Elsewhere</title>',
};
const ROUNDS = process.env.TEST_LONG ? 60 : 12;

describe('elements and tabs with one endpoint', () => {
  let server;
  let browser;
  let context;
  let url;
  let auth;
  /** The paths that were asked. */
  let asked;
  /** Called before a request is answered, and with the answer. */
  let before_;
  let after_;

  before(async () => {
    const app = express();
    server = createServer(app);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${server.address().port}`;
    app.use('/dist', express.static(`${root}dist`));
    for (const [path, html] of Object.entries(PAGES)) {
      app.get(path, (_req, res) => res.send(html));
    }
    app.post(['/auth/:route', '/elsewhere/:route'], async (req, res) => {
      const { route } = req.params;
      asked.push(route);
      await before_?.(route);
      const { method, headers } = req;
      const request = new Request(new URL(req.originalUrl, url), {
        ...{ method, headers, duplex: 'half', body: Readable.toWeb(req) },
      });
      const answer = await auth.handle(request);
      if ((await after_?.(route)) === 'lost') return res.destroy();
      res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => {
    auth = createSignInHandler({
      origin: url,
      chains: ['stacks:mainnet', 'bitcoin:mainnet'],
    });
    [asked, before_, after_] = [[], undefined, undefined];
  });
  afterEach(() => context?.close());

  async function openTabs(count, path, wallet = {}) {
    context = await browser.newContext();
    context.setDefaultTimeout(30_000);
    await context.addInitScript((options) => (window.devWalletOptions = options), {
      autoApprove: true,
      ...wallet,
    });
    const tabs = await Promise.all(
      Array.from({ length: count }, async () => {
        const tab = await context.newPage();
        return tab;
      }),
    );
    await Promise.all(tabs.map((tab) => tab.goto(url + path)));
    return tabs;
  }
  const at = (tab, id, status) => tab.locator(`#${id}[status=${status}]`).waitFor();
  const press = (tab, id, name) => tab.locator(`#${id}`).getByRole('button', { name, exact: true }).first().press('Enter'); // prettier-ignore
  const connect = async (tab, id = 'a') => {
    await press(tab, id, 'Connect wallet');
    await tab
      .getByRole('dialog')
      .getByRole('button', { name: /wallet|Leather|Xverse/i })
      .first()
      .click();
    await at(tab, id, 'ready');
  };
  const prompts = async (tab) =>
    tab.evaluate(
      () => window.devWallet.calls.filter(({ method }) => /signMessage/i.test(method)).length,
    );
  const shown = (tab, id) => tab.locator(`#${id} [part=address]`).getAttribute('title');
  const count = (route) => asked.filter((one) => one === route).length;

  it('two elements of a page sign in with one press, and out with one', async () => {
    const [tab] = await openTabs(1, '/two');
    await connect(tab);
    await at(tab, 'b', 'ready');
    for (const [one, other] of [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'b'],
    ]) {
      const events = tab.evaluate(
        (id) =>
          new Promise((resolve) =>
            document.querySelector(id).addEventListener('wallet-sign-in', () => resolve(true)),
          ),
        `#${other}`,
      );
      await press(tab, one, 'Sign in');
      await at(tab, one, 'signed-in');
      await at(tab, other, 'signed-in');
      assert.equal(await events, true, 'an event of the other');
      assert.deepEqual([await shown(tab, one), await shown(tab, other)], [STACKS, STACKS]);
      await press(tab, other, 'Sign out');
      await at(tab, other, 'ready');
      await at(tab, one, 'ready');
    }
    assert.deepEqual([await prompts(tab), count('verify'), count('sign-out')], [3, 3, 3]);
  });

  it('an element for Stacks and one for Bitcoin show the same account', async () => {
    const [tab] = await openTabs(1, '/chains', { as: 'leather' });
    await connect(tab);
    await at(tab, 'b', 'ready');
    for (const [one, start] of [
      ['a', 'SP'],
      ['b', 'bc1'],
      ['a', 'SP'],
    ]) {
      await press(tab, one, 'Sign in');
      await at(tab, 'a', 'signed-in');
      await at(tab, 'b', 'signed-in');
      const accounts = [await shown(tab, 'a'), await shown(tab, 'b')];
      assert.equal(accounts[0], accounts[1]);
      assert.ok(accounts[0].startsWith(start), accounts[0]);
      await press(tab, 'b', 'Sign out');
      await at(tab, 'a', 'ready');
      await at(tab, 'b', 'ready');
    }
    assert.equal(count('verify'), 3);
  });

  it('of two elements, one waits for its wallet: a press on the other ends that', async () => {
    const [tab] = await openTabs(1, '/two');
    await connect(tab);
    await at(tab, 'b', 'ready');
    await tab.evaluate(() => window.devWallet.behave({ delay: 2000 }));
    await press(tab, 'a', 'Sign in');
    await at(tab, 'a', 'signing');
    await press(tab, 'b', 'Sign in');
    await at(tab, 'a', 'ready');
    await at(tab, 'b', 'signing');
    await at(tab, 'b', 'signed-in');
    await at(tab, 'a', 'signed-in');
    assert.deepEqual([await prompts(tab), count('verify')], [2, 1]);
  });

  it('an element with another endpoint has its own session', async () => {
    const [tab] = await openTabs(1, '/other');
    await connect(tab);
    await at(tab, 'b', 'ready');
    await press(tab, 'a', 'Sign in');
    await at(tab, 'a', 'signed-in');
    await at(tab, 'b', 'ready');
    assert.equal(count('verify'), 1);
  });

  it('two tabs that open at the same time sign in and out with one press', async () => {
    const [one, two] = await openTabs(2, '/one');
    await connect(one);
    await at(two, 'a', 'ready');
    for (const [first, second] of [
      [one, two],
      [two, one],
      [one, two],
    ]) {
      await press(first, 'a', 'Sign in');
      await at(first, 'a', 'signed-in');
      await at(second, 'a', 'signed-in');
      assert.equal(await shown(second, 'a'), STACKS);
      await press(second, 'a', 'Sign out');
      await at(second, 'a', 'ready');
      await at(first, 'a', 'ready');
    }
    assert.deepEqual([await prompts(one), await prompts(two), count('verify')], [2, 1, 3]);
  });

  it('each of several tabs can sign in first: its nonce is of the cookie that all have', async () => {
    for (let round = 0; round < 3; round++) {
      const tabs = await openTabs(4, '/two');
      await connect(tabs[0]);
      await Promise.all(tabs.flatMap((tab) => [at(tab, 'a', 'ready'), at(tab, 'b', 'ready')]));
      await press(tabs[round], round % 2 ? 'b' : 'a', 'Sign in');
      await Promise.all(
        tabs.flatMap((tab) => [at(tab, 'a', 'signed-in'), at(tab, 'b', 'signed-in')]),
      );
      await context.close();
    }
    assert.equal(count('verify'), 3);
  });

  it('a tab that waits for its wallet follows another that has signed in, and sends no proof', async () => {
    const [one, two] = await openTabs(2, '/one');
    await connect(one);
    await at(two, 'a', 'ready');
    for (const tab of [one, two]) {
      await tab.evaluate(() => window.devWallet.behave({ autoApprove: false }));
      await press(tab, 'a', 'Sign in');
      await at(tab, 'a', 'signing');
    }
    await approve(one);
    await at(one, 'a', 'signed-in');
    await at(two, 'a', 'signed-in');
    assert.equal(await shown(two, 'a'), STACKS);
    await approve(two);
    await two.waitForTimeout(500);
    assert.deepEqual([await prompts(two), count('verify')], [1, 1]);
    for (const tab of [one, two]) await at(tab, 'a', 'signed-in');
  });

  it('two tabs whose proofs are verified at the same time agree with the server', async () => {
    const [one, two] = await openTabs(2, '/one');
    await connect(one);
    await at(two, 'a', 'ready');
    let release;
    const both = new Promise((resolve) => (release = resolve));
    before_ = async (route) => {
      if (route !== 'verify') return;
      if (count('verify') === 2) release();
      await both;
    };
    await Promise.all([press(one, 'a', 'Sign in'), press(two, 'a', 'Sign in')]);
    await at(one, 'a', 'signed-in');
    await at(two, 'a', 'signed-in');
    await press(two, 'a', 'Sign out');
    await at(two, 'a', 'ready');
    await at(one, 'a', 'ready');
    for (const tab of [one, two]) {
      await tab.reload();
      await at(tab, 'a', 'ready');
    }
  });

  it('all show what the server says when its answer to a proof is lost', async () => {
    const [one, two] = await openTabs(2, '/two');
    await connect(one);
    await at(two, 'a', 'ready');
    after_ = (route) => (route === 'verify' ? 'lost' : undefined);
    await press(one, 'a', 'Sign in');
    // The cookie of the session was lost with the answer.
    await at(one, 'a', 'failed');
    after_ = undefined;
    await press(two, 'b', 'Sign in');
    for (const tab of [one, two]) for (const id of ['a', 'b']) await at(tab, id, 'signed-in');
  });

  it('a tab asks the server, since any script can tell it that the session has changed', async () => {
    const [one, two] = await openTabs(2, '/one');
    await connect(one);
    await at(two, 'a', 'ready');
    const before = count('session');
    await one.evaluate((endpoint) => {
      const account = '{"chain":"stacks:mainnet","address":"SP000000000000000000002Q6VF78"}';
      for (const value of [account, endpoint, `x ${endpoint}`, ' ', '']) {
        localStorage.setItem('stacks-wallet-elements/sign-in', value);
      }
    }, `${url}/auth/`);
    await until(() => count('session') > before);
    await two.waitForTimeout(300);
    assert.equal(await two.locator('#a').getAttribute('status'), 'ready');
    const more = count('session') - before;
    assert.ok(more >= 1 && more <= 2, `${more} requests`);
  });

  it('nothing stays stored of a session', async () => {
    const [one] = await openTabs(1, '/one');
    await connect(one);
    await press(one, 'a', 'Sign in');
    await at(one, 'a', 'signed-in');
    const keys = await one.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
    assert.deepEqual(
      keys.filter((key) => /sign-in/.test(key)),
      [],
    );
  });

  it(`agree with the server after any ${ROUNDS} presses`, async () => {
    const tabs = await openTabs(2, '/two');
    await connect(tabs[0]);
    const all = tabs.flatMap((tab) => ['a', 'b'].map((id) => [tab, id]));
    const serverSays = () =>
      tabs[0].evaluate(async () => {
        const answer = await fetch('/auth/session', { method: 'POST' });
        return (await answer.json()).account?.address ?? null;
      });
    const steps = [];
    for (let round = 0; round < ROUNDS; round++) {
      const [tab, id] = all[Math.floor(Math.random() * all.length)];
      const button = tab.locator(`#${id} button`).first();
      const status = await tab.locator(`#${id}`).getAttribute('status');
      steps.push(`${tabs.indexOf(tab)}${id} ${status}`);
      // Sometimes before the others have heard of the last press.
      await button.press('Enter', { timeout: 1000 }).catch(() => {});
      if (Math.random() < 0.5) continue;
      for (const [each, one] of all) {
        await each
          .locator(`#${one}:is([status=ready], [status=signed-in], [status=failed])`)
          .waitFor();
      }
      await tab.waitForTimeout(150);
      const account = await serverSays();
      for (const [each, one] of all) {
        await at(each, one, account ? 'signed-in' : 'ready').catch((error) => {
          throw new Error(`${steps.join(', ')}: the server says ${account}`, { cause: error });
        });
        if (account) assert.equal(await shown(each, one), account);
      }
    }
  });
});
