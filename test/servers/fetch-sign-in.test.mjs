/** What a page makes of the answers of a server, with real sockets: slow, endless, of another type, redirected. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSignIn, fetchSignIn } from '../../dist/sign-in/index.js';
import { until } from '../support/until.mjs';

const ACCOUNT = { chain: 'stacks:mainnet', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' };
const PROOF = { message: 'a', signature: '00' };
/** A client without a wallet. */
const CLIENT = { state: { status: 'disconnected' }, subscribe: () => () => {}, preload() {} };
const JSON_TYPE = { 'content-type': 'application/json' };

const json = (value, status = 200) => [
  (res) => res.writeHead(status, JSON_TYPE).end(JSON.stringify(value)),
];
const page = (status) => [
  (res) =>
    res.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Log in</h1>'),
];
/** Answers that are no success, whatever their content. */
const FAILURES = {
  'a web page': page(200),
  'no content': [(res) => res.writeHead(204).end()],
  'text that is not JSON': [(res) => res.writeHead(200, JSON_TYPE).end('{"ok":true')],
  'a redirect to another page': [(res) => res.writeHead(302, { location: '/good' }).end()],
  'a redirect that repeats the request': [(res) => res.writeHead(307, { location: '/good' }).end()],
  'a body without an end': [
    (res) => {
      res.writeHead(200, JSON_TYPE);
      const write = () => {
        if (!res.destroyed) res.write(' '.repeat(10_000), write);
      };
      write();
    },
  ],
  'a body that breaks off': [
    (res) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': '100' }).write('{"ok":true}');
      setTimeout(() => res.destroy(), 5);
    },
  ],
  'a closed connection': [(res) => res.destroy()],
  ...Object.fromEntries(
    [404, 429, 500, 503].map((status) => [`a page of ${status}`, page(status)]),
  ),
};
/** The success of each route, and the call. */
const ROUTES = {
  nonce: [{ nonce: 'ABCDEFGH12345678' }, (server, call) => server.getNonce(call)],
  verify: [{ ok: true, account: ACCOUNT }, (server, call) => server.verify(PROOF, call)],
  session: [{ account: ACCOUNT }, (server, call) => server.getSession(call)],
  'sign-out': [{}, (server, call) => server.signOut(call)],
};

