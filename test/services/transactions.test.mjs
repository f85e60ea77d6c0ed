import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { configure } from '../../dist/core/index.js';
import {
  clearRecentTransactions,
  esplora,
  mempoolSpace,
  recentTransactions,
  stacksApi,
  trackTransaction,
  DroppedError,
  ReplacedError,
  TimeoutError,
  TransactionError,
  TransactionFailedError,
} from '../../dist/transactions/index.js';
import { SENDER, startMiningChain } from '../support/mining-chain.mjs';
import { until } from '../support/until.mjs';

/* Tracks transactions of the simulated chain over real connections. */

let chain;
let handles;
before(async () => (chain = await startMiningChain()));
after(() => chain?.close());
beforeEach(() => (handles = []));
afterEach(async () => {
  for (const handle of handles) handle.stop();
  await chain.reset();
});

/** Fast enough for tests: short pauses, and a high limit of requests. */
const QUICK = { pace: 0.002, perMinute: 100_000 };
const api = () => stacksApi({ baseUrl: chain.url, ...QUICK });

/** A `fetch` of an API that has only the routes v1. */
const onlyV1 = (answer) => async (url) =>
  String(url).includes('/extended/v3/')
    ? Response.json({ message: `Route GET:${new URL(url).pathname} not found` }, { status: 404 })
    : answer(url);

/** Tracks a transaction, and lists its statuses. */
function follow(id, options = {}) {
  const handle = trackTransaction(id, { source: options.chain ? undefined : api(), ...options });
  handles.push(handle);
  const statuses = [handle.state.status];
  handle.subscribe(() => {
    const { status } = handle.state;
    if (status !== statuses.at(-1)) statuses.push(status);
  });
  const reaches = (status) =>
    until(
      () => handle.state.status === status,
      `${status}, not ${JSON.stringify([handle.state, handle.trouble])}`,
    );
  return { handle, statuses, reaches };
}

/** Resolves with the number of requests to the chain as soon as it no longer grows. */
async function settled() {
  let length;
  await until(async () => {
    ({ length } = await chain.requests());
    await new Promise((resolve) => setTimeout(resolve, 300));
    return (await chain.requests()).length === length;
  }, 'no more reads');
  return length;
}

/** [tx_status, the state's fields] for a transaction in a block. */
const IN_A_BLOCK = [
  ['success', { status: 'confirmed', result: '(ok true)' }],
  ['abort_by_response', { status: 'failed', reason: 'response', result: '(err u1)' }],
  ['abort_by_post_condition', { status: 'failed', reason: 'post-condition', result: '(ok true)' }],
  ['problematic_skipped', { status: 'failed', reason: 'skipped' }],
];
const DROPPED = [
  ['dropped_stale_garbage_collect', 'expired'],
  ['dropped_too_expensive', 'too-expensive'],
  ['dropped_problematic', 'problematic'],
];
const matches = (state, expected) => assert.deepEqual({ ...state, ...expected }, state);

const SERVICES = {
  'the routes v3 and v1': { v3: 'live', v1: 'live' },
  'the routes v3 only': { v3: 'live', v1: 'gone' },
  'the routes v1 only': { v3: 'missing', v1: 'live' },
};
for (const [name, routes] of Object.entries(SERVICES)) {
  const isInferred = routes.v1 === 'gone';
  describe(`a Stacks transaction, with ${name}`, () => {
    beforeEach(() => chain.control('behave', routes));

    for (const [fate, expected] of IN_A_BLOCK) {
      it(`ends in a block as ${fate}`, async () => {
        const { handle, statuses, reaches } = follow(await chain.send({ call: true }));
        await reaches('pending');
        await chain.control('decide', { txid: handle.id, fate });
        await chain.control('mine');
        await reaches(expected.status);
        matches(handle.state, expected);
        assert.ok(handle.state.block.height > 100_000);
        assert.deepEqual(statuses, ['submitted', 'pending', expected.status]);
      });
    }

    for (const [status, reason] of DROPPED) {
      it(`ends as ${status}, and is pending again after it is sent again`, async () => {
        const { handle, statuses, reaches } = follow(await chain.send());
        await reaches('pending');
        await chain.control('drop', { txid: handle.id, status });
        await reaches('dropped');
        matches(handle.state, { reason: isInferred ? 'unknown' : reason });
        assert.equal(handle.state.inferred === true, isInferred);
        await chain.control('revive', { txid: handle.id });
        await reaches('pending');
        await chain.control('mine');
        await reaches('confirmed');
        assert.deepEqual(statuses, ['submitted', 'pending', 'dropped', 'pending', 'confirmed']);
      });
    }

    it('resolves at the requested confirmations of its replacement, if that is followed', async () => {
      const id = await chain.send();
      const { handle, reaches } = follow(id, { followReplacement: true });
      await reaches('pending');
      await chain.speedUp(id);
      await chain.control('mine');
      await reaches('replaced');
      await handle.until('confirmed', { timeout: 60_000 });
      const deep = handle.until('confirmed', { confirmations: 4, timeout: 60_000 });
      await chain.control('mine', { chain: 'stacks', count: 3 });
      assert.equal((await deep).byState.depth, 4);
      // A later call waits for its own confirmations.
      const final = handle.until('confirmed', { confirmations: 'bitcoin', timeout: 60_000 });
      await chain.control('mine', { chain: 'bitcoin', count: 6 });
      assert.equal((await final).byState.final, true);
    });

    it('is replaced twice: names the last replacement, and follows it only with followReplacement', async () => {
      const id = await chain.send();
      const plain = follow(id);
      const followed = follow(id, { followReplacement: true, store: false });
      const confirmed = followed.handle.until('confirmed');
      await plain.reaches('pending');
      const second = await chain.speedUp(id);
      const third = await chain.speedUp(second);
      await chain.control('mine');
      await plain.reaches('replaced');
      await until(() => plain.handle.state.by === third);
      assert.equal(plain.handle.state.byState, undefined);
      assert.equal(plain.handle.state.inferred === true, isInferred);
      const state = await confirmed;
      matches(state, { status: 'replaced', by: third });
      assert.equal(state.byState.status, 'confirmed');
      await assert.rejects(plain.handle.until('confirmed'), { code: 'replaced' });
    });

    it('is pending again after a reorganisation, and then has another result', async () => {
      const { handle, statuses, reaches } = follow(await chain.send({ call: true }), {
        confirmations: 5,
      });
      await reaches('pending');
      await chain.control('mine');
      await reaches('confirmed');
      await chain.control('reorganize', { chain: 'stacks' });
      await reaches('pending');
      await chain.control('decide', { txid: handle.id, fate: 'abort_by_post_condition' });
      await chain.control('mine');
      await reaches('failed');
      assert.deepEqual(statuses, ['submitted', 'pending', 'confirmed', 'pending', 'failed']);
    });

    it('is submitted while the service does not find it, however often it is read', async () => {
      await chain.control('behave', { lag: 400 });
      const { statuses, reaches } = follow(await chain.send());
      await until(async () => (await chain.requests()).length > 3);
      await reaches('pending');
      assert.deepEqual(statuses, ['submitted', 'pending']);
    });

    it('is dropped if the node removes it, and confirmed if a later block contains it', async () => {
      const first = follow(await chain.send());
      await first.reaches('pending');
      await chain.control('collect-garbage', { age: 0 });
      await first.reaches('dropped');
      await chain.control('revive', { txid: first.handle.id });
      await chain.control('mine-every', { ms: 50 });
      await first.reaches('confirmed');
    });

    it('names the earlier nonce that it waits for', async () => {
      await chain.send({ nonce: 0 });
      const { handle, reaches } = follow(await chain.send({ nonce: 2 }));
      await chain.control('mine');
      await reaches('pending');
      await until(() => handle.state.waitingForNonce === 1);
      await chain.send({ nonce: 1 });
      await until(() => handle.state.waitingForNonce === undefined);
      await chain.control('mine', { count: 2 });
      await reaches('confirmed');
    });
  });
}

