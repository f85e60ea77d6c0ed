/** The URLs of services by network: `stacksApi`, `bitcoinApi`, `metadataApi`, `source` and `baseUrl`. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { configure, createWalletClient, getDefaultClient } from '../../dist/core/index.js';
import {
  contract,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
} from '../../dist/contracts/index.js';
import {
  createMetadataClient,
  getFtMetadata,
  getTokens,
  searchFts,
} from '../../dist/metadata/index.js';
import { stacksApi, trackTransaction } from '../../dist/transactions/index.js';
import { until } from '../support/until.mjs';

const MAIN = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
/** With the same key as {@link TEST}. */
const SENDER = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N';
const TEST = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';
const MAIN_TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const TEST_TOKEN = `${TEST}.honey-token`;
const PUBLIC = { mainnet: 'https://api.hiro.so', testnet: 'https://api.testnet.hiro.so' };
const TESTNET_ID = 2147483648;
const SETTINGS = Symbol.for('stacks-wallet-elements/settings@1');

let count = 0;
/** A host that no other test uses. */
const freshUrl = () => `https://node-${(count += 1)}.example`;
let txids = 0;
const freshId = () => `0x${String((txids += 1)).padStart(64, 'e')}`;

/** Answers of a service whose network is that of `info`. */
function answer(url, info) {
  const { pathname } = url;
  if (pathname.endsWith('/v2/info')) return info;
  if (pathname.endsWith('/balances/stx'))
    return { balance: '0', available: '0', locked: null, mempool: null };
  if (pathname.includes('/balances/ft/')) return { balance: '0' };
  if (pathname.endsWith('/balances/ft')) return { results: [] };
  if (pathname.includes('/interface/')) return { functions: [] };
  if (pathname.includes('/call-read/')) return { okay: true, result: '0x080100000000000000000000000000000083' }; // prettier-ignore
  if (pathname.endsWith('/nonces')) return { possible_next_nonce: 7, next_nonce: 7 };
  if (pathname.includes('/metadata/v1/search')) return [];
  if (pathname.endsWith('/metadata/v1/ft')) return { results: [], total: 0, limit: 20, offset: 0 };
  if (pathname.includes('/metadata/v1/ft/')) {
    return { symbol: 'X', decimals: 6, asset_identifier: `${pathname.split('/').at(-1)}::x` };
  }
  if (pathname.endsWith('/extended/v1/tx/multiple')) {
    const ids = url.searchParams.get('tx_id').split(',');
    return Object.fromEntries(ids.map((id) => [id, { found: false, result: { tx_id: id } }]));
  }
  return {};
}

/** The URLs that all recordings have recorded. */
const requested = [];
/** Records what is asked. `infos`: the answers of hosts to `/v2/info`. */
function recording(infos = {}) {
  const isUnknown = (url) => /\/extended\/v3\/transactions\/0x/.test(url.pathname);
  const urls = [];
  const fetch = async (href) => {
    const url = new URL(String(href));
    urls.push(url.href);
    requested.push(url.href);
    const info = infos[url.origin] ?? {};
    if (isUnknown(url)) return Response.json({ message: 'Transaction not found' }, { status: 404 });
    return info instanceof Response ? info.clone() : Response.json(answer(url, info));
  };
  const origins = () => [...new Set(urls.map((url) => new URL(url).origin))];
  return { urls, fetch, origins };
}

const failure = (promise) =>
  promise.then(
    (value) => assert.fail(`resolved with ${JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))}`), // prettier-ignore
    (error) => error,
  );
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Forgets the settings of the test before. */
beforeEach(() => {
  delete globalThis[SETTINGS];
  configure({ transactions: { pace: 0.01, perMinute: 100_000, store: false } });
});

