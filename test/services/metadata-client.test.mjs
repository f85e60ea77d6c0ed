import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { configure } from '../../dist/core/index.js';
import { createMetadataClient, getFtMetadata } from '../../dist/metadata/index.js';

const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token-name';
const OTHER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.other-name';
const GOOD = { asset_identifier: `${PRINCIPAL}::token`, name: 'Token', symbol: 'TKN', decimals: 6 };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Handles a request to the server; set by each test. */
let behave = (_req, res) => res.end();
let requests = [];
let server;
let baseUrl;
before(async () => {
  server = createServer((req, res) => {
    requests.push(req);
    behave(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});
/** Expects that every request ends soon after the promise settled. */
afterEach(async () => {
  const open = () =>
    requests.filter((req) => !(req.response?.writableFinished || req.over || req.socket.destroyed));
  for (let n = 0; n < 1_000 && open().length > 0; n += 1) await pause(10);
  assert.equal(open().length, 0, 'a request is still open');
});

function answer(status, body, headers = JSON_TYPE) {
  behave = (req, res) => {
    req.response = res;
    res.writeHead(status, headers);
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
/** With its own `now`, a client has its own pauses. */
const client = (options = {}) =>
  createMetadataClient({ baseUrl, now: () => Date.now(), ...options });
const get = (options, call) => client(options).getFtMetadata(PRINCIPAL, call);
const rejectsWith = (promise, code, more = {}) =>
  assert.rejects(promise, (error) => {
    assert.equal(error.name, 'MetadataError');
    assert.equal(error.code, code, error.message);
    for (const [key, value] of Object.entries(more)) assert.deepEqual(error[key], value, key);
    return true;
  });

describe('a response of the service', () => {
  it('resolves with the known fields', async () => {
    answer(200, { ...GOOD, evil: 'x', metadata: { sip: 16, evil: 'y' } });
    const { locale, ...token } = await get();
    assert.deepEqual(token, { ...GOOD, metadata: { sip: 16 } });
    assert.deepEqual(locale, {});
  });

  const errors = [
    [404, { error: 'Token not found' }, 'not-found'],
    [404, { error: 'Contract not found' }, 'not-found'],
    [422, { error: 'Token metadata fetch in progress' }, 'in-progress'],
    [422, { error: 'Token error', message: 'Metadata could not be parsed' }, 'token-error'],
    [422, { error: 'Token error' }, 'token-error'],
    [400, { error: 'params/principal must match pattern' }, 'invalid-principal'],
    [
      400,
      { statusCode: 400, error: 'Bad Request', message: 'params/principal …' },
      'invalid-principal',
    ],
    [429, 'Too many requests', 'rate-limited'],
    [429, { error: 'x' }, 'rate-limited'],
    [
      404,
      { statusCode: 404, error: 'Not Found', message: 'Route GET:/ not found' },
      'bad-response',
    ],
    [404, '<h1>Not Found</h1>', 'bad-response'],
    [500, { statusCode: 500, code: '22021', error: 'Internal Server Error' }, 'bad-response'],
    [503, '', 'bad-response'],
    [422, { error: 'Something new' }, 'bad-response'],
    [422, { error: ['Token error'] }, 'bad-response'],
    [401, { error: 'Unauthorized' }, 'bad-response'],
  ];
  for (const [status, body, code] of errors) {
    it(`${status} ${JSON.stringify(body)} rejects with ${code}`, async () => {
      answer(status, body);
      await rejectsWith(get(), code, { status });
    });
  }

  it('`Locale not found` without a fallback rejects with locale-not-found', async () => {
    answer(422, { error: 'Locale not found' });
    await rejectsWith(get({}, { locale: 'es', localeFallback: false }), 'locale-not-found', {
      status: 422,
    });
  });
});

describe('a service that misbehaves', () => {
  const bodies = {
    null: 'null',
    'an array': '[]',
    'a string': '"text"',
    'a number': '5',
    nothing: '',
    'truncated JSON': JSON.stringify(GOOD).slice(0, 40),
    'HTML as JSON': '<!doctype html><title>Bad gateway</title>',
    'JSON nested 200 000 deep': '['.repeat(200_000),
    'the asset of another contract': JSON.stringify({
      ...GOOD,
      asset_identifier: `${OTHER}::token`,
    }),
    'an asset identifier with two `::`': JSON.stringify({
      ...GOOD,
      asset_identifier: `${PRINCIPAL}::a::b`,
    }),
    'an asset identifier of a contract with a longer name': JSON.stringify({
      ...GOOD,
      asset_identifier: `${PRINCIPAL}x::a`,
    }),
    'an asset identifier that is not a string': JSON.stringify({
      ...GOOD,
      asset_identifier: { a: 1 },
    }),
  };
  for (const [what, body] of Object.entries(bodies)) {
    it(`200 with ${what} rejects with bad-response`, async () => {
      answer(200, body);
      await rejectsWith(get(), 'bad-response');
    });
  }

  for (const type of ['text/html', 'text/plain', 'application/javascript', undefined]) {
    it(`200 with content type ${type} rejects with bad-response`, async () => {
      answer(200, GOOD, type ? { 'content-type': type } : {});
      await rejectsWith(get(), 'bad-response', { status: 200 });
    });
  }
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
  ]) {
    it(`200 with content type ${type} is read`, async () => {
      answer(200, GOOD, { 'content-type': type });
      assert.equal((await get()).name, 'Token');
    });
  }

  it('204 and 304 reject with bad-response', async () => {
    answer(204, '', {});
    await rejectsWith(get(), 'bad-response', { status: 204 });
    answer(304, '', {});
    await rejectsWith(get(), 'bad-response', { status: 304 });
  });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`${status} to another origin rejects with bad-response, and is not followed`, async () => {
      let visited = false;
      const elsewhere = createServer((_req, res) => {
        visited = true;
        res.end();
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      answer(status, '', { location: `http://127.0.0.1:${elsewhere.address().port}/` });
      await rejectsWith(get({ headers: { 'x-api-key': 'secret' } }), 'bad-response', { status });
      assert.equal(visited, false);
      elsewhere.close();
    });
  }

  it('a body over the limit rejects with bad-response, and is not read further', async () => {
    let sent = 0;
    behave = (req, res) => {
      req.response = res;
      res.writeHead(200, JSON_TYPE);
      const more = () => {
        while (!res.destroyed && sent < 100_000_000) {
          sent += 65_536;
          if (!res.write(' '.repeat(65_536))) return;
        }
        if (!res.destroyed) res.end();
      };
      res.on('drain', more);
      res.on('close', () => (req.over = true));
      more();
    };
    await rejectsWith(get({ maxBytes: 100_000 }), 'bad-response');
    await pause(50);
    assert.ok(sent < 20_000_000, `${sent} bytes were read`);
  });

  it('a truncated body rejects with network', async () => {
    behave = (req, res) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': 1000 });
      res.write('{"name":', () => res.destroy());
    };
    await rejectsWith(get(), 'network');
  });

  it('a socket closed without a response rejects with network', async () => {
    behave = (req) => req.socket.destroy();
    await rejectsWith(get(), 'network');
  });

  it('a refused connection rejects with network, and the error says what a Content-Security-Policy needs', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address();
    gone.close();
    await once(gone, 'close');
    const origin = `http://127.0.0.1:${port}`;
    const { message, code } = await get({ baseUrl: origin }).catch((error) => error);
    assert.equal(code, 'network');
    // A page cannot know whether its own Content-Security-Policy is the reason.
    assert.ok(
      message.includes(`a Content-Security-Policy needs ${origin} in connect-src`),
      message,
    );
  });

  // `afterEach` expects that the connection is closed.
  it('no response rejects with network after the timeout, and the connection is closed', async () => {
    behave = () => {};
    await rejectsWith(get({ timeout: 200 }), 'network');
  });

  it('an endless body rejects with network after the timeout', async () => {
    behave = (req, res) => {
      res.writeHead(200, JSON_TYPE);
      const timer = setInterval(() => res.write(' '), 10);
      res.on('close', () => clearInterval(timer));
    };
    await rejectsWith(get({ timeout: 120 }), 'network');
  });
});

describe('Retry-After', () => {
  it('of a 503 also prevents earlier requests', async () => {
    let time = 0;
    const one = client({ now: () => time });
    answer(503, '', { 'retry-after': '5' });
    await rejectsWith(one.getFtMetadata(PRINCIPAL), 'bad-response', {
      status: 503,
      retryAfter: 5000,
    });
    answer(200, { ...GOOD, asset_identifier: `${OTHER}::token` });
    await rejectsWith(one.getFtMetadata(OTHER), 'rate-limited', { retryAfter: 5000 });
    assert.equal(requests.length, 1);
    time = 5001;
    await one.getFtMetadata(OTHER);
  });

  it('prevents earlier requests, also for other tokens', async () => {
    let time = 0;
    const one = client({ now: () => time });
    answer(429, '', { 'retry-after': '5' });
    await rejectsWith(one.getFtMetadata(PRINCIPAL), 'rate-limited');
    answer(200, { ...GOOD, asset_identifier: `${OTHER}::token` });
    await rejectsWith(one.getFtMetadata(OTHER), 'rate-limited', { retryAfter: 5000 });
    assert.equal(requests.length, 1);
    time = 5001;
    await one.getFtMetadata(OTHER);
    assert.equal(requests.length, 2);
  });
});

describe('a 429 without a readable Retry-After', () => {
  let time;
  const now = () => time;
  const nth = (n) => `${PRINCIPAL}-${n}`;
  const good = (req, res) => {
    req.response = res;
    const principal = req.url.split('/').pop();
    res.writeHead(200, JSON_TYPE).end(JSON.stringify({ asset_identifier: `${principal}::a` }));
  };
  const askAll = (one, count, call) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        one.getFtMetadata(nth(n), call).then(
          () => 'ready',
          (error) => error,
        ),
      ),
    );
  beforeEach(() => {
    time = 0;
  });

  it('pauses all requests to the host, for a random time that grows with each 429', async () => {
    const one = client({ now });
    answer(429, '');
    const refused = await askAll(one, 40);
    assert.equal(requests.length, 6, 'only the concurrent requests are refused');
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['rate-limited']));
    const { retryAfter } = refused[39];
    assert.ok(retryAfter >= 10_000 && retryAfter <= 30_000, `${retryAfter}`);
    const other = one.getFtMetadata(OTHER, { baseUrl: `${baseUrl}/other/path` });
    await rejectsWith(other, 'rate-limited', { retryAfter });

    time += retryAfter + 1;
    const again = await askAll(one, 40);
    assert.equal(requests.length, 7, 'one request after the pause');
    assert.ok(again[39].retryAfter > retryAfter, `${again[39].retryAfter}`);

    const pauses = new Set();
    for (let n = 0; n < 5; n += 1) {
      pauses.add((await askAll(client({ now }), 8))[7].retryAfter);
    }
    assert.ok(pauses.size > 1, 'clients do not send requests again at the same time');
  });

  it('three network errors in a row pause the host, but not a `fresh` call', async () => {
    const one = client({ now });
    behave = (req) => req.socket.destroy();
    const errors = await askAll(one, 40);
    // Two errors, and the six requests that were concurrent with the third.
    assert.ok(requests.length <= 8, `${requests.length} requests`);
    assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(['network']));
    assert.ok(errors[39].retryAfter > 0);
    behave = good;
    await one.getFtMetadata(OTHER, { fresh: true });
    await one.getFtMetadata(PRINCIPAL);
  });
});

