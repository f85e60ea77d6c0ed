/** Contracts, balances and names, read from the simulated chain over HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cl } from '@stacks/transactions';
import { TIP } from '../../fixtures/chain/contract-reads.mjs';
import {
  contract,
  ContractError,
  getAddressOfName,
  getContractInterface,
  getFtBalance,
  getFtBalances,
  getName,
  getStxBalance,
  SBTC,
} from '../../dist/contracts/index.js';
import { getFtMetadata } from '../../dist/metadata/index.js';
import { SENDER, startMiningChain } from '../support/mining-chain.mjs';

const DEPLOYER = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE';
const TOKEN = `${DEPLOYER}.honey-token`;
const HIVES = `${DEPLOYER}.hives`;
const ROUTER = `${DEPLOYER}.honey-router`;
const SECOND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const THIRD = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const NOBODY = 'SP000000000000000000002Q6VF78';

let chain;
let source;
const bound = async (id, options) =>
  contract(await getContractInterface(id, { source }), { contract: id, source, ...options });
const requests = () => chain.requests();

before(async () => {
  chain = await startMiningChain();
  source = { baseUrl: chain.url };
});
after(() => chain.close());

/** The error that a promise rejects with. */
async function failure(promise) {
  const error = await promise.then(
    (value) => assert.fail(`resolved with ${JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}` : one))}`), // prettier-ignore
    (thrown) => thrown,
  );
  assert.ok(error instanceof ContractError, error.stack);
  return error;
}

/** A source that answers everything with the same, except which network it has. */
const answering = (json, status = 200) => {
  const sent = [];
  const fetch = async (url, init) => {
    const height = 800_000;
    if (url.endsWith('/v2/info'))
      return Response.json({ network_id: 1, burn_block_height: height });
    sent.push({ url: String(url), init });
    return new Response(JSON.stringify(json), { status });
  };
  return { sent, source: { baseUrl: 'https://node.test', fetch } };
};

describe('contract', () => {
  it('reads functions as plain values', async () => {
    const token = await bound(TOKEN);
    assert.equal(await token.read['get-name'](), 'Honey');
    assert.equal(await token.read['get-decimals'](), 6n);
    assert.equal(await token.read['get-balance']({ who: SENDER }), 5_000_000_000n);
    assert.equal(await token.read['get-token-uri']({}), 'https://honey.example/token.json');
    assert.equal(await token.read['divide!']({ by: 4 }), 25n);
    const hives = await bound(HIVES);
    assert.equal(await hives.read['get-owner']({ id: 1 }), SENDER);
    assert.equal(await hives.read['get-owner']({ id: 2 }), null);
    const sbtc = await bound(SBTC.mainnet.split('::')[0]);
    assert.equal(await sbtc.read['get-symbol'](), 'sBTC');
    const info = await (await bound(`${NOBODY}.pox-4`)).read['get-pox-info']();
    assert.equal(info['reward-cycle-length'], 1050n);
    const bond = await (await bound(`${NOBODY}.pox-5`)).read['get-pox-info']();
    assert.equal(typeof bond['min-amount-ustx'], 'bigint');
  });

  it('throws what is in `(err …)`, or returns the response', async () => {
    const bns = await bound('SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2');
    const nobody = { namespace: '0x627463', name: new TextEncoder().encode('nobody') };
    const error = await failure(bns.read['can-resolve-name'](nobody));
    assert.deepEqual([error.code, error.value, error.functionName], ['err-response', 106n, 'can-resolve-name']); // prettier-ignore
    assert.match(error.message, /BNS-V2 can-resolve-name answered \(err u106\)/);
    assert.deepEqual(await bns.readResponse['can-resolve-name'](nobody), {
      ok: false,
      error: 106n,
    });
    assert.deepEqual(await bns.readResponse['get-primary']({ owner: SENDER }), {
      ok: true,
      value: {
        name: new TextEncoder().encode('alice'),
        namespace: new TextEncoder().encode('btc'),
      },
    });
  });

  it('simulates public functions that write nothing, with traits in tuples', async () => {
    const router = await bound(ROUTER);
    const pool = `${DEPLOYER}.honey-pool`;
    const args = { amount: 1_000_000n, tokens: { a: TOKEN, b: TOKEN }, pools: { a: pool } };
    assert.equal(await router.simulate['get-quote-a'](args), 493_579_017n);
    assert.deepEqual(await router.readResponse['get-quote-a']({ ...args, amount: 0n }), {
      ok: false,
      error: 6002n,
    });
    const swap = { ...args, 'min-received': 0n };
    assert.equal((await failure(router.simulate['swap-helper-a'](swap))).code, 'not-read-only');
    const address = { ...args, pools: { a: SENDER } };
    assert.match((await failure(router.simulate['get-quote-a'](address))).message, /`get-quote-a\.pools\.a` must be a contract/); // prettier-ignore
  });

  it('reads maps, variables and constants', async () => {
    const token = await bound(TOKEN);
    const key = { owner: SENDER, spender: DEPLOYER };
    assert.equal(await token.map.allowances(key), 250n);
    assert.equal(await token.map.allowances({ ...key, spender: SECOND }), null);
    assert.equal(await token.variable.uri(), 'https://honey.example/token.json');
    const hives = await bound(HIVES);
    assert.equal(await hives.variable.last(), 1n);
    assert.equal(await hives.constant.PRICE(), 5_000_000n);
    assert.match((await failure(token.map.allowances({ owner: 'x', spender: SECOND }))).message, /`allowances\.owner`/); // prettier-ignore
  });

  it('gives the identifiers of its tokens', async () => {
    assert.equal((await bound(TOKEN)).ft('honey'), `${TOKEN}::honey`);
    assert.equal((await bound(HIVES)).nft('hive'), `${HIVES}::hive`);
    const token = await bound(TOKEN);
    assert.throws(() => token.ft('honey-token'), /`name` must be `honey`/);
  });

  it('sends the sender of the read, of the contract, or the contract itself', async () => {
    assert.equal(await (await bound(TOKEN)).read['who?'](), DEPLOYER);
    const token = await bound(TOKEN, { sender: SECOND });
    assert.equal(await token.read['who?'](), SECOND);
    assert.equal(await token.read['who?']({}, { sender: SENDER }), SENDER);
    assert.match(
      (await failure(token.read['who?']({}, { sender: 'x' }))).message,
      /`sender` must be/,
    );
    const client = { state: { stxAddress: THIRD }, network: 'mainnet' };
    assert.equal(await (await bound(TOKEN, { client })).read['who?'](), THIRD);
    const elsewhere = { state: { stxAddress: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G' } };
    assert.equal(await (await bound(TOKEN, { client: elsewhere })).read['who?'](), DEPLOYER);
  });

  it('reads from a block, and refuses what a node would read from the newest', async () => {
    const token = await bound(TOKEN);
    assert.equal(await token.read['get-name']({}, { tip: TIP }), 'Honey');
    assert.equal(await token.read['get-name']({}, { tip: `0x${TIP.toUpperCase()}` }), 'Honey');
    const seen = await requests();
    assert.equal(seen.filter((url) => url.endsWith(`get-name?tip=${TIP}`)).length, 2);
    for (const tip of ['latest', '0x', TIP.slice(2), `${TIP}00`, '5']) {
      assert.match((await failure(token.read['get-name']({}, { tip }))).message, /`tip` must be an index block hash/); // prettier-ignore
    }
    assert.equal((await requests()).length, seen.length);
    const error = await failure(token.read['get-name']({}, { tip: '00'.repeat(32) }));
    assert.equal(error.code, 'not-found');
  });

  it('refuses addresses of another network, of which a node would say that they have nothing', async () => {
    const who = 'ST000000000000000000002AMW42H';
    const token = await bound(TOKEN);
    const before = (await requests()).length;
    for (const [read, field] of [
      [() => token.read['get-balance']({ who }), 'get-balance.who'],
      [() => token.read['get-balance']({ who: `${who}.pool` }), 'get-balance.who'],
      [() => token.map.allowances({ owner: SENDER, spender: who }), 'allowances.spender'],
    ]) {
      const { code, message } = await failure(read());
      assert.equal(code, 'invalid');
      assert.ok(
        message.startsWith(
          `\`${field}\` must be an address on mainnet, the network of \`configure({ network })\`, `,
        ),
        message,
      );
    }
    assert.equal((await requests()).length, before);
  });

  it('says what failed', async () => {
    const token = await bound(TOKEN);
    const runtime = await failure(token.read['divide!']({ by: 0 }));
    assert.equal(runtime.code, 'runtime');
    assert.match(runtime.message, /DivisionByZero/);
    const functions = [{ name: 'gone', access: 'read_only', args: [], outputs: { type: 'bool' } }];
    const variables = [{ name: 'gone', type: 'bool', access: 'variable' }];
    const options = { contract: TOKEN, source };
    const wrong = contract({ functions, variables }, options);
    assert.equal((await failure(wrong.read.gone())).code, 'not-found');
    assert.equal((await failure(wrong.variable.gone())).code, 'not-found');
    const missing = contract({ functions }, { ...options, contract: `${NOBODY}.none` });
    assert.equal((await failure(missing.read.gone())).code, 'not-found');
    const id = `${NOBODY}.none`;
    assert.equal((await failure(getContractInterface(id, { source }))).code, 'not-found');
    for (const [cause, code] of [
      ['Unchecked(CostBalanceExceeded(ExecutionCost {}, ExecutionCost {}))', 'too-costly'],
      ['RuntimeCheck(TypeValueError(UIntType, Bool(true)))', 'invalid'],
      ['UnwrapFailure', 'runtime'],
      [undefined, 'runtime'],
    ]) {
      const { source: node } = answering({ okay: false, cause });
      const one = contract({ functions }, { contract: TOKEN, source: node });
      assert.equal((await failure(one.read.gone())).code, code, cause);
    }
  });

  it('sends identical reads once, keeps answers for `maxAge`, and lets one of several callers go', async () => {
    const token = await bound(TOKEN);
    const before = (await requests()).length;
    const read = (options) => token.read['get-balance']({ who: SECOND }, options);
    const controller = new AbortController();
    const aborted = read({ signal: controller.signal });
    const all = Promise.all(Array.from({ length: 20 }, () => read()));
    controller.abort(new Error('left'));
    await assert.rejects(aborted, /left/);
    assert.deepEqual(new Set(await all), new Set([70_000_000n]));
    assert.equal((await requests()).length, before + 1);
    await read({ maxAge: 60_000 });
    await read({ maxAge: 60_000 });
    assert.equal((await requests()).length, before + 2);
    await read();
    await read({ maxAge: 60_000, sender: THIRD });
    assert.equal((await requests()).length, before + 4);
  });

  it('replaces what was kept by a newer answer, whoever asked for that', async () => {
    let value = 0;
    const fetch = async (url) =>
      url.endsWith('/v2/info')
        ? Response.json({ network_id: 1 })
        : Response.json({ okay: true, result: `0x${Cl.serialize(Cl.uint((value += 1)))}` });
    const functions = [{ name: 'f', access: 'read_only', args: [], outputs: { type: 'uint128' } }];
    const one = contract({ functions }, { contract: TOKEN, source: { baseUrl: 'https://node.test', fetch } }); // prettier-ignore
    const old = { maxAge: 60_000 };
    assert.equal(await one.read.f({}, old), 1n);
    assert.equal(await one.read.f({}, old), 1n);
    assert.equal(await one.read.f(), 2n);
    assert.equal(await one.read.f({}, old), 2n);
  });

  it('sends at most 6 requests at the same time', async () => {
    let running = 0;
    let most = 0;
    const fetch = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return new Response(JSON.stringify({ okay: true, result: '0x03' }));
    };
    const functions = [{ name: 'f', access: 'read_only', args: [{ name: 'n', type: 'uint128' }], outputs: { type: 'bool' } }]; // prettier-ignore
    const one = contract({ functions }, { contract: TOKEN, source: { baseUrl: 'https://node.test', fetch } }); // prettier-ignore
    await Promise.all(Array.from({ length: 30 }, (_, n) => one.read.f({ n })));
    assert.equal(most, 6);
  });

  it('reads nothing from a polluted Object.prototype', async () => {
    const abi = {
      functions: [
        { name: 'f', access: 'read_only', args: [], outputs: { type: { optional: 'bool' } } },
        { name: 'g', access: 'public', args: [], outputs: { type: 'bool' } },
      ],
      variables: [{ name: 'v', type: { optional: 'bool' }, access: 'variable' }],
    };
    const { sent, source: node } = answering({ okay: true, result: '0x09', data: '0x09' });
    const one = contract(abi, { contract: TOKEN, source: node });
    const names = answering({ okay: true, result: `0x${Cl.serialize(Cl.error(Cl.uint(131)))}` });
    const added = { tip: 'x', body: '{}', sender: 'x', maxAge: 60_000, value: 1, some: 1, postConditionMode: 'allow' }; // prettier-ignore
    Object.assign(Object.prototype, added);
    try {
      for (const read of [one.read.f, one.read.f, one.variable.v]) assert.equal(await read(), null);
      assert.equal(one.params.g().postConditionMode, 'deny');
      assert.equal((await getName(NOBODY, { source: names.source })).reason, 'unnamed');
    } finally {
      for (const name of Object.keys(added)) delete Object.prototype[name];
    }
    assert.deepEqual(
      sent.map(({ url, init }) => [
        url.slice('https://node.test/v2/'.length),
        init.method,
        init.body,
      ]),
      [
        ...Array.from({ length: 2 }, () => [`contracts/call-read/${DEPLOYER}/honey-token/f`, 'POST', JSON.stringify({ sender: DEPLOYER, arguments: [] })]), // prettier-ignore
        [`data_var/${DEPLOYER}/honey-token/v?proof=0`, undefined, undefined],
      ],
    );
  });
});

