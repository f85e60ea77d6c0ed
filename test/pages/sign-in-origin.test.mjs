/**
 * A proof of a sign-in is sent to the page's own origin, unless the code of the page names another: markup that others
 * write, in an attribute or in `<base>`, sends it nowhere else.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { configure } from '../../dist/core/index.js';
import { fetchSignIn } from '../../dist/sign-in/index.js';
import express from 'express';
import { createSignInRouter } from '../../fixtures/sign-in/server.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { root } from '../support/program.mjs';

const PAGE = 'https://app.example.com/account/settings?tab=1#top';
const OWN = 'https://app.example.com';

/** Bases that are not of the page's origin, whatever they look like. */
const ELSEWHERE = [
  'https://evil.example/auth',
  '//evil.example/auth',
  '///evil.example/auth',
  '\\\\evil.example/auth',
  '/\\evil.example/auth',
  '\\/evil.example/auth',
  '/\t/evil.example/auth',
  '\n//evil.example/auth',
  ' https://evil.example',
  'HTTPS://EVIL.EXAMPLE/auth',
  'http:evil.example/auth',
  'https:/\\evil.example/auth',
  'https:\\\\evil.example\\auth',
  'https://evil.example?',
  'https://evil.example#',
  'https://app.example.com@evil.example/auth',
  'https://app.example.com:443@evil.example/auth',
  'https://app.example.com:8443/auth',
  'https://app.example.com.evil.example/auth',
  'https://app.example.com./auth',
  'https://evil.example\\@app.example.com/auth',
  'https://user@app.example.com/auth',
  'https://user:pass@app.example.com/auth',
  'http://app.example.com/auth',
  'ws://app.example.com/auth',
  'wss://app.example.com/auth',
  'ftp://app.example.com/auth',
  'file:///auth',
  'data:application/json,{"nonce":"AAAAAAAA"}#',
  'blob:https://app.example.com/0a0b',
  'blob:https://evil.example/0a0b',
  'filesystem:https://app.example.com/temporary',
  'javascript:alert(1)//',
  'about:blank',
  'view-source:https://app.example.com/auth',
  'https://[::1]/auth',
  'http://%',
  'https://аpp.example.com/auth',
];
/** Bases of the page's origin, and the URL of the nonce. */
const OWN_BASES = {
  '/auth': `${OWN}/auth/nonce`,
  '/auth/': `${OWN}/auth/nonce`,
  '/': `${OWN}/nonce`,
  auth: `${OWN}/account/auth/nonce`,
  '../auth': `${OWN}/auth/nonce`,
  'https:auth': `${OWN}/account/auth/nonce`,
  [`${OWN}/auth`]: `${OWN}/auth/nonce`,
  'HTTPS://APP.EXAMPLE.COM:443/auth': `${OWN}/auth/nonce`,
  '//app.example.com/auth': `${OWN}/auth/nonce`,
  '/@evil.example/auth': `${OWN}/@evil.example/auth/nonce`,
  '/auth?to=https://evil.example': `${OWN}/auth?to=https://evil.example/nonce`,
};
const calls = (server) => [
  server.getNonce(),
  server.verify({ message: 'a', signature: 'b' }),
  server.getSession(),
  server.signOut(),
];

