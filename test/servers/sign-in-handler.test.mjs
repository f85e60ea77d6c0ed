import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  createSignInHandler,
  createSignInMessage,
  memorySignInStore,
} from '../../dist/verify/index.js';
import { stacksSigner } from '../support/message-signers.mjs';

const ORIGIN = 'https://app.example.com';
const STATEMENT = 'Sign in to Example.';
const signer = stacksSigner();

/** A browser with a cookie, which posts to the handler. */
function browser(auth, { origin = ORIGIN, jar = {} } = {}) {
  const request = (path, body, method = 'POST') =>
    new Request(`http://10.0.0.1:8080/auth/${path}`, {
      method,
      headers: { origin, ...(jar.cookie && { cookie: `theme=dark; ${jar.cookie}` }) },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    jar,
    request,
    async post(path, body = {}, method) {
      const response = await auth.handle(request(path, body, method));
      const set = response.headers.get('set-cookie');
      if (set) [jar.cookie] = set.split(';');
      return { status: response.status, set, ...(await response.json()) };
    },
  };
}

function sign({ nonce, issuedAt, statement }) {
  const message = createSignInMessage({
    domain: 'app.example.com',
    chain: 'stacks:mainnet',
    address: signer.address(),
    uri: ORIGIN,
    nonce,
    issuedAt,
    expirationTime: new Date(Date.parse(issuedAt) + 600_000).toISOString(),
    statement,
  });
  return { message, signature: signer.sign(message), publicKey: signer.publicKey };
}

describe('createSignInHandler', () => {
  const auth = createSignInHandler({ origin: ORIGIN, statement: STATEMENT });

  it('signs a browser in and out, and tells the routes of the app who it is', async () => {
    const { post, request, jar } = browser(auth);
    assert.deepEqual((await post('session')).account, null);
    const asked = await post('nonce');
    assert.equal(asked.statement, STATEMENT);
    assert.match(
      asked.set,
      /^__Host-session=[A-Z0-9]{26}; Path=\/; HttpOnly; SameSite=Lax; .*Secure$/,
    );
    const before = jar.cookie;
    const { ok, account } = await post('verify', sign(asked));
    assert.deepEqual([ok, account.address], [true, signer.address()]);
    assert.notEqual(jar.cookie, before, 'a new id');
    assert.deepEqual((await post('session')).account, account);
    assert.deepEqual(await auth.getAccount(request('private', undefined, 'GET')), account);
    assert.equal((await browser(auth, { jar: { cookie: before } }).post('session')).account, null);
    const signedIn = { ...jar };
    await post('sign-out');
    assert.equal((await post('session')).account, null);
    assert.equal((await browser(auth, { jar: signedIn }).post('session')).account, null);
  });

  it('ends the session of before at a new sign-in', async () => {
    const { post, jar } = browser(auth);
    await post('verify', sign(await post('nonce')));
    const before = { ...jar };
    assert.equal(
      (await browser(auth, { jar: before }).post('session')).account.address,
      signer.address(),
    );
    await post('verify', sign(await post('nonce')));
    assert.equal((await browser(auth, { jar: before }).post('session')).account, null);
    assert.equal((await post('session')).account.address, signer.address());
  });

  it('accepts a nonce once, and only in the browser that asked for it', async () => {
    const one = browser(auth);
    const proof = sign(await one.post('nonce'));
    const other = browser(auth);
    await other.post('nonce');
    assert.equal((await other.post('verify', proof)).code, 'nonce-unknown');
    assert.equal((await browser(auth).post('verify', proof)).code, 'nonce-unknown');
    const again = browser(auth, { jar: { ...one.jar } });
    assert.equal((await one.post('verify', proof)).ok, true);
    const { status, ok, code } = await again.post('verify', proof);
    assert.deepEqual([status, ok, code], [401, false, 'nonce-unknown']);
  });

  it('refuses other origins, methods, paths, bodies and statements', async () => {
    assert.equal(
      (await browser(auth, { origin: 'https://evil.example' }).post('nonce')).status,
      403,
    );
    assert.equal((await browser(auth, { origin: 'null' }).post('sign-out')).status, 403);
    const { post } = browser(auth);
    assert.equal((await post('session', undefined, 'GET')).status, 405);
    for (const path of ['', 'other', 'constructor']) assert.equal((await post(path)).status, 404);
    for (const body of ['', '[', 'null', '"text"']) {
      assert.deepEqual([(await post('verify', body)).status], [401]);
    }
    const asked = await post('nonce');
    assert.equal(
      (await post('verify', sign({ ...asked, statement: 'Pay 1 STX.' }))).code,
      'statement',
    );
  });

  describe('with a body of more than 64 kB', () => {
    const headers = { origin: ORIGIN };
    const url = `${ORIGIN}/auth/verify`;
    const chunk = new TextEncoder().encode(' '.repeat(10_000));
    /** A body that counts what is read of it, and whether reading it was given up. */
    const counted = (least) => {
      const counts = { bytes: 0, cancelled: false };
      const body = new ReadableStream(
        {
          pull(controller) {
            if (counts.bytes >= least) return controller.close();
            counts.bytes += chunk.length;
            controller.enqueue(chunk);
          },
          cancel() {
            counts.cancelled = true;
          },
        },
        { highWaterMark: 0 },
      );
      return { counts, body };
    };
    const post = (body, more = {}) =>
      auth.handle(
        new Request(url, {
          method: 'POST',
          duplex: 'half',
          body,
          headers: { ...headers, ...more },
        }),
      );

    it('refuses it by its Content-Length, and reads nothing', async () => {
      const { counts, body } = counted(70_000);
      const response = await post(body, { 'content-length': '70000' });
      assert.equal(response.status, 413);
      assert.deepEqual(await response.json(), { ok: false, code: 'too-long' });
      assert.equal(counts.bytes, 0);
    });

    for (const [title, more] of [
      ['without a Content-Length', {}],
      ['with a smaller Content-Length', { 'content-length': '10' }],
      ['with a Content-Length that is no number', { 'content-length': 'many' }],
    ]) {
      it(`refuses it ${title} as soon as it is too long, also if it never ends`, async () => {
        for (const least of [70_000, Infinity]) {
          const { counts, body } = counted(least);
          const response = await post(body, more);
          assert.equal(response.status, 413);
          assert.ok(counts.bytes <= 70_000, String(counts.bytes));
          assert.equal(counts.cancelled, true);
        }
      });
    }

    it('refuses 40 MB that arrive at once in less than 100 ms', async () => {
      const request = new Request(url, {
        ...{ method: 'POST', headers },
        body: new Uint8Array(40_000_000).fill(0x5b),
      });
      const start = process.cpuUsage();
      const response = await auth.handle(request);
      const { user, system } = process.cpuUsage(start);
      assert.equal(response.status, 413);
      assert.ok(user + system < 100_000, `${(user + system) / 1000} ms`);
    });

    it('accepts a proof in a body of 64 kB', async () => {
      const page = browser(auth);
      const proof = sign(await page.post('nonce'));
      const text = JSON.stringify(proof);
      assert.equal(
        (await page.post('verify', text + ' '.repeat(65_537 - text.length))).status,
        413,
      );
      assert.equal((await page.post('verify', text + ' '.repeat(65_536 - text.length))).ok, true);
    });

    it('reads no body of the other routes', async () => {
      for (const path of ['nonce', 'session', 'sign-out']) {
        const { counts, body } = counted(Infinity);
        const request = new Request(`${ORIGIN}/auth/${path}`, {
          ...{ method: 'POST', duplex: 'half', body, headers },
        });
        assert.equal((await auth.handle(request)).status, 200);
        assert.equal(counts.bytes, 0);
      }
    });
  });

  it('reads a body that arrives in parts, between the bytes of a character', async () => {
    const { post, request } = browser(auth);
    const proof = sign(await post('nonce'));
    const bytes = new TextEncoder().encode(JSON.stringify({ ...proof, note: 'Grüße 🎉' }));
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { headers } = request('verify', {});
    const parts = new Request(`${ORIGIN}/auth/verify`, {
      ...{ method: 'POST', duplex: 'half', body, headers },
    });
    assert.equal((await (await auth.handle(parts)).json()).ok, true);
  });

  it('answers 500 if the store fails, so that no request ends the server', async (t) => {
    const logged = t.mock.method(console, 'error', () => {});
    const failure = new Error('The database is offline.');
    const fail = () => Promise.reject(failure);
    const own = createSignInHandler({
      ...{ origin: ORIGIN, store: { set: fail, get: fail, take: fail } },
    });
    const jar = { cookie: `__Host-session=${'A'.repeat(26)}` };
    for (const path of ['nonce', 'session', 'sign-out']) {
      const { status, ok, code } = await browser(own, { jar }).post(path);
      assert.deepEqual([status, ok, code], [500, false, 'server']);
    }
    assert.equal(logged.mock.calls.length, 3);
    assert.equal(logged.mock.calls[0].arguments[0], failure);
    await assert.rejects(own.getAccount(browser(own, { jar }).request('verify', {})), failure);
  });

  it('has nobody signed in if the store has another text for the session', async () => {
    const [set, take] = [() => {}, () => undefined];
    for (const text of [
      '{',
      '5',
      'null',
      '[]',
      '{"address":5}',
      '{"__proto__":{"address":"SP"}}',
    ]) {
      const own = createSignInHandler({ origin: ORIGIN, store: { set, take, get: () => text } });
      const jar = { cookie: `__Host-session=${'A'.repeat(26)}` };
      const { status, account } = await browser(own, { jar }).post('session');
      assert.deepEqual([status, account], [200, null], text);
    }
  });

  it('names the origin that it expects when it refuses another', async () => {
    const answer = await browser(auth, { origin: 'http://localhost:5173' }).post('nonce');
    assert.deepEqual(answer, {
      ...{ status: 403, set: null, ok: false, code: 'origin', expected: ORIGIN },
    });
  });

  it('refuses a statement that no message may have, at the start', () => {
    for (const statement of [
      ...['Grüße', 'two\nlines', ' a space before', 'and after ', 'a "quote"', '<b>', 'a\\b'],
      ...['🎉', '\u202e', 'a'.repeat(1024), 'a'.repeat(750), 5],
    ]) {
      assert.throws(
        () => createSignInHandler({ origin: ORIGIN, statement }),
        /createSignInHandler: `statement` must be one line of .*; got /,
        String(statement),
      );
    }
  });

  it('signs in with the longest statement that it accepts, with the longest address', () => {
    const chains = ['bitcoin:mainnet', 'stacks:mainnet'];
    const accepts = (length) => {
      try {
        return !!createSignInHandler({ origin: ORIGIN, chains, statement: 'a'.repeat(length) });
      } catch {
        return false;
      }
    };
    let length = 1024;
    while (!accepts(length)) length -= 1;
    const written = createSignInMessage({
      domain: 'app.example.com',
      chain: 'bitcoin:mainnet',
      address: `bc1p${'q'.repeat(58)}`,
      uri: ORIGIN,
      nonce: 'A'.repeat(26),
      issuedAt: new Date().toISOString(),
      expirationTime: new Date().toISOString(),
      statement: 'a'.repeat(length),
    });
    assert.equal(written.length, 1024);
  });

  it('names a method that its store lacks', () => {
    const [set, get, take] = [() => {}, () => {}, () => {}];
    for (const store of [{}, { set, get }, { get, take }, { set, take }, new Map()]) {
      assert.throws(
        () => createSignInHandler({ origin: ORIGIN, store }),
        /`store` must be .*`take`/,
      );
    }
    createSignInHandler({ origin: ORIGIN, store: { set, get, take } });
  });

  it('keeps nonces and sessions in a store of its own, with their lifetimes', async () => {
    const entries = new Map();
    const lifetimes = [];
    const store = {
      async set(key, value, lifetime) {
        lifetimes.push(lifetime);
        entries.set(key, value);
      },
      get: async (key) => entries.get(key),
      async take(key) {
        const value = entries.get(key);
        entries.delete(key);
        return value;
      },
    };
    const own = createSignInHandler({
      origin: 'http://localhost:5173',
      store,
      sessionLifetime: 60_000,
    });
    const { set } = await browser(own, { origin: 'http://localhost:5173' }).post('nonce');
    assert.match(set, /^session=[A-Z0-9]{26}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/);
    assert.deepEqual([entries.size, lifetimes], [1, [600_000]]);
  });

  it('names a mistake in its options', () => {
    for (const origin of ['https://app.example.com/', 'app.example.com', 'ftp://a.example', 7]) {
      assert.throws(() => createSignInHandler({ origin }), /createSignInHandler: `origin` must be/);
    }
    assert.throws(() => createSignInHandler({ origin: ORIGIN, chains: ['stacks'] }), /chains/);
    assert.throws(() => createSignInHandler({ origin: ORIGIN, statment: 'x' }), /statement/);
  });
});

/** What frameworks pass to a route, by the names in them. The request has the cookie of a session. */
describe('getAccount and handle, given what a framework passes', () => {
  const auth = createSignInHandler({ origin: ORIGIN, statement: STATEMENT });
  const { post, request, jar } = browser(auth);
  const toContexts = async () => {
    assert.equal((await post('verify', sign(await post('nonce')))).ok, true);
    const web = request('session');
    const { cookie } = jar;
    const node = { method: 'POST', url: '/auth/session', headers: { cookie }, on() {} };
    return { web, node, headers: new Headers({ cookie }) };
  };

  it('find the account in each request, and in headers', async () => {
    const { web, node, headers } = await toContexts();
    for (const one of [
      web,
      node,
      { headers },
      { headers: new Map(headers) },
      { raw: node, headers: node.headers }, // Fastify
      { req: node, headers: node.headers }, // Koa
      { node: { req: node }, headers }, // h3 1
      { version: '2.0', headers: {}, cookies: ['theme=dark', jar.cookie], rawPath: '/me' }, // Lambda
      { version: '1.0', headers: { Cookie: `theme=dark; ${jar.cookie}` }, path: '/me' }, // Lambda
      { headers: node.headers, cookies: {} }, // Express with cookie-parser
    ]) {
      assert.equal((await auth.getAccount(one))?.address, signer.address());
    }
  });

  for (const [title, wrap, remedy] of [
    [
      'the context of Hono',
      ({ web }) => ({ req: { raw: web }, env: {}, get: () => {} }),
      '`req.raw`',
    ],
    ['the request of Hono', ({ web }) => ({ raw: web }), '`raw`'],
    ['the event of SvelteKit', ({ web }) => ({ request: web, cookies: {} }), '`request`'],
    ['an event of h3 2', ({ web }) => ({ req: web, context: {} }), '`req`'],
  ]) {
    it(`say what to pass: ${title}`, async (t) => {
      const context = wrap(await toContexts());
      await assert.rejects(auth.getAccount(context), ({ message }) =>
        message.includes(`Pass ${remedy} of what you have passed`),
      );
      const error = t.mock.method(console, 'error', () => {});
      assert.equal((await auth.handle(context)).status, 500);
      assert.match(String(error.mock.calls[0].arguments[0]), new RegExp(`Pass ${remedy}`));
    });
  }

  it('say what to pass: an event of h3 1, headers alone, and promises', async (t) => {
    const { node, headers, web } = await toContexts();
    const event = { node: { req: node, res: {} }, context: {} };
    const refused = (value, text) =>
      assert.rejects(auth.getAccount(value), ({ message }) => message.includes(text));
    await refused(event, 'Pass `node.req`');
    await refused(headers, 'write `{ headers }`');
    await refused(Promise.resolve(web), 'await it');
    await refused({ headers: Promise.resolve(headers) }, '`headers` is a promise: await it');
    await refused({ headers: [['cookie', jar.cookie]] }, 'with its headers');
    const error = t.mock.method(console, 'error', () => {});
    assert.equal((await auth.handle({ ...event, headers })).status, 500);
    assert.match(String(error.mock.calls[0].arguments[0]), /toWebRequest\(event\)/);
    const lambda = { version: '2.0', headers: {}, rawPath: '/auth/nonce', requestContext: {} };
    assert.equal((await auth.handle(lambda)).status, 500);
    assert.match(String(error.mock.calls[1].arguments[0]), /An event of AWS Lambda is none/);
  });
});

describe('a sign-in handler without a store', () => {
  const { NODE_ENV } = process.env;
  after(() => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });

  for (const [environment, store, warnings] of [
    ['production', undefined, 1],
    ['production', memorySignInStore(), 0],
    ['development', undefined, 0],
  ]) {
    it(`warns ${warnings} times in ${environment} with ${store ? 'memorySignInStore()' : 'no store'}`, (t) => {
      process.env.NODE_ENV = environment;
      const { mock } = t.mock.method(console, 'warn', () => {});
      createSignInHandler({ origin: ORIGIN, store });
      assert.equal(mock.callCount(), warnings);
      for (const { arguments: shown } of mock.calls)
        assert.match(shown.join(), /createSignInHandler: without a `store`.*memorySignInStore\(\)/);
    });
  }
});