describe('getContractInterface', () => {
  const json = {
    functions: [{ name: 'f', access: 'read_only', args: [{ name: 'a', type: { list: { type: 'bool', length: 2 } } }], outputs: { type: 'bool' }, extra: {} }], // prettier-ignore
    epoch: 'Epoch31',
    clarity_version: 4,
    more: { deep: [1] },
  };

  it('gives plain objects that no caller can change for others', async () => {
    const { source: node } = answering(json);
    const first = await getContractInterface(TOKEN, { source: node });
    const change = (value) => {
      for (const each of Object.values(value)) {
        if (typeof each !== 'object') continue;
        assert.ok(Object.isFrozen(each));
        const prototype = Array.isArray(each) ? Array.prototype : Object.prototype;
        assert.equal(Object.getPrototypeOf(each), prototype);
        change(each);
      }
    };
    assert.ok(Object.isFrozen(first));
    assert.equal(Object.getPrototypeOf(first), Object.prototype);
    change(first);
    assert.throws(() => first.functions.push({}), TypeError);
    assert.throws(() => Object.assign(first.functions[0].args[0], { name: 'b' }), TypeError);
    assert.deepEqual(await getContractInterface(TOKEN, { source: node }), json);
    assert.deepEqual(structuredClone(first), json);
  });

  it('keeps an interface for the same node and `fetch` only', async () => {
    const [one, two] = [answering(json), answering({ functions: [] })];
    const read = (source) => getContractInterface(TOKEN, { source });
    assert.equal((await read(one.source)).functions.length, 1);
    assert.equal((await read(two.source)).functions.length, 0);
    assert.equal((await read(one.source)).functions.length, 1);
    assert.deepEqual([one.sent.length, two.sent.length], [1, 1]);
    await read({ ...one.source, baseUrl: 'https://other.test' });
    assert.equal(one.sent.length, 2);
  });
});

