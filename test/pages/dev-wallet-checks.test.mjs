import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';
import { launchBrowser } from '../support/browser.mjs';
import { installWallet, startWalletServer } from '../support/wallet-server.mjs';

const MAINNET = {
  amount: '1',
  recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  fee: '1800',
};
const TESTNET = { ...MAINNET, recipient: 'ST000000000000000000002AMW42H', network: 'testnet' };

describe('broadcasts of the development wallet', () => {
  let server, browser, page;
  /** Answers /v2/info; undefined: the fixture answers. */
  let info;
  /** A URL to which the chain redirects transactions; undefined: it accepts them itself. */
  let redirect;
  const asked = [];

  before(async () => {
    server = await startWalletServer((req, res, next) => {
      asked.push(`${req.method} ${req.path}`);
      if (info && req.path === '/v2/info') info(res);
      else if (redirect && req.method === 'POST') res.redirect(307, redirect);
      else next();
    });
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(server.url);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  afterEach(() => {
    info = undefined;
    redirect = undefined;
  });

  const open = async (wallet = {}) => {
    await installWallet(page, { autoApprove: true, ...wallet });
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
    asked.splice(0);
  };
  const send = (params) =>
    page.evaluate(
      (given) =>
        window.devWallet.provider.request('stx_transferStx', given).then(
          ({ result }) => result,
          ({ error }) => error,
        ),
      params,
    );
  const posted = () => asked.filter((line) => line.startsWith('POST'));
  const assertRefused = ({ code, message }, why = /allowMainnetBroadcast/) => {
    assert.equal(code, -32603);
    assert.match(message, why);
    assert.deepEqual(posted(), []);
  };

  it('are rejected on mainnet, and sent on testnet, if the chain is not the fixture', async () => {
    await open();
    info = (res) => res.json({ network_id: 1 });
    assertRefused(await send(MAINNET));
    assert.ok((await send(TESTNET)).txid);
    assert.deepEqual(posted(), ['POST /v2/transactions']);
  });

  it('check the chain again after a failed check', async () => {
    await open();
    info = (res) => res.status(503).send('starting');
    assertRefused(await send(MAINNET), /503: starting/);
    info = undefined;
    assert.ok((await send(MAINNET)).txid);
  });

  it('check the chain each time, since another node may have replaced it', async () => {
    await open();
    assert.ok((await send(MAINNET)).txid);
    asked.splice(0);
    info = (res) => res.json({ network_id: 1 });
    assertRefused(await send(MAINNET));
  });

  it('do not follow a redirect of the chain', async () => {
    await open();
    const elsewhere = await startWalletServer();
    try {
      redirect = `${elsewhere.url}v2/transactions`;
      const { code, message } = await send(MAINNET);
      assert.equal(code, -32603);
      assert.match(message, /v2\/transactions cannot be reached/);
      const accepted = await (await fetch(`${elsewhere.url}fixture/transactions`)).json();
      assert.deepEqual(accepted, []);
    } finally {
      elsewhere.close();
    }
  });

  it('are rejected on another host without a request to it', async () => {
    await open({ chainUrl: 'http://node.example/' });
    const requests = [];
    await page.route('http://node.example/**', (route) => {
      requests.push(route.request().url());
      return route.fulfill({
        json: { fixture: 'stacks-wallet-elements' },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    assertRefused(await send({ ...MAINNET, nonce: '0' }));
    assert.deepEqual(requests, []);
    await page.unrouteAll();
  });

  it('are rejected on mainnet on a page whose Object.prototype was polluted', async () => {
    await open();
    info = (res) => res.json({ network_id: 1 });
    const added = { allowMainnetBroadcast: true, fixture: 'stacks-wallet-elements' };
    await page.evaluate((names) => Object.assign(Object.prototype, names), added);
    try {
      await installWallet(page, { autoApprove: true });
      assertRefused(await send(MAINNET));
      // Nor has a request another nonce or network than its own params.
      await page.evaluate(() => Object.assign(Object.prototype, { network: 'testnet' }));
      assertRefused(await send(MAINNET));
    } finally {
      await page.goto(server.url);
    }
  });

  it('are sent on mainnet with allowMainnetBroadcast', async () => {
    await open({ allowMainnetBroadcast: true });
    info = (res) => res.json({ network_id: 1 });
    assert.ok((await send(MAINNET)).txid);
    assert.deepEqual(posted(), ['POST /v2/transactions']);
  });
});

describe('the development wallet on a page whose markup shadows names', () => {
  const script = readFileSync(
    new URL('../../dist/dev-wallet/dev-wallet.js', import.meta.url),
    'utf8',
  );
  let browser, content, errors;
  /** A page for each host: Chromium starts a process when a page goes to another site. */
  const pages = {};
  before(async () => {
    browser = await launchBrowser();
    for (const host of ['shop.example', '127.0.0.1']) {
      const page = await browser.newPage();
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.route('**', (route) =>
        new URL(route.request().url()).pathname === '/dev-wallet.js'
          ? route.fulfill({ contentType: 'text/javascript', body: script })
          : route.fulfill({ contentType: 'text/html', body: content }),
      );
      pages[host] = page;
    }
  });
  after(() => browser?.close());

  /** What the wallet adds to a page of `host` with this markup. */
  const load = async (host, markup, attributes = '') => {
    const page = pages[host];
    errors = [];
    content = `<!doctype html>${markup}<script ${attributes} src="/dev-wallet.js"></script>`;
    await page.goto(`http://${host}/`);
    const ids = await page.evaluate(
      () => (window.btc_providers ?? window.wbip_providers ?? []).length,
    );
    const controls = await page.evaluate(
      () => Object.hasOwn(window, 'devWallet') && window.devWallet.id,
    );
    return { errors, ids, controls };
  };
  const OPTIONS = 'data-allow-any-host data-auto-approve data-as="xverse"';

  for (const markup of [
    `<img name="currentScript" ${OPTIONS}>`,
    `<form name="currentScript" ${OPTIONS}></form>`,
    `<embed name="currentScript" ${OPTIONS}>`,
    `<object name="currentScript" ${OPTIONS}></object>`,
    `<iframe name="currentScript" ${OPTIONS}></iframe>`,
    '<form id="devWalletOptions"><input name="allowAnyHost" value="true"></form>',
    '<a id="devWalletOptions"></a><a id="devWalletOptions" name="allowAnyHost"></a>',
    '<iframe name="devWalletOptions" srcdoc="<a id=allowAnyHost>"></iframe>',
  ]) {
    it(`reads no options from other elements: ${markup.slice(0, 60)}`, async () => {
      const { errors, controls, ids } = await load('shop.example', markup);
      assert.match(`${errors}`, /installs on loopback hosts only/);
      assert.deepEqual({ controls, ids }, { controls: false, ids: 0 });
      const { errors: none, controls: id } = await load('127.0.0.1', markup, 'data-as="leather"');
      assert.deepEqual(none, []);
      assert.equal(id, 'LeatherProvider');
    });
  }

  for (const value of ['true', '', true, {}]) {
    it(`reads no options from a polluted Object.prototype: ${JSON.stringify(value)}`, async () => {
      // Not enumerable: with enumerable ones, a library of the wallet throws before any option is read.
      const property = (value) => ({ value, writable: true });
      const added = JSON.stringify({ allowAnyHost: property(value), as: property('xverse') });
      const markup = `<script>Object.defineProperties(Object.prototype, ${added})</script>`;
      const { errors, controls, ids } = await load('shop.example', markup);
      assert.match(`${errors}`, /installs on loopback hosts only/);
      assert.deepEqual({ controls, ids }, { controls: false, ids: 0 });
      const { errors: none, controls: id } = await load('127.0.0.1', markup, 'data-as="leather"');
      assert.deepEqual(none, []);
      assert.equal(id, 'LeatherProvider');
    });
  }

  for (const name of [
    'devWallet',
    'btc_providers',
    'wbip_providers',
    'LeatherProvider',
    'origin',
  ]) {
    it(`ignores an element with the id ${name}`, async () => {
      const { errors, controls } = await load(
        '127.0.0.1',
        `<a id="${name}"></a><iframe name="${name}"></iframe>`,
        'data-as="leather"',
      );
      assert.deepEqual(errors, []);
      assert.equal(controls, 'LeatherProvider');
    });
  }
});
