/** `toNode` with real sockets: Node's own server, Express 4, and the parsers that read a body before it. */
import assert from 'node:assert/strict';
import { createServer, request as nodeRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import express from 'express';
import { createPaymentHandler, memoryPaymentStore } from '../../dist/payments/server/index.js';
import { createSignInHandler, createSignInMessage, toNode } from '../../dist/verify/index.js';
import { stacksSigner } from '../support/message-signers.mjs';

const ORIGIN = 'https://app.example.com';
const SHOP = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const signer = stacksSigner();

const auth = createSignInHandler({ origin: ORIGIN });
const payments = createPaymentHandler({
  ...{ origin: ORIGIN, store: memoryPaymentStore() },
  orders: (id) => (id === 'A-1042' ? { to: SHOP, asset: 'stx', amount: 5n } : undefined),
});

/** Apps of which each has the sign-in below `/auth` and the payments below `/pay`, by what reads the body first. */
const inExpress = (...middleware) => {
  const app = express();
  for (const one of middleware) app.use(one);
  app.use('/auth', toNode(auth.handle));
  app.use('/pay', toNode(payments.handle));
  app.get('/me', async (req, res) => res.json((await auth.getAccount(req)) ?? null));
  return app;
};
const isAuth = (req) => req.url.startsWith('/auth');
const APPS = {
  'Node’s own server': () => (req, res) => {
    if (req.url === '/me') {
      auth.getAccount(req).then((account) => res.end(JSON.stringify(account ?? null)));
    } else void toNode(isAuth(req) ? auth.handle : payments.handle)(req, res);
  },
  Express: () => inExpress(),
  'Express behind express.json()': () => inExpress(express.json()),
  'Express behind express.text()': () => inExpress(express.text({ type: () => true })),
  'Express behind express.raw()': () => inExpress(express.raw({ type: () => true })),
  'Express behind parsers of other types': () =>
    inExpress(
      express.urlencoded({ extended: false }),
      express.text(),
      express.json({ type: 'a/b' }),
    ),
  'Express with texts in place of bytes': () =>
    inExpress((req, _res, next) => {
      req.setEncoding('utf8');
      next();
    }),
  'Express in a router': () => {
    const app = express();
    const router = express.Router();
    router.use(inExpress(express.json()));
    return app.use(router);
  },
};

const servers = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});
async function start(app) {
  const server = createServer(app);
  servers.push(server);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Sends requests as a browser does: it keeps the cookie and sends `Origin`. */
function browserAt(url) {
  let cookie = '';
  return async (path, body, { origin = ORIGIN, ...headers } = {}) => {
    const response = await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { origin, cookie, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    if (set) [cookie] = set.split(';', 1);
    const text = await response.text();
    return { status: response.status, type: response.headers.get('content-type'), ...JSON.parse(text) }; // prettier-ignore
  };
}

function proof({ nonce, issuedAt }) {
  const message = createSignInMessage({
    ...{ chain: 'stacks:mainnet', address: signer.address(), domain: 'app.example.com' },
    ...{ uri: ORIGIN, nonce, issuedAt },
    expirationTime: new Date(Date.parse(issuedAt) + 600_000).toISOString(),
  });
  return { message, signature: signer.sign(message), publicKey: signer.publicKey };
}

async function silently(t, run) {
  const errors = t.mock.method(console, 'error', () => {});
  await run();
  return errors.mock.calls.map(({ arguments: [error] }) => error);
}

describe('toNode', () => {
  it('says what to pass in place of the request of a framework', async (t) => {
    const handle = toNode(auth.handle);
    const request = new Request(`${ORIGIN}/auth/session`, { method: 'POST' });
    for (const args of [
      [{ raw: { on() {}, headers: {} }, headers: {} }, { raw: {} }],
      [{ req: { raw: request } }],
      [request],
      [],
    ]) {
      const [error] = await silently(t, () => handle(...args));
      assert.match(error.message, /`req` and `res` must be.*\(request\.raw, reply\.raw\)/);
      t.mock.restoreAll();
    }
  });

  for (const [title, app] of Object.entries(APPS)) {
    describe(`in ${title}`, () => {
      it('signs in, and getAccount says who', async () => {
        const send = browserAt(await start(app()));
        const answer = await send('/auth/nonce', {});
        assert.equal(answer.status, 200);
        assert.deepEqual((await send('/auth/session', {})).account, null);
        const signed = await send('/auth/verify', proof(answer));
        assert.equal(signed.ok, true, JSON.stringify(signed));
        assert.equal((await send('/me')).address, signer.address());
        assert.equal((await send('/auth/session', {})).account.address, signer.address());
        await send('/auth/sign-out', {});
        assert.deepEqual((await send('/auth/session', {})).account, null);
      });

      it('says what an order costs', async () => {
        const send = browserAt(await start(app()));
        const { to, accepts, type } = await send('/pay/order', { order: 'A-1042' });
        assert.deepEqual([to, accepts, type], [SHOP, [{ asset: 'stx', amount: '5' }], 'application/json']); // prettier-ignore
        assert.equal((await send('/pay/order', { order: 'A-1' })).status, 404);
        assert.equal((await send('/pay/order?a=b', { order: 'A-1042' })).status, 200);
      });

      it('refuses another origin, another route, another method and a long body', async () => {
        const send = browserAt(await start(app()));
        const origin = 'http://127.0.0.1:3000';
        const refused = await send('/pay/order', { order: 'A-1042' }, { origin });
        assert.deepEqual([refused.status, refused.expected], [403, ORIGIN]);
        assert.equal((await send('/pay/price', {})).status, 404);
        assert.equal((await send('/pay/order')).status, 405);
        const long = await send('/pay/order', { order: 'A-1042', more: ' '.repeat(66_000) });
        assert.equal(long.status, 413);
      });
    });
  }

  it('answers 405 to a method that no Request has, without an error in the console', async (t) => {
    const { hostname, port } = new URL(await start(toNode(payments.handle)));
    const errors = t.mock.method(console, 'error', () => {});
    for (const method of ['TRACE', 'HEAD', 'PROPFIND', 'GET']) {
      const status = await new Promise((answered, failed) => {
        const sending = nodeRequest({ hostname, port, path: '/pay/order', method });
        sending
          .on('response', ({ statusCode }) => answered(statusCode))
          .on('error', failed)
          .end();
      });
      assert.equal(status, 405, method);
    }
    assert.equal(errors.mock.callCount(), 0);
  });

  it('stops to read a body without an end', async () => {
    const url = new URL(await start(toNode(payments.handle)));
    const status = await new Promise((answered, failed) => {
      const headers = { origin: ORIGIN };
      const sending = nodeRequest(new URL('/pay/order', url), { method: 'POST', headers });
      const write = () => {
        if (!sending.destroyed) sending.write(' '.repeat(10_000), () => setImmediate(write));
      };
      sending.on('response', ({ statusCode }) => {
        sending.destroy();
        answered(statusCode);
      });
      sending.on('error', failed);
      write();
    });
    assert.equal(status, 413);
  });

  it('ends when the client leaves in the middle of a body', async () => {
    let ended;
    const over = new Promise((resolve) => (ended = resolve));
    const handle = toNode(payments.handle);
    const url = new URL(await start((req, res) => handle(req, res).then(ended)));
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.write(
      `POST /pay/order HTTP/1.1\r\nHost: a\r\nOrigin: ${ORIGIN}\r\nContent-Length: 50\r\n\r\n{"or`,
    );
    setTimeout(() => socket.destroy(), 50);
    await over;
  });

  for (const [title, path, status] of [
    ['another host', '//evil.example/pay/order', 200],
    ['a whole URL', 'http://evil.example/pay/order', 200],
    ['no path', '*', 404],
    ['signs of a URL', '/pay/%zz/order', 200],
  ]) {
    it(`reads a path with ${title}, and asks no other host`, async () => {
      const url = new URL(await start(toNode(payments.handle)));
      const answer = await new Promise((resolve, reject) => {
        const sending = nodeRequest(
          { port: url.port, host: '127.0.0.1', path, method: 'POST', headers: { origin: ORIGIN } },
          resolve,
        );
        sending.on('error', reject).end('{"order":"A-1042"}');
      });
      answer.resume();
      assert.equal(answer.statusCode, status);
    });
  }

  it('answers 500 for a body that was read before and is nowhere, and says so', async (t) => {
    const app = express();
    app.use((req, _res, next) => req.on('end', next).resume());
    app.use('/pay', toNode(payments.handle));
    const send = browserAt(await start(app));
    const errors = await silently(t, async () => {
      assert.equal((await send('/pay/order', { order: 'A-1042' })).status, 500);
    });
    assert.match(errors[0].message, /was read before.*`req\.body`/);
  });

  it('answers 500 if the handler rejects, and does not reject', async (t) => {
    const send = browserAt(await start(toNode(() => Promise.reject(new Error('offline')))));
    const errors = await silently(t, async () => {
      assert.deepEqual((await send('/a', {})).status, 500);
    });
    assert.equal(errors[0].message, 'offline');
  });

  for (const [name, handle] of [
    ['createSignInHandler', auth.handle],
    ['createPaymentHandler', payments.handle],
  ]) {
    it(`is named in the error of ${name} in Express without it, which answers`, async (t) => {
      const app = express();
      app.use('/auth', handle);
      const send = browserAt(await start(app));
      const errors = await silently(t, async () => {
        assert.deepEqual((await send('/auth/nonce', {})).status, 500);
      });
      assert.match(errors[0].message, new RegExp(`^${name}: .*toNode\\(handle\\)`));
    });
  }
});
