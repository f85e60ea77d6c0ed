/** Calls of contracts through each emulation of the development wallet, on the simulated chain. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { readWallets } from '../../scripts/demo-data.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { root } from '../support/program.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const OWNER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
const TOKEN = `${DEPLOYER}.honey-token`;
const HIVES = `${DEPLOYER}.hives`;
const ROUTER = `${DEPLOYER}.honey-router`;
const BNS = 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2';
const POX_4 = 'SP000000000000000000002Q6VF78.pox-4';
const POX_5 = 'SP000000000000000000002Q6VF78.pox-5';
const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token';

/** Each emulation of the development wallet. */
const WALLETS = readWallets();
const isFraming = (name) => WALLETS.some(({ as, framesPages }) => as === name && framesPages);
const APP = `
  import { Pc } from './dist/clarity/index.js';
  import { getDefaultClient } from './dist/core/index.js';
  import { contract, getContractInterface, getStxBalance } from './dist/contracts/index.js';
  window.app = { Pc, getDefaultClient, contract, getContractInterface, getStxBalance };
`;
/** Calls by their titles: functions that run in the page and return the contract, the function, the args and the options. */
const CALLS = {
  'a SIP-010 transfer with the suggested conditions': async ({ bound, ids, accounts }) => {
    const token = await bound(ids.TOKEN);
    const args = { amount: 5n, sender: accounts.OWNER, recipient: accounts.FRIEND, memo: '0x6869' };
    return [token, 'transfer', args, token.suggest.transfer(args)];
  },
  'a transfer of sBTC': async ({ bound, ids, accounts }) => {
    const token = await bound(ids.SBTC);
    const args = { amount: 1000n, sender: accounts.OWNER, recipient: accounts.FRIEND };
    return [token, 'transfer', args, token.suggest.transfer(args)];
  },
  'a SIP-009 transfer': async ({ bound, ids, accounts }) => {
    const hives = await bound(ids.HIVES);
    const args = { id: 1n, sender: accounts.OWNER, recipient: accounts.FRIEND };
    return [hives, 'transfer', args, hives.suggest.transfer(args)];
  },
  'a mint with a price': async ({ bound, ids, accounts, Pc }) => {
    const hives = await bound(ids.HIVES);
    const price = await hives.constant.PRICE();
    const postConditions = [Pc.principal(accounts.OWNER).willSendLte(price).ustx()];
    return [hives, 'mint', {}, { postConditions }];
  },
  'a swap with slippage, and traits in tuples': async ({ bound, ids, accounts, Pc }) => {
    const router = await bound(ids.ROUTER);
    const args = {
      amount: 1_000_000n,
      tokens: { a: ids.TOKEN, b: ids.SBTC },
      pools: { a: `${accounts.DEPLOYER}.honey-pool` },
    };
    const quote = await router.simulate['get-quote-a'](args);
    const swap = { ...args, 'min-received': (quote * 99n) / 100n };
    const postConditions = [
      Pc.principal(accounts.OWNER).willSendLte(1_000_000n).ft(`${ids.TOKEN}::honey`),
    ];
    return [router, 'swap-helper-a', swap, { postConditions }];
  },
  'a transfer of a name': async ({ bound, ids, accounts }) => {
    const names = await bound(ids.BNS);
    const args = { id: 7n, owner: accounts.OWNER, recipient: accounts.FRIEND };
    return [names, 'transfer', args, names.suggest.transfer(args)];
  },
  'a delegation, with an optional tuple': async ({ bound, ids, accounts }) => {
    const pox = await bound(ids.POX_4);
    const hashbytes = `0x${'11'.repeat(20)}`;
    const args = {
      'amount-ustx': 5_000_000n,
      'delegate-to': accounts.FRIEND,
      'pox-addr': { version: '0x04', hashbytes },
    };
    return [pox, 'delegate-stx', args, {}];
  },
  'a bond, with a response as an argument': async ({ bound, ids }) => {
    const pox = await bound(ids.POX_5);
    const args = {
      'bond-index': 1n,
      'signer-manager': ids.TOKEN,
      'amount-ustx': 9n,
      'btc-lockup': { error: 3n },
    };
    return [pox, 'register-for-bond', args, {}];
  },
};
/** What the chain must get: contract, function, arguments and post-conditions, decoded by @stacks/transactions. */
const ft = (asset, condition, amount) => ({ type: 'ft-postcondition', address: OWNER, condition, amount, asset }); // prettier-ignore
const EXPECTED = {
  'a SIP-010 transfer with the suggested conditions': [TOKEN, 'transfer', ['u5', `'${OWNER}`, `'${FRIEND}`, '(some 0x6869)'], [ft(`${TOKEN}::honey`, 'eq', '5')]],
  'a transfer of sBTC': [SBTC, 'transfer', ['u1000', `'${OWNER}`, `'${FRIEND}`, 'none'], [ft(`${SBTC}::sbtc-token`, 'eq', '1000')]],
  'a SIP-009 transfer': [HIVES, 'transfer', ['u1', `'${OWNER}`, `'${FRIEND}`], [{ type: 'nft-postcondition', address: OWNER, condition: 'sent', asset: `${HIVES}::hive`, assetId: 'u1' }]],
  'a mint with a price': [HIVES, 'mint', [], [{ type: 'stx-postcondition', address: OWNER, condition: 'lte', amount: '5000000' }]],
  'a swap with slippage, and traits in tuples': [ROUTER, 'swap-helper-a', ['u1000000', 'u488643226', 'none', `{ a: '${TOKEN}, b: '${SBTC} }`, `{ a: '${DEPLOYER}.honey-pool }`], [ft(`${TOKEN}::honey`, 'lte', '1000000')]],
  'a transfer of a name': [BNS, 'transfer', ['u7', `'${OWNER}`, `'${FRIEND}`], [{ type: 'nft-postcondition', address: OWNER, condition: 'sent', asset: `${BNS}::BNS-V2`, assetId: 'u7' }]],
  'a delegation, with an optional tuple': [POX_4, 'delegate-stx', ['u5000000', `'${FRIEND}`, 'none', `(some { hashbytes: 0x${'11'.repeat(20)}, version: 0x04 })`], []],
  'a bond, with a response as an argument': [POX_5, 'register-for-bond', ['u1', `'${TOKEN}`, 'u9', '(err u3)', 'none'], []],
}; // prettier-ignore

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

