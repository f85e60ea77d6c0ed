/** The watchers of tokens, balances and names, over HTTP. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import {
  ContractError,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
  SBTC,
  watchBalance,
  watchName,
} from '../../dist/contracts/index.js';
import { configure, createWalletClient, toUserText } from '../../dist/index.js';
import { createMetadataClient, MetadataError, watchToken } from '../../dist/metadata/index.js';
import { SENDER, startMiningChain } from '../support/mining-chain.mjs';
import { until } from '../support/until.mjs';

const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const BNS = 'SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF';

let chain;
/** A server in front of the chain that refuses as long as `refusal` says how. */
let front;
let refusal;
let asked;
before(async () => {
  chain = await startMiningChain();
  front = createServer(async (request, response) => {
    const [, test, url] = /^\/test-(\d+)(\/.*)$/.exec(request.url);
    // Not a request of a test that has ended.
    if (Number(test) === number) asked.push(url);
    if (refusal) return response.writeHead(...refusal).end('{}');
    if (url.startsWith('/metadata/')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ name: 'Honey', symbol: 'HNY', decimals: 6 }));
    }
    const answer = await fetch(chain.url + url);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  await new Promise((listening) => front.listen(0, '127.0.0.1', listening));
});
after(async () => {
  front.close();
  front.closeAllConnections();
  await chain.close();
});