describe('an API', () => {
  const id = `0x${'e1'.repeat(32)}`;
  // What a host has is remembered.
  let chain;
  beforeEach(async () => (chain = await startMiningChain()));
  afterEach(() => chain.close());
  const source = () => stacksApi({ baseUrl: chain.url, ...QUICK });
  /** Reads an unknown transaction five times. */
  const requestsFor = async (routes) => {
    await chain.control('behave', routes);
    const options = { source: source(), sentAt: Date.now(), store: false };
    const { handle } = follow(id, options);
    await until(async () => (await chain.requests()).length >= 6);
    handle.stop();
    return (await chain.requests())
      .slice(0, 6)
      .map((url) => url.split(/[?/]/).slice(1, 3).join('/'));
  };

  it('with v3 is not asked in v1 for a transaction that it does not know', async () => {
    assert.deepEqual(await requestsFor({}), Array(6).fill('extended/v3'));
  });

  describe('with v3, about a transaction of a known account', () => {
    const account = SENDER;
    let statuses;
    /** A source that lists the statuses of its answers. */
    const listed = () => {
      statuses = [];
      const fetch = async (...request) => {
        const response = await globalThis.fetch(...request);
        statuses.push(response.status);
        return response;
      };
      return stacksApi({ baseUrl: chain.url, fetch, ...QUICK });
    };
    // Browsers write each 404 to the console.
    const hasNo404 = () => assert.deepEqual([...new Set(statuses)], [200]);

    for (const sentAt of [Date.now(), Date.now() - 180_000]) {
      it(`answers no 404 if it is not there: ${Date.now() - sentAt > 60_000 ? 'sent long ago' : 'just sent'}`, async () => {
        const { handle } = follow(id, { account, sentAt, source: listed(), store: false });
        await until(() => statuses.length >= 6);
        hasNo404();
        assert.equal(handle.state.status, 'submitted');
      });
    }

    it('answers no 404 from its first reading until it is in a block', async () => {
      const sent = await chain.send();
      const { reaches } = follow(sent, { account, source: listed(), store: false });
      await reaches('pending');
      await chain.control('mine');
      await reaches('confirmed');
      hasNo404();
    });

    it('answers no 404 if it is replaced', async () => {
      const sent = await chain.send();
      const { reaches } = follow(sent, { account, source: listed(), store: false });
      await reaches('pending');
      await chain.speedUp(sent);
      await reaches('replaced');
      hasNo404();
    });
  });

  it('finds a transaction whose account is not the one that was passed', async () => {
    for (const v1 of ['live', 'gone']) {
      await chain.control('behave', { v1 });
      const account = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
      const sentAt = Date.now() - 180_000;
      const sent = await chain.send({ nonce: v1 === 'live' ? 0 : 1 });
      const { reaches } = follow(sent, { account, sentAt, source: source(), store: false });
      await reaches('pending');
    }
  });

  it('with v1 only is asked in v3 once', async () => {
    const [first, ...others] = await requestsFor({ v3: 'missing' });
    assert.equal(first, 'extended/v3');
    assert.deepEqual(others, Array(5).fill('extended/v1'));
  });

  it('in which v1 ends is asked in v3 again', async () => {
    await requestsFor({ v3: 'missing' });
    await chain.control('behave', { v3: 'live', v1: 'gone' });
    const { reaches } = follow(await chain.send(), { source: source() });
    await reaches('pending');
  });

  it('with neither is reported', async () => {
    await chain.control('behave', { v3: 'missing', v1: 'gone' });
    const { handle } = follow(id, { source: source(), store: false });
    await until(() => handle.trouble);
    assert.equal(handle.trouble.code, 'bad-response');
    assert.match(handle.trouble.message, /has no routes for transactions/);
    assert.equal(handle.state.status, 'submitted');
  });

  it('with v3 is not asked in v1 for each transaction, if its 404 says nothing', async () => {
    const asked = [];
    const row = { tx_id: id, status: 'pending', sender: { address: SENDER, nonce: 0 } };
    let isFound = true;
    const fetch = async (url) => {
      asked.push(String(url));
      return isFound ? Response.json(row) : new Response('', { status: 404 });
    };
    const baseUrl = 'https://no-text.example';
    const sentAt = Date.now();
    const options = { source: stacksApi({ fetch, baseUrl, ...QUICK }), sentAt, store: false };
    await follow(id, options).reaches('pending');
    isFound = false;
    const other = follow(id.replaceAll('e1', 'e2'), options);
    const before = asked.length;
    await until(() => asked.filter((url) => url.includes('e2e2')).length >= 4);
    const unknown = asked.slice(before).filter((url) => url.includes('e2e2'));
    assert.deepEqual([...new Set(unknown.map((url) => /v[13]/.exec(url)[0]))], ['v3']);
    assert.equal(other.handle.state.status, 'submitted');
  });

  it('with v1 also tells about a transaction that was replaced before it was read', async () => {
    const replaced = await chain.send();
    const by = await chain.speedUp(replaced);
    const sentAt = Date.now() - 180_000;
    const { handle, reaches } = follow(replaced, { source: source(), sentAt, store: false });
    await reaches('replaced');
    matches(handle.state, { by });
  });

  it('names a replacement that is pending, also without v1', async () => {
    await chain.control('behave', { v1: 'gone' });
    const first = await chain.send();
    const { handle, reaches } = follow(first, { source: source(), store: false });
    await reaches('pending');
    const by = await chain.speedUp(first);
    await reaches('replaced');
    matches(handle.state, { by, inferred: true });
  });
});

