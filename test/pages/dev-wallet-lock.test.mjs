import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { approve, launchBrowser } from '../support/browser.mjs';
import { installWallet, startWalletServer } from '../support/wallet-server.mjs';

const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TRANSFER = ['stx_transferStx', { amount: '1', recipient: FRIEND }];
const PAYMENT = [
  'sendTransfer',
  {
    recipients: [{ address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', amount: '1000' }],
  },
];
const MESSAGE = ['stx_signMessage', { message: 'Hello' }];
const LOCKED = { code: -32002, message: 'The wallet is locked.' };

/** What a request waits for: the request, and the route that it calls. */
const WAITS = {
  nonce: [TRANSFER, /\/nonces$/],
  'Stacks fee': [TRANSFER, /\/fees\/transfer$/],
  coins: [PAYMENT, /\/utxo$/],
  'Bitcoin fee': [PAYMENT, /\/fee-estimates$/],
};

describe('a development wallet that is locked, uninstalled or disconnected while it waits', () => {
  let server, browser, page;
  /** Requests whose path matches wait in `held` until `letThrough()`. */
  let slow;
  const held = [];

  before(async () => {
    server = await startWalletServer((req, _res, next) =>
      slow?.test(req.path) ? held.push(next) : next(),
    );
    browser = await launchBrowser();
    page = await browser.newPage();
    await page.goto(server.url);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });
  beforeEach(() => fetch(`${server.url}fixture`, { method: 'DELETE' }));
  afterEach(() => letThrough());

  const letThrough = () => {
    slow = undefined;
    for (const next of held.splice(0)) next();
  };
  /** Sends a request; resolves with its result or error. */
  const ask = ([method, params]) =>
    page.evaluate(
      ([name, given]) =>
        window.devWallet.provider.request(name, given).then(
          ({ result, error }) => error ?? result,
          ({ error }) => error,
        ),
      [method, params],
    );
  const control = (verb, ...args) =>
    page.evaluate(([name, given]) => window.devWallet[name](...given), [verb, args]);
  const arrived = async (count = 1) => {
    const end = Date.now() + 60_000;
    while (held.length < count && Date.now() < end) await wait(10);
    assert.equal(held.length, count);
  };
  const dialogs = () => page.locator('#dev-wallet-approval').count();
  const broadcasts = async () => (await fetch(`${server.url}fixture/transactions`)).json();
  const assertRefused = ({ code, message }) => assert.deepEqual({ code, message }, LOCKED);

  for (const [what, [request, route]] of Object.entries(WAITS)) {
    for (const verb of ['uninstall', 'lock']) {
      for (const autoApprove of [true, false]) {
        const how = autoApprove ? 'signs nothing' : 'opens no dialog';
        it(`${how} after ${verb}() while it waits for the ${what}`, async () => {
          await installWallet(page, { autoApprove });
          slow = route;
          const answer = ask(request);
          await arrived();
          await control(verb);
          assertRefused(await answer);
          letThrough();
          await wait(100);
          assert.equal(await dialogs(), 0);
          assert.deepEqual(await broadcasts(), []);
        });
      }
    }
  }

  it('rejects a request that was sent before a lock, even after an unlock', async () => {
    await installWallet(page, { autoApprove: true });
    slow = /\/nonces$/;
    const answer = ask(TRANSFER);
    await arrived();
    await control('lock');
    await control('unlock');
    assertRefused(await answer);
    letThrough();
    assert.ok((await ask(TRANSFER)).txid);
    assert.equal((await broadcasts()).length, 1);
  });

  it('rejects the whole queue when it is uninstalled, even if the chain never answers', async () => {
    await installWallet(page, { autoApprove: false });
    slow = /\/nonces$/;
    const answers = [TRANSFER, MESSAGE, TRANSFER, ['stx_getNetworks']].map(ask);
    await arrived();
    await control('uninstall');
    for (const answer of await Promise.all(answers)) assertRefused(answer);
    assert.equal(await dialogs(), 0);
    const outcomes = await page.evaluate(() => window.devWallet.calls.map((call) => call.outcome));
    assert.deepEqual(outcomes, ['failed', 'failed', 'failed', 'failed']);
  });

  it('rejects a delayed request immediately', async () => {
    await installWallet(page, { autoApprove: true, delay: 60_000 });
    const answer = ask(MESSAGE);
    await page.waitForFunction(() => window.devWallet.calls.length === 1);
    await control('lock');
    assertRefused(await answer);
  });

  it('returns the txid of a transaction that was approved before the lock', async () => {
    await installWallet(page, { autoApprove: false });
    slow = /\/v2\/(info|transactions)$/;
    const answer = ask(TRANSFER);
    await approve(page);
    await arrived();
    await control('lock');
    letThrough();
    const { txid } = await answer;
    const [accepted] = await broadcasts();
    assert.equal(accepted.txid, txid);
  });

  it('returns no addresses if the user approves after the wallet disconnected', async () => {
    await installWallet(page, { as: 'xverse', autoApprove: true });
    await ask(['wallet_connect', null]);
    await control('behave', { autoApprove: false });
    for (const method of ['stx_getAccounts', 'stx_getAddresses']) {
      const answer = ask([method, null]);
      await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
      await control('disconnect');
      await approve(page);
      assert.equal((await answer).code, -32002, method);
      await control('behave', { autoApprove: true });
      await ask(['wallet_connect', null]);
      await control('behave', { autoApprove: false });
    }
  });
});
