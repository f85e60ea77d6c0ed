import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { roadPage } from '../../bench/road-answers.mjs';
import { ACCOUNT, AMOUNT, ASSET, MESSAGE, RECIPIENT, TOKEN } from '../../bench/subjects/road.js';
import { launchBrowser } from '../support/browser.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const { psbt, record, answers } = await roadPage();
const uint = (value) => ({ type: 'uint', value: String(value) });
const principal = (value) => ({ type: 'address', value });

/** A request of each kind of answer: its params, what is wrong in a hostile answer, and the file that verifies it. */
const REQUESTS = {
  stx_transferStx: {
    params: { recipient: RECIPIENT, amount: AMOUNT, network: 'mainnet' },
    hostile: answers.stx_callContract,
    chunk: 'stacks-answers',
  },
  stx_callContract: {
    params: {
      contract: TOKEN,
      functionName: 'transfer',
      functionArgs: [uint(AMOUNT), principal(ACCOUNT), principal(RECIPIENT), { type: 'none' }],
      postConditions: [
        {
          type: 'ft-postcondition',
          address: ACCOUNT,
          condition: 'eq',
          amount: String(AMOUNT),
          asset: `${TOKEN}::${ASSET}`,
        },
      ],
      postConditionMode: 'deny',
      network: 'mainnet',
    },
    hostile: answers.stx_transferStx,
    chunk: 'stacks-answers',
  },
  stx_signMessage: {
    params: { message: MESSAGE },
    hostile: { ...answers.stx_signMessage, signature: `00${'11'.repeat(64)}` },
    chunk: 'stacks-answers',
  },
  signPsbt: {
    params: { psbt, signInputs: [0] },
    hostile: { psbt },
    chunk: 'bitcoin-answers',
  },
};

const PAGE = `<!doctype html><html lang="en"><head><link rel="icon" href="data:," />
  <script type="module">
    import { request } from '/dist/cdn/stacks-wallet-elements.js';
    window.ask = (method, params) =>
      request(method, params).then(
        (result) => ({ result }),
        ({ code, message, cause, data }) => ({ error: { code, message, cause, data } }),
      );
  </script></head><body></body></html>`;

let server, browser, page;
/** Called with the name of each chunk that verifies answers, before it is sent. False: it cannot be loaded. */
let load;

before(async () => {
  server = await startWalletServer(async (req, res, next) => {
    if (req.path === '/unverified.html') return res.send(PAGE);
    const chunk = /\/chunks\/((?:stacks|bitcoin)-answers)-.{8}\.js$/.exec(req.path)?.[1];
    if (!chunk) return next();
    // Not from the cache of the browser, so that each page requests it.
    res.set('cache-control', 'no-store');
    if (await load(chunk)) next();
    else req.socket.destroy();
  });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});
beforeEach(() => {
  load = () => true;
});

/** Opens the page of a user who has connected before. The wallet answers at once, unless `answer` is given. */
async function open(answer) {
  page = await browser.newPage();
  await page.addInitScript(
    ([stored, results]) => {
      localStorage.setItem('@stacks/connect', stored);
      localStorage.setItem('STX_PROVIDER', 'SignedWallet');
      // What verifies answers is not preloaded.
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      window.asked = [];
      window.SignedWallet = {
        async request(method) {
          window.asked.push(method);
          return { jsonrpc: '2.0', id: '1', result: results[method] };
        },
      };
      window.wbip_providers = [{ id: 'SignedWallet', name: 'Signed wallet' }];
    },
    [record, answer ? { ...answers, ...answer } : answers],
  );
  await page.goto(`${server.url}unverified.html`);
  await page.waitForFunction(() => window.ask);
}
const ask = (method) =>
  page.evaluate(([name, params]) => window.ask(name, params), [method, REQUESTS[method].params]);

for (const [method, { chunk, hostile }] of Object.entries(REQUESTS)) {
  describe(`what verifies the answer to ${method}`, () => {
    it('loads after the wallet was asked', async () => {
      let asked;
      load = async () => {
        asked = await page.evaluate(() => window.asked);
        return true;
      };
      await open();
      const { result, error } = await ask(method);
      assert.deepEqual([asked, error], [[method], undefined]);
      assert.ok(result.txid ?? result.signature ?? result.psbt);
      await page.close();
    });

    it('is loaded again if it cannot be loaded once, for example offline', async () => {
      let times = 0;
      load = (name) => name !== chunk || ++times > 1;
      await open();
      const { result, error } = await ask(method);
      assert.equal(error, undefined);
      assert.ok(result.txid ?? result.signature ?? result.psbt);
      assert.equal(times, 2);
      await page.close();
    });

    it('never loads: the error says that the answer was not verified, and has the answer', async () => {
      load = (name) => name !== chunk;
      await open();
      const { result, error } = await ask(method);
      assert.equal(result, undefined);
      assert.equal(error.code, -32603);
      assert.match(error.message, /was not verified/);
      assert.deepEqual(error.cause, answers[method]);
      const { txid } = answers[method];
      if (txid) {
        assert.ok(error.message.includes(txid), error.message);
        assert.match(error.message, /may have been broadcast/);
      }
      await page.close();
    });

    it('refuses a hostile answer that came before it was loaded', async () => {
      load = () => pause(500, true);
      await open({ [method]: hostile });
      const { result, error } = await ask(method);
      assert.equal(result, undefined);
      assert.equal(error.code, -32603);
      assert.doesNotMatch(error.message, /was not verified/);
      await page.close();
    });
  });
}

it('a page that is closed before an answer was verified has stored nothing of it', async () => {
  load = () => new Promise(() => {});
  await open();
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  void ask('stx_transferStx').catch(() => {});
  await page.waitForFunction(() => window.asked.length === 1);
  await page.reload();
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage)), stored);
  await page.close();
});