describe('trackTransaction', () => {
  it('accepts ids with and without 0x and in upper case, and sends the form that the service expects', async () => {
    const id = await chain.send();
    for (const text of [
      id,
      id.slice(2),
      id.slice(2).toUpperCase(),
      id.toUpperCase().replace('X', 'x'),
    ]) {
      const { handle, reaches } = follow(text);
      assert.equal(handle.id, id);
      await reaches('pending');
    }
  });

  it('throws for any other id, without a request', async () => {
    const hex = 'a'.repeat(64);
    const wrong = ['0x', 'abc', `0x${hex}0`, `${hex},${hex}`, `../${hex}`, ` ${hex}`, `${hex}\n`];
    for (const id of wrong) {
      assert.throws(() => trackTransaction(id, { source: api() }), { code: 'invalid' }, id);
    }
    assert.throws(() => trackTransaction(`0x${hex}`, { chain: 'bitcoin' }), { code: 'invalid' });
    assert.throws(() => trackTransaction({ txid: 5 }), TransactionError);
    assert.deepEqual(await chain.requests(), []);
  });

  it('accepts results, also with txId', async () => {
    const id = await chain.send();
    for (const result of [{ txid: id }, { txId: id.slice(2) }]) {
      assert.equal(trackTransaction(result).id, id);
    }
  });

  for (const [result, reason] of [
    ['', 'no-txid'],
    [{}, 'no-txid'],
    [{ txid: '', transaction: '00' }, 'signed'],
    [{ status: 'signed', transaction: '00' }, 'signed'],
    [{ status: 'possibly-sent', transaction: '00' }, 'no-txid'],
    [{ status: 'proposed', proposedTransaction: '00' }, 'proposed'],
  ]) {
    it(`does not track ${JSON.stringify(result)}, and gives the reason`, async () => {
      const handle = trackTransaction(result, { source: api() });
      assert.deepEqual(handle.state, { status: 'untracked', reason });
      await assert.rejects(handle.until('confirmed'), { code: 'untracked' });
      assert.deepEqual(await Array.fromAsync?.(handle), await Array.fromAsync?.([handle.state]));
      assert.deepEqual(await chain.requests(), []);
    });
  }

  it('uses the network of the sender, or that of the signed transaction, or mainnet', () => {
    const id = 'ab'.repeat(32);
    const network = (given, options) =>
      trackTransaction(given, { store: false, ...options }).network;
    assert.equal(network(id, {}), 'mainnet');
    assert.equal(network(id, { account: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQ9H6DPR' }), 'testnet');
    assert.equal(network(id, { chain: 'bitcoin', account: `bcrt1q${'a'.repeat(38)}` }), 'regtest');
    assert.equal(network({ txid: id, transaction: '8080000000' }), 'testnet');
    assert.equal(network({ txid: id, transaction: '0000000001' }), 'mainnet');
    const account = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQ9H6DPR';
    assert.equal(network(id, { account, network: 'devnet' }), 'devnet');
  });

  it('does not track a network without a known service', () => {
    const id = 'ab'.repeat(32);
    const { state } = trackTransaction(id, { chain: 'bitcoin', network: 'regtest' });
    assert.deepEqual(state, { status: 'untracked', reason: 'no-source' });
    const { status } = trackTransaction(id, { network: 'my-chain', baseUrl: chain.url }).state;
    assert.equal(status, 'submitted');
  });

  it('reads nothing before the first subscriber, and nothing after the last one', async () => {
    const id = await chain.send();
    const handle = trackTransaction(id, { source: api() });
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(await chain.requests(), []);
    const undo = handle.subscribe(() => {});
    await until(() => handle.state.status === 'pending');
    undo();
    // A request may still be open.
    const length = await settled();
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal((await chain.requests()).length, length);
  });

  it('calls the other subscribers if one throws, and logs its error', async (t) => {
    const log = t.mock.method(console, 'error', () => {});
    const handle = trackTransaction(await chain.send(), { source: api() });
    handles.push(handle);
    const error = new Error('A fault of the app');
    handle.subscribe(() => {
      throw error;
    });
    const statuses = [];
    handle.subscribe(() => statuses.push(handle.state.status));
    await until(() => statuses.includes('pending'));
    assert.deepEqual(log.mock.calls[0].arguments, [error]);
    assert.equal(handle.trouble, undefined);
  });

  it('has states that no subscriber can change, neither for others nor for until()', async () => {
    const id = await chain.send();
    const { handle, reaches } = follow(id);
    handle.subscribe(() => {
      Reflect.set(handle.state, 'status', 'confirmed');
      Reflect.set(handle.state, 'depth', 99);
    });
    await reaches('pending');
    const late = await handle.until('confirmed', { timeout: 500 }).catch(({ code }) => code);
    assert.equal(late, 'timeout');
    await chain.control('mine');
    await reaches('confirmed');
    const { state } = handle;
    assert.equal(Reflect.set(state.block, 'height', 1), false);
    const untracked = trackTransaction({ status: 'signed' });
    assert.equal(Reflect.set(untracked.state, 'status', 'confirmed'), false);
  });

  it('reads until the transaction has the requested confirmations', async () => {
    const { handle, reaches } = follow(await chain.send(), { confirmations: 3 });
    await chain.control('mine');
    await reaches('confirmed');
    assert.equal(handle.state.depth, 1);
    const deep = handle.until('confirmed');
    await chain.control('mine', { chain: 'stacks', count: 2 });
    assert.equal((await deep).depth, 3);
    await settled();
    assert.equal(handle.state.final, false);
    const final = handle.until('confirmed', { confirmations: 'bitcoin' });
    await chain.control('mine', { chain: 'bitcoin', count: 6 });
    const { bitcoinDepth, final: isFinal } = await final;
    assert.deepEqual([bitcoinDepth, isFinal], [6, true]);
  });

  it('reads only once with 0 confirmations, whatever the status', async () => {
    const { handle, reaches } = follow(await chain.send(), { confirmations: 0 });
    await reaches('pending');
    await chain.control('mine');
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal((await chain.requests()).length, 1);
    assert.equal(handle.state.status, 'pending');
    assert.equal((await handle.until('confirmed', { timeout: 60_000 })).depth, 1);
  });

  for (const [routes, first] of [
    // The ones in blocks, and those of the sender that wait for one.
    [{}, 2],
    [{ v1: 'gone' }, 2],
    // `batch` is an invalid id before 9.2.0.
    [{ v1: 'gone', batch: 'missing' }, 2],
    // The two routes of v3 that are missing.
    [{ v3: 'missing' }, 3],
  ]) {
    it(`reads many transactions in few requests: ${JSON.stringify(routes)}`, async () => {
      const own = await startMiningChain();
      try {
        await own.control('behave', routes);
        const ids = [];
        for (let nonce = 0; nonce < 8; nonce += 1) ids.push(await own.send({ nonce }));
        const source = stacksApi({ baseUrl: own.url, pace: 0.1, perMinute: 100 });
        const all = ids.map((id) => follow(id, { source, account: SENDER }));
        await Promise.all(all.map(({ reaches }) => reaches('pending')));
        const { length } = await own.requests();
        assert.equal(length, first);
        await until(async () => (await own.requests()).length > length);
        // On a busy machine they may already have been read twice.
        const again = new Set((await own.requests()).slice(first));
        assert.ok(again.size <= (routes.v3 ? 1 : 2), [...again].join('\n'));
        if (!routes.v3) {
          await own.control('mine', { count: 8 });
          await Promise.all(all.map(({ reaches }) => reaches('confirmed')));
          const results = all.filter(({ handle }) => handle.state.result === '(ok true)');
          assert.ok(results.length >= 5, `${results.length} results`);
        }
      } finally {
        await own.close();
      }
    });
  }

  it('distinguishes a replacement by another sender from one by the same sender', async () => {
    const rows = {};
    const row = (tx_id, sender_address, more) => ({
      found: true,
      result: { tx_id, tx_status: 'pending', nonce: 4, sender_address, ...more },
    });
    const [id, by] = ['aa', 'bb'].map((byte) => `0x${byte.repeat(32)}`);
    const lost = { tx_status: 'dropped_replace_by_fee', replaced_by_tx_id: by };
    const [one, other] = [1, 2].map((n) => `SP${n}J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7`);
    const fetch = onlyV1(() => Response.json(rows));
    const source = stacksApi({ fetch, baseUrl: 'https://sponsor.example', ...QUICK });
    Object.assign(rows, { [id]: row(id, one, lost), [by]: row(by, other) });
    const { handle, reaches } = follow(id, { source });
    await reaches('unknown');
    assert.equal(handle.state.raw, 'dropped_replace_by_fee');
    rows[by] = row(by, one);
    await reaches('replaced');
    matches(handle.state, { by });
  });

  it('never treats an unknown status as a success', async () => {
    const id = `0x${'cd'.repeat(32)}`;
    const result = {
      tx_id: id,
      tx_status: 'success_maybe',
      block_height: 5,
      tx_result: { repr: '(ok true)' },
    };
    const fetch = onlyV1(() => Response.json({ [id]: { found: true, result } }));
    const source = stacksApi({ fetch, baseUrl: 'https://unknown.example', ...QUICK });
    const { handle, reaches } = follow(id, { source });
    await reaches('unknown');
    assert.equal(handle.state.raw, 'success_maybe');
    result.tx_status = 'success';
    await reaches('confirmed');
  });

  it('treats an orphaned row as pending', async () => {
    const id = `0x${'ce'.repeat(32)}`;
    const result = { tx_id: id, tx_status: 'success', block_height: 5, canonical: false };
    const fetch = onlyV1(() => Response.json({ [id]: { found: true, result } }));
    const source = stacksApi({ fetch, baseUrl: 'https://orphan.example', ...QUICK });
    await follow(id, { source }).reaches('pending');
  });

  for (const [name, answer] of [
    ['HTML', () => new Response('<html>', { status: 200 })],
    ['an empty body', () => new Response('', { status: 200 })],
    ['null', () => Response.json(null)],
    ['a list', () => Response.json([1])],
    ['a 404 of another server', () => new Response('Not Found', { status: 404 })],
    ['rows without fields', () => Response.json({ [`0x${'cf'.repeat(32)}`]: { found: true } })],
  ]) {
    it(`stays submitted or unknown after ${name}`, async () => {
      let asked = 0;
      const fetch = async () => {
        asked += 1;
        return answer();
      };
      const baseUrl = `https://${name.toLowerCase().replace(/\W+/g, '-')}.example`;
      const source = stacksApi({ fetch, baseUrl, ...QUICK });
      const { handle } = follow(`0x${'cf'.repeat(32)}`, { source });
      await until(() => asked > 0);
      await until(() => handle.trouble || handle.state.status === 'unknown' || asked > 3);
      assert.match(handle.state.status, /^(submitted|unknown)$/);
    });
  }

  it('stops and reports an error after a 400, which is a fault of this library', async () => {
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return Response.json({ message: 'bad' }, { status: 400 });
    };
    const source = stacksApi({ fetch, baseUrl: 'https://four-hundred.example', ...QUICK });
    const { handle } = follow(`0x${'d0'.repeat(32)}`, { source });
    await until(() => handle.trouble?.code === 'bad-request');
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(asked, 1);
  });
});

describe('a service with invalid responses', () => {
  const id = `0x${'aa'.repeat(32)}`;
  const other = `0x${'bb'.repeat(32)}`;
  const MINED = { tx_status: 'success', status: 'success', block_height: 5, block: { height: 5 } };
  let number = 0;
  /** A source whose responses come from `answer`. */
  function nonsense(create, answer) {
    number += 1;
    let asked = 0;
    const fetch = async (url) => {
      asked += 1;
      return answer(String(url));
    };
    const source = create({ fetch, baseUrl: `https://nonsense-${number}.example`, ...QUICK });
    return { source, isAsked: (times) => until(() => asked >= times) };
  }

  for (const [name, create, own, answer] of [
    ['v1', stacksApi, id, { [id]: { found: true, result: { ...MINED, tx_id: other } } }],
    ['v3', stacksApi, id, { ...MINED, tx_id: other }],
    [
      'esplora',
      esplora,
      id.slice(2),
      { txid: other.slice(2), status: { confirmed: true, block_height: 5 } },
    ],
  ]) {
    it(`does not change the status by a response about another transaction (${name})`, async () => {
      const { source, isAsked } = nonsense(create, (url) =>
        url.includes(name === 'v3' ? '/v1/' : '/v3/')
          ? Response.json({}, { status: 410 })
          : Response.json(answer),
      );
      const { handle } = follow(own, {
        source,
        chain: own === id ? 'stacks' : 'bitcoin',
        store: false,
      });
      await isAsked(4);
      assert.equal(handle.state.status, 'submitted');
      assert.equal(handle.trouble?.code, 'bad-response');
    });
  }

  for (const [name, winners] of [
    ['itself', { [id]: id }],
    ['one that it replaced', { [id]: other, [other]: id }],
  ]) {
    it(`does not block callers that wait for a transaction that is replaced by ${name}`, async () => {
      const rows = Object.fromEntries(
        Object.entries(winners).map(([tx_id, replaced_by_tx_id]) => {
          const sender_address = 'SP1J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
          const lost = { tx_status: 'dropped_replace_by_fee', replaced_by_tx_id };
          return [tx_id, { found: true, result: { tx_id, sender_address, nonce: 1, ...lost } }];
        }),
      );
      const { source } = nonsense(
        stacksApi,
        onlyV1(() => Response.json(rows)),
      );
      const { handle } = follow(id, { source, followReplacement: true });
      await assert.rejects(handle.until('confirmed', { timeout: 60_000 }), { code: 'replaced' });
    });
  }

  it('gets no request if its URL is invalid, which is reported', async () => {
    const { handle } = follow(id, { source: undefined, baseUrl: 'http://' });
    await until(() => handle.trouble);
    assert.equal(handle.trouble.code, 'bad-request');
  });
});

describe('`sentAt`', () => {
  for (const [seconds, notFound] of [
    [60, undefined],
    [180, true],
  ]) {
    it(`sets \`notFound\` to ${notFound} ${seconds} s after a missing transaction was sent`, async () => {
      const id = `0x${'7'.repeat(61)}${seconds + 100}`;
      const { handle } = follow(id, { sentAt: Date.now() - seconds * 1000 });
      await until(async () => (await chain.requests()).length >= 3, 'three reads');
      assert.deepEqual([handle.state.status, handle.state.notFound], ['submitted', notFound]);
    });
  }

  it('does not stop the reads if it is in the future', async () => {
    const id = await chain.send();
    await follow(id, { sentAt: Date.now() + 3_600_000 }).reaches('pending');
  });
});

describe('the dates of a service', () => {
  const id = `0x${'d1'.repeat(32)}`;
  const bitcoinId = id.slice(2);
  const V1 = { tx_id: id, nonce: 1, sender_address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' };
  /** The answer of each service for a transaction in a block at a time. */
  const IN_A_BLOCK_AT = {
    v1: [
      stacksApi,
      (time) => {
        const result = { ...V1, tx_status: 'success', block_height: 5, block_time: time };
        return { [id]: { found: true, result } };
      },
    ],
    v3: [stacksApi, (time) => ({ tx_id: id, status: 'success', block: { height: 5, time } })],
    esplora: [
      esplora,
      (block_time) => ({
        txid: bitcoinId,
        status: { confirmed: true, block_height: 5, block_time },
      }),
    ],
    'a source of the page': [
      () => ({
        name: 'own',
        chain: 'stacks',
        baseUrl: 'https://own.example',
        ...QUICK,
        async *read([query], get) {
          const { json } = await get('/');
          yield [
            query.id,
            { status: 'confirmed', block: { height: 5, minedAt: json.time * 1000 } },
          ];
        },
        tip: async () => undefined,
      }),
      (time) => ({ time }),
    ],
  };
  const WAITING_SINCE = {
    v1: (receipt_time) => {
      const result = { ...V1, tx_status: 'pending', receipt_time };
      return { [id]: { found: true, result } };
    },
    v3: (receipt_time) => ({ tx_id: id, status: 'pending', receipt_time }),
  };

  const reading = async (name, create, answer, status) => {
    const fetch = async (url) =>
      String(url).includes(name === 'v3' ? '/v1/' : '/v3/')
        ? Response.json({}, { status: 410 })
        : Response.json(answer);
    const source = { ...create({ baseUrl: 'https://dates.example', ...QUICK }), fetch };
    const isBitcoin = source.chain === 'bitcoin';
    const { handle, reaches } = follow(isBitcoin ? bitcoinId : id, { source, store: false });
    await reaches(status);
    return handle.state;
  };

  for (const [name, [create, answer]] of Object.entries(IN_A_BLOCK_AT)) {
    it(`are read as milliseconds, and absent for anything else: the block of ${name}`, async () => {
      const at = async (time) => (await reading(name, create, answer(time), 'confirmed')).block;
      assert.equal((await at(1_700_000_000)).minedAt, 1_700_000_000_000);
      for (const time of [0, -1, 5, 1_700_000_000_000, '1700000000x', null]) {
        assert.equal((await at(time)).minedAt, undefined, String(time));
      }
    });
  }

  it('and the depth is not read from a source of the page, which may pass on other fields', async () => {
    const [create] = IN_A_BLOCK_AT['a source of the page'];
    const source = {
      ...create(),
      async *read([query]) {
        yield [query.id, { status: 'confirmed', block: { height: 5 }, depth: 99, final: true }];
      },
    };
    const { handle, reaches } = follow(id, { source, store: false });
    await reaches('confirmed');
    assert.deepEqual([handle.state.depth, handle.state.final], [1, false]);
  });

  for (const [name, answer] of Object.entries(WAITING_SINCE)) {
    it(`are read as milliseconds, and absent for anything else: the receipt of ${name}`, async () => {
      const begin = Date.now();
      const since = async (time) => (await reading(name, stacksApi, answer(time), 'pending')).since;
      assert.equal(await since(1_700_000_000), 1_700_000_000_000);
      for (const time of [0, -1, 5, 1_700_000_000_000, '1700000000', null]) {
        const first = await since(time);
        assert.ok(first >= begin && first <= Date.now(), `${time}: ${first}`);
      }
    });
  }
});

describe('wrong arguments', () => {
  const id = 'ab'.repeat(32);
  const NO_NUMBERS = [NaN, -1, Infinity, -Infinity, '1', 0.5, {}];
  const fields = [
    ...NO_NUMBERS.filter((value) => value !== 0.5).flatMap((value) => [
      ['pace', value],
      ['perMinute', value],
    ]),
    ['pace', 0],
    ['perMinute', 0],
    ['perMinute', 0.5],
  ];
  const invalid = (name) => (error) =>
    error instanceof TransactionError && error.code === 'invalid' && error.message.includes(name);

  for (const [field, value] of fields) {
    it(`are refused: ${field} ${JSON.stringify(value) ?? value} (${value})`, () => {
      const options = { [field]: value };
      const refused = invalid(`\`${field}\``);
      for (const create of [stacksApi, mempoolSpace, esplora]) {
        assert.throws(() => create(options), refused);
      }
      const source = { ...api(), ...options };
      assert.throws(() => trackTransaction(id, { source }), invalid(`\`source.${field}\``));
    });
  }

  for (const [field, values] of Object.entries({
    confirmations: [...NO_NUMBERS, 'bitcoins'],
    sentAt: [...NO_NUMBERS, 0, 1_700_000_000, 1e18, 'yesterday'],
    followReplacement: ['true', 1],
    store: ['false', 0],
    network: [5, {}],
    baseUrl: [5, new URL('https://a.example')],
    label: [5],
    chain: ['eth'],
    source: ['https://a.example', 5],
  })) {
    it(`of trackTransaction are refused: ${field}`, () => {
      for (const value of values) {
        assert.throws(() => trackTransaction(id, { [field]: value }), invalid(`\`${field}\``));
      }
    });
  }

  for (const [field, values] of Object.entries({
    confirmations: [...NO_NUMBERS, 'bitcoins'],
    timeout: [...NO_NUMBERS.filter((value) => value !== 0.5), 2 ** 31],
    signal: [true, 'x'],
  })) {
    it(`of until are refused: ${field}`, async () => {
      const handle = trackTransaction(id, { source: api() });
      for (const value of values) {
        const waiting = handle.until('confirmed', { [field]: value });
        await assert.rejects(waiting, invalid(`\`${field}\``));
      }
    });
  }

  it('are refused in place of options: a text would be read as no options', async () => {
    const handle = trackTransaction(id, { source: api() });
    for (const text of ['testnet', 5, [], null]) {
      const refused = invalid('`options`');
      assert.throws(() => trackTransaction(id, text), refused);
      assert.throws(() => stacksApi(text), refused);
      assert.throws(() => recentTransactions(text), invalid('`filter`'));
      assert.throws(() => clearRecentTransactions(text), invalid('`filter`'));
      await assert.rejects(handle.until('confirmed', text), refused);
    }
    await assert.rejects(handle.until('final'), invalid('`status`'));
  });

  it('are refused: a source of the other chain', () => {
    const source = mempoolSpace();
    assert.equal(trackTransaction(id, { source }).chain, 'bitcoin');
    assert.throws(
      () => trackTransaction(id, { source, chain: 'stacks' }),
      invalid('`source.chain`'),
    );
  });
});

describe('20,000 handles that nobody uses any more', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc');

  it('keep no source and no poller in memory, and no timer', async () => {
    const count = 20_000;
    const fetch = async () => Response.json({});
    const sources = [];
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    for (let at = 0; at < count; at += 1) {
      const baseUrl = `https://unused-${at}.example`;
      const source = stacksApi({ baseUrl, ...(at % 2 && { fetch: () => fetch() }) });
      sources.push(new WeakRef(source));
      const undo = trackTransaction('ef'.repeat(32), { source }).subscribe(() => {});
      trackTransaction('ee'.repeat(32), { baseUrl });
      undo();
    }
    await until(() => {
      collectGarbage();
      return sources.filter((source) => source.deref()).length < 100;
    }, 'the sources are collected');
    await until(() => timers().length <= before + 2, 'no timer');
  });
});

describe('until', () => {
  it('rejects with stable codes, and resolves with the state', async () => {
    const { handle, reaches } = follow(await chain.send({ call: true }));
    assert.equal((await handle.until('pending')).status, 'pending');
    await assert.rejects(
      handle.until('confirmed', { timeout: 30 }),
      (error) => error instanceof TimeoutError && error.code === 'timeout',
    );
    const reason = new Error('gone');
    const aborted = new AbortController();
    const waiting = handle.until('confirmed', { signal: aborted.signal });
    aborted.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(handle.until('confirmed', { signal: AbortSignal.abort(reason) }), reason);
    await chain.control('decide', { txid: handle.id, fate: 'abort_by_response' });
    await chain.control('mine');
    await assert.rejects(
      handle.until('confirmed'),
      (error) =>
        error instanceof TransactionError &&
        error instanceof TransactionFailedError &&
        error.name === 'TransactionFailedError' &&
        error.code === 'failed' &&
        error.state.reason === 'response' &&
        error.message.includes(handle.id),
    );
    await reaches('failed');
  });

  it('rejects with the replacement, and with an error class for each failure', async () => {
    const id = await chain.send();
    // Another URL has another poller.
    const source = stacksApi({ baseUrl: `${chain.url}/`, ...QUICK });
    const { handle, reaches } = follow(id, { source });
    await reaches('pending');
    const second = await chain.speedUp(id);
    await assert.rejects(
      handle.until('confirmed', { timeout: 60_000 }),
      (error) => error instanceof ReplacedError && error.by === second,
    );
    const replacement = follow(second, { source });
    await replacement.reaches('pending');
    await chain.control('drop', { txid: second });
    await assert.rejects(
      replacement.handle.until('confirmed', { timeout: 60_000 }),
      (error) => error instanceof DroppedError && error.state.reason === 'expired',
    );
  });

  it('rejects with `stopped` after stop(), and iterators end', async () => {
    const handle = trackTransaction(await chain.send(), { source: api() });
    const waiting = handle.until('confirmed');
    const iterating = (async () => {
      const states = [];
      for await (const { status } of handle) states.push(status);
      return states;
    })();
    await until(() => handle.state.status === 'pending');
    handle.stop();
    await assert.rejects(waiting, { code: 'stopped' });
    assert.deepEqual(await iterating, ['submitted', 'pending']);
  });

  it('iterators end when a followed replacement has the requested confirmations', async () => {
    const id = await chain.send();
    const { handle, reaches } = follow(id, { followReplacement: true });
    await reaches('pending');
    await chain.speedUp(id);
    await chain.control('mine');
    const end = setTimeout(() => handle.stop(), 60_000);
    let last;
    for await (const state of handle) last = state;
    clearTimeout(end);
    assert.equal(last.byState?.status, 'confirmed');
  });

  it('keeps the state of a replacement after the last subscriber is gone', async () => {
    const id = await chain.send();
    const handle = trackTransaction(id, { source: api(), followReplacement: true });
    const confirmed = handle.until('confirmed', { timeout: 60_000 });
    await until(() => handle.state.status === 'pending');
    await chain.speedUp(id);
    await chain.control('mine');
    const state = await confirmed;
    assert.equal(state.byState.status, 'confirmed');
    assert.deepEqual(handle.state, state);
  });

  it('iterators yield each state and end when nothing more is read', async () => {
    const handle = trackTransaction(await chain.send(), { source: api() });
    const states = [];
    for await (const { status } of handle) {
      states.push(status);
      if (status === 'pending') await chain.control('mine');
    }
    assert.deepEqual(states, ['submitted', 'pending', 'confirmed']);
  });
});

describe('a busy service', () => {
  for (const limited of ['cors', 'no-cors']) {
    it(`gets no request during the pause after a 429 (${limited})`, async () => {
      const own = await startMiningChain();
      try {
        const id = await own.send();
        await own.control('behave', { limited });
        const source = stacksApi({ baseUrl: own.url, ...QUICK });
        const { handle } = follow(id, { source });
        await until(() => handle.trouble);
        assert.equal(handle.trouble.code, 'rate-limited');
        assert.equal(handle.state.status, 'submitted');
        const second = follow(await own.send({ nonce: 1 }), { source });
        await until(() => second.handle.trouble);
        await new Promise((resolve) => setTimeout(resolve, 300));
        assert.equal((await own.requests()).length, 1);
      } finally {
        await own.close();
      }
    });
  }

  for (const form of ['seconds', 'date']) {
    it(`gets no request for as long as its Retry-After says (${form})`, async () => {
      const date = new Date(Date.now() + 200_000).toUTCString();
      const headers = { 'retry-after': form === 'date' ? date : '200' };
      const baseUrl = `https://${form}.test`;
      const source = stacksApi({
        baseUrl,
        fetch: async () => new Response('', { status: 429, headers }),
        ...QUICK,
      });
      const { handle } = follow('11'.repeat(32), { source });
      await until(() => handle.trouble);
      const second = follow('22'.repeat(32), { source });
      await until(() => second.handle.trouble);
      const [, seconds] = /asked again in (\d+) s/.exec(second.handle.trouble.message);
      assert.ok(seconds > 180 && seconds <= 200, seconds);
    });
  }

  it('that cannot be reached is reported and paused, and the state stays the same', async () => {
    const own = await startMiningChain();
    let requests = 0;
    const counting = (...args) => {
      requests += 1;
      return fetch(...args);
    };
    const source = stacksApi({ baseUrl: own.url, ...QUICK, fetch: counting });
    const { handle, reaches } = follow(await own.send(), { source });
    await reaches('pending');
    const second = await own.send({ nonce: 1 });
    await own.close();
    await until(() => handle.trouble?.code === 'network');
    assert.equal(handle.state.status, 'pending');
    const before = requests;
    const { handle: other } = follow(second, { source });
    await until(() => other.trouble?.code === 'network');
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(requests, before);
  });

  it('gets at most twelve requests a minute, together with all other services', async () => {
    const both = [await startMiningChain(), await startMiningChain()];
    const count = async () => (await Promise.all(both.map((own) => own.requests()))).flat().length;
    try {
      const [stacks, bitcoin] = both;
      const pace = 0.001;
      const source = stacksApi({ baseUrl: stacks.url, pace });
      const other = mempoolSpace({ baseUrl: bitcoin.bitcoinUrl, pace });
      follow(await stacks.send(), { source });
      follow(await bitcoin.sendBitcoin(), { source: other, chain: 'bitcoin' });
      await until(async () => (await count()) >= 12);
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert.equal(await count(), 12);
    } finally {
      for (const own of both) await own.close();
    }
  });
});

for (const [name, create, rbf] of [
  ['mempool.space', mempoolSpace, true],
  ['esplora', esplora, false],
]) {
  describe(`a Bitcoin transaction, with ${name}`, () => {
    const bitcoin = (id, more) =>
      follow(id, {
        chain: 'bitcoin',
        source: create({ baseUrl: chain.bitcoinUrl, ...QUICK }),
        ...more,
      });
    beforeEach(() => chain.control('behave', { rbf }));

    it('is confirmed, and is pending again after a reorganisation', async () => {
      const { handle, statuses, reaches } = bitcoin(await chain.sendBitcoin(), {
        confirmations: 3,
      });
      await reaches('pending');
      await chain.control('mine');
      await reaches('confirmed');
      await chain.control('reorganize', { chain: 'bitcoin' });
      await reaches('pending');
      await chain.control('mine', { chain: 'bitcoin', count: 3 });
      await until(() => handle.state.depth === 3);
      assert.deepEqual(statuses, ['submitted', 'pending', 'confirmed', 'pending', 'confirmed']);
    });

    it('is replaced by a transaction that spends the same coin', async () => {
      const id = await chain.sendBitcoin();
      const { handle, reaches } = bitcoin(id);
      await reaches('pending');
      const by = await chain.speedUpBitcoin(id);
      await reaches('replaced');
      assert.equal(handle.state.by, by);
      assert.equal(handle.state.inferred === true, !rbf);
    });

    it('is dropped', async () => {
      const id = await chain.sendBitcoin();
      const { handle, reaches } = bitcoin(id);
      await reaches('pending');
      await chain.control('drop', { txid: id });
      await reaches('dropped');
      matches(handle.state, { reason: 'unknown', inferred: true });
    });

    it('stays submitted if the service does not find it', async () => {
      const { handle } = bitcoin('ab'.repeat(32));
      await until(async () => (await chain.requests()).length > 4);
      assert.equal(handle.state.status, 'submitted');
    });
  });
}

describe('configure', () => {
  it('sets the services, by network', async () => {
    configure({
      stacksApi: { mainnet: chain.url },
      bitcoinApi: { regtest: chain.bitcoinUrl },
      transactions: QUICK,
    });
    const stacks = follow(await chain.send(), { network: 'mainnet', source: undefined });
    const bitcoin = follow(await chain.sendBitcoin(), { chain: 'bitcoin', network: 'regtest' });
    await stacks.reaches('pending');
    await bitcoin.reaches('pending');
  });

  it('sets the network of transactions that show none', () => {
    const id = 'ab'.repeat(32);
    const network = (given) => trackTransaction(given, { store: false }).network;
    configure({ network: 'testnet' });
    assert.equal(network(id), 'testnet');
    assert.equal(network({ txid: id, transaction: '0000000001' }), 'mainnet');
    configure({ network: 'mainnet' });
    assert.equal(network(id), 'mainnet');
  });

  it('applies to transactions that are tracked afterwards, also from the same service', async () => {
    const stacksApi = { mainnet: chain.url };
    configure({ stacksApi, transactions: { ...QUICK, pace: 1_000 } });
    const sentAt = Date.now();
    const slow = follow(await chain.send(), { network: 'mainnet', source: undefined, sentAt });
    configure({ transactions: QUICK });
    const other = await chain.send({ nonce: 1 });
    const quick = follow(other, { network: 'mainnet', source: undefined, sentAt });
    await quick.reaches('pending');
    assert.deepEqual(slow.statuses, ['submitted']);
  });
});

describe('a clock that is set back', () => {
  it('does not stop the reads', async () => {
    const id = await chain.send();
    const source = stacksApi({ baseUrl: chain.url, pace: 0.01, perMinute: 20 });
    const { handle, reaches } = follow(id, { source });
    await reaches('pending');
    const { now } = Date;
    try {
      Date.now = () => now() - 3_600_000;
      const before = (await chain.requests()).length;
      await until(async () => (await chain.requests()).length > before + 3);
      await chain.control('mine');
      await reaches('confirmed');
      assert.equal(handle.trouble, undefined);
    } finally {
      Date.now = now;
    }
  });
});