describe('the principal and the base URL', () => {
  const bad = [
    '',
    '../../x',
    'a?b',
    'a#b',
    '%2e%2e',
    'SP2J6',
    `${PRINCIPAL}\n`,
    `${PRINCIPAL}/../x`,
    PRINCIPAL.toLowerCase(),
    null,
    undefined,
    5,
    {},
    [PRINCIPAL],
  ];
  for (const principal of bad) {
    it(`${JSON.stringify(principal)} rejects with invalid-principal, without a request`, async () => {
      await rejectsWith(client().getFtMetadata(principal), 'invalid-principal');
      assert.equal(requests.length, 0);
    });
  }

  it('accepts a base URL with a path', async () => {
    answer(200, GOOD);
    await get({ baseUrl: `${baseUrl}/a/b//` });
    assert.equal(requests[0].url, `/a/b/metadata/v1/ft/${PRINCIPAL}`);
  });

  it('rejects with invalid-base-url for what is no base URL', async () => {
    await rejectsWith(get({ baseUrl: 'nonsense' }), 'invalid-base-url');
  });

  it('without a base URL, uses the public service of the network', async () => {
    const asked = [];
    const fetch = (url) => (asked.push(url), Promise.reject(new TypeError('offline')));
    const one = createMetadataClient({ fetch });
    for (const prefix of ['SP', 'SM', 'ST', 'SN']) {
      await rejectsWith(one.getFtMetadata(PRINCIPAL.replace('SP', prefix)), 'network');
    }
    assert.deepEqual(
      asked.map((url) => new URL(url).host),
      ['api.hiro.so', 'api.hiro.so', 'api.testnet.hiro.so', 'api.testnet.hiro.so'],
    );
  });

  it('is that of configure() for the plain functions, and not for a client of its own', async () => {
    const asked = [];
    const fetch = (url) => (
      asked.push(new URL(url).host),
      Promise.reject(new TypeError('offline'))
    );
    configure({ metadataApi: 'https://tokens.example', fetch });
    await rejectsWith(getFtMetadata(PRINCIPAL), 'network');
    await rejectsWith(getFtMetadata(PRINCIPAL, { baseUrl: 'https://call.example' }), 'network');
    await rejectsWith(createMetadataClient({ fetch }).getFtMetadata(PRINCIPAL), 'network');
    assert.deepEqual(asked, ['tokens.example', 'call.example', 'api.hiro.so']);
    configure({ fetch: globalThis.fetch });
  });
});

