/** Runs each recipe as a server, and signs in with real signatures. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createSignInMessage, memoryNonceStore } from 'stacks-wallet-elements/verify';
import ts from 'typescript';
import { freePort } from '../../scripts/free-port.mjs';
import { bitcoinSigner, stacksSigner } from '../../test/support/message-signers.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const STATEMENT = 'Sign in to Example.';
const SECRET = 'a secret of more than thirty-two characters';

const stacks = stacksSigner();
const other = stacksSigner(`${'11'.repeat(32)}01`);
const bitcoin = bitcoinSigner('p2wpkh');
const ACCOUNTS = [
  [{ chain: 'stacks:mainnet', address: stacks.address() }, stacks.sign, stacks.publicKey],
  [{ chain: 'bitcoin:mainnet', address: bitcoin.address }, bitcoin.simple],
];

/** Returns what the page sends for a nonce: a message, with the signature of a wallet. */
function proof(origin, nonce, [account, sign, publicKey], statement = STATEMENT) {
  const now = Date.now();
  const message = createSignInMessage({
    ...account,
    domain: new URL(origin).host,
    uri: origin,
    nonce,
    statement,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + 600_000).toISOString(),
  });
  return { message, signature: sign(message), publicKey };
}

/** Returns a function that sends requests like a browser: it keeps cookies and sends `Origin`. */
function browserAt(origin, jar = new Map()) {
  return async (path, { body, ...options } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      redirect: 'manual',
      ...options,
      ...(body && { method: 'POST', body }),
      headers: {
        ...(body && { origin, 'content-type': 'application/json' }),
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...options.headers,
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, answer: text && JSON.parse(text) };
  };
}

/** Posts a body of some bytes without a Content-Length, until the server answers. Returns the status. */
function postInParts(url, headers, most) {
  return new Promise((answered, failed) => {
    const sending = request(url, { method: 'POST', headers });
    let sent = 0;
    const write = () => {
      if (sending.destroyed) return;
      if (sent >= most) return sending.end();
      sent += 10_000;
      sending.write(' '.repeat(10_000), () => setImmediate(write));
    };
    sending.on('response', ({ statusCode }) => {
      sending.destroy();
      answered(statusCode);
    });
    sending.on('error', failed);
    write();
  });
}

