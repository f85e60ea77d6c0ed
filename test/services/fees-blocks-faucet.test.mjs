/** Fees, the time of blocks and the faucet, read over HTTP. @stacks/transactions makes the transactions to compare with. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  Cl,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  Pc,
  PostConditionMode,
  serializePayload,
} from '@stacks/transactions';
import { ContractError, estimateFee, faucet, getBlockTime } from '../../dist/contracts/index.js';

const KEY = '47382d0211f3bbb11812b5e60b696a93d7ad0a91cdeb2162f7d69d4adef48b5d01';
const SENDER = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const RECIPIENT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const MAX = 1_000_000n;
const TXID = 'ab'.repeat(32);
const TRANSFER = { recipient: RECIPIENT, amount: 1_000_000n, memo: 'Thanks' };
const ESTIMATES = [{ fee: 180 }, { fee: 2_500 }, { fee: 40_000 }];

let server;
let source;
/** By path: the status and the JSON, or a function of the request. */
let answers;
let asked;

before(async () => {
  server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('');
    const path = request.url;
    if (!path.endsWith('/v2/info')) asked.push({ method: request.method, path, body });
    const [status, json] = answers[path] ?? [404, { error: 'Not found' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
});
after(() => server.close());
beforeEach(() => {
  asked = [];
  // A path of its own for each test: the library remembers which routes a service has.
  source = undefined;
  answers = {};
});

/** A service with these routes, which no other test has used. */
let services = 0;
function serve(routes) {
  services += 1;
  const base = `/${services}`;
  for (const [path, answer] of Object.entries(routes)) answers[base + path] = answer;
  source = { baseUrl: `http://127.0.0.1:${server.address().port}${base}` };
  return base;
}

async function failure(promise) {
  const error = await promise.then(
    () => assert.fail('resolved'),
    (thrown) => thrown,
  );
  assert.ok(error instanceof Error);
  return error;
}

const FEES = '/v2/fees/transaction';
const common = { senderKey: KEY, network: 'mainnet', nonce: 0n, fee: 0n };
const pc = Pc.principal(SENDER).willSendEq(1).ft(TOKEN, 'honey');
const tokenCall = (functionArgs, postConditions) =>
  makeContractCall({
    ...common,
    contractAddress: TOKEN.split('.')[0],
    contractName: 'honey-token',
    functionName: 'transfer',
    functionArgs,
    postConditions,
    postConditionMode: PostConditionMode.Deny,
    validateWithAbi: false,
  });
const args = [Cl.uint(1), Cl.principal(SENDER), Cl.principal(RECIPIENT), Cl.none()];

describe('estimateFee', () => {
  const calls = {
    stx_transferStx: [TRANSFER, () => makeSTXTokenTransfer({ ...common, ...TRANSFER })],
    stx_callContract: [
      {
        contract: TOKEN,
        functionName: 'transfer',
        functionArgs: args,
        postConditions: [pc],
      },
      () => tokenCall(args, [pc]),
    ],
    stx_deployContract: [
      { name: 'a', clarityCode: '(ok true)', clarityVersion: 4 },
      () =>
        makeContractDeploy({
          ...common,
          contractName: 'a',
          codeBody: '(ok true)',
          clarityVersion: 4,
        }),
    ],
  };
  for (const [method, [params, make]] of Object.entries(calls)) {
    it(`sends the payload and the size that @stacks/transactions gives: ${method}`, async () => {
      const base = serve({ [FEES]: [200, { estimations: ESTIMATES }] });
      const estimate = await estimateFee(method, params, { max: MAX, source });
      assert.deepEqual(estimate, { low: 180n, medium: 2_500n, high: 40_000n, isCapped: false });
      const transaction = await make();
      assert.equal(asked[0].path, base + FEES);
      assert.deepEqual(JSON.parse(asked[0].body), {
        transaction_payload: serializePayload(transaction.payload),
        estimated_len: transaction.serialize().length / 2,
      });
    });
  }

  it('estimates transfers of tokens as the calls that they are', async () => {
    serve({ [FEES]: [200, { estimations: ESTIMATES }] });
    const asset = `${TOKEN}::honey`;
    for (const [method, params] of [
      ['stx_transferSip10Ft', { asset, recipient: RECIPIENT, amount: 1n }],
      ['stx_transferSip9Nft', { asset, recipient: RECIPIENT, assetId: Cl.uint(1) }],
    ]) {
      assert.equal((await estimateFee(method, params, { max: MAX, source })).medium, 2_500n);
      assert.match(JSON.parse(asked.at(-1).body).transaction_payload, /^02.*7472616e73666572/);
    }
  });

  it('lowers what is above the maximum of the page, and says so', async () => {
    serve({ [FEES]: [200, { estimations: [{ fee: 1 }, { fee: 5 }, { fee: 2_000_000_000 }] }] });
    for (const max of [5n, 5]) {
      const estimate = await estimateFee('stx_transferStx', TRANSFER, { max, source });
      assert.deepEqual(estimate, { low: 1n, medium: 5n, high: 5n, isCapped: true });
    }
  });

  it('says that a node has no estimate, with its reason', async () => {
    for (const reason of ['NoEstimateAvailable', 'CostEstimationDisabled', 'DatabaseError']) {
      serve({ [FEES]: [400, { error: 'Estimation could not be made', reason }] });
      const error = await failure(estimateFee('stx_transferStx', TRANSFER, { max: MAX, source }));
      assert.ok(error instanceof ContractError);
      assert.equal(error.code, 'no-estimate');
      assert.match(error.message, new RegExp(reason));
    }
  });

  it('refuses an answer that is no three amounts', async () => {
    for (const estimations of [
      undefined,
      [],
      [{ fee: 1 }],
      [{ fee: 1 }, { fee: 2 }, { fee: '3' }],
      [{ fee: 1 }, { fee: 2.5 }, { fee: 3 }],
      [{ fee: -1 }, { fee: 2 }, { fee: 3 }],
      [{ fee: 1 }, { fee: 2 }, { fee: 2 ** 53 }],
      { 0: { fee: 1 } },
    ]) {
      serve({ [FEES]: [200, { estimations }] });
      const error = await failure(estimateFee('stx_transferStx', TRANSFER, { max: MAX, source }));
      assert.equal(error.code, 'bad-response', JSON.stringify(estimations));
    }
  });

  it('refuses wrong params and options before it asks', async () => {
    serve({});
    const wrong = [
      ['stx_transferStx', { ...TRANSFER, amount: '1.5' }, { max: MAX }, /amount/],
      ['stx_transferStx', { ...TRANSFER, recipient: `${RECIPIENT.slice(0, -1)}8` }, { max: MAX }, /recipient/],
      ['stx_transferStx', TRANSFER, {}, /options\.max/],
      ['stx_transferStx', TRANSFER, { max: 0n }, /options\.max/],
      ['stx_transferStx', TRANSFER, { max: -1 }, /options\.max/],
      ['stx_transferStx', TRANSFER, { max: '5' }, /options\.max/],
      ['stx_signMessage', { message: 'a' }, { max: MAX }, /method/],
      ['stx_transferStx', TRANSFER, { max: MAX, netwrk: 'mainnet' }, /netwrk/],
      ['stx_transferStx', TRANSFER, { max: MAX, network: 'testnet' }, /network|testnet/],
    ]; // prettier-ignore
    for (const [method, params, options, message] of wrong) {
      assert.match((await failure(estimateFee(method, params, { source, ...options }))).message, message); // prettier-ignore
    }
    assert.deepEqual(asked, []);
  });
});

describe('getBlockTime', () => {
  const block = {
    height: 5_000_000,
    block_time: 1_795_000_000,
    burn_block_height: 960_300,
    burn_block_time: 1_794_999_900,
  };
  const time = {
    height: 5_000_000,
    time: 1_795_000_000_000,
    burnHeight: 960_300,
    burnTime: 1_794_999_900_000,
  };

  it('gives the time of a block, and of the Bitcoin block of its tenure', async () => {
    serve({
      '/extended/v2/blocks/latest': [200, block],
      '/extended/v2/blocks/5000000': [200, block],
    });
    assert.deepEqual(await getBlockTime('latest', { source }), time);
    assert.deepEqual(await getBlockTime(5_000_000, { source }), time);
  });

  it('says that a block is not there yet', async () => {
    serve({});
    const error = await failure(getBlockTime(9_999_999, { source }));
    assert.equal(error.code, 'not-found');
    assert.match(error.message, /block 9999999/);
  });

  it('refuses a wrong block before it asks, and an answer for another one', async () => {
    serve({ '/extended/v2/blocks/7': [200, block], '/extended/v2/blocks/8': [200, { height: 8 }] });
    for (const wrong of [-1, 1.5, NaN, '7', 'newest', '../info', undefined, 7n]) {
      assert.equal((await failure(getBlockTime(wrong, { source }))).code, 'invalid');
    }
    assert.deepEqual(asked, []);
    assert.equal((await failure(getBlockTime(7, { source }))).code, 'bad-response');
    assert.equal((await failure(getBlockTime(8, { source }))).code, 'bad-response');
  });
});

describe('faucet', () => {
  it('asks the route of the API 9.4 and newer', async () => {
    const base = serve({
      '/extended/v3/faucets/sbtc': [200, { transaction: { tx_id: `0x${TXID}`, chain: 'stacks' }, amount: { sbtc: '100000000' } }],
    }); // prettier-ignore
    const sent = await faucet(TESTNET, 'sbtc', { source });
    assert.deepEqual(sent, { txid: `0x${TXID}`, amount: 100_000_000n });
    assert.deepEqual(asked, [
      {
        method: 'POST',
        path: `${base}/extended/v3/faucets/sbtc`,
        body: `{"address":"${TESTNET}"}`,
      },
    ]);
  });

  it('asks the older route where the API has no other, for STX', async () => {
    serve({ [`/extended/v1/faucets/stx?address=${TESTNET}`]: [200, { success: true, txId: `0x${TXID}` }] }); // prettier-ignore
    assert.deepEqual(await faucet(TESTNET, 'stx', { source }), {
      txid: `0x${TXID}`,
      amount: undefined,
    });
    assert.equal((await failure(faucet(TESTNET, 'sbtc', { source }))).code, 'not-found');
  });

  it('refuses mainnet, wrong addresses and assets before it asks', async () => {
    serve({});
    for (const [address, asset, message] of [
      [RECIPIENT, 'stx', /address of a test network/],
      [`${TESTNET.slice(0, -1)}P`, 'stx', /address/],
      [TESTNET, 'btc', /asset/],
      [TESTNET, undefined, /asset/],
    ]) {
      const error = await failure(faucet(address, asset, { source }));
      assert.equal(error.code, 'invalid');
      assert.match(error.message, message);
    }
    assert.deepEqual(asked, []);
  });

  it('says why a faucet sends nothing', async () => {
    for (const [status, code] of [
      [403, 'bad-response'],
      [400, 'bad-response'],
      [429, 'rate-limited'],
    ]) {
      serve({ '/extended/v3/faucets/stx': [status, { error: 'STX faucet is not available' }] });
      assert.equal((await failure(faucet(TESTNET, 'stx', { source }))).code, code);
    }
  });
});
