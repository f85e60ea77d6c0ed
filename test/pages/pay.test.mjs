/** Payments through each emulation of the development wallet. @stacks/transactions reads what was signed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deserializeTransaction, wireToPostCondition } from '@stacks/transactions';
import { build } from 'esbuild';
import { readWallets } from '../../scripts/demo-data.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { root } from '../support/program.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const OWNER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TILL = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.till';
const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token::honey';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token::sbtc-token';
const USDCX = 'SP120SBRBQJ00MCWS7TM5R8WJNTTKD5K0HFRC2CNE.usdcx::usdcx-token';
/** Each emulation of the development wallet. */
const WALLETS = readWallets();
const isFraming = (name) => WALLETS.some(({ as, framesPages }) => as === name && framesPages);
const APP = `
  import { getDefaultClient } from './dist/core/index.js';
  import { pay } from './dist/payments/index.js';
  window.app = { getDefaultClient, pay };
`;
/** Payments, and the asset identifier of the token. */
const PAYMENTS = [
  ['STX', { to: SHOP, asset: 'stx', amount: '5000000', order: 'A-1042' }],
  ['STX to a contract', { to: TILL, asset: 'stx', amount: '1', order: 'A-1' }],
  ['STX with an order of 34 bytes', { to: SHOP, asset: 'stx', amount: '7', order: 'Größe 12, Straße 1, bitte grün' }],
  ['STX with an order beyond Latin-1', { to: SHOP, asset: 'stx', amount: '7', order: 'Größe 12 – Straße №1 x' }],
  ['STX without an order', { to: SHOP, asset: 'stx', amount: '2' }],
  ['sBTC', { to: SHOP, asset: 'sbtc', amount: '2500', order: 'A-1042' }, SBTC],
  ['sBTC with an order of 34 bytes', { to: SHOP, asset: 'sbtc', amount: '1', order: 'Größe 12 – Straße №1 x' }, SBTC],
  ['sBTC without an order', { to: SHOP, asset: 'sbtc', amount: '3' }, SBTC],
  ['USDCx', { to: SHOP, asset: 'usdcx', amount: '990000', order: 'invoice 7' }, USDCX],
  ['a token by its identifier', { to: SHOP, asset: HONEY, amount: '12', order: 'honey' }, HONEY],
  ['more of a token than 2^53', { to: TILL, asset: HONEY, amount: '18446744073709551615', order: '0xABCD' }, HONEY],
]; // prettier-ignore
/** The wallets that cannot make a payment, and the reason. */
const REFUSED = {
  'STX with an order beyond Latin-1': {
    leather: 'Leather never answers a request with characters above U+00FF',
  },
};

let server;
let browser;
let page;
before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: root },
    ...{ bundle: true, format: 'esm', write: false, logLevel: 'error' },
  });
  const [{ text }] = outputFiles;
  [server, browser] = await Promise.all([
    startWalletServer((req, res, next) => {
      const { as } = req.query;
      const app = '<script type="module" src="/app.js"></script>';
      const wallet = `<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/" data-as="${as}" data-auto-approve></script>`;
      const start = '<!doctype html><link rel="icon" href="data:,">';
      if (req.path === '/app.js') res.type('js').send(text);
      else if (req.path === '/framed.html') res.send(start + app);
      else if (req.path === '/page.html') {
        res.send(start + wallet + (isFraming(as) ? '<iframe src="/framed.html"></iframe>' : app));
      } else next();
    }),
    launchBrowser(),
  ]);
  page = await browser.newPage();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** What @stacks/transactions reads in a signed transaction. */
function decode(raw) {
  const { payload, postConditions, postConditionMode } = deserializeTransaction(raw);
  const conditions = postConditions.values.map(wireToPostCondition);
  if (payload.recipient) {
    const { recipient, amount, memo } = payload;
    const text = Buffer.from(memo.content.replace(/\0+$/, ''), 'utf8').toString();
    return { to: recipient.value, amount: String(amount), order: text, conditions };
  }
  const [amount, sender, recipient, memo] = payload.functionArgs;
  assert.equal(payload.functionName.content, 'transfer');
  // 2 is Deny (SIP-005).
  assert.equal(postConditionMode, 2);
  return {
    ...{ to: recipient.value, amount: String(amount.value), sender: sender.value, conditions },
    order: memo.type === 'none' ? '' : Buffer.from(memo.value.value, 'hex').toString(),
  };
}

for (const { as, framesPages } of WALLETS) {
  describe(`a payment through the development wallet as ${as}`, () => {
    let frame;
    before(async () => {
      await fetch(`${server.url}fixture`, { method: 'DELETE' });
      await page.goto(`${server.url}page.html?as=${as}`);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${server.url}page.html?as=${as}`);
      frame = framesPages ? page.frames().find((one) => one.url().includes('framed')) : page;
      await frame.waitForFunction(() => window.app);
    });

    for (const [title, params, token] of PAYMENTS) {
      const reason = REFUSED[title]?.[as];
      if (reason) {
        it(`does not pay ${title}, and says why before the wallet is asked`, async () => {
          const [message, ...calls] = await frame.evaluate(async (given) => {
            const count = () => parent.devWallet.calls.length;
            const before = count();
            const message = await window.app.pay(given).catch((error) => error.message);
            return [message, before, count()];
          }, params);
          assert.ok(message.includes(reason), message);
          assert.equal(calls[0], calls[1]);
        });
        continue;
      }
      it(`pays ${title}`, async () => {
        // The first one also connects.
        const { txid, payment } = await frame.evaluate(async (given) => {
          const result = await window.app.pay(given);
          return { ...result, payment: { ...result.payment, amount: `${result.payment.amount}` } };
        }, params);
        const broadcasts = await (await fetch(`${server.url}fixture/transactions`)).json();
        const sent = broadcasts.at(-1);
        assert.equal(txid, sent.txid);
        assert.equal(payment.asset, token ?? 'stx');
        const { to, amount, order, sender, conditions } = decode(sent.raw);
        assert.deepEqual([to, amount, order], [params.to, params.amount, params.order ?? '']);
        if (token) assert.equal(sender, OWNER);
        const condition = { type: 'ft-postcondition', address: OWNER, condition: 'eq', amount, asset: token }; // prettier-ignore
        assert.deepEqual(conditions, token ? [condition] : []);
      });
    }
  });
}