describe('the locale', () => {
  const serves = (...locales) => {
    behave = (req, res) => {
      req.response = res;
      const locale = new URL(req.url, baseUrl).searchParams.get('locale') ?? '';
      const isKnown = locale === '' || locales.includes(locale);
      res.writeHead(isKnown ? 200 : 422, JSON_TYPE);
      res.end(
        JSON.stringify(
          isKnown
            ? { ...GOOD, metadata: { name: `name ${locale}` } }
            : { error: 'Locale not found' },
        ),
      );
    };
  };

  it('is served as requested', async () => {
    serves('es-MX');
    const token = await get({}, { locale: 'es-MX' });
    assert.equal(token.metadata.name, 'name es-MX');
    assert.deepEqual(token.locale, { requested: 'es-MX', served: 'es-MX' });
  });

  it('falls back to the language, and reports the served locale', async () => {
    serves('es');
    assert.deepEqual((await get({}, { locale: 'es-MX' })).locale, {
      requested: 'es-MX',
      served: 'es',
    });
  });

  it('falls back to the default, and reports no served locale', async () => {
    serves();
    assert.deepEqual((await get({}, { locale: 'es-MX' })).locale, { requested: 'es-MX' });
    assert.equal(requests.length, 3);
  });

  it('is not sent if it is invalid', async () => {
    serves();
    for (const locale of ['../x', 'a'.repeat(100), 'es&x=1', '\u202e']) {
      assert.deepEqual((await get({}, { locale })).locale, { requested: locale });
    }
    assert.ok(requests.every(({ url }) => !url.includes('?')));
  });

  it('is not requested again after it was not found', async () => {
    let time = 0;
    serves();
    const one = client({ now: () => time });
    await one.getFtMetadata(PRINCIPAL, { locale: 'es' });
    time = 240_000;
    await one.getFtMetadata(PRINCIPAL, { locale: 'es' });
    assert.equal(requests.length, 2);
  });

  const lists = (localization) =>
    answer(200, { ...GOOD, token_uri: 'https://a.example/', metadata: { sip: 16, localization } });
  const asked = () =>
    requests.map(({ url }) => new URL(url, baseUrl).searchParams.get('locale') ?? 'default');

  it('is requested only if the metadata lists it', async () => {
    lists({ default: 'en', locales: ['en', 'es'] });
    const one = client();
    for (const locale of ['en', 'en-GB', 'fr', 'es-MX']) {
      const served = { en: 'en', 'en-GB': 'en', 'es-MX': 'es' }[locale];
      const token = await one.getFtMetadata(PRINCIPAL, { locale });
      assert.deepEqual(token.locale, { requested: locale, ...(served && { served }) });
    }
    assert.deepEqual(asked(), ['default', 'es']);
    const call = { locale: 'fr', localeFallback: false };
    await rejectsWith(one.getFtMetadata(PRINCIPAL, call), 'locale-not-found');
    assert.equal(requests.length, 2);
  });

  it('is not requested for a token without a metadata document', async () => {
    answer(200, GOOD);
    assert.deepEqual((await get({}, { locale: 'es' })).locale, { requested: 'es' });
    assert.deepEqual(asked(), ['default']);
  });

  it('is not requested with onlyListed if the metadata lists no locales', async () => {
    lists();
    assert.deepEqual((await get({}, { locale: 'en', onlyListed: true })).locale, {
      requested: 'en',
    });
    assert.deepEqual(asked(), ['default']);
  });

  for (const localeFallback of [true, false]) {
    it(`is found as soon as the token is ready; localeFallback: ${localeFallback}`, async () => {
      let time = 0;
      let isReady = false;
      behave = (req, res) => {
        req.response = res;
        const locale = new URL(req.url, baseUrl).searchParams.get('locale');
        const error = locale ? 'Locale not found' : 'Token metadata fetch in progress';
        res.writeHead(isReady ? 200 : 422, JSON_TYPE);
        res.end(JSON.stringify(isReady ? { ...GOOD, metadata: { name: locale } } : { error }));
      };
      const one = client({ now: () => time });
      const call = { locale: 'es', localeFallback };
      await rejectsWith(one.getFtMetadata(PRINCIPAL, call), 'in-progress');
      isReady = true;
      time = 1000;
      const token = await one.getFtMetadata(PRINCIPAL, call);
      assert.deepEqual(token.locale, { requested: 'es', served: 'es' });
    });
  }
});