describe('the recipes', () => {
  const folder = mkdtempSync(join(here, '.recipes-'));
  let server;
  let runs = 0;
  afterEach(async () => {
    if (server) {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
    }
    server = undefined;
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Compiles and imports a recipe, and starts a server with it on a free port. Returns the origin of the server. */
  async function run(name, start, configured) {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    Object.assign(process.env, { ORIGIN: configured ?? origin, BETTER_AUTH_SECRET: SECRET });
    const { outputText } = ts.transpileModule(
      readFileSync(join(here, `recipes/${name}.ts`), 'utf8'),
      {
        compilerOptions: { module: 'ESNext', target: 'ES2022' },
      },
    );
    runs += 1;
    const file = join(folder, `${name}-${runs}.mjs`);
    writeFileSync(file, outputText);
    server = await start(await import(file), port);
    return origin;
  }
  const serving = (handle, port) =>
    new Promise((listening) => {
      const started = serve({ fetch: handle, port }, () => listening(started));
    });

  it('Auth.js signs in with Stacks and Bitcoin, each nonce once', async (t) => {
    // Auth.js logs each refusal.
    t.mock.method(console, 'error', () => {});
    const nonces = memoryNonceStore();
    const origin = await run('auth-js', ({ handle }, port) =>
      serving((request) => handle(request, nonces, SECRET), port),
    );
    const signIn = async (send, signed) => {
      const { answer } = await send('/auth/csrf');
      const body = new URLSearchParams({ ...signed, csrfToken: answer.csrfToken });
      return send('/auth/callback/wallet', {
        body,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-auth-return-redirect': '1',
        },
      });
    };
    for (const account of ACCOUNTS) {
      const send = browserAt(origin);
      const signed = proof(origin, nonces.create(), account);
      assert.equal((await send('/auth/session')).answer, null);
      const { answer } = await signIn(send, signed);
      assert.doesNotMatch(answer.url, /error/);
      const [{ address, chain }] = account;
      const { user } = (await send('/auth/session')).answer;
      assert.equal(user.name, address);
      assert.match(user.id, chain.startsWith('stacks') ? /^stacks:1:SP/ : /^bip122:0{10}.*:bc1q/);

      const again = browserAt(origin);
      assert.match((await signIn(again, signed)).answer.url, /error=CredentialsSignin/);
      assert.equal((await again('/auth/session')).answer, null, 'a used nonce');
    }
    const send = browserAt(origin);
    const forged = proof(origin, nonces.create(), [ACCOUNTS[0][0], other.sign]);
    assert.match((await signIn(send, forged)).answer.url, /error=CredentialsSignin/);
    assert.equal((await send('/auth/session')).answer, null, 'the signature of another account');
  });

  /** Of Express and of Node. */
  const startApp = ({ createApp }, port) =>
    new Promise((listening) => {
      const started = createApp(SECRET).listen(port, () => listening(started));
    });
  const startBetterAuth = ({ handle }, port) => serving(handle, port);
  const startAuthJs = ({ handle }, port) => {
    const nonces = memoryNonceStore();
    return serving((request) => handle(request, nonces, SECRET), port);
  };

  for (const [name, base, start] of [
    ['better-auth', '/api/auth/wallet', startBetterAuth],
    ['express', '/auth', startApp],
    ['node', '/auth', startApp],
  ]) {
    it(`${name} signs in with Stacks and Bitcoin, each nonce once, and out`, async () => {
      const origin = await run(name, start);
      for (const account of ACCOUNTS) {
        const jar = new Map();
        const postBy =
          (send) =>
          async (path, body = {}) =>
            (await send(`${base}/${path}`, { body: JSON.stringify(body) })).answer;
        const post = postBy(browserAt(origin, jar));
        assert.equal((await post('session')).account, null);
        const { nonce, statement, issuedAt } = await post('nonce');
        assert.ok(Date.parse(issuedAt) <= Date.now());
        const forged = proof(origin, nonce, [account[0], other.sign], statement);
        assert.equal((await post('verify', forged)).ok, false, 'the signature of another account');
        const signed = proof(origin, nonce, account, statement);
        const elsewhere = browserAt(origin);
        await postBy(elsewhere)('nonce');
        const refused = await elsewhere(`${base}/verify`, { body: JSON.stringify(signed) });
        assert.equal(refused.status, 401);
        assert.equal(refused.answer.code, 'nonce-unknown', 'the nonce of another browser');
        // The second request has a copy of the cookies: its response may set those of a session that has ended.
        const second = postBy(browserAt(origin, new Map(jar)));
        const answers = await Promise.all([post('verify', signed), second('verify', signed)]);
        assert.deepEqual(answers.map(({ ok, code }) => code ?? ok).sort(), ['nonce-unknown', true]);
        const { chain, address } = (await post('session')).account;
        assert.deepEqual({ chain, address }, account[0]);
        await post('sign-out');
        assert.equal((await post('session')).account, null);
      }
    });
  }

  for (const [name, path, start] of [
    ['better-auth', '/api/auth/wallet/verify', startBetterAuth],
    ['auth-js', '/auth/callback/wallet', startAuthJs],
    ['express', '/auth/verify', startApp],
    ['node', '/auth/verify', startApp],
  ]) {
    it(`${name} does not read a body of more than 64 kB, and no body ends the server`, async (t) => {
      t.mock.method(console, 'error', () => {});
      const origin = await run(name, start);
      const headers = { origin, 'content-type': 'application/json' };
      const post = async (body) => {
        const options = { method: 'POST', headers, redirect: 'manual', duplex: 'half', body };
        const response = await fetch(`${origin}${path}`, options);
        await response.body?.cancel();
        return response.status;
      };
      assert.equal(await post(`{"message":"${'a'.repeat(70_000)}"}`), 413);
      // Express ignores the rest, and then answers; the others answer at once.
      const most = name === 'express' ? 1_000_000 : Infinity;
      assert.equal(await postInParts(`${origin}${path}`, headers, most), 413);
      const message = createSignInMessage({
        ...{ chain: 'bitcoin:mainnet', domain: new URL(origin).host, uri: origin },
        // Its key is not on the curve.
        address: 'bc1plllllllllllllllllllllllllllllllllllllllllllllllllllsr7rg6v',
        ...{ nonce: 'A'.repeat(26), statement: STATEMENT, issuedAt: new Date().toISOString() },
        expirationTime: new Date(Date.now() + 600_000).toISOString(),
      });
      for (const body of [
        ...['', '[', 'null', '5', '"text"', '[]', '['.repeat(60_000), '{"message":{}}', '\0'],
        JSON.stringify({ message, signature: 'AA==' }),
        JSON.stringify({ message, signature: ['a'], publicKey: {} }),
      ]) {
        const status = await post(body);
        assert.ok(status !== 200 && status < 504, `${status} for ${body.slice(0, 80)}`);
      }
      await (await fetch(origin)).body?.cancel();
    });
  }

  it('express sets a secure cookie behind a proxy, with a slash at the end of ORIGIN', async () => {
    const address = await run('express', startApp, 'https://app.example.com/');
    const { status, headers } = await fetch(`${address}/auth/nonce`, {
      method: 'POST',
      headers: { origin: 'https://app.example.com', 'x-forwarded-proto': 'https' },
    });
    assert.equal(status, 200);
    assert.match(headers.get('set-cookie'), /^__Host-session=.*; Secure/);
  });
});
