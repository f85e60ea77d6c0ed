import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { readPsbt } from '../../fixtures/chain/bitcoin-bytes.mjs';
import { verifySegwit } from '../../fixtures/chain/verify-bitcoin.mjs';
import {
  messageSigner,
  structuredSigner,
  verifyStacks,
} from '../../fixtures/chain/verify-stacks.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

/** The first account of the development wallet, and the second. */
const ACCOUNT = {
  stacks: 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
  publicKey: '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c',
  payment: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  paymentKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  taproot: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
};
const FRIEND = {
  stacks: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
  publicKey: '03121507b88c654be90c0973965b73f5b25597c393eb95b0a206d4217ee725582a',
  payment: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz',
};
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
/** Its only input spends 20,000 satoshis of the first account. */
const PSBT =
  'cHNidP8BAHECAAAAAQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAD/////Apg6AAAAAAAAFgAUtx4Lv3h7yHXZ89UMpYHVWP8A9s+UEQAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAAAAABAR8gTgAAAAAAABYAFMDOvNbD08qMddxexi6+VTMO+RDiAAAA';
const PSBT_COIN = { amount: 20_000n, script: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2' };
/** A transfer of the first account, not signed, with nonce 20. */
const TRANSACTION =
  '000000000104001859c6840c4dc8ab3a3d39c6b5003fb36c5e723200000000000000140000000000000bb8000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000030200000000000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f0000000000000000000000000000000000000000000000000000000000';
const UINT_5 = '0100000000000000000000000000000005';
const DOMAIN =
  '0c0000000308636861696e2d69640100000000000000000000000000000001046e616d650d000000034170700776657273696f6e0d0000000131';
const DOMAIN_VALUE = {
  type: 'tuple',
  value: {
    name: { type: 'ascii', value: 'App' },
    version: { type: 'ascii', value: '1' },
    'chain-id': { type: 'uint', value: '1' },
  },
};

/** The addresses in the client's state after an event of the wallet: (before, account) => addresses. */
const UNCHANGED = (before) => before;
const STACKS_ONLY = (_before, { stacks }) => [stacks];
const EVERY_ADDRESS = (_before, { payment, taproot, stacks }) => [payment, taproot, stacks];

/**
 * For each wallet: its name in the picker, the methods that it does not support, and the state of a page after the user
 * changes the account or the network, or disconnects, in the wallet.
 */
const EMULATIONS = {
  sip030: {
    id: 'DevWalletProvider',
    name: 'Development wallet',
    lacks: ['signMessage', 'stx_signTransactions'],
    after: {
      account: STACKS_ONLY,
      network: STACKS_ONLY,
      networkName: 'testnet',
      disconnect: { connected: false, stored: ['STX_PROVIDER'] },
    },
    locked: -32002,
  },
  leather: {
    id: 'LeatherProvider',
    name: 'Leather',
    lacks: ['stx_getAccounts', 'stx_getNetworks', 'stx_signTransactions', 'stx_updateProfile'],
    after: {
      account: UNCHANGED,
      network: UNCHANGED,
      networkName: undefined,
      disconnect: { connected: true, stored: ['@stacks/connect', 'STX_PROVIDER'] },
    },
    locked: -32002,
  },
  xverse: {
    id: 'XverseProviders.BitcoinProvider',
    name: 'Xverse',
    lacks: ['stx_getNetworks', 'stx_transferSip10Ft', 'stx_transferSip9Nft', 'stx_updateProfile'],
    // On mainnet, it would deploy other code on testnet.
    refused: ['stx_deployContract'],
    after: {
      account: EVERY_ADDRESS,
      network: EVERY_ADDRESS,
      networkName: 'testnet',
      disconnect: { connected: false, stored: [] },
    },
    locked: -32002,
  },
  fordefi: {
    id: 'FordefiProviders.UtxoProvider',
    name: 'Fordefi',
    // It is unknown whether Fordefi keeps a transaction sponsored.
    sponsors: false,
    lacks: ['stx_getNetworks', 'stx_transferSip10Ft', 'stx_transferSip9Nft', 'stx_updateProfile'],
    after: {
      account: EVERY_ADDRESS,
      network: EVERY_ADDRESS,
      networkName: 'testnet',
      disconnect: { connected: false, stored: [] },
    },
    locked: -32002,
  },
};

EMULATIONS.okx = {
  id: 'okxwallet.stacks',
  name: 'OKX Wallet',
  sponsors: false,
  hasBitcoin: false,
  lacks: [
    ...['sendTransfer', 'signMessage', 'signPsbt', 'stx_deployContract', 'stx_getNetworks'],
    ...['stx_signStructuredMessage', 'stx_signTransaction', 'stx_signTransactions'],
    'stx_updateProfile',
  ],
  after: {
    account: UNCHANGED,
    network: UNCHANGED,
    networkName: 'mainnet',
    disconnect: { connected: true, stored: ['@stacks/connect', 'STX_PROVIDER'] },
  },
  locked: -32002,
};

const TO_FRIEND = { amount: '1000', recipient: FRIEND.stacks };

/** Methods whose fee a sponsor can pay, with the micro-STX that the user sends. */
const SPONSORED = [
  ['stx_transferStx', TO_FRIEND, 1000n],
  ['stx_callContract', { contract: TOKEN, functionName: 'mint' }, 0n],
  ['stx_deployContract', { name: 'free', clarityCode: '(print u1)' }, 0n],
];

/** Every method, with params and a check of its result. */
const METHODS = {
  getAddresses: [undefined, ({ addresses }, hasBitcoin) => assertAddresses(addresses, hasBitcoin)],
  stx_getAddresses: [
    undefined,
    ({ addresses }) =>
      assert.deepEqual(
        addresses.map(({ address }) => address),
        [ACCOUNT.stacks],
      ),
  ],
  stx_getAccounts: [
    undefined,
    ({ addresses, accounts }, hasBitcoin) => {
      assert.equal(addresses[0].address, ACCOUNT.stacks);
      if (hasBitcoin) assert.match(addresses[0].gaiaAppKey, /^[0-9a-f]{64}$/);
      assert.deepEqual(accounts, addresses);
    },
  ],
  stx_getNetworks: [undefined, ({ active }) => assert.equal(active, 'mainnet')],
  sendTransfer: [
    { recipients: [{ address: FRIEND.payment, amount: '1000' }] },
    async ({ txid }) => {
      const { decoded } = await acceptedTransaction(txid);
      assert.deepEqual(
        decoded.outputs.find(({ address }) => address === FRIEND.payment),
        { address: FRIEND.payment, amount: '1000' },
      );
      assert.ok(decoded.inputs.every(({ address }) => address === ACCOUNT.payment));
    },
  ],
  signPsbt: [
    { psbt: PSBT, signInputs: [{ index: 0, address: ACCOUNT.payment }] },
    async ({ psbt, txid }) => {
      assert.equal(txid, undefined);
      const { transaction, inputs } = readPsbt(psbt);
      const signature = inputs[0][`02${ACCOUNT.paymentKey}`];
      assert.ok(await verifySegwit(transaction, 0, PSBT_COIN, signature, ACCOUNT.paymentKey));
    },
  ],
  stx_transferStx: [
    { ...TO_FRIEND, memo: 'hi' },
    (result) =>
      assertAccepted(result, {
        type: 'token_transfer',
        recipient: FRIEND.stacks,
        amount: '1000',
        memo: 'hi',
      }),
  ],
  stx_transferSip10Ft: [
    { ...TO_FRIEND, asset: `${TOKEN}::honey` },
    async (result) => {
      const decoded = await assertAccepted(result, {
        contract: TOKEN,
        function: 'transfer',
        arguments: ['u1000', `'${ACCOUNT.stacks}`, `'${FRIEND.stacks}`, 'none'],
      });
      assert.deepEqual(decoded.postConditions, [
        {
          type: 'ft-postcondition',
          address: ACCOUNT.stacks,
          condition: 'eq',
          amount: '1000',
          asset: `${TOKEN}::honey`,
        },
      ]);
    },
  ],
  stx_transferSip9Nft: [
    { recipient: FRIEND.stacks, asset: `${TOKEN}::jar`, assetId: { type: 'uint', value: '5' } },
    (result) =>
      assertAccepted(result, {
        contract: TOKEN,
        function: 'transfer',
        arguments: ['u5', `'${ACCOUNT.stacks}`, `'${FRIEND.stacks}`],
      }),
  ],
  stx_callContract: [
    {
      contract: TOKEN,
      functionName: 'mint',
      functionArgs: [{ type: 'uint', value: '5' }],
      postConditions: [
        { type: 'stx-postcondition', address: 'origin', condition: 'lte', amount: '9' },
      ],
      postConditionMode: 'deny',
    },
    async (result) => {
      const decoded = await assertAccepted(result, {
        contract: TOKEN,
        function: 'mint',
        arguments: ['u5'],
        postConditionMode: 'deny',
      });
      assert.equal(decoded.postConditions[0].amount, '9');
    },
  ],
  stx_deployContract: [
    { name: 'tok', clarityCode: '(print u1)' },
    (result) => assertAccepted(result, { type: 'smart_contract', name: 'tok', code: '(print u1)' }),
  ],
  stx_signTransaction: [
    { transaction: TRANSACTION },
    async ({ transaction, txid }) => {
      const { publicKey, nonce } = verifyStacks(transaction);
      assert.deepEqual([publicKey, nonce, txid], [ACCOUNT.publicKey, 20n, undefined]);
      const ids = (await broadcasts()).map(({ raw }) => raw);
      assert.ok(!ids.includes(transaction), 'broadcast without a request');
    },
  ],
  stx_signTransactions: [
    { transactions: [TRANSACTION, TRANSACTION.replace('0000000000000014', '0000000000000015')] },
    async ({ transactions }) => {
      const nonces = transactions.map((each) => verifyStacks(each).nonce);
      assert.deepEqual(nonces, [20n, 21n]);
      const ids = (await broadcasts()).map(({ raw }) => raw);
      assert.ok(!transactions.some((each) => ids.includes(each)), 'broadcast without a request');
    },
  ],
  signMessage: [
    { message: 'Hello', address: ACCOUNT.payment },
    (result) => {
      const { signature, ...rest } = result;
      assert.match(signature, /^[\w+/]{20,}={0,2}$/);
      assert.equal(rest.address, ACCOUNT.payment);
      assert.equal(rest.protocol, 'BIP322');
    },
  ],
  stx_signMessage: [
    { message: 'Hello' },
    ({ signature, publicKey }) => {
      assert.match(signature, /^0x[0-9a-f]{130}$/);
      assert.deepEqual(
        [messageSigner('Hello', signature), publicKey],
        [ACCOUNT.publicKey, ACCOUNT.publicKey],
      );
    },
  ],
  stx_signStructuredMessage: [
    { message: { type: 'uint', value: '5' }, domain: DOMAIN_VALUE },
    ({ signature, publicKey }) => {
      assert.match(signature, /^0x[0-9a-f]{130}$/);
      assert.deepEqual(
        [structuredSigner(DOMAIN, UINT_5, signature), publicKey],
        [ACCOUNT.publicKey, ACCOUNT.publicKey],
      );
    },
  ],
  stx_updateProfile: [
    { profile: { '@type': 'Person', name: 'Ada' } },
    ({ profile }) => assert.deepEqual(profile, { '@type': 'Person', name: 'Ada' }),
  ],
};

function assertAddresses(addresses, hasBitcoin = true) {
  assert.deepEqual(
    addresses.map(({ symbol, address }) => [symbol, address]),
    [
      ...(hasBitcoin
        ? [
            ['BTC', ACCOUNT.payment],
            ['BTC', ACCOUNT.taproot],
          ]
        : []),
      ['STX', ACCOUNT.stacks],
    ],
  );
}

/** The accepted transaction: the chain has checked its signature, nonce and network. */
async function acceptedTransaction(txid) {
  const found = (await broadcasts()).find((one) => one.txid === txid);
  assert.ok(found, `the chain has not accepted ${txid}`);
  return found;
}

async function assertAccepted({ txid, transaction }, expected) {
  const { raw, decoded } = await acceptedTransaction(txid);
  // OKX does not document what it returns besides the txid.
  assert.equal(transaction ?? raw, raw);
  const { publicKey, txid: real } = verifyStacks(raw);
  assert.deepEqual([publicKey, real], [ACCOUNT.publicKey, txid]);
  for (const [field, value] of Object.entries(expected)) assert.deepEqual(decoded[field], value);
  return decoded;
}

let server;
let browser;
/** One page for all tests: a new one would compile the scripts again. */
let page;
before(async () => {
  [server, browser] = await Promise.all([startWalletServer(showPage), launchBrowser()]);
  page = await browser.newPage({ reducedMotion: 'reduce' });
});
after(async () => {
  await browser?.close();
  server?.close();
});

const LIBRARY = `<script type="module">window.library = await import('/dist/cdn/stacks-wallet-elements.js');</script>`;
const wallet = (attributes) =>
  `<script src="/dist/dev-wallet/dev-wallet.js" data-chain-url="/" ${attributes}></script>`;

/** Serves a page with the development wallet, like an installed extension, and with the built package. */
function showPage({ path, query }, res, next) {
  const { attributes, options = '{}' } = query;
  const pages = {
    '/any-page.html': `<script>window.devWalletOptions = ${options};</script>${wallet(attributes)}${LIBRARY}`,
    '/asigna.html': `${wallet('data-as="asigna"')}<iframe src="framed.html" width="800" height="800"></iframe>`,
    '/framed.html': LIBRARY,
  };
  if (!(path in pages)) return next();
  res.send(`<!doctype html><title>Any page</title><link rel="icon" href="data:,">${pages[path]}`);
}

/** Opens the page as on a first visit. `attributes`: of the wallet's script. */
async function open(as, attributes = '') {
  await fetch(`${server.url}fixture`, { method: 'DELETE' });
  if (page.url().startsWith(server.url)) {
    await page.evaluate(() => [localStorage, sessionStorage].forEach((store) => store.clear()));
  }
  await visit(as, attributes);
}

/** Opens the page again. `options`: of the wallet. */
async function visit(as, attributes, options = {}) {
  const query = new URLSearchParams({
    attributes: `data-as="${as}" ${attributes}`,
    options: JSON.stringify(options),
  });
  await page.goto(`${server.url}any-page.html?${query}`);
  await page.waitForFunction(() => window.library);
}

const approve = () => page.getByRole('button', { name: 'Approve', exact: true }).click();
/** Sends a request through the library. By default, the wallet approves by itself. */
const ask = (method, params, behaviour = { autoApprove: true }) =>
  page.evaluate(
    ([name, given, how]) => {
      window.devWallet.behave(how);
      return window.library.request(name, given).then(
        (result) => ({ result }),
        ({ name: error, code, message }) => ({ error, code, message }),
      );
    },
    [method, params, behaviour],
  );
const broadcasts = async () => (await fetch(`${server.url}fixture/transactions`)).json();

async function connect(name) {
  const connected = page.evaluate(() => window.library.connect());
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await approve();
  const result = await connected;
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return result;
}

/** Micro-STX of the first account. */
const balance = async () => {
  const url = `${server.url}extended/v1/address/${ACCOUNT.stacks}/balances`;
  return BigInt((await (await fetch(url)).json()).stx.balance);
};
const sponsor = async (tx) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}v1/sponsor`, { method: 'POST', headers, body: JSON.stringify({ tx }) }); // prettier-ignore
  assert.equal(answer.status, 200, await answer.clone().text());
  return answer.json();
};

for (const [
  as,
  { id, name, lacks, refused = [], after: expected, locked, sponsors = true, hasBitcoin = true },
] of Object.entries(EMULATIONS)) {
  describe(`a page and the development wallet as ${as}`, () => {
    before(() => open(as));

    it('connects with two clicks', async () => {
      const { addresses } = await connect(name);
      assertAddresses(addresses, hasBitcoin);
      const [connected, stored, selected] = await page.evaluate(() => [
        window.library.isConnected(),
        window.library.getLocalStorage(),
        localStorage.getItem('STX_PROVIDER'),
      ]);
      assert.equal(connected, true);
      assert.equal(selected, id);
      assert.deepEqual(stored, {
        addresses: {
          stx: [{ address: ACCOUNT.stacks }],
          btc: hasBitcoin ? [{ address: ACCOUNT.payment }, { address: ACCOUNT.taproot }] : [],
        },
      });
    });

    for (const [method, [params, check]] of Object.entries(METHODS)) {
      if (lacks.includes(method)) {
        it(`rejects ${method} with -32601`, async () => {
          assert.equal((await ask(method, params)).code, -32601);
        });
      } else if (refused.includes(method)) {
        it(`rejects ${method} with -32602, before the user is asked`, async () => {
          assert.equal((await ask(method, params, {})).code, -32602);
        });
      } else {
        it(`supports ${method}`, async () => {
          const { result, ...error } = await ask(method, params);
          assert.deepEqual(error, {});
          await check(result, hasBitcoin);
        });
      }
    }

    it(`${sponsors ? 'signs' : 'rejects'} a sponsored transaction, for which the user pays no fee`, async () => {
      const newer = { editsTransactions: true, requireConnection: true };
      for (const age of as === 'leather' ? [{}, newer] : [{}]) {
        await page.evaluate((behaviour) => window.devWallet.behave(behaviour), age);
        for (const [method, params, sum] of SPONSORED) {
          const before = await balance();
          const asked = await page.evaluate(
            ([name, given, base]) =>
              window.library.request({ stacksApi: base }, name, given).then(
                (result) => ({ result }),
                ({ code, message }) => ({ code, message }),
              ),
            [method, { ...params, sponsored: true }, server.url],
          );
          if (!sponsors) {
            assert.ok([-32601, -32602].includes(asked.code), asked.message);
            continue;
          }
          assert.ok(asked.result, `${method}: ${asked.message}`);
          const { status, transaction, txid: early } = asked.result;
          assert.deepEqual([status, early], ['signed', '']);
          assert.equal(await balance(), before, 'sent before its sponsor signed');
          const { txid } = await sponsor(transaction);
          const { decoded } = await acceptedTransaction(txid);
          assert.deepEqual([decoded.sender, decoded.fee], [ACCOUNT.stacks, '0']);
          assert.ok(BigInt(decoded.sponsor.fee) > 0n);
          assert.equal(await balance(), before - sum, 'the user paid more than the amount');
        }
      }
      const today = { editsTransactions: false, requireConnection: false };
      await page.evaluate((behaviour) => window.devWallet.behave(behaviour), today);
    });

    it('rejects with -32000 on Reject and on Escape', async () => {
      for (const reject of [
        () => page.getByRole('button', { name: 'Reject', exact: true }).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        const asked = ask('stx_signMessage', { message: 'Hello' }, { autoApprove: false });
        await page.getByRole('dialog', { name: 'Sign a message' }).waitFor();
        await reject();
        const { error, code } = await asked;
        assert.deepEqual([error, code], ['JsonRpcError', -32000]);
      }
    });

    it('is still connected after a reload, until it disconnects', async () => {
      await page.reload();
      await page.waitForFunction(() => window.library);
      assert.equal(await page.evaluate(() => window.library.isConnected()), true);
      const { result } = await ask('stx_signMessage', { message: 'Hello' });
      assert.equal(messageSigner('Hello', result.signature), ACCOUNT.publicKey);
      const after = await page.evaluate(() => {
        window.library.disconnect();
        return [window.library.isConnected(), Object.keys(localStorage)];
      });
      assert.deepEqual(after, [false, []]);
    });

    it('explains each request exactly as it is sent', async () => {
      await open(as, 'data-auto-approve');
      await page.evaluate((providerId) => window.library.connect({ providerId }), id);
      for (const [method, [params]] of Object.entries(METHODS)) {
        const { row, asked, supported } = await page.evaluate(
          async ([name, given, wallet]) => {
            const client = window.library.getDefaultClient();
            const before = window.devWallet.calls.length;
            const rows = await client.explain(name, given);
            if (window.devWallet.calls.length !== before) throw new Error('It asked the wallet.');
            const { supported } = await client.supports(name);
            await client.request(name, given).catch(() => undefined);
            const asked = window.devWallet.calls
              .slice(before)
              .find((call) => call.method !== 'getInfo');
            return { row: rows.find(({ providerId }) => providerId === wallet), asked, supported };
          },
          [method, params, id],
        );
        const isMissing = lacks.includes(method);
        assert.equal(row.outcome === 'unsupported', isMissing && supported === false, method);
        if (supported !== undefined) assert.equal(supported, !isMissing, method);
        assert.deepEqual(row.request && { method: row.request.method, params: row.request.params }, asked && { method: asked.method, params: asked.params }); // prettier-ignore
      }
    });

    it('changes the network, or rejects with -32601', async () => {
      await open(as, 'data-auto-approve');
      await page.evaluate((providerId) => window.library.connect({ providerId }), id);
      const { state, code } = await page.evaluate(async () => {
        const client = window.library.getDefaultClient();
        const code = await client.switchNetwork('testnet').catch((error) => error.code);
        return { state: client.state, code };
      });
      const { network, addresses } = state;
      const address = addresses.find(({ symbol }) => symbol === 'STX').address;
      if (as === 'xverse')
        assert.deepEqual([code, network, address.slice(0, 2)], [undefined, 'testnet', 'ST']); // prettier-ignore
      else assert.deepEqual([code, address], [-32601, ACCOUNT.stacks]);
    });

    it('rejects with -32002 if it requires a connection, after one request', async () => {
      await open(as, 'data-auto-approve data-require-connection');
      const { code, calls } = await page.evaluate(async (providerId) => {
        const params = { message: 'Hello' };
        const asked = window.library.request({ providerId }, 'stx_signMessage', params);
        const code = await asked.catch((error) => error.code);
        return { code, calls: window.devWallet.calls.length };
      }, id);
      assert.deepEqual([code, calls], [-32002, 1]);
    });

    describe('after a change in the wallet', () => {
      beforeEach(async () => {
        await open(as);
        // The client listens to the wallet only while it has a subscriber.
        await page.evaluate(() => window.library.getDefaultClient().subscribe(() => undefined));
        await connect(name);
        await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
      });

      const control = (verb, ...args) =>
        page.evaluate(([does, given]) => window.devWallet[does](...given), [verb, args]);
      const accounts = () => page.evaluate(() => window.devWallet.accounts);
      const known = () =>
        page.evaluate(() => {
          const { status, addresses = [], network } = window.library.getDefaultClient().state;
          return { status, network, addresses: addresses.map(({ address }) => address) };
        });
      const signer = async () => {
        const { result } = await ask('stx_signMessage', { message: 'Hello' });
        assert.equal(messageSigner('Hello', result.signature), result.publicKey);
        return result.publicKey;
      };

      it('updates the account if the wallet reports a change, and the wallet signs with the new account', async () => {
        const before = await known();
        await control('switchAccount', 1);
        const [, second] = await accounts();
        assert.deepEqual(await known(), {
          ...before,
          addresses: expected.account(before.addresses, second),
        });
        // A wallet that does not report it signs with an account that the page does not know, which ends the connection.
        const isReported = (await known()).addresses.join() !== before.addresses.join();
        const { code } = await ask('stx_signMessage', { message: 'Hello' });
        assert.equal(code, isReported ? undefined : -32603);
        assert.equal((await known()).status, isReported ? 'connected' : 'disconnected');
        const { addresses } = await page.evaluate(() => window.library.connect());
        assert.equal(await signer(), FRIEND.publicKey);
        assert.deepEqual(
          addresses.map(({ address }) => address),
          hasBitcoin ? [second.payment, second.taproot, second.stacks] : [second.stacks],
        );
      });

      it('updates the network if the wallet reports a change, and the wallet signs for the new network', async (t) => {
        if (as === 'okx') return t.skip('It has only mainnet.');
        const before = await known();
        await control('switchNetwork', 'testnet');
        const [first] = await accounts();
        assert.match(first.stacks, /^ST/);
        assert.deepEqual(await known(), {
          ...before,
          addresses: expected.network(before.addresses, first),
          network: expected.networkName ?? before.network,
        });
        const { result } = await ask('stx_transferStx', {
          amount: '1',
          recipient: 'ST000000000000000000002AMW42H',
          // Leather reports no change, so the page has to name the other network.
          ...(expected.network === UNCHANGED && { network: 'testnet' }),
        });
        const sent = await acceptedTransaction(result.txid);
        assert.deepEqual([sent.network, sent.decoded.sender], ['testnet', first.stacks]);
      });

      it('is disconnected if the wallet reports it, and connects again', async () => {
        const before = await known();
        await control('disconnect');
        const { connected, stored } = expected.disconnect;
        const after = await page.evaluate(() => [
          window.library.isConnected(),
          Object.keys(localStorage).sort(),
        ]);
        assert.deepEqual(after, [connected, stored]);
        assert.deepEqual((await known()).addresses, connected ? before.addresses : []);
        const again = page.evaluate(() => window.library.connect());
        if (stored.length === 0) {
          await page.getByRole('dialog').getByRole('button', { name }).click();
        }
        assertAddresses((await again).addresses, hasBitcoin);
        assert.deepEqual((await known()).addresses, before.addresses);
      });

      it('stays connected while the wallet is locked, and requests fail until it is unlocked', async () => {
        const before = await known();
        const asked = ask('stx_signMessage', { message: 'Hello' }, { autoApprove: false });
        await page.getByRole('dialog', { name: 'Sign a message' }).waitFor();
        await control('lock');
        assert.equal((await asked).code, -32000, 'an open dialog counts as rejected');
        const { error, code } = await ask('stx_signMessage', { message: 'Hello' });
        assert.deepEqual([error, code], ['JsonRpcError', locked]);
        assert.deepEqual(await known(), before);
        await control('unlock');
        assert.equal(await signer(), ACCOUNT.publicKey);
      });
    });
  });
}

describe('a page in the frame of the development wallet as asigna', () => {
  let frame;
  /** A page with the wallet, and in its frame a page with the library. */
  before(async () => {
    await fetch(`${server.url}fixture`, { method: 'DELETE' });
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server.url}asigna.html`);
    frame = page.frame({ url: /framed/ });
    await frame.waitForFunction(() => window.library);
  });

  const inFrame = (method, params) =>
    frame.evaluate(
      ([name, given]) =>
        window.library.request(name, given).then(
          (result) => ({ result }),
          ({ code, message }) => ({ code, message }),
        ),
      [method, params],
    );

  it('connects through its picker, and the page around it shows the approval', async () => {
    const connected = frame.evaluate(() => window.library.connect());
    await frame.getByRole('dialog').getByRole('button', { name: 'Asigna' }).click();
    await approve();
    assertAddresses((await connected).addresses);
    const injected = await page.evaluate(() => 'AsignaProvider' in window);
    assert.equal(injected, false);
  });

  it('signs, sends, and gets -32000 if the user rejects', async () => {
    const rejected = inFrame('stx_signMessage', { message: 'Hello' });
    await page.getByRole('button', { name: 'Reject', exact: true }).click();
    assert.equal((await rejected).code, -32000);
    await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
    const { result } = await inFrame('stx_signMessage', { message: 'Hello' });
    assert.equal(messageSigner('Hello', result.signature), ACCOUNT.publicKey);
    const sent = await inFrame('stx_transferStx', TO_FRIEND);
    await assertAccepted(sent.result, { recipient: FRIEND.stacks, amount: '1000' });
    assert.equal((await inFrame('signMessage', { message: 'Hello' })).code, -32601);
  });

  it('is still connected after a reload of the frame', async () => {
    await frame.goto(frame.url());
    await frame.waitForFunction(() => window.library?.isConnected());
    const { result } = await inFrame('stx_signMessage', { message: 'Hello' });
    assert.equal(messageSigner('Hello', result.signature), ACCOUNT.publicKey);
  });
});