describe('fetchSignIn, in a page', () => {
  const { fetch } = globalThis;
  let asked;
  const inPage = (page) => Object.assign(globalThis, page);
  beforeEach(() => {
    asked = [];
    globalThis.fetch = async (url, options) => {
      asked.push([String(url), options.credentials]);
      return Response.json({ nonce: 'AAAAAAAA', ok: false });
    };
    const { href, origin } = new URL(PAGE);
    inPage({ location: { href, origin }, origin });
    // What injected markup sets: it is not read.
    inPage({ document: { baseURI: 'https://evil.example/' } });
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    for (const name of ['location', 'origin', 'document']) delete globalThis[name];
    configure({ signInOrigins: [] });
  });

  for (const base of ELSEWHERE) {
    it(`refuses ${JSON.stringify(base)} at once, and names the origin of the page`, () => {
      assert.throws(
        () => fetchSignIn(base),
        ({ name, message }) => {
          assert.equal(name, 'SignInOriginError');
          assert.match(message, /^fetchSignIn: `base` must be .* of this page’s origin, https:\/\/app\.example\.com, or of one in `origins`, /); // prettier-ignore
          return /`signInOrigins` of `configure` before/.test(message);
        },
      );
    });

    it(`asks nothing at ${JSON.stringify(base)}, if it was not known at first what the page is`, async () => {
      const page = globalThis.location;
      delete globalThis.location;
      const server = fetchSignIn(base);
      inPage({ location: page });
      const results = await Promise.allSettled(calls(server));
      assert.deepEqual(asked, []);
      for (const { reason } of results) {
        assert.equal(reason?.name, 'SignInOriginError');
        assert.match(reason.message, /of this page’s origin, https:\/\/app\.example\.com/);
      }
    });
  }

  for (const [base, url] of Object.entries(OWN_BASES)) {
    it(`asks ${url} at ${JSON.stringify(base)}`, async () => {
      await fetchSignIn(base).getNonce();
      assert.deepEqual(asked, [[url, 'same-origin']]);
    });
  }

  it('asks an origin that the code names, with its cookies', async () => {
    const base = 'https://auth.example.com/wallet';
    const origins = ['https://auth.example.com'];
    await fetchSignIn(base, { origins }).getNonce();
    configure({ signInOrigins: origins });
    await fetchSignIn(base).getNonce();
    await fetchSignIn('//auth.example.com/wallet').getNonce();
    const one = [`${base}/nonce`, 'include'];
    assert.deepEqual(asked, [one, one, one]);
    for (const other of [
      ...['https://evil.example/', 'https://auth.example.com:8443/', 'http://auth.example.com/'],
      ...['https://auth.example.com.evil.example', 'https://user@auth.example.com/'],
    ]) {
      assert.throws(() => fetchSignIn(other, { origins }), /SignInOriginError/);
    }
    await fetchSignIn('/auth', { origins }).getNonce();
    assert.deepEqual(asked.at(-1), [`${OWN}/auth/nonce`, 'same-origin']);
  });

  it('says which headers a server of another origin needs, if its answer cannot be read', async (t) => {
    const logged = t.mock.method(console, 'error', () => {});
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const origins = ['https://login.example.com'];
    const server = fetchSignIn('https://login.example.com/auth', { origins });
    await Promise.allSettled(calls(server));
    const said = logged.mock.calls.map(({ arguments: [message] }) => String(message));
    assert.equal(said.length, 1, said.join('\n'));
    for (const part of [
      ...['https://login.example.com', `Access-Control-Allow-Origin: ${OWN}`],
      ...['Access-Control-Allow-Credentials: true', '#sign-in-origin'],
    ])
      assert.ok(said[0].includes(part), said[0]);
    await Promise.allSettled(calls(fetchSignIn('/auth')));
    assert.equal(logged.mock.callCount(), 1);
  });

  it('refuses what is no origin', () => {
    for (const origin of [
      ...['https://auth.example.com/', 'auth.example.com', '*', 'null', '', 5, null],
      ...['https://*.example.com', 'data:', 'blob:https://auth.example.com', 'HTTPS://A.EXAMPLE'],
    ]) {
      assert.throws(() => configure({ signInOrigins: [origin] }), /signInOrigins/);
      assert.throws(() => fetchSignIn('/auth', { origins: [origin] }), /`origins` must be/);
    }
    assert.throws(() => configure({ signInOrigins: 'https://auth.example.com' }), /signInOrigins/);
    assert.throws(() => fetchSignIn('/auth', { origin: 'https://a.example' }), /origins/);
  });

  it('asks nothing in a page without an origin: a sandboxed frame, about:srcdoc, a file', async () => {
    for (const [href, own, origin] of [
      [PAGE, OWN, 'null'],
      ['about:srcdoc', 'null', OWN],
      ['about:blank', 'null', OWN],
      ['file:///home/index.html', 'null', 'null'],
      ['data:text/html,', 'null', 'null'],
    ]) {
      inPage({ location: { href, origin: own }, origin });
      for (const base of ['/auth', 'auth', 'https://evil.example/auth', 'data:,', `${OWN}/auth`]) {
        await assert.rejects(fetchSignIn(base).getNonce(), /SignInOriginError/, `${href} ${base}`);
      }
    }
    assert.deepEqual(asked, []);
  });

  it('needs a whole URL where there is no page', async () => {
    delete globalThis.location;
    await fetchSignIn('https://app.example.com/auth').getNonce();
    await assert.rejects(fetchSignIn('/auth').getNonce(), /SignInOriginError/);
    assert.equal(asked.length, 1);
  });
});

