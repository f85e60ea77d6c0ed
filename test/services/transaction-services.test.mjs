/** Transactions at services that fail, hang, never end, or answer something else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, it } from 'node:test';
import { mempoolSpace, stacksApi, trackTransaction } from '../../dist/transactions/index.js';
import { until } from '../support/until.mjs';

const HASH = 'ab'.repeat(32);
const ID = `0x${HASH}`;
const JSON_TYPE = { 'content-type': 'application/json' };
/** What a service answers for a transaction in a block. */
const MINED = {
  [ID]: { found: true, result: { tx_id: ID, tx_status: 'success', block_height: 5 } },
  txid: HASH,
  status: { confirmed: true, block_height: 5 },
};
const SOURCES = { stacksApi, mempoolSpace };

const servers = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Tracks a transaction at a server of its own. Resolves with the trouble of the first read. */
async function troubleOf(create, handle) {
  const open = new Set();
  const server = createServer((req, res) => {
    open.add(res);
    res.on('close', () => open.delete(res));
    handle(req, res);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const source = create({ baseUrl, pace: 0.01, perMinute: 1000 });
  const tracked = trackTransaction(HASH, { source, chain: source.chain, store: false });
  await new Promise((resolve) => tracked.subscribe(() => tracked.trouble && resolve()));
  const { state, trouble } = tracked;
  tracked.stop();
  assert.equal(state.status, 'submitted');
  await until(() => open.size === 0, 'every connection is closed');
  return { ...trouble, host: new URL(baseUrl).host };
}

const answer =
  (status, body, headers = JSON_TYPE) =>
  (_req, res) => {
    res.writeHead(status, headers);
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
let elsewhere = 0;
const other = createServer((req, res) => {
  elsewhere += 1;
  answer(200, MINED)(req, res);
}).listen(0, '127.0.0.1');
servers.push(other);
await once(other, 'listening');
const location = `http://127.0.0.1:${other.address().port}/`;

function huge(_req, res) {
  res.writeHead(200, JSON_TYPE);
  let sent = 0;
  const more = () => {
    while (!res.destroyed && sent < 100_000_000) {
      sent += 65_536;
      if (!res.write(' '.repeat(65_536))) return;
    }
    if (!res.destroyed) res.end(JSON.stringify(MINED));
  };
  res.on('drain', more);
  more();
}

const WRONG = {
  'HTML with the status 200': [answer(200, '<!doctype html>'), 'bad-response', /without JSON/],
  'JSON that was cut off': [answer(200, '{"found":'), 'bad-response', /without JSON/],
  'a redirect': [answer(302, MINED, { ...JSON_TYPE, location }), 'bad-response', /302.*redirect/],
  '100 MB': [huge, 'bad-response', /more than (?:2500000|3000000) bytes/],
  'the status 400': [answer(400, MINED), 'bad-request', /answered 400/],
  'the status 403': [answer(403, MINED), 'bad-response', /answered 403/],
  'the status 429': [answer(429, MINED), 'rate-limited', /answered 429/],
  'the status 500': [answer(500, MINED), 'network', /answered 500/],
  'the status 503': [answer(503, MINED), 'rate-limited', /answered 503/],
  'a closed connection': [(req) => req.socket.destroy(), 'network', /could not be reached/],
};
const WITHOUT_END = {
  nothing: () => {},
  'a body without an end': (_req, res) => {
    res.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => res.write(' '), 50);
    res.on('close', () => clearInterval(timer));
  },
};

for (const [name, create] of Object.entries(SOURCES)) {
  describe(`${name}: a service that answers`, { concurrency: true }, () => {
    for (const [what, [handle, code, message]] of Object.entries(WRONG)) {
      it(`${what} changes no state`, async () => {
        const trouble = await troubleOf(create, handle);
        assert.equal(trouble.code, code, trouble.message);
        assert.match(trouble.message, message);
        assert.ok(trouble.message.includes(trouble.host), trouble.message);
        assert.equal(elsewhere, 0, 'the redirect was followed');
      });
    }
  });
}

describe('a service that answers', { concurrency: true }, () => {
  for (const [what, handle] of Object.entries(WITHOUT_END)) {
    it(`${what} in 15 seconds is given up`, async () => {
      const trouble = await troubleOf(stacksApi, handle);
      assert.equal(trouble.code, 'network');
      assert.match(trouble.message, /did not answer within 15000 ms/);
    });
  }
});
