import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSignInHandler, createSignInMessage } from '../dist/sign-in/server/index.js';
import { stacksSigner } from './support/message-signers.mjs';

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