describe('a read of a busy service', () => {
  it('is refused, also the next one and that of token metadata, without a request', async () => {
    const busy = await startMiningChain();
    try {
      const own = { baseUrl: busy.url };
      const abi = await getContractInterface(TOKEN, { source: own });
      await busy.control('behave', { limited: 'cors' });
      const token = contract(abi, { contract: TOKEN, source: own });
      const first = await failure(token.read['get-name']());
      assert.deepEqual([first.code, first.status], ['rate-limited', 429]);
      assert.ok(first.retryAfter > 0);
      const { length } = await busy.requests();
      assert.equal((await failure(token.read['get-symbol']())).code, 'rate-limited');
      assert.equal((await failure(getStxBalance(SENDER, { source: own }))).code, 'rate-limited');
      await assert.rejects(getFtMetadata(TOKEN, { baseUrl: busy.url }), { code: 'rate-limited' });
      assert.equal((await getName(SENDER, { source: own })).status, 'unknown');
      assert.equal((await busy.requests()).length, length);
    } finally {
      await busy.close();
    }
  });
});

describe('balances', () => {
  it('are what can be spent', async () => {
    const start = await getStxBalance(SENDER, { source });
    assert.equal(start.total, start.available + start.locked);
    await chain.send();
    await chain.control('mine');
    const { available } = await getStxBalance(SENDER, { source });
    assert.ok(available <= start.available - 1805n);
    const nothing = await getFtBalance(THIRD, SBTC.mainnet, { source });
    assert.equal(nothing, 0n);
    assert.equal(await getFtBalance(SENDER, SBTC.mainnet, { source }), 100_000_000n);
    assert.deepEqual(await getFtBalances(SENDER, { source }), [
      { assetId: `${TOKEN}::honey`, balance: 5_000_000_000n },
      { assetId: SBTC.mainnet, balance: 100_000_000n },
    ]);
    assert.equal((await getFtBalances(SENDER, { source, limit: 1 })).length, 1);
  });

  it('subtract what is locked', async () => {
    const locked = { amount: '400', burn_unlock_height: 900, pox_version: 'pox5' };
    const v3 = answering({ balance: '1000', available: '600', locked, mempool: null });
    const expected = { available: 600n, locked: 400n, total: 1000n, unlockHeight: 900 };
    assert.deepEqual(await getStxBalance(SENDER, { source: v3.source }), expected);
    const fetch = async (url) =>
      String(url).includes('/v2/accounts/')
        ? new Response(JSON.stringify({ balance: '0x0258', locked: '0x0190', unlock_height: 900, nonce: 0 })) // prettier-ignore
        : new Response('{}', { status: 404 });
    const node = { baseUrl: 'https://node.test', fetch };
    assert.deepEqual(await getStxBalance(SENDER, { source: node }), expected);
  });

  it('come from the node where the API has no route for them', async () => {
    const balance = await getStxBalance(SENDER, { source });
    const tokens = await getFtBalances(SENDER, { source });
    await chain.control('behave', { v3: 'missing' });
    try {
      assert.deepEqual(await getStxBalance(SENDER, { source }), balance);
      assert.equal(await getFtBalance(SENDER, SBTC.mainnet, { source }), 100_000_000n);
      assert.equal(await getFtBalance(SECOND, `${TOKEN}::honey`, { source }), 70_000_000n);
      const seen = await requests();
      assert.ok(seen.some((url) => url.includes('/get-balance-available')));
      assert.deepEqual(await getFtBalances(SENDER, { source }), tokens);
      // The routes v3 were asked once.
      const before = (await requests()).length;
      await getFtBalances(SENDER, { source });
      await getStxBalance(SENDER, { source });
      const later = (await requests()).slice(before);
      assert.deepEqual(later.filter((url) => url.includes('/v3/')), []); // prettier-ignore
      await chain.control('behave', { v1: 'gone' });
      assert.equal((await failure(getFtBalances(SENDER, { source }))).code, 'not-found');
      // Once v1 has ended, v3 is asked again.
      await chain.control('behave', { v3: 'live' });
      assert.deepEqual(await getFtBalances(SENDER, { source }), tokens);
    } finally {
      await chain.control('behave', { v3: 'live', v1: 'live' });
    }
  });

  /** A source with a new list of `length` tokens for each request, and a cursor without an end. */
  const endless = (length, id = (n) => `${TOKEN}::t${n}`, next = 'more') => {
    const sent = [];
    let n = 0;
    const fetch = async (url) => {
      if (url.endsWith('/v2/info')) return Response.json({ network_id: 1 });
      sent.push(url.replace(/.*\?/, ''));
      const results = Array.from({ length }, () => ({ asset_identifier: id((n += 1)), balance: '1' })); // prettier-ignore
      return Response.json({ results, cursor: { next } });
    };
    return { sent, source: { baseUrl: 'https://node.test', fetch } };
  };

  it('of tokens end, whatever cursor a service gives', async () => {
    const many = endless(200);
    const found = await getFtBalances(SENDER, { source: many.source, limit: 500 });
    assert.equal(found.length, 500);
    assert.deepEqual(many.sent, ['limit=200', 'limit=200&cursor=more', 'limit=100&cursor=more']);
    const few = endless(3);
    assert.equal((await getFtBalances(SENDER, { source: few.source })).length, 30);
    assert.deepEqual(few.sent.slice(0, 3), ['limit=100', 'limit=97&cursor=more', 'limit=94&cursor=more']); // prettier-ignore
    assert.equal(few.sent.length, 10);
    for (const next of ['\ud800', 5, ['more'], { toString: 1 }]) {
      const odd = endless(3, undefined, next);
      assert.equal((await getFtBalances(SENDER, { source: odd.source })).length, 3);
      assert.equal(odd.sent.length, 1);
    }
    const same = endless(3, () => SBTC.mainnet);
    const one = { assetId: SBTC.mainnet, balance: 1n };
    assert.deepEqual(await getFtBalances(SENDER, { source: same.source }), [one]);
    assert.equal(same.sent.length, 2);
  });

  it('of tokens are not hidden by rows that cannot be used, which say why', async () => {
    const good = { asset_identifier: SBTC.mainnet, balance: '5' };
    const row = (asset_identifier, balance) => ({ asset_identifier, balance });
    const rows = [
      [row(`${TOKEN}::a`, 5), `${TOKEN}::a`, /has 5 in `balance`, where an amount/],
      [row(`${TOKEN}::b`, '-5'), `${TOKEN}::b`, /has "-5" in `balance`/],
      [row(`${TOKEN}::c`, null), `${TOKEN}::c`, /`balance`/],
      [row(`${TOKEN}::d`, '0x05'), `${TOKEN}::d`, /has "0x05" in `balance`/],
      [row(`${TOKEN}::e`, '9'.repeat(39)), `${TOKEN}::e`, /`balance`/],
      [row(`${TOKEN}::f`), `${TOKEN}::f`, /has nothing in `balance`/],
      [row(SBTC.testnet, '5'), SBTC.testnet, /where a token on mainnet was expected/],
      [row(TOKEN, '5'), TOKEN, /`asset_identifier`, where a token on mainnet/],
      [row('x', '5'), 'x', /has "x" in `asset_identifier`/],
      [row('y'.repeat(10_000), '5'), /^y{211}…$/, /`asset_identifier`/],
      [row(5, '5'), undefined, /has 5 in `asset_identifier`/],
      [row(undefined, '5'), undefined, /has nothing in `asset_identifier`/],
      [null, undefined, /`asset_identifier`/],
      ['text', undefined, /`asset_identifier`/],
      [[good], undefined, /`asset_identifier`/],
    ];
    for (const results of [
      [...rows.map(([one]) => one), good],
      [good, ...rows.map(([one]) => one)],
    ]) {
      const { source: node } = answering({ results });
      const found = await getFtBalances(SENDER, { source: node });
      assert.equal(found.length, rows.length + 1);
      const known = found.filter(({ error }) => !error);
      assert.deepEqual(known, [{ assetId: SBTC.mainnet, balance: 5n }]);
      const refused = found.filter(({ error }) => error);
      for (const [at, [, assetId, message]] of rows.entries()) {
        const { error, balance, assetId: named } = refused[at];
        assert.ok(error instanceof ContractError);
        assert.deepEqual([error.code, balance], ['bad-response', undefined]);
        if (assetId instanceof RegExp) assert.match(named, assetId);
        else assert.equal(named, assetId);
        assert.match(error.message, message);
        assert.ok(error.message.length < 1_000);
      }
    }
  });

  it('of one token twice are one row, or an error if they differ', async () => {
    const row = (balance) => ({ asset_identifier: SBTC.mainnet, balance });
    const read = async (...balances) => {
      const { source: node } = answering({ results: balances.map(row) });
      return getFtBalances(SENDER, { source: node });
    };
    assert.deepEqual(await read('5', '5', '5'), [{ assetId: SBTC.mainnet, balance: 5n }]);
    for (const balances of [
      ['5', '6'],
      ['5', '6', '5'],
      ['5', '6', '6'],
      ['5', 'x'],
      ['x', '5'],
    ]) {
      const found = await read(...balances);
      assert.equal(found.length, 1);
      assert.equal(found[0].assetId, SBTC.mainnet);
      assert.equal(found[0].balance, undefined);
      assert.equal(found[0].error.code, 'bad-response', balances);
      // The first reason stays.
      assert.doesNotMatch(found[0].error.message, /where nothing/);
    }
  });

  it('of the older route are read in the same way', async () => {
    const old = (fungible_tokens, options) => {
      const fetch = async (url) => {
        if (url.endsWith('/v2/info')) return Response.json({ network_id: 1 });
        return url.includes('/v3/') ? new Response('{}', { status: 410 }) : Response.json({ fungible_tokens }); // prettier-ignore
      };
      return getFtBalances(SENDER, { ...options, source: { baseUrl: 'https://node.test', fetch } });
    };
    const found = await old({ [SBTC.mainnet]: { balance: '5' }, [`${TOKEN}::a`]: { balance: -1 }, [`${TOKEN}::b`]: '5' }); // prettier-ignore
    assert.deepEqual(found[0], { assetId: SBTC.mainnet, balance: 5n });
    assert.deepEqual(found.slice(1).map(({ assetId, error }) => [assetId, error.code]), [[`${TOKEN}::a`, 'bad-response'], [`${TOKEN}::b`, 'bad-response']]); // prettier-ignore
    assert.deepEqual(await old({}), []);
    // In any order there.
    const amounts = ['7', 'x', '900', '80', '0'];
    const all = amounts.map((balance, n) => [`${TOKEN}::t${n}`, { balance }]);
    const sorted = await old(Object.fromEntries(all), { limit: 4 });
    assert.deepEqual(sorted.map(({ balance }) => balance), [900n, 80n, 7n, 0n]); // prettier-ignore
    for (const tokens of [undefined, null, [], 'x', 5]) {
      assert.equal((await failure(old(tokens))).code, 'bad-response');
    }
  });

  it('are refused if they are no amounts', async () => {
    for (const balance of [null, '', '-1', 1, '1.5', '0x', String(2n ** 128n), '9'.repeat(39)]) {
      const { source: node } = answering({ balance, available: balance, locked: null });
      assert.equal((await failure(getStxBalance(SENDER, { source: node }))).code, 'bad-response');
    }
    const v3 = {
      balance: '1000',
      available: '600',
      locked: { amount: '400', burn_unlock_height: 9 },
    };
    const lock = (amount, burn_unlock_height = 9) => ({ locked: { amount, burn_unlock_height } });
    for (const [more, message] of [
      [{ locked: '400' }, /has "400" in `locked`, where an object or null/],
      [{ locked: 400 }, /has 400 in `locked`/],
      [{ locked: undefined }, /has nothing in `locked`/],
      [{ locked: [] }, /in `locked`/],
      [{ locked: false }, /has false in `locked`/],
      [{ locked: {} }, /has nothing in `locked\.amount`/],
      [lock(400), /has 400 in `locked\.amount`/],
      [lock('0x190'), /`locked\.amount`/],
      [lock('400', -1), /has -1 in `locked\.burn_unlock_height`, where the height of a block/],
      [lock('400', '9'), /has "9" in `locked\.burn_unlock_height`/],
      [lock('400', 1.5), /`locked\.burn_unlock_height`/],
      [lock('400', 2 ** 53), /`locked\.burn_unlock_height`/],
      [lock('400', null), /`locked\.burn_unlock_height`/],
      [lock('300'), /has 1000n in `balance`, where 900, the available and the locked amount/],
      [{ locked: null }, /where 600, the available/],
      [{ available: '1001' }, /where 1401, the available/],
      [{ available: '0x258' }, /`available`/],
      [{ available: '-1' }, /`available`/],
    ]) {
      // Another host than before: it is known which routes that has.
      const { fetch } = answering({ ...v3, ...more }).source;
      const node = { baseUrl: 'https://v3.node.test', fetch };
      const { code, message: said } = await failure(getStxBalance(SENDER, { source: node }));
      assert.equal(code, 'bad-response');
      assert.match(said, message);
    }
    const account = { balance: '0x0258', locked: '0x0190', unlock_height: 900 };
    for (const more of [
      { balance: '600' },
      { balance: 600 },
      { locked: undefined },
      { locked: null },
      { locked: 400 },
      { locked: '400' },
      { locked: '-0x1' },
      { unlock_height: -1 },
      { unlock_height: '900' },
      { unlock_height: undefined },
    ]) {
      const fetch = async (url) => {
        if (url.endsWith('/v2/info')) return Response.json({ network_id: 1 });
        return url.includes('/v3/') ? new Response('{}', { status: 404 }) : Response.json({ ...account, ...more }); // prettier-ignore
      };
      const node = { baseUrl: 'https://node.test', fetch };
      assert.equal((await failure(getStxBalance(SENDER, { source: node }))).code, 'bad-response', JSON.stringify(more)); // prettier-ignore
    }
    const other = answering({ asset_identifier: `${TOKEN}::other`, balance: '5' });
    const error = await failure(getFtBalance(SENDER, SBTC.mainnet, { source: other.source }));
    assert.match(error.message, /`asset_identifier`, where SM3VDX.* was expected/);
    assert.equal((await failure(getStxBalance('x', { source }))).code, 'invalid');
    assert.equal((await failure(getFtBalance(SENDER, TOKEN, { source }))).code, 'invalid');
    assert.equal((await failure(getFtBalance(SENDER, SBTC.testnet, { source }))).code, 'invalid');
    assert.equal((await failure(getStxBalance(SENDER, { network: 'testnet' }))).code, 'invalid');
    const devnet = { network: 'devnet' };
    const testAddress = 'ST000000000000000000002AMW42H';
    assert.match(
      (await failure(getStxBalance(testAddress, devnet))).message,
      /no Stacks API is known/,
    );
  });
});