for (const { as, framesPages } of WALLETS) {
  describe(`a call of a contract through the development wallet as ${as}`, () => {
    let frame;
    before(async () => {
      await fetch(`${server.url}fixture`, { method: 'DELETE' });
      await page.goto(`${server.url}page.html?as=${as}`);
      await page.evaluate(() => localStorage.clear());
      await page.goto(`${server.url}page.html?as=${as}`);
      frame = framesPages ? page.frames().find((one) => one.url().includes('framed')) : page;
      await frame.waitForFunction(() => window.app);
      await frame.evaluate(() => window.app.getDefaultClient().connect());
    });

    for (const [title, prepare] of Object.entries(CALLS)) {
      it(`sends ${title}, as explained`, async () => {
        const { explained, result } = await frame.evaluate(
          async ([code, ids, accounts]) => {
            const { Pc, contract, getContractInterface, getDefaultClient } = window.app;
            const source = { baseUrl: location.origin };
            const bound = async (id) =>
              contract(await getContractInterface(id, { source }), { contract: id, source });
            const [one, name, args, options] = await new Function(`return ${code}`)()({ bound, ids, accounts, Pc }); // prettier-ignore
            const client = getDefaultClient();
            const rows = await client.explain('stx_callContract', one.params[name](args, options));
            const row = rows.find(({ connected }) => connected);
            const answer = await one.call[name](args, options);
            return { explained: row, result: answer };
          },
          [
            String(prepare),
            { TOKEN, HIVES, ROUTER, SBTC, BNS, POX_4, POX_5 },
            { OWNER, FRIEND, DEPLOYER },
          ],
        );
        assert.equal(explained.outcome, 'sent');
        const { method, params } = await page.evaluate(() => {
          const call = window.devWallet.calls.at(-1);
          return JSON.parse(JSON.stringify({ method: call.method, params: call.params }));
        });
        assert.deepEqual({ method, params }, JSON.parse(JSON.stringify(explained.request)));
        const broadcasts = await (await fetch(`${server.url}fixture/transactions`)).json();
        const { txid, decoded } = broadcasts.at(-1);
        const [contract, name, args, conditions] = EXPECTED[title];
        assert.equal(result.txid, txid);
        assert.deepEqual([decoded.contract, decoded.function, decoded.arguments], [contract, name, args]); // prettier-ignore
        assert.deepEqual(decoded.postConditions, conditions);
        assert.equal(decoded.postConditionMode, 'deny');
      });
    }
  });
}