describe('<wallet-sign-in> in a page with injected markup', () => {
  let app;
  let evil;
  let url;
  /** The content of the page. */
  let served;
  let browser;
  let posted;

  before(async () => {
    // Not by a route of the browser: Chromium lets no such page ask this machine.
    const server = express();
    app = createServer(server);
    await listen(app);
    url = `http://127.0.0.1:${app.address().port}/`;
    server.use(
      '/auth',
      createSignInRouter(() => [new URL(url).origin]),
    );
    server.use('/dist', express.static(`${root}dist`));
    server.post('/moved/:path', (_req, res) => res.redirect(307, `http://${at()}/auth/session`));
    server.get('/page.html', (_req, res) => res.type('html').send(served));
    server.get('/frame.html', (_req, res) =>
      // A module of another origin would need CORS.
      res.type('html').send(`<!doctype html>
        <script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>${element('/auth')}`),
    );
    evil = createServer((req, res) => {
      posted.push(`${req.method} ${req.url}`);
      res.setHeader('access-control-allow-origin', req.headers.origin ?? '*');
      res.setHeader('access-control-allow-credentials', 'true');
      res.setHeader('access-control-allow-headers', 'content-type');
      res.setHeader('content-type', 'application/json');
      res.end('{"ok":true,"nonce":"AAAAAAAAAAAAAAAAAAAAAAAAAA","account":null}');
    });
    await listen(evil);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    for (const server of [app, evil]) {
      server.close();
      server.closeAllConnections();
    }
  });
  beforeEach(() => (posted = []));

  const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', done));
  const at = () => `127.0.0.1:${evil.address().port}`;
  const open = (head, body) => {
    served = `<!doctype html><html lang="en"><head><link rel="icon" href="data:," />
      <script src="/dist/dev-wallet/dev-wallet.js"></script>
      ${head}
      <script type="module" src="${url}dist/cdn/stacks-wallet-elements.js"></script>
      </head><body>${body}</body></html>`;
    return openPage(browser, `${url}page.html`, { wallet: { autoApprove: true } });
  };
  const connect = async (page) => {
    await page.getByRole('button', { name: 'Connect wallet' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
  };
  const element = (endpoint) => `<wallet-sign-in endpoint="${endpoint}"></wallet-sign-in>`;

  for (const [title, head, body] of [
    ['a <base>', () => `<base href="http://${at()}/" />`, () => element('/auth')],
    ['a <base>, and a relative URL', () => `<base href="//${at()}/" />`, () => element('auth')],
    [
      'an element whose name is baseURI',
      () => '',
      () => `<img name="baseURI" alt="" /><form name="location"></form>${element('/auth')}`,
    ],
  ]) {
    it(`signs in at the page’s own server with ${title}`, async () => {
      const { page, close } = await open(head(), body());
      await connect(page);
      await page.locator('wallet-sign-in[status=ready]').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('wallet-sign-in[status=signed-in]').waitFor();
      assert.deepEqual(posted, []);
      await close();
    });
  }

  for (const [title, endpoint] of [
    ['a URL', () => `http://${at()}/auth`],
    ['a URL without a scheme', () => `//${at()}/auth`],
    ['backslashes', () => `\\\\${at()}/auth`],
    ['the page as a user name', () => `http://${new URL(url).host}@${at()}/auth`],
  ]) {
    it(`asks neither the server nor the wallet of an endpoint elsewhere: ${title}`, async () => {
      const { page, close } = await open('', element(endpoint()));
      const logged = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      await page.reload();
      await page.locator('wallet-sign-in[status=failed]').waitFor();
      for (let round = 0; round < 3; round++) {
        await page.locator('wallet-sign-in').getByRole('button').click();
      }
      await page.locator('wallet-sign-in[status=failed]').waitFor();
      const signed = await page.evaluate(() =>
        window.devWallet.calls.filter(({ method }) => /sign/i.test(method)),
      );
      assert.deepEqual([posted, signed], [[], []]);
      assert.match(
        logged.join('\n'),
        /of this page’s origin, http:\/\/127\.0\.0\.1.*signInOrigins/,
      );
      await close();
    });
  }

  it('asks another origin that the code of the page names', async () => {
    const module = '/dist/cdn/stacks-wallet-elements.js';
    const { page, close } = await open(
      `<script type="module">
        import { configure } from '${module}';
        configure({ signInOrigins: ['http://${at()}'] });
      </script>`,
      element(`http://${at()}/auth`),
    );
    await page.locator('wallet-sign-in[status=signed-out]').waitFor();
    assert.ok(posted.includes('POST /auth/session'), posted.join());
    await close();
  });

  it('follows no redirect of the page’s own server to another origin', async () => {
    const { page, close } = await open('', element('/moved'));
    await page.locator('wallet-sign-in[status=failed]').waitFor();
    assert.deepEqual(posted, []);
    await close();
  });

  it('asks nothing in a sandboxed frame', async () => {
    const { page, close } = await open(
      '',
      '<iframe sandbox="allow-scripts" src="/frame.html"></iframe>',
    );
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.frameLocator('iframe').locator('wallet-sign-in[status=failed]').waitFor();
    assert.deepEqual(
      asked.filter((one) => one.includes('/auth/')),
      [],
    );
    await close();
  });
});