let number = 0;
let baseUrl;
const ends = [];
beforeEach(() => {
  // Pauses are those of a host, and answers are kept by their URL.
  number += 1;
  const { port } = front.address();
  baseUrl = `http://${number % 2 ? '127.0.0.1' : 'localhost'}:${port}/test-${number}/`;
  refusal = undefined;
  asked = [];
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The states that a watcher has, from its first listener on. */
function follow(watcher) {
  const states = [watcher.state];
  const end = watcher.subscribe(() => {
    assert.notEqual(watcher.state, states.at(-1), 'a listener is called only after a change');
    states.push(watcher.state);
  });
  ends.push(end);
  const reaches = (status) =>
    until(() => watcher.state.status === status, `${status}, not ${watcher.state.status}`);
  return { states, end, reaches };
}
const own = () => ({ fetch: (...call) => fetch(...call) });

/** Each watcher, with options that ask the server of this test. */
const WATCHERS = {
  watchToken: {
    create: (options) => watchToken(HONEY, { baseUrl, ...options }),
    wrong: (options) => watchToken(`${SENDER}!`, { baseUrl, ...options }),
    error: MetadataError,
    code: 'invalid-principal',
    ready: 'ready',
    failed: 'error',
  },
  watchBalance: {
    create: (options) => watchBalance(SENDER, { source: { baseUrl, ...own() }, ...options }),
    wrong: (options) => watchBalance(`${SENDER}!`, { source: { baseUrl }, ...options }),
    error: ContractError,
    code: 'invalid',
    ready: 'ready',
    failed: 'error',
  },
  watchName: {
    create: (options) => watchName(SENDER, { source: { baseUrl, ...own() }, ...options }),
    wrong: (options) => watchName(`${SENDER}!`, { source: { baseUrl }, ...options }),
    error: ContractError,
    code: 'invalid',
    ready: ['found', 'none', 'unknown'],
    failed: 'unknown',
  },
};

for (const [name, { create, wrong, error, code, ready, failed }] of Object.entries(WATCHERS)) {
  const isReady = (state) => [ready].flat().includes(state.status);
  describe(name, () => {
    it('reads nothing before the first listener, and has one snapshot until it changes', async () => {
      const watcher = create();
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(asked, []);
      assert.equal(watcher.state.status, 'loading');
      assert.equal(watcher.state, watcher.state);
      const { states } = follow(watcher);
      await until(() => isReady(watcher.state));
      assert.equal(watcher.state, watcher.state);
      assert.ok(states.every((state) => Object.isFrozen(state)));
      assert.equal(new Set(states).size, states.length);
      assert.equal(new Set(states.map((state) => Object.keys(state).sort().join())).size, 1);
    });

    it('is read again by reload(), and keeps what it has meanwhile', async () => {
      const watcher = create();
      const { states } = follow(watcher);
      await until(() => isReady(watcher.state));
      const before = states.length;
      const { status, token, balance, name } = watcher.state;
      watcher.reload();
      assert.equal(watcher.state.status, 'loading');
      assert.equal(watcher.state.token, token);
      assert.deepEqual([watcher.state.balance, watcher.state.name], [balance, name]);
      await until(() => watcher.state.status === status);
      assert.equal(states.length, before + 2);
    });

    it('shares what several listeners read', async () => {
      const watcher = create();
      follow(watcher);
      await until(() => isReady(watcher.state));
      const { length } = asked;
      follow(watcher);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(asked.length, length);
    });

    it('calls no listener after the last has left, nor after the signal is aborted', async () => {
      for (const isAborted of [false, true]) {
        const control = new AbortController();
        const watcher = create({ signal: control.signal });
        const { states, end } = follow(watcher);
        if (isAborted) control.abort();
        else end();
        await new Promise((resolve) => setTimeout(resolve, 100));
        assert.equal(states.length, 1, `${isAborted}`);
        watcher.reload();
        assert.equal(watcher.state.status, 'loading');
      }
    });

    it('waits for `beforeRead` before each read', async () => {
      let open;
      const gate = new Promise((resolve) => (open = resolve));
      const watcher = create({ beforeRead: () => gate });
      follow(watcher);
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.deepEqual(asked, []);
      open();
      await until(() => isReady(watcher.state));
    });

    it('has what `beforeRead` threw as an error of its state', async () => {
      const beforeRead = () => {
        throw new Error('not visible');
      };
      const watcher = create({ beforeRead });
      await follow(watcher).reaches(failed);
      assert.match(String(watcher.state.error.cause ?? watcher.state.error), /not visible/);
      assert.deepEqual(asked, []);
    });

    it('names a wrong option, and has a wrong argument as an error of its state', async () => {
      assert.throws(() => create({ clinet: 1 }), /`clinet` is not a known option.*`client`/);
      const watcher = wrong();
      const { reaches } = follow(watcher);
      await reaches(failed);
      assert.ok(watcher.state.error instanceof error);
      assert.equal(watcher.state.error.code, code);
      assert.deepEqual(asked, []);
    });
  });
}

describe('watchToken', () => {
  it('becomes ready after the service was busy', async () => {
    refusal = [429, { 'retry-after': '0', 'content-type': 'application/json' }];
    const watcher = watchToken(HONEY, { client: createMetadataClient({ baseUrl }) });
    const { states, reaches } = follow(watcher);
    await reaches('pending');
    assert.equal(watcher.state.error.code, 'rate-limited');
    refusal = undefined;
    await reaches('ready');
    assert.equal(watcher.state.token.symbol, 'HNY');
    assert.deepEqual(
      states.map(({ status }) => status),
      ['loading', 'pending', 'ready'],
    );
  });

  it('loads an NFT, and a summary', async () => {
    const nft = watchToken(HONEY, { baseUrl, type: 'nft', tokenId: 7n });
    const { reaches } = follow(nft);
    await reaches('ready');
    assert.deepEqual(asked, [`/metadata/v1/nft/${HONEY}/7`]);
  });
});

describe('watchBalance', () => {
  it('reads STX and sBTC', async () => {
    for (const asset of ['stx', 'STX', 'sbtc', SBTC.mainnet]) {
      const watcher = watchBalance(SENDER, { asset, source: { baseUrl: chain.url } });
      const { reaches } = follow(watcher);
      await reaches('ready');
      assert.equal(typeof watcher.state.balance, 'bigint', asset);
    }
  });

  it('waits while the service is busy, and keeps the former balance', async () => {
    const watcher = WATCHERS.watchBalance.create();
    const { states, reaches } = follow(watcher);
    await reaches('ready');
    const { balance } = watcher.state;
    refusal = [429, { 'retry-after': '30' }];
    watcher.reload();
    await until(() => watcher.state.error);
    assert.deepEqual([watcher.state.status, watcher.state.balance], ['loading', balance]);
    assert.equal(watcher.state.error.code, 'rate-limited');
    assert.deepEqual(
      states.map(({ status }) => status),
      ['loading', 'ready', 'loading', 'loading'],
    );
  });
});

describe('watchName', () => {
  it('says why there is no name', async () => {
    const watcher = watchName(SENDER, { source: { baseUrl, ...own() } });
    follow(watcher);
    await until(() => watcher.state.status !== 'loading');
    assert.ok(asked.some((url) => url.includes(BNS)));
    assert.ok(watcher.state.reason ?? watcher.state.error?.code);
  });
});

describe('an address of another network than that of the client', () => {
  const TESTNET_ADDRESS = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
  const isAbout = (error, ...parts) => {
    assert.ok(error instanceof ContractError, String(error));
    assert.equal(error.code, 'wrong-network');
    assert.deepEqual(error.networks, { address: 'testnet', page: 'mainnet', isConnected: false });
    for (const part of [TESTNET_ADDRESS, 'testnet', 'mainnet', '`network: "testnet"`', ...parts])
      assert.ok(error.message.includes(part), error.message);
  };
  afterEach(() => configure({ network: undefined }));

  for (const [name, watch, failed] of [
    ['watchBalance', watchBalance, 'error'],
    ['watchName', watchName, 'unknown'],
  ]) {
    it(`is an error of ${name}, and is read if the option names its network`, async () => {
      const client = createWalletClient().with({ network: 'mainnet' });
      const source = { baseUrl, ...own() };
      const refused = watch(TESTNET_ADDRESS, { client, source });
      await follow(refused).reaches(failed);
      isAbout(refused.state.error, `${name}: `, 'the client');
      assert.equal(
        await toUserText(refused.state),
        'This address is on testnet, but this page uses mainnet.',
      );
      assert.deepEqual(asked, []);
      for (const options of [
        { client, network: 'testnet' },
        { client: client.with({ network: 'devnet' }) },
      ]) {
        const read = watch(TESTNET_ADDRESS, { ...options, source });
        follow(read);
        await until(() => asked.length > 0);
        asked = [];
      }
    });

    it(`is read by ${name} when the client of the page has its network`, async () => {
      configure({ network: 'mainnet' });
      const watcher = watch(TESTNET_ADDRESS, { source: { baseUrl, ...own() } });
      await follow(watcher).reaches(failed);
      configure({ network: 'testnet' });
      // Nothing tells a watcher of the default client that the page was configured again.
      watcher.reload();
      await until(() => asked.length > 0);
    });
  }

  it('is an error of the functions that read once', async () => {
    const read = (network) => {
      const options = { network, source: { baseUrl, ...own() } };
      return [
        getStxBalance(TESTNET_ADDRESS, options),
        getFtBalance(TESTNET_ADDRESS, SBTC.testnet, options),
        getFtBalances(TESTNET_ADDRESS, options),
        getName(TESTNET_ADDRESS, options),
      ];
    };
    configure({ network: 'mainnet' });
    for (const { status, reason } of await Promise.allSettled(read())) {
      assert.equal(status, 'rejected');
      isAbout(reason, 'configure()');
    }
    assert.deepEqual(asked, []);
    await Promise.allSettled(read('testnet'));
    assert.ok(asked.length > 0);
  });
});