/** Everything that reads a Stacks API, for an address. What an account has on another network is read only if it is named. */
const READS = {
  getStxBalance: (address, network) => getStxBalance(address, { network }),
  getFtBalance: (address, network) => getFtBalance(address, `${address}.token::token`, { network }),
  getFtBalances: (address, network) => getFtBalances(address, { network }),
  getName: (address, network) => getName(address, { network, maxAge: 0 }),
  getContractInterface: (address) => getContractInterface(`${address}.token-${(count += 1)}`),
  contract: (address) => {
    const functions = [{ name: 'f', access: 'read_only', args: [], outputs: { type: { response: { ok: 'bool', error: 'uint128' } } } }]; // prettier-ignore
    return contract({ functions }, { contract: `${address}.token` }).readResponse.f();
  },
  trackTransaction: async (address) => {
    const id = freshId();
    const undo = trackTransaction(id, { account: address }).subscribe(() => {});
    // By both routes.
    await until(() => requested.filter((url) => url.includes(id)).length >= 2);
    undo();
  },
};

describe('a URL without a network', () => {
  for (const [name, read] of Object.entries(READS)) {
    it(`is that of the configured network: ${name}`, async () => {
      const own = freshUrl();
      const { fetch, origins } = recording();
      configure({ network: 'testnet', stacksApi: own, fetch });
      await read(MAIN, 'mainnet');
      assert.deepEqual(origins(), [PUBLIC.mainnet]);
      await read(TEST);
      assert.deepEqual(origins(), [PUBLIC.mainnet, own]);
    });
  }

  it('is that of mainnet without a configured network', async () => {
    const own = freshUrl();
    const { fetch, origins } = recording();
    configure({ stacksApi: own, fetch });
    await getStxBalance(TEST);
    assert.deepEqual(origins(), [PUBLIC.testnet]);
    await getStxBalance(MAIN);
    assert.deepEqual(origins(), [PUBLIC.testnet, own]);
  });

  it('is that of the network that is configured later', async () => {
    const own = freshUrl();
    const { fetch, origins } = recording();
    configure({ stacksApi: own, fetch });
    configure({ network: 'devnet' });
    await getStxBalance(TEST);
    await getStxBalance(TEST, { network: 'DEVNET' });
    assert.deepEqual(origins(), [own]);
    await getStxBalance(MAIN, { network: 'mainnet' });
    assert.deepEqual(origins(), [own, PUBLIC.mainnet]);
  });

  it('is not asked for a name on another network', async () => {
    const own = freshUrl();
    const { fetch, origins } = recording();
    configure({ network: 'testnet', stacksApi: own, fetch });
    await getAddressOfName('alice.btc', { network: 'mainnet', maxAge: 0 });
    assert.deepEqual(origins(), [PUBLIC.mainnet]);
  });

  it('is not used for a network without a service', async () => {
    const { fetch, urls } = recording();
    configure({ network: 'testnet', stacksApi: freshUrl(), fetch });
    const error = await failure(getStxBalance(TEST, { network: 'devnet' }));
    assert.match(
      error.message,
      /no Stacks API is known for the `network` devnet. Set `stacksApi: \{ devnet: /,
    );
    assert.deepEqual(urls, []);
  });

  it('of Bitcoin transactions is that of the configured network', () => {
    configure({ network: 'testnet', bitcoinApi: 'https://btc.example/api' });
    const track = (network) =>
      trackTransaction('ab'.repeat(32), { chain: 'bitcoin', network }).source;
    assert.equal(track('testnet'), 'mempool-space https://btc.example/api');
    assert.equal(track('mainnet'), 'mempool-space https://mempool.space/api');
    assert.equal(track('signet'), 'mempool-space https://mempool.space/signet/api');
  });

  it('of metadata is that of the configured network', async () => {
    const own = freshUrl();
    const { fetch, origins } = recording();
    configure({ network: 'testnet', metadataApi: own, fetch });
    await getFtMetadata(MAIN_TOKEN, { fresh: true });
    await getTokens([MAIN_TOKEN], { fresh: true });
    assert.deepEqual(origins(), [PUBLIC.mainnet]);
    await getFtMetadata(TEST_TOKEN, { fresh: true });
    assert.deepEqual(origins(), [PUBLIC.mainnet, own]);
  });
});

describe('URLs by network', () => {
  it('are asked for their networks, and the public ones for the others', async () => {
    const [devnet, testnet] = [freshUrl(), freshUrl()];
    const { fetch, origins } = recording();
    configure({ stacksApi: { devnet, testnet }, fetch });
    await getStxBalance(TEST, { network: 'devnet' });
    await getStxBalance(TEST);
    await getStxBalance(MAIN);
    assert.deepEqual(origins(), [devnet, testnet, PUBLIC.mainnet]);
  });

  it('of metadata are, too; the search is on the network of the page', async () => {
    const [devnet, mainnet] = [freshUrl(), freshUrl()];
    const { fetch, origins } = recording();
    configure({ metadataApi: { devnet, mainnet }, fetch });
    await searchFts({ fresh: true });
    assert.deepEqual(origins(), [mainnet]);
    configure({ network: 'devnet' });
    await searchFts({ fresh: true });
    await getFtMetadata(TEST_TOKEN, { fresh: true });
    assert.deepEqual(origins(), [mainnet, devnet]);
    configure({ network: 'mocknet', metadataApi: { mainnet } });
    const error = await failure(searchFts({ fresh: true }));
    assert.deepEqual(
      [error.code, /no metadata service is known for mocknet/.test(error.message)],
      ['invalid-base-url', true],
    );
  });

  it('are those of a local chain under each of its names', async () => {
    const devnet = freshUrl();
    const { fetch, origins } = recording();
    configure({ stacksApi: { devnet }, fetch });
    await getStxBalance(TEST, { network: 'regtest' });
    assert.deepEqual(origins(), [devnet]);
  });

  for (const [given, message] of [
    [{ url: 'https://a.example' }, /`stacksApi\.url`.*without an object/],
    [{ baseUrl: 'https://a.example' }, /`stacksApi\.baseUrl`.*without an object/],
    [{ Mainnet: 'https://a.example' }, /`stacksApi\.Mainnet`.*Did you mean `mainnet`\?/],
    [{ main: 'https://a.example' }, /`stacksApi\.main`.*Did you mean `mainnet`\?/],
    [{ test: 'https://a.example' }, /Did you mean `testnet`\?/],
    [{ tesnet: 'https://a.example' }, /Did you mean `testnet`\?/],
    [{ DEVNET: 'https://a.example' }, /Did you mean `devnet`\?/],
    [{ '': 'https://a.example' }, /`stacksApi\.`/],
    [{ mainnet: 'https://a.example', own: 'https://b.example' }, /`stacksApi\.own`/],
    [{ mainnet: '' }, /`stacksApi` must be a URL, or an object/],
    [{ mainnet: 'ftp://a.example' }, /`stacksApi\.mainnet` must be an http or https URL/],
    [{ mainnet: 5 }, /`stacksApi` must be a URL, or an object/],
    ['', /`stacksApi` must be a URL/],
    ['https://user:pass@a.example', /`stacksApi` must be .* without credentials/],
    ['https://a.example/#x', /`stacksApi` must be .* and hash/],
    [['https://a.example'], /`stacksApi` must be/],
  ]) {
    it(`are refused at once if they are ${JSON.stringify(given)}`, async () => {
      const isRefused = (error) => {
        assert.equal(error.code, -32602);
        assert.match(error.message, message);
        return true;
      };
      assert.throws(() => configure({ stacksApi: given }), isRefused);
      for (const service of ['bitcoinApi', 'metadataApi']) {
        assert.throws(() => configure({ [service]: given }), { code: -32602 });
      }
      const client = createWalletClient();
      isRefused(await failure(client.request({ stacksApi: given }, 'stx_getAddresses')));
      assert.throws(() => client.with({ stacksApi: given }), isRefused);
      await getStxBalance(MAIN, { source: { fetch: recording().fetch } });
    });
  }

  it('may name a network of the page’s own, which is its `network`', async () => {
    const own = freshUrl();
    const { fetch, origins } = recording();
    configure({ network: 'our-chain', stacksApi: { 'our-chain': own }, fetch });
    await getStxBalance(TEST);
    assert.deepEqual(origins(), [own]);
    configure({ stacksApi: { 'our-chain': own, mainnet: own } });
    createWalletClient().with({ network: 'x', stacksApi: { x: own } });
  });
});

describe('the next nonce', () => {
  const { fetch } = globalThis;
  /** A connected wallet that takes the account of a test, and refuses to sign. */
  const walletOf = (address) => ({
    isLeather: true,
    async request(method) {
      if (/ddresses/.test(method)) {
        return { jsonrpc: '2.0', id: '1', result: { addresses: [{ symbol: 'STX', address, publicKey: '02'.padEnd(66, '1') }] } }; // prettier-ignore
      }
      return { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'refused' } };
    },
  });
  async function send(client, options, address, params = {}) {
    const provider = walletOf(address);
    const given = { provider, enableLocalStorage: false };
    await client.connect(given);
    const recipient = address === TEST ? 'ST000000000000000000002AMW42H' : MAIN;
    const call = { recipient, amount: 1n, sponsored: true, ...params };
    return failure(client.request({ ...given, ...options }, 'stx_transferStx', call));
  }
  const record = (infos) => {
    const recorded = recording(infos);
    globalThis.fetch = recorded.fetch;
    return recorded;
  };
  const nonces = ({ urls }) => urls.filter((url) => url.endsWith('/nonces')).map((url) => new URL(url).origin); // prettier-ignore

  it('is that of the network of the request, not of the URL of another network', async () => {
    const own = freshUrl();
    const recorded = record();
    try {
      const client = createWalletClient().with({ network: 'testnet', stacksApi: own });
      await send(client, { network: 'mainnet' }, SENDER);
      assert.deepEqual(nonces(recorded), [PUBLIC.mainnet]);
      await send(client, {}, SENDER, { network: 'mainnet' });
      assert.deepEqual(nonces(recorded), [PUBLIC.mainnet, PUBLIC.mainnet]);
      await send(client, {}, TEST);
      assert.deepEqual(nonces(recorded).at(-1), own);
      const error = await send(client, { network: 'devnet' }, TEST);
      assert.match(error.message, /no Stacks API is known for devnet/);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('comes from the URL in the options of the request, whatever its network is', async () => {
    const own = freshUrl();
    const recorded = record();
    try {
      const client = createWalletClient().with({ network: 'mainnet' });
      await send(client, { stacksApi: own }, TEST, { network: 'testnet' });
      assert.deepEqual(nonces(recorded), [own]);
      await send(client, { stacksApi: own, network: 'testnet' }, SENDER, { network: 'mainnet' });
      assert.deepEqual(nonces(recorded), [own, PUBLIC.mainnet]);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('is refused from a service of another network', async () => {
    const own = freshUrl();
    record({ [own]: { network_id: TESTNET_ID } });
    try {
      const error = await send(createWalletClient(), { stacksApi: own }, SENDER);
      assert.equal(error.code, -31000);
      assert.match(error.message, /is a node of a test network .*not of mainnet/);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('is read with the `fetch` of the page', async () => {
    const { urls, fetch: own } = recording();
    configure({ fetch: own });
    await send(getDefaultClient(), {}, SENDER);
    assert.ok(urls.some((url) => url.endsWith('/nonces')));
  });
});

describe('a service that states another network', () => {
  for (const [name, read] of Object.entries(READS)) {
    if (name === 'trackTransaction' || name === 'getName') continue;
    it(`is refused: ${name}`, async () => {
      for (const [address, id] of [
        [MAIN, TESTNET_ID],
        [TEST, 1],
      ]) {
        const own = freshUrl();
        const { fetch } = recording({ [own]: { network_id: id } });
        configure({ stacksApi: { mainnet: own, testnet: own }, fetch });
        const error = await failure(read(address));
        assert.equal(error.code, 'bad-response');
        assert.match(error.message, /is a node of (mainnet|a test network) \(network_id \d+ in \/v2\/info\), not of/); // prettier-ignore
        assert.match(error.message, /stacksApi|set the URL of each network/);
      }
    });
  }

  it('gives no name', async () => {
    const own = freshUrl();
    const { fetch } = recording({ [own]: { network_id: TESTNET_ID } });
    const found = await getName(MAIN, { source: { baseUrl: own, fetch } });
    assert.equal(found.status, 'unknown');
    assert.match(found.error.message, /not of mainnet/);
  });

  it('is not asked for a transaction again, and the handle says why', async () => {
    const own = freshUrl();
    const { fetch, urls } = recording({ [own]: { network_id: TESTNET_ID } });
    const source = stacksApi({ baseUrl: own, fetch, pace: 0.01, perMinute: 100_000 });
    const handle = trackTransaction(freshId(), { network: 'mainnet', source });
    const undo = handle.subscribe(() => {});
    await until(() => handle.trouble);
    // It would be asked again in this time.
    await pause(100);
    undo();
    assert.equal(handle.trouble.code, 'bad-request');
    assert.match(handle.trouble.message, /is a node of a test network .* not of mainnet/);
    assert.equal(handle.state.status, 'submitted');
    // The transaction by both routes, and the network.
    assert.equal(urls.length, 3);
  });

  it('is not believed about a transaction of an account of another network', async () => {
    const id = freshId();
    const row = {
      tx_id: id,
      tx_status: 'success',
      sender_address: TEST,
      nonce: 1,
      block_height: 5,
    };
    const fetch = async () => Response.json({ [id]: { found: true, result: row } });
    const source = stacksApi({ baseUrl: freshUrl(), fetch, pace: 0.01, perMinute: 100_000 });
    const handle = trackTransaction(id, { network: 'mainnet', source });
    const undo = handle.subscribe(() => {});
    await until(() => handle.trouble);
    undo();
    assert.deepEqual([handle.state.status, handle.trouble.code], ['submitted', 'bad-response']);
  });

  it('is asked for it once, also for reads at the same time, and not if it is a public one', async () => {
    const own = freshUrl();
    const { fetch, urls } = recording({ [own]: { network_id: 1 } });
    configure({ stacksApi: own, fetch });
    await Promise.all([getStxBalance(MAIN), getFtBalances(MAIN), getName(MAIN)]);
    await getStxBalance(MAIN);
    assert.equal(urls.filter((url) => url === `${own}/v2/info`).length, 1);
    await getStxBalance(TEST);
    assert.ok(!urls.includes(`${PUBLIC.testnet}/v2/info`));
  });

  it('may be silent: what is read is not refused', async () => {
    for (const info of [
      {},
      { network_id: '1' },
      { network_id: null },
      new Response('', { status: 404 }),
      new Response('<html>'),
    ]) {
      const own = freshUrl();
      const { fetch } = recording({ [own]: info });
      const only = async (href) =>
        String(href).endsWith('/v2/info') ? fetch(href) : recording().fetch(href);
      assert.equal(
        (await getStxBalance(MAIN, { source: { baseUrl: own, fetch: only } })).total,
        0n,
      );
    }
  });

  it('may be another chain than the two that are known', async () => {
    const own = freshUrl();
    const { fetch } = recording({ [own]: { network_id: 0x80000005 } });
    configure({ network: 'devnet', stacksApi: own, fetch });
    assert.equal((await getStxBalance(TEST)).total, 0n);
    configure({ network: 'our-chain' });
    assert.equal((await getStxBalance(MAIN)).total, 0n);
  });
});

describe('the query of a URL', () => {
  const KEY = 'key=a%20b+c&x';
  it('is part of every request, unchanged', async () => {
    const own = `${freshUrl()}/api/?${KEY}`;
    const { fetch, urls } = recording();
    configure({ stacksApi: own, metadataApi: own, fetch });
    for (const read of Object.values(READS)) await read(MAIN);
    await getFtMetadata(MAIN_TOKEN, { fresh: true, locale: 'es' });
    await getTokens([MAIN_TOKEN, `${MAIN}.b`], { fresh: true });
    await searchFts({ name: 'a b', fresh: true });
    assert.ok(urls.length > 12);
    for (const url of urls) {
      assert.ok(url.endsWith(KEY), url);
      assert.equal(url.split('?').length, 2, url);
      assert.match(url, /\.example\/api\/[a-z]/);
    }
    assert.ok(urls.some((url) => url.includes('?name=a+b&key=a%20b+c&x')));
  });

  it('is in the options of single reads, clients and transactions, too', async () => {
    const { fetch, urls } = recording();
    const baseUrl = `${freshUrl()}?${KEY}`;
    await getStxBalance(MAIN, { source: { baseUrl, fetch } });
    await createMetadataClient({ baseUrl: new URL(baseUrl), fetch }).getFtMetadata(MAIN_TOKEN);
    const source = stacksApi({ baseUrl, fetch, pace: 0.01, perMinute: 100_000 });
    const handle = trackTransaction(freshId(), { network: 'mainnet', source });
    const undo = handle.subscribe(() => {});
    await until(() => urls.length >= 4);
    undo();
    for (const url of urls) assert.ok(url.endsWith(KEY), url);
  });

  it('is in no message and no name of a source, which are kept or shown', async () => {
    const fetch = async () => new Response('', { status: 400 });
    const baseUrl = `${freshUrl()}?key=secret`;
    const source = stacksApi({ baseUrl, fetch, pace: 0.01, perMinute: 100_000 });
    const handle = trackTransaction(freshId(), { network: 'mainnet', source });
    const undo = handle.subscribe(() => {});
    await until(() => handle.trouble);
    undo();
    const read = await failure(getStxBalance(MAIN, { source: { baseUrl, fetch } }));
    const token = await failure(createMetadataClient({ baseUrl, fetch }).getFtMetadata(MAIN_TOKEN));
    for (const text of [handle.source, handle.trouble.message, read.message, token.message]) {
      assert.ok(!text.includes('secret'), text);
    }
  });
});

describe('the fetch of configure()', () => {
  /** Everything that reads a token, with clients that have no `fetch` of their own. */
  const TOKENS = {
    getFtMetadata: () => getFtMetadata(MAIN_TOKEN, { fresh: true }),
    'a client of createMetadataClient': () => createMetadataClient().getFtMetadata(MAIN_TOKEN),
    'one with headers': () =>
      createMetadataClient({ headers: { 'x-a': 'b' } }).getFtMetadata(MAIN_TOKEN),
  };

  for (const [name, read] of Object.entries({ ...READS, ...TOKENS })) {
    it(`sends every request, such as with an API key: ${name}`, async () => {
      const { fetch, urls } = recording();
      configure({ fetch, stacksApi: freshUrl() });
      await read(MAIN, 'mainnet');
      assert.ok(urls.length > 0);
    });
  }
});

describe('trackTransaction', () => {
  it('reads an account of a test network on the configured one', () => {
    const track = (account, more) => {
      const { network, source } = trackTransaction(freshId(), { account, ...more });
      return [network, source];
    };
    configure({ network: 'devnet', stacksApi: 'http://localhost:3998' });
    const local = ['devnet', 'stacks-api http://localhost:3998'];
    assert.deepEqual(track(TEST), local);
    const signed = { txid: freshId(), transaction: '80800000000400' };
    assert.equal(trackTransaction(signed, { store: false }).network, 'devnet');
    assert.deepEqual(track(MAIN), ['mainnet', `stacks-api ${PUBLIC.mainnet}`]);
    configure({ network: 'testnet' });
    assert.deepEqual(track(TEST, { network: 'devnet' }), ['devnet', 'stacks-api http://localhost:3999']); // prettier-ignore
    configure({ network: 'mainnet' });
    assert.deepEqual(track(TEST), ['testnet', `stacks-api ${PUBLIC.testnet}`]);
  });
});
