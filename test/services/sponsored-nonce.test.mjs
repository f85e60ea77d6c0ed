/** The nonce of a sponsored transaction, from real servers that answer, fail, hang or never end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { deserializeTransaction } from '@stacks/transactions';
import { createWalletClient } from '../../dist/core/index.js';
import { createMetadataClient } from '../../dist/metadata/index.js';

const MAINNET = 'SP1WV0048ERKB55592H81MK6J4TTRP8TSGC4JX54N';
const TESTNET = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';
const RECIPIENTS = {
  [MAINNET]: 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE',
  [TESTNET]: 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG',
};
const JSON_TYPE = { 'content-type': 'application/json' };
const V1 = (address) => `/extended/v1/address/${address}/nonces`;
/** Asked once for each service: its network. */
const INFO = '/v2/info';
const V3 = (address) => `/extended/v3/principals/${address}/nonces`;

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of its own, since a refusal pauses a host. */
async function serve(handle) {
  const requests = [];
  const server = createServer((req, res) => {
    requests.push(req);
    handle(req, res, requests.length);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

const answer =
  (status, body, headers = JSON_TYPE) =>
  (_req, res) => {
    res.writeHead(status, headers);
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** A wallet with one account. The user refuses every signature. */
function refusingWallet(address) {
  const signed = [];
  return {
    isLeather: true,
    signed,
    async request(method, params) {
      if (/ddresses|getAccount/.test(method)) {
        const addresses = [{ symbol: 'STX', address, publicKey: `02${'11'.repeat(32)}` }];
        return { jsonrpc: '2.0', id: '1', result: { addresses } };
      }
      signed.push(params.transaction);
      return { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'refused' } };
    },
  };
}

/** Sends a sponsored transfer. Resolves with the error, and the nonce of the transaction that the wallet got. */
const transfer = (options, { address = MAINNET, ...params } = {}) =>
  send(address, options, 'stx_transferStx', {
    recipient: RECIPIENTS[address],
    amount: 1,
    ...params,
  });

/** Sends a sponsored deployment, whose params show no network. */
const deploy = (address, options = {}) =>
  send(address, options, 'stx_deployContract', { name: 'token', clarityCode: '(ok 1)' });

async function send(address, options, method, params) {
  const provider = refusingWallet(address);
  const client = createWalletClient().with({ provider, enableLocalStorage: false });
  await client.connect();
  const error = await client.request(options, method, { sponsored: true, ...params }).then(
    () => assert.fail('the user refuses'),
    (thrown) => thrown,
  );
  const [transaction] = provider.signed;
  return {
    error,
    nonce: transaction && deserializeTransaction(transaction).auth.spendingCondition.nonce,
  };
}

const failsWith = async (handle, message, options = {}) => {
  const { url, requests } = await serve(handle);
  const { error, nonce } = await transfer({ stacksApi: url, ...options });
  assert.equal(nonce, undefined, 'the wallet was asked');
  assert.equal(error.code, -31000, error.message);
  assert.match(error.message, message);
  assert.match(error.message, new RegExp(`${url}.*Give \`nonce\``));
  return requests;
};

describe('the nonce of a sponsored transaction', () => {
  it('is the next one of the account, read without a referrer, cookies or a cached answer', async () => {
    const { url, requests } = await serve(answer(200, { next_nonce: 12 }));
    const { fetch } = globalThis;
    let init;
    globalThis.fetch = (...args) => {
      [, init] = args;
      return fetch(...args);
    };
    try {
      const { nonce } = await transfer({ stacksApi: `${url}/` });
      assert.equal(nonce, 12n);
    } finally {
      globalThis.fetch = fetch;
    }
    assert.deepEqual(
      requests.map((request) => request.url),
      [V3(MAINNET), INFO],
    );
    const { credentials, referrerPolicy, redirect, cache } = init;
    assert.deepEqual(
      { credentials, referrerPolicy, redirect, cache },
      { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'manual', cache: 'no-store' },
    );
  });

  for (const status of [404, 410, 501]) {
    it(`comes from the v1 route if the v3 route answers ${status}, which is asked once`, async () => {
      const { url, requests } = await serve((req, res) =>
        req.url === V1(MAINNET)
          ? answer(200, { possible_next_nonce: 7, last_executed_tx_nonce: 6 })(req, res)
          : answer(status, { error: 'Not Found' })(req, res),
      );
      assert.equal((await transfer({ stacksApi: url })).nonce, 7n);
      assert.equal((await transfer({ stacksApi: url })).nonce, 7n);
      assert.deepEqual(
        requests.map((request) => request.url),
        [V3(MAINNET), INFO, V1(MAINNET), V1(MAINNET)],
      );
    });
  }

  it('comes from the v3 route again once the v1 route is gone', async () => {
    let isOld = true;
    const { url } = await serve((req, res) =>
      req.url === (isOld ? V1 : V3)(MAINNET)
        ? answer(200, { possible_next_nonce: 7, next_nonce: 8 })(req, res)
        : answer(410, { error: 'Gone' })(req, res),
    );
    assert.equal((await transfer({ stacksApi: url })).nonce, 7n);
    isOld = false;
    assert.equal((await transfer({ stacksApi: url })).nonce, 8n);
  });

  it('fails if both routes are gone', async () => {
    await failsWith(
      answer(410, { error: 'Gone' }),
      /v3\/principals\/.*answered 410.*v1\/address\/.*answered 410/,
    );
  });

  for (const body of [
    {},
    [],
    null,
    5,
    '"12"',
    { next_nonce: null },
    { next_nonce: '12' },
    { next_nonce: -1 },
    { next_nonce: 1.5 },
    { next_nonce: 2 ** 53 },
    { next_nonce: true },
    { next_nonce: [12] },
    { next_nonce: { toString: 12 } },
    { possible_next_nonce: 12 },
  ]) {
    it(`is not read from ${JSON.stringify(body)}`, async () => {
      await failsWith(answer(200, body), /`next_nonce`, where a nonce was expected/);
    });
  }

  it('is not read from HTML with the status 200, or from JSON that was cut off', async () => {
    await failsWith(
      answer(200, '<!doctype html>', { 'content-type': 'text/html' }),
      /answered 200 without JSON/,
    );
    await failsWith(answer(200, '{"next_nonce":1'), /answered 200 without JSON/);
  });

  it('is not read from a polluted Object.prototype', async () => {
    Object.prototype.next_nonce = 99;
    try {
      await failsWith(answer(200, {}), /with nothing in `next_nonce`/);
    } finally {
      delete Object.prototype.next_nonce;
    }
  });

  it('is not read from another host', async () => {
    const other = await serve(answer(200, { next_nonce: 1 }));
    for (const status of [301, 302, 303, 307, 308])
      await failsWith(
        answer(status, '', { location: other.url }),
        new RegExp(`${status}.*redirect`),
      );
    assert.equal(other.requests.length, 0);
  });

  it('fails after a 500, a connection that is closed, or an answer that is cut off', async () => {
    await failsWith(answer(500, ''), /answered 500/);
    await failsWith((req) => req.socket.destroy(), /could not be reached/);
    await failsWith((_req, res) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': 1000 });
      res.write('{', () => res.destroy());
    }, /could not be reached/);
  });

  it('is not read further than 1 MiB', async () => {
    let sent = 0;
    await failsWith((_req, res) => {
      res.writeHead(200, JSON_TYPE);
      const more = () => {
        while (!res.destroyed && sent < 100_000_000) {
          sent += 65_536;
          if (!res.write(' '.repeat(65_536))) return;
        }
        if (!res.destroyed) res.end();
      };
      res.on('drain', more);
      more();
    }, /more than 1048576 bytes/);
    assert.ok(sent < 20_000_000, `${sent} bytes were sent`);
  });

  const date = (seconds) => new Date(Date.now() + seconds * 1000).toUTCString();
  for (const [status, header, least, most] of [
    [429, '30', 28, 30],
    [503, '30', 28, 30],
    [429, date(40), 20, 40],
    [429, 'soon', 14, 23],
    [429, undefined, 14, 23],
  ]) {
    it(`is not requested again during the pause after ${status} with Retry-After ${header}`, async () => {
      const headers = { ...JSON_TYPE, ...(header && { 'retry-after': header }) };
      const { url, requests } = await serve(answer(status, '', headers));
      const first = await transfer({ stacksApi: url });
      assert.match(first.error.message, new RegExp(`answered ${status}`));
      const { error } = await transfer({ stacksApi: `${url}/` });
      const [, seconds] = /asked again in (\d+) s/.exec(error.message);
      assert.ok(seconds >= least && seconds <= most, seconds);
      assert.equal(requests.length, 1);
    });
  }

  it('is requested again at once after network errors', async () => {
    const { url } = await serve((req, res, count) =>
      count > 8 ? answer(200, { next_nonce: 3 })(req, res) : req.socket.destroy(),
    );
    for (let n = 0; n < 8; n += 1) await transfer({ stacksApi: url });
    assert.equal((await transfer({ stacksApi: url })).nonce, 3n);
  });

  it('is requested once for requests at the same time; aborting one of them does not end it', async () => {
    let finish;
    const { url, requests } = await serve((req, res) => {
      const reply = () => answer(200, { next_nonce: 4 })(req, res);
      if (req.url === INFO) reply();
      else finish = reply;
    });
    const abort = new AbortController();
    const both = [transfer({ stacksApi: url, signal: abort.signal }), transfer({ stacksApi: url })];
    while (!finish) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const reason = new Error('enough');
    abort.abort(reason);
    assert.equal((await both[0]).error, reason);
    finish();
    assert.equal((await both[1]).nonce, 4n);
    assert.deepEqual(
      requests.map((request) => request.url),
      [V3(MAINNET), INFO],
    );
  });

  it('is no longer requested once the signal is aborted', async () => {
    let closed;
    const { url } = await serve((_req, res) => {
      closed = once(res, 'close');
    });
    const abort = new AbortController();
    const sent = transfer({ stacksApi: url, signal: abort.signal });
    while (!closed) await new Promise((resolve) => setTimeout(resolve, 5));
    const reason = new Error('enough');
    abort.abort(reason);
    const { error, nonce } = await sent;
    assert.equal(error, reason);
    assert.equal(nonce, undefined);
    await closed;
  });
});

describe('the API for the nonce of a sponsored transaction', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });
  const recorded = () => {
    const urls = [];
    globalThis.fetch = async (url) => {
      urls.push(String(url));
      return Response.json({ next_nonce: 1 });
    };
    return urls;
  };

  for (const [network, address, origin] of [
    [undefined, MAINNET, 'https://api.hiro.so'],
    ['mainnet', MAINNET, 'https://api.hiro.so'],
    ['testnet', TESTNET, 'https://api.testnet.hiro.so'],
  ]) {
    it(`is ${origin} for ${network}`, async () => {
      const urls = recorded();
      const { nonce } = await transfer({ network }, { address });
      assert.equal(nonce, 1n);
      assert.deepEqual(urls, [origin + V3(address)]);
    });
  }

  for (const network of ['devnet', 'sbtcDevenv', 'regtest', 'mocknet', 'a-chain-of-my-own']) {
    it(`must be given for ${network}, or the nonce`, async () => {
      const urls = recorded();
      const { error, nonce } = await transfer({ network }, { address: TESTNET });
      assert.equal(error.code, -32602);
      assert.match(error.message, /`nonce`.*`stacksApi`/);
      assert.equal(nonce, undefined);
      assert.deepEqual(urls, []);
    });
  }

  it('is `stacksApi`, if it is given', async () => {
    const urls = recorded();
    const options = { network: 'devnet', stacksApi: 'http://localhost:3999/api/' };
    assert.equal((await transfer(options, { address: TESTNET })).nonce, 1n);
    const api = 'http://localhost:3999/api';
    assert.deepEqual(urls, [api + V3(TESTNET), api + INFO]);
  });

  it('is that of the network of the account, if the request has none', async () => {
    for (const [address, origin] of [
      [MAINNET, 'https://api.hiro.so'],
      [TESTNET, 'https://api.testnet.hiro.so'],
    ]) {
      const urls = recorded();
      assert.equal((await deploy(address)).nonce, 1n);
      const stacksApi = { mainnet: 'https://a.example', testnet: 'https://b.example' };
      await deploy(address, { stacksApi });
      const own = stacksApi[address === MAINNET ? 'mainnet' : 'testnet'];
      assert.deepEqual(urls, [origin + V3(address), own + V3(address), own + INFO]);
    }
  });

  it('is not needed with a nonce', async () => {
    const urls = recorded();
    const call = { address: TESTNET, nonce: 5 };
    assert.equal((await transfer({ network: 'devnet' }, call)).nonce, 5n);
    assert.deepEqual(urls, []);
  });

  it('does not wait while the host answers no other request', async () => {
    const { url, requests } = await serve((req, res) => {
      if (req.url.endsWith('/nonces')) answer(200, { next_nonce: 12 })(req, res);
    });
    const tokens = createMetadataClient({ baseUrl: url });
    const reading = new AbortController();
    for (let count = 0; count < 8; count += 1) {
      const { signal } = reading;
      tokens.getFtMetadata(`${MAINNET}.token-${count}`, { signal }).catch(() => {});
    }
    while (requests.length < 6) await delay(10);
    assert.equal((await transfer({ stacksApi: url })).nonce, 12n);
    reading.abort();
  });

  for (const stacksApi of [
    'nonsense',
    'ftp://a.example',
    'https://user:pass@a.example/',
    'javascript:1',
  ]) {
    it(`is refused if it is ${stacksApi}`, async () => {
      const urls = recorded();
      const { error } = await transfer({ stacksApi });
      assert.equal(error.code, -32602);
      assert.equal(error.data.field, 'stacksApi');
      assert.deepEqual(urls, []);
    });
  }
});

describe('a Stacks API that does not answer in 15 seconds', { concurrency: true }, () => {
  it('with anything', async () => {
    await failsWith(() => {}, /did not answer within 15000 ms/);
  });

  it('with the end of its body', async () => {
    await failsWith((_req, res) => {
      res.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => res.write(' '), 20);
      res.on('close', () => clearInterval(timer));
    }, /did not answer within 15000 ms/);
  });
});