describe('a shared request', () => {
  it('serves concurrent callers, and later ones from the cache', async () => {
    answer(200, GOOD);
    const one = client();
    const all = await Promise.all(Array.from({ length: 1000 }, () => one.getFtMetadata(PRINCIPAL)));
    assert.equal(requests.length, 1);
    assert.ok(all.every(({ name }) => name === 'Token'));
    await one.getFtMetadata(PRINCIPAL);
    assert.equal(requests.length, 1);
    await one.getFtMetadata(PRINCIPAL, { fresh: true });
    assert.equal(requests.length, 2);
  });

  it('resolves with a frozen record', async () => {
    answer(200, {
      ...GOOD,
      metadata: { properties: { a: { b: 1 } }, attributes: [{ trait_type: 'x', value: [1] }] },
    });
    const one = client();
    const token = await one.getFtMetadata(PRINCIPAL);
    assert.throws(() => (token.name = 'x'), TypeError);
    assert.throws(() => (token.metadata.properties.a.b = 2), TypeError);
    assert.throws(() => token.metadata.attributes.push({}), TypeError);
    assert.throws(() => token.metadata.attributes[0].value.push(2), TypeError);
  });

  it('is removed from the cache after maxAge, or as the least recently used of maxEntries', async () => {
    let time = 0;
    behave = (req, res) => {
      req.response = res;
      res.writeHead(200, JSON_TYPE);
      const principal = req.url.split('/').pop();
      res.end(JSON.stringify({ asset_identifier: `${principal}::a` }));
    };
    const one = client({ now: () => time, maxEntries: 2, maxAge: 1000 });
    const third = PRINCIPAL.replace('token-name', 'third');
    for (const principal of [PRINCIPAL, OTHER, PRINCIPAL, third, PRINCIPAL])
      await one.getFtMetadata(principal);
    assert.equal(requests.length, 3, 'OTHER is the least recently used');
    await one.getFtMetadata(OTHER);
    assert.equal(requests.length, 4);
    time = 1001;
    await one.getFtMetadata(OTHER);
    assert.equal(requests.length, 5);
  });

  it('continues when one caller aborts, and is aborted when all do', async () => {
    const seen = [];
    behave = (req, res) => {
      req.response = res;
      res.on('close', () => (req.over = true));
      seen.push({
        req,
        finish: () => (res.writeHead(200, JSON_TYPE), res.end(JSON.stringify(GOOD))),
      });
    };
    const one = client();
    const [first, second] = [new AbortController(), new AbortController()];
    const a = one.getFtMetadata(PRINCIPAL, { signal: first.signal });
    const b = one.getFtMetadata(PRINCIPAL, { signal: second.signal });
    while (seen.length === 0) await pause(5);
    first.abort();
    await assert.rejects(a, { name: 'AbortError' });
    seen[0].finish();
    assert.equal((await b).name, 'Token');

    const c = one
      .getFtMetadata(PRINCIPAL, { signal: AbortSignal.timeout(60_000), fresh: true })
      .catch(() => {});
    const both = new AbortController();
    const d = one.getFtMetadata(OTHER, { signal: both.signal });
    const e = one.getFtMetadata(OTHER, { signal: both.signal });
    while (seen.length < 3) await pause(5);
    both.abort(new Error('enough'));
    await assert.rejects(d, { message: 'enough' });
    await assert.rejects(e, { message: 'enough' });
    const given = seen.find(({ req }) => req.url.includes('other-name'));
    for (let n = 0; n < 1_000 && !given.req.over; n += 1) await pause(10);
    assert.ok(given.req.over, 'the connection was closed');
    seen.find(({ req }) => req !== seen[0].req && req.url.includes('token-name')).finish();
    await c;
  });

  it('starts again for a caller after all others have aborted', async () => {
    answer(200, GOOD);
    const one = client();
    const gone = new AbortController();
    const left = one.getFtMetadata(PRINCIPAL, { signal: gone.signal });
    gone.abort();
    await assert.rejects(left, { name: 'AbortError' });
    assert.equal((await one.getFtMetadata(PRINCIPAL)).name, 'Token');
  });

  it('is not sent with an aborted signal', async () => {
    answer(200, GOOD);
    await assert.rejects(get({}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(requests.length, 0);
  });

  it('is one of at most six concurrent requests', async () => {
    let open = 0;
    let most = 0;
    behave = (req, res) => {
      req.response = res;
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        res.writeHead(404, JSON_TYPE);
        res.end('{"error":"Token not found"}');
      }, 15);
    };
    const one = client();
    const all = Array.from({ length: 30 }, (_, n) =>
      one.getFtMetadata(`${PRINCIPAL}-${n}`).catch((error) => error.code),
    );
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['not-found']));
    assert.equal(most, 6);
  });
});