describe('names', () => {
  it('are those that an account owns, and that are not expired', async () => {
    const none = (reason) => ({ status: 'none', reason });
    assert.deepEqual(await getName(SENDER, { source }), { status: 'found', name: 'alice.btc' });
    assert.deepEqual(await getName(SECOND, { source }), none('expired'));
    assert.deepEqual(await getName(THIRD, { source }), none('other-owner'));
    assert.deepEqual(await getName(DEPLOYER, { source }), none('characters'));
    assert.deepEqual(await getName(NOBODY, { source }), none('unnamed'));
  });

  it('lead to the address of their owner', async () => {
    const read = (name) => getAddressOfName(name, { source });
    assert.deepEqual(await read('Alice.BTC'), { status: 'found', address: SENDER });
    assert.deepEqual(await read('old.btc'), { status: 'none', reason: 'expired' });
    assert.deepEqual(await read('nobody.btc'), { status: 'none', reason: 'unnamed' });
    for (const name of ['alice', 'sub.alice.btc', 'al ice.btc', 'alicе.btc', '.btc', '']) {
      assert.equal((await failure(read(name))).code, 'invalid');
    }
  });

  it('are unknown if the service fails, or answers with something else', async () => {
    const name = Cl.tuple({ name: Cl.bufferFromAscii('a'), namespace: Cl.uint(1) });
    for (const [json, status] of [
      [{}, 500],
      [{}, 429],
      [{}, 200],
      [{ okay: false, cause: 'RuntimeCheck(NoSuchContract("x"))' }, 200],
      ...[Cl.bool(true), Cl.none(), Cl.ok(Cl.uint(1)), Cl.ok(Cl.some(Cl.uint(1))), Cl.ok(Cl.some(name))] // prettier-ignore
        .map((value) => [{ okay: true, result: `0x${Cl.serialize(value)}` }, 200]),
    ]) {
      const { source: node } = answering(json, status);
      const found = await getName(SENDER, { source: node });
      assert.equal(found.status, 'unknown', JSON.stringify(json));
      assert.equal((await getAddressOfName('a.btc', { source: node })).status, 'unknown');
    }
  });

  it('are refused with letters of other scripts, whatever they look like', async () => {
    const label = (bytes) => ({ name: Cl.buffer(bytes), namespace: Cl.bufferFromAscii('btc') });
    for (const text of ['аlice', 'alice\u200d', 'Alice', 'al.ice', 'alice ', '', 'ali\0ce']) {
      // prettier-ignore
      const primary = Cl.ok(Cl.some(Cl.tuple(label(new TextEncoder().encode(text)))));
      const { source: node } = answering({ okay: true, result: `0x${Cl.serialize(primary)}` });
      const found = await getName(SENDER, { source: node });
      assert.deepEqual(found, { status: 'none', reason: 'characters' }, text);
    }
  });

  it('are unknown if the answer is not of the types of the contract', async () => {
    const owner = Cl.principal(SENDER);
    const bytes = (length) => Cl.buffer(new Uint8Array(length).fill(97));
    const named = (name, namespace) => Cl.ok(Cl.some(Cl.tuple({ name, namespace })));
    for (const value of [
      named(bytes(49), bytes(3)),
      named(bytes(4), bytes(21)),
      named(Cl.stringAscii('aaaa'), bytes(3)),
      Cl.ok(Cl.tuple({ name: bytes(4), namespace: bytes(3) })),
      Cl.uint(1),
    ]) {
      const { source: node } = answering({ okay: true, result: `0x${Cl.serialize(value)}` });
      const { status, error } = await getName(SENDER, { source: node });
      assert.deepEqual([status, error?.code], ['unknown', 'bad-response']);
    }
    for (const value of [
      Cl.tuple({ owner: Cl.stringAscii('<b>'), renewal: Cl.uint(0) }),
      Cl.tuple({ owner, renewal: Cl.int(-1) }),
      Cl.tuple({ owner }),
    ]) {
      const { source: node } = answering({ okay: true, result: `0x${Cl.serialize(Cl.ok(value))}` });
      const { status, error } = await getAddressOfName('a.btc', { source: node });
      assert.deepEqual([status, error?.code], ['unknown', 'bad-response']);
    }
  });

  it('are unknown if their owner is an address of another network, or a height is none', async () => {
    const TEST = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';
    const read = async (owner, height, network = 'mainnet') => {
      const tuple = Cl.tuple({ owner: Cl.principal(owner), renewal: Cl.uint(5) });
      const fetch = async (url) =>
        Response.json(
          url.endsWith('/v2/info')
            ? { network_id: network === 'mainnet' ? 1 : 2147483648, burn_block_height: height }
            : { okay: true, result: `0x${Cl.serialize(Cl.ok(tuple))}` },
        );
      const own = { baseUrl: 'https://node.test', fetch };
      return getAddressOfName('a.btc', { network, source: own, maxAge: 0 });
    };
    assert.deepEqual(await read(SENDER, 5), { status: 'found', address: SENDER });
    assert.deepEqual(await read(SENDER, 6), { status: 'none', reason: 'expired' });
    assert.deepEqual(await read(TEST, 5, 'testnet'), { status: 'found', address: TEST });
    assert.deepEqual(await read(`${SENDER}.vault`, 5), { status: 'found', address: `${SENDER}.vault` }); // prettier-ignore
    for (const [owner, height, network] of [
      [TEST, 5],
      [`${TEST}.vault`, 5],
      [SENDER, 5, 'testnet'],
      ...[-1, 1.5, '5', null, undefined, 2 ** 53, true, [5]].map((each) => [SENDER, each]),
    ]) {
      const { status, error } = await read(owner, height, network);
      assert.deepEqual([status, error?.code], ['unknown', 'bad-response'], `${owner} ${height}`);
    }
  });

  it('are asked for in ASCII only: letters that look like others are not taken for them', async () => {
    const { sent, source: node } = answering({});
    for (const name of [
      'bit\u212aoin.btc',
      '\u212a.btc',
      'a.\u212a',
      '\u017fats.btc',
      'İ.btc',
      'ａ.btc',
      'аlice.btc',
      'alice\u200b.btc',
      'alice.btc ',
      ' alice.btc',
    ]) {
      // prettier-ignore
      assert.equal((await failure(getAddressOfName(name, { source: node }))).code, 'invalid', name);
    }
    assert.deepEqual(sent, []);
  });

  it('are kept for ten minutes', async () => {
    const before = (await requests()).length;
    assert.equal((await getName(SENDER, { source })).name, 'alice.btc');
    assert.equal((await requests()).length, before);
  });
});