describe('fetchSignIn', () => {
  let http;
  let server;
  let base;
  let answer;
  let asked;
  let closed;

  before(async () => {
    http = createServer((req, res) => {
      asked.push([req.method, req.url]);
      res.on('close', () => closed.push(req.url));
      if (req.url === '/good') return res.writeHead(200, JSON_TYPE).end('{"ok":true,"nonce":"A"}');
      return answer[0](res);
    });
    await new Promise((listening) => http.listen(0, '127.0.0.1', listening));
    base = `http://127.0.0.1:${http.address().port}/auth`;
    server = fetchSignIn(base);
  });
  beforeEach(() => {
    [asked, closed] = [[], []];
  });
  after(() => {
    http.close();
    http.closeAllConnections();
  });

  for (const [path, [success, call]] of Object.entries(ROUTES)) {
    it(`sends POST to /${path}, and reads its answer`, async () => {
      answer = json(success);
      const result = await call(server);
      assert.deepEqual(asked, [['POST', `/auth/${path}`]]);
      if (path === 'nonce') assert.equal(result.nonce, success.nonce);
      if (path === 'session') assert.equal(result.address, ACCOUNT.address);
      if (path === 'verify')
        assert.deepEqual([result.ok, result.account.chain], [true, ACCOUNT.chain]);
    });

    for (const [title, failure] of Object.entries(FAILURES)) {
      // The body of a sign-out is not read: only its status counts.
      if (
        path === 'sign-out' &&
        /page$|content|JSON|that is/.test(title) &&
        !/redirect/.test(title)
      ) {
        continue;
      }
      it(`rejects if /${path} answers ${title}`, async () => {
        answer = failure;
        await assert.rejects(call(server), Error);
        assert.equal(asked.length, 1, 'nothing else is asked');
      });
    }

    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      it(`does not take the body of a ${status} of /${path} for a success`, async () => {
        answer = json(success, status);
        const result = await call(server).catch((error) => error);
        const isRefused = path === 'verify' && (status === 401 || status === 403);
        if (isRefused) assert.deepEqual(result, { ok: false, code: undefined });
        else assert.match(String(result), new RegExp(`/auth/${path} answered ${status}`));
      });
    }

    it(`says that no route is at /${path}, if a page or 404 answers`, async () => {
      const html = (res, status) =>
        res.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html>');
      const pages = path === 'sign-out' ? [] : [[(res) => html(res, 200)]];
      const missing = json({ ok: false, code: 'not-found' }, 404);
      for (answer of [...pages, [(res) => html(res, 404)], [(res) => html(res, 405)], missing]) {
        if (path === 'verify' && answer === missing) continue;
        await assert.rejects(
          call(server),
          /no route of a sign-in is there for POST: check the route, .*#sign-in-route$/,
        );
      }
    });

    it(`says that no route is at /${path}, if another URL is named`, async () => {
      for (const status of [301, 302, 308]) {
        answer = [(res) => res.writeHead(status, { location: `/auth/${path}/` }).end()];
        await assert.rejects(
          call(server),
          new RegExp(`/auth/${path} answered with a redirect: no route .*#sign-in-route$`),
        );
      }
    });

    it(`ends the request to a /${path} that never answers, when the signal is aborted`, async () => {
      answer = [() => {}];
      const leaving = new AbortController();
      const rejected = assert.rejects(call(server, leaving), { name: 'AbortError' });
      await until(() => asked.length > 0);
      leaving.abort();
      await rejected;
      await until(() => closed.length > 0);
      assert.deepEqual(closed, [`/auth/${path}`]);
    });
  }

  it('reads no field that a page added to Object.prototype', async (t) => {
    const added = { ok: true, nonce: 'AAAAAAAA', account: ACCOUNT };
    t.after(() => Object.keys(added).forEach((name) => delete Object.prototype[name]));
    Object.assign(Object.prototype, added);
    for (const value of [null, {}, []]) {
      answer = json(value);
      const nonce = await server.getNonce();
      assert.deepEqual(nonce === null ? null : Object.keys(nonce), value && []);
      assert.equal((await server.getSession().catch(() => undefined)) ?? undefined, undefined);
    }
    answer = json({}, 401);
    assert.equal((await server.verify(PROOF)).ok, false);
  });

  it('reads a refusal of /verify with its code, whatever its status', async () => {
    for (const status of [200, 400, 401, 403, 404, 422, 500]) {
      answer = json({ ok: false, code: 'expired' }, status);
      const { ok, code } = await server.verify(PROOF);
      assert.deepEqual([ok, code], [false, 'expired'], String(status));
    }
  });

  it('says in the console and in the error which origin the server expects', async (t) => {
    const logged = t.mock.method(console, 'error', () => {});
    answer = json({ ok: false, code: 'origin', expected: 'https://app.example.com' }, 403);
    const reason =
      /403 with the code "origin": it expects requests of "https:\/\/app.example.com"; this page is of/;
    for (const call of [server.getNonce, server.getSession, server.signOut]) {
      await assert.rejects(call(), reason);
    }
    assert.deepEqual(await server.verify(PROOF), { ok: false, code: 'origin' });
    assert.match(String(logged.mock.calls[0].arguments[0]), reason);
    answer = json({ ok: false, code: 'origin' }, 403);
    await assert.rejects(server.getNonce(), /expects requests of another origin/);
    answer = json({ code: 'x'.repeat(1000) }, 500);
    const error = await server.getNonce().catch((thrown) => thrown);
    assert.match(error.message, /answered 500 with the code "xxx/);
    assert.ok(error.message.length < 400);
  });

  it('asks for one nonce at a time, so that all belong to the cookie of the first answer', async () => {
    const pending = [];
    answer = [(res) => pending.push(res)];
    const calls = [server.getNonce(), server.getNonce(), server.getNonce()];
    for (let count = 1; count <= calls.length; count++) {
      await until(() => pending.length === count);
      await new Promise((wait) => setTimeout(wait, 20));
      assert.equal(asked.length, count);
      pending[count - 1].writeHead(200, JSON_TYPE).end('{"nonce":"A"}');
    }
    await Promise.all(calls);
  });

  it('is signed out if /sign-out answers without content', async () => {
    answer = FAILURES['no content'];
    await server.signOut();
  });

  const wait = async (signIn, isDone) => {
    await until(() => isDone(signIn.state));
    return signIn.state;
  };
  const start = (options) => {
    const signIn = createSignIn({ ...fetchSignIn(base), client: CLIENT, ...options });
    signIn.subscribe(() => {});
    return signIn;
  };

  describe('with createSignIn', () => {
    // A page has a window; here only its frame is asked for.
    before(() => Object.assign(globalThis, { self: globalThis, top: globalThis }));
    after(() => {
      delete globalThis.self;
      delete globalThis.top;
    });

    for (const [title, failure] of Object.entries({ ...FAILURES, 'no answer': [() => {}] })) {
      it(`does not stay unknown if /session answers ${title}`, async (t) => {
        t.mock.method(console, 'error', () => {});
        answer = failure;
        const signIn = start({ timeout: 500 });
        const state = await wait(signIn, ({ status }) => status !== 'unknown');
        assert.deepEqual([state.status, state.code], ['failed', 'server-unreachable']);
        // The server notices the end of the request later, and the next test counts these.
        if (title === 'no answer') await wait(signIn, () => closed.length > 0);
        answer = json({ account: ACCOUNT });
      });
    }

    it('cancels a /session that never answers, and ends the request', async () => {
      answer = [() => {}];
      const signIn = start({});
      await wait(signIn, () => asked.length > 0);
      signIn.cancel();
      const { status } = await wait(signIn, (state) => state.status !== 'unknown');
      assert.equal(status, 'signed-out');
      await wait(signIn, () => closed.length > 0);
      assert.deepEqual(closed, ['/auth/session']);
    });
  });
});
