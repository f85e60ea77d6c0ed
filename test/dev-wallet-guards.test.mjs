import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { launchBrowser, openPage } from './support/browser.mjs';
import { startWalletServer } from './support/wallet-server.mjs';

const MAINNET = {
  amount: '1',
  recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  fee: '1800',
};
const TESTNET = { ...MAINNET, recipient: 'ST000000000000000000002AMW42H', network: 'testnet' };

describe('what the development wallet hands to a chain', () => {
  let server, browser, page, close;
  /** What the chain says of itself: undefined leaves it to the fixture. */
  let info;
  /** Where the chain sends transactions on to; undefined: it takes them itself. */
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
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  afterEach(() => {
    info = undefined;
    redirect = undefined;
    return close();
  });

  const open = async (wallet = {}) => {
    ({ page, close } = await openPage(browser, server.url, {
      wallet: { autoApprove: true, ...wallet },
    }));
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

  it('is nothing of the mainnet where it is no fixture, but what is of the testnet', async () => {
    await open();
    info = (res) => res.json({ network_id: 1 });
    assertRefused(await send(MAINNET));
    assert.ok((await send(TESTNET)).txid);
    assert.deepEqual(posted(), ['POST /v2/transactions']);
  });

  it('asks again after an answer that failed', async () => {
    await open();
    info = (res) => res.status(503).send('starting');
    assertRefused(await send(MAINNET), /503: starting/);
    info = undefined;
    assert.ok((await send(MAINNET)).txid);
  });

  it('is looked at anew each time: another node may have taken its place', async () => {
    await open();
    assert.ok((await send(MAINNET)).txid);
    asked.splice(0);
    info = (res) => res.json({ network_id: 1 });
    assertRefused(await send(MAINNET));
  });

  it('goes nowhere that the chain would send it on to', async () => {
    await open();
    const elsewhere = await startWalletServer();
    try {
      redirect = `${elsewhere.url}v2/transactions`;
      const { code, message } = await send(MAINNET);
      assert.equal(code, -32603);
      assert.match(message, /v2\/transactions cannot be reached/);
      const taken = await (await fetch(`${elsewhere.url}fixture/broadcasts`)).json();
      assert.deepEqual(taken, []);
    } finally {
      elsewhere.close();
    }
  });

  it('asks another host nothing before it refuses', async () => {
    await open({ chainUrl: 'http://node.example/' });
    const requests = [];
    await page.context().route('http://node.example/**', (route) => {
      requests.push(route.request().url());
      return route.fulfill({
        json: { fixture: 'stacks-wallet-elements' },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    assertRefused(await send({ ...MAINNET, nonce: '0' }));
    assert.deepEqual(requests, []);
  });

  it('is of the mainnet too where that is allowed', async () => {
    await open({ allowMainnetBroadcast: true });
    info = (res) => res.json({ network_id: 1 });
    assert.ok((await send(MAINNET)).txid);
    assert.deepEqual(posted(), ['POST /v2/transactions']);
  });
});