describe('a wallet that misbehaves', () => {
  const failure = (method, signal) =>
    page.evaluate(
      ([name, withSignal]) => {
        const options = {
          provider: window.devWallet.provider,
          ...(withSignal && { signal: AbortSignal.timeout(100) }),
        };
        return window.library.request(options, name, { message: 'Hello' }).then(
          () => 'answered',
          ({ name: error, code, message }) => ({ error, code, message }),
        );
      },
      [method, signal],
    );

  it('may throw any value: the page gets a JsonRpcError with a message', async () => {
    await open('sip030');
    for (const thrown of [
      'new Error("no wallet today")',
      '"cancel"',
      'null',
      '({ code: "x" })',
      '0',
    ]) {
      await page.evaluate(`window.devWallet.behave({ throws: ${thrown} })`);
      const { error, code, message } = await failure('stx_signMessage');
      assert.equal(error, 'JsonRpcError', thrown);
      assert.ok(Number.isFinite(code) && message !== '', thrown);
    }
  });

  it('may never answer: the page’s signal ends the request', async () => {
    await open('sip030');
    await page.evaluate(() => window.devWallet.behave({ silent: true }));
    const { error } = await failure('stx_signMessage', true);
    assert.equal(error, 'TimeoutError');
  });

  it('may be injected late: the open picker adds it', async () => {
    await open('sip030', 'data-late="3000"');
    const connected = page.evaluate(() => window.library.connect());
    await page.getByRole('dialog').waitFor();
    assert.equal(await page.evaluate(() => 'DevWalletProvider' in window), false);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Development wallet/ })
      .click();
    await approve();
    assertAddresses((await connected).addresses);
  });
});

describe('a transaction that the chain rejects', () => {
  for (const [as, expected] of [
    ['sip030', -32603],
    ['leather', 4002],
  ]) {
    it(`fails with the chain’s reason (${as})`, async () => {
      await open(as);
      await page.evaluate(() => window.devWallet.behave({ autoApprove: true }));
      const { code, message } = await page.evaluate(
        (params) =>
          window.devWallet.provider.request('stx_transferStx', params).catch(({ error }) => error),
        { amount: '2000000000000', recipient: FRIEND.stacks },
      );
      assert.equal(code, expected);
      assert.match(message, /NotEnoughFunds/);
    });
  }
});