describe('awaitReady', () => {
  let time = 0;
  /** A fake clock, which `wait` advances. */
  const clock = { now: () => time, wait: async (ms) => void (time += ms) };

  it('sends requests until the token is available', async () => {
    let left = 3;
    behave = (req, res) => {
      req.response = res;
      left -= 1;
      res.writeHead(left > 0 ? 422 : 200, JSON_TYPE);
      res.end(JSON.stringify(left > 0 ? { error: 'Token metadata fetch in progress' } : GOOD));
    };
    const waits = [];
    const wait = async (ms) => (waits.push(ms), clock.wait(ms));
    const token = await get({ ...clock, wait }, { awaitReady: true });
    assert.equal(token.name, 'Token');
    assert.equal(waits.length, 2);
  });

  it('shares the requests of many callers for one token', async () => {
    const start = Date.now();
    behave = (req, res) => {
      req.response = res;
      // After most of the first retries, which have a delay of 0.5 to 1 second.
      const isThere = Date.now() - start > 900;
      res.writeHead(isThere ? 200 : 422, JSON_TYPE);
      res.end(JSON.stringify(isThere ? GOOD : { error: 'Token metadata fetch in progress' }));
    };
    const one = client();
    const all = Array.from({ length: 200 }, () =>
      one.getFtMetadata(PRINCIPAL, { awaitReady: true }),
    );
    await Promise.all(all);
    assert.ok(requests.length <= 6, `${requests.length} requests`);
  });

  it('rejects after ten requests, and immediately when aborted', async () => {
    answer(422, { error: 'Token metadata fetch in progress' });
    await rejectsWith(get(clock, { awaitReady: true }), 'in-progress');
    assert.equal(requests.length, 10);
    const abort = new AbortController();
    const waiting = get({}, { awaitReady: true, signal: abort.signal });
    while (requests.length < 11) await pause(5);
    abort.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});

describe('the fixture server', () => {
  for (const errors of ['spec', 'service']) {
    it(`works with the client, with errors as in the ${errors}`, async () => {
      const fixture = await createMetadataServer({ errors });
      const one = client({ baseUrl: fixture.origin });
      try {
        const { results } = await (await fetch(`${fixture.origin}/metadata/v1/ft?limit=60`)).json();
        const find = (name) =>
          results.find((row) => row.contract_principal.endsWith(`.${name}`)).contract_principal;
        assert.equal(
          (await one.getFtMetadata(find('honey-token'), { locale: 'es' })).metadata.name,
          'Miel',
        );
        assert.deepEqual((await one.getFtMetadata(find('atlas-usd'), { locale: 'es' })).locale, {
          requested: 'es',
        });
        const failures = [
          ['fresh-mint', 'in-progress'],
          ['lost-document', 'token-error'],
          ['busy-bee', 'rate-limited'],
        ];
        for (const [name, code] of failures) await rejectsWith(one.getFtMetadata(find(name)), code);
        const others = [
          ['sleeping-server', 'bad-response'],
          ['torn-page', 'bad-response'],
          ['html-answer', 'bad-response'],
          ['hostile-identity', 'bad-response'],
        ];
        for (const [name, code] of others) {
          const another = client({ baseUrl: fixture.origin });
          await rejectsWith(another.getFtMetadata(find(name)), code);
        }
        await rejectsWith(client({ baseUrl: fixture.origin }).getFtMetadata(OTHER), 'not-found');
      } finally {
        await fixture.close();
      }
    });
  }
});