describe('a call', () => {
  it('with a condition that the wallet is not known to read is refused before it is asked', async () => {
    await page.goto(`${server.url}page.html?as=leather`);
    await page.waitForFunction(() => window.app);
    const { explained, error, calls } = await page.evaluate(
      async ([id, sender, recipient]) => {
        const { Pc, contract, getContractInterface, getDefaultClient } = window.app;
        const client = getDefaultClient();
        await client.connect();
        const source = { baseUrl: location.origin };
        const token = contract(await getContractInterface(id, { source }), {
          contract: id,
          source,
        });
        const args = { amount: 7n, sender, recipient };
        const postConditions = [Pc.principal(sender).willSendLte(9n).ustxToLock()];
        const params = token.params.transfer(args, { postConditions });
        const before = window.devWallet.calls.length;
        const thrown = await token.call.transfer(args, { postConditions }).catch((each) => each);
        const rows = await client.explain('stx_callContract', params);
        return {
          explained: rows.find(({ connected }) => connected).outcome,
          error: { code: thrown.code, data: thrown.data },
          calls: window.devWallet.calls.length - before,
        };
      },
      [TOKEN, OWNER, FRIEND],
    );
    assert.deepEqual([explained, error.code, calls], ['refused', -32602, 0]);
    assert.equal(error.data.field, 'postConditions[0]');
  });

  it('is confirmed, and changes the balance', async () => {
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
    await page.goto(`${server.url}page.html?as=sip030`);
    await page.waitForFunction(() => window.app);
    const [before, after] = await page.evaluate(
      async ([id, sender, recipient]) => {
        const { contract, getContractInterface, getDefaultClient } = window.app;
        await getDefaultClient().connect();
        const source = { baseUrl: location.origin };
        const token = contract(await getContractInterface(id, { source }), {
          contract: id,
          source,
        });
        const read = () => token.read['get-balance']({ who: sender });
        const first = await read();
        const args = { amount: 7n, sender, recipient };
        await token.call.transfer(args, token.suggest.transfer(args));
        await fetch('/fixture/mine', { method: 'POST' });
        return [first, await read()];
      },
      [TOKEN, OWNER, FRIEND],
    );
    assert.equal(after, before - 7n);
  });

  it('takes the address at the time of the call, and warns of `allow`', async () => {
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    const error = await page.evaluate(
      async ([id, sender, recipient]) => {
        const { contract, getContractInterface } = window.app;
        const source = { baseUrl: location.origin };
        const token = contract(await getContractInterface(id, { source }), {
          contract: id,
          source,
        });
        window.devWallet.switchAccount(1);
        const who = await token.read['who?']();
        const args = { amount: 1n, sender, recipient };
        await token.call.transfer(args, { postConditionMode: 'allow' });
        return who;
      },
      [TOKEN, OWNER, FRIEND],
    );
    assert.equal(error, FRIEND);
    assert.equal(said.filter((text) => /^transfer: with postConditionMode "allow"/.test(text)).length, 1); // prettier-ignore
    const { decoded } = (await (await fetch(`${server.url}fixture/transactions`)).json()).at(-1);
    assert.equal(decoded.sender, FRIEND);
  });

  it('warns of what can only abort, and costs the fee', async () => {
    const said = [];
    page.on('console', (message) => said.push(message.text()));
    await page.evaluate(
      async ([id, sender, recipient]) => {
        const { contract, getContractInterface, Pc } = window.app;
        const source = { baseUrl: location.origin };
        const token = contract(await getContractInterface(id, { source }), {
          contract: id,
          source,
        });
        const args = { amount: 1n, sender, recipient };
        const send = (...postConditions) => token.call.transfer(args, { postConditions });
        const mine = Pc.principal(sender).willSendEq(1);
        await send();
        await send(mine.ft(id, 'Honey'));
        await send(Pc.principal(recipient).willSendEq(1).ft(id, 'honey'));
        await send(mine.ft(id, 'honey'));
        await token.call.transfer(args, token.suggest.transfer(args));
      },
      [TOKEN, FRIEND, OWNER],
    );
    const warnings = said.filter((text) => text.startsWith('transfer: '));
    assert.equal(warnings.length, 3, warnings.join('\n'));
    assert.match(warnings[0], /can only abort.*suggest\['transfer'\]/);
    assert.match(warnings[1], /`postConditions\[0\]` names the asset `Honey`.*it has `honey`/);
    assert.match(warnings[2], new RegExp(`is about ${OWNER}.*the account that signs \\(${FRIEND}`));
  });

  it('with a wrong argument asks no wallet', async () => {
    const [code, calls] = await page.evaluate(
      async ([id]) => {
        const { contract, getContractInterface } = window.app;
        const source = { baseUrl: location.origin };
        const token = contract(await getContractInterface(id, { source }), {
          contract: id,
          source,
        });
        const before = window.devWallet.calls.length;
        const thrown = await token.call.transfer({ amount: '5' }).catch((reason) => reason);
        return [thrown.code, window.devWallet.calls.length - before];
      },
      [TOKEN],
    );
    assert.deepEqual([code, calls], ['invalid', 0]);
  });
});
