import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { createMetadataClient } from '../../dist/metadata/index.js';
import { until } from '../support/until.mjs';

const OWNER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const nth = (n) => `${OWNER}.token-${n}`;
const many = (count, value = nth) => Array.from({ length: count }, (_, n) => value(n));
const TOKENS = 1000;

const facts = (n) => ({
  name: `Token ${String(n).padStart(4, '0')}`,
  symbol: `T${n}`,
  decimals: 6,
  total_supply: '1',
  tx_id: `0x${String((n * 7919) % 10_007).padStart(64, '0')}`,
});
const ft = [
  ...many(TOKENS, (n) => ({ id: nth(n), asset: 'token', token: facts(n) })),
  ...many(20, (n) => ({
    id: `${OWNER}.waiting-${n}`,
    asset: 'waiting',
    answer: { error: 'Token metadata fetch in progress' },
  })),
  { id: `${OWNER}.invalid`, answer: { error: 'Token error' } },
  {
    id: `${OWNER}.honey`,
    asset: 'token',
    token: facts(1),
    metadata: {
      sip: 16,
      description: 'Sweet',
      localization: { uri: 'https://a.example/{locale}', default: 'en', locales: ['en', 'es'] },
    },
    localized: { en: {}, es: { description: 'Dulce' } },
  },
];
const nft = [{ id: `${OWNER}.picture/1`, token: { token_uri: 'https://a.example/1' } }];

let folder;
let file;
let service;
let old;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  file = join(folder, 'tokens.json');
  await writeFile(file, JSON.stringify({ ft, nft }));
  service = await createMetadataServer({ file });
  old = await createMetadataServer({ file, version: '1.3.0' });
});
after(async () => {
  await service.close();
  await old.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  service.requests.length = 0;
  old.requests.length = 0;
});

/** With its own `now`, a client has its own pauses. */
const client = (options = {}) =>
  createMetadataClient({ baseUrl: service.origin, now: () => Date.now(), ...options });
const codes = (answers) => answers.map(({ token, error }) => (token ? token.symbol : error.code));
const rejectsWith = (promise, code, message = /./) =>
  assert.rejects(promise, (error) => {
    assert.equal(error.name, 'MetadataError');
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    return true;
  });

describe('getTokens', () => {
  it('returns the tokens in the requested order, and repeats one that is requested twice', async () => {
    const asked = [nth(3), nth(1), nth(3), nth(2)];
    const answers = await client().getTokens(asked);
    assert.deepEqual(
      answers.map(({ principal }) => principal),
      asked,
    );
    assert.deepEqual(codes(answers), ['T3', 'T1', 'T3', 'T2']);
    assert.deepEqual(answers[0].token, { principal: nth(3), ...facts(3) });
    assert.deepEqual(answers[0].locale, {});
    assert.equal(service.requests.length, 1);
  });

  it('sends at most 5 requests for a thousand rows of 200 tokens', async () => {
    const one = client();
    const rows = many(1000, (n) => nth(n % 200));
    assert.equal((await one.getTokens(rows)).length, 1000);
    assert.ok(service.requests.length <= 5, `${service.requests.length} requests`);
  });

  it('sends at most 20 requests for a thousand tokens, also in a thousand calls', async () => {
    assert.ok((await client().getTokens(many(1000))).every(({ token }) => token));
    assert.ok(service.requests.length <= 20, `${service.requests.length} requests`);
    service.requests.length = 0;
    const one = client({ maxEntries: 1000 });
    const calls = await Promise.all(many(1000, (n) => one.getTokens([nth(n)])));
    assert.deepEqual(
      codes(calls.flat()),
      many(1000, (n) => `T${n}`),
    );
    assert.ok(service.requests.length <= 20, `${service.requests.length} requests`);
    await one.getTokens(many(1000));
    assert.ok(service.requests.length <= 20, 'the cache answers');
  });

  it('distinguishes missing, unfinished and invalid tokens', async () => {
    const asked = ['missing', 'waiting-1', 'invalid', 'picture', 'token-1'];
    const answers = await client().getTokens([...asked.map((name) => `${OWNER}.${name}`), 'x', 5]);
    assert.deepEqual(codes(answers), [
      'not-found',
      'in-progress',
      'token-error',
      'not-found',
      'T1',
      'invalid-principal',
      'invalid-principal',
    ]);
    const paths = service.requests.map(({ url }) => url.split('?')[0].split('/').pop());
    assert.deepEqual(paths.sort(), ['search', `${OWNER}.invalid`, `${OWNER}.waiting-1`].sort());
  });

  it('sends single requests for at most five tokens without facts, and for the others later', async () => {
    const one = client();
    const waiting = many(20, (n) => `${OWNER}.waiting-${n}`);
    for (let round = 1; round <= 5; round += 1) {
      assert.deepEqual(new Set(codes(await one.getTokens(waiting))), new Set(['in-progress']));
      const single = service.requests.filter(({ url }) => !url.includes('search'));
      assert.equal(single.length, Math.min(5 * round, 20));
      assert.equal(new Set(single.map(({ url }) => url)).size, single.length);
    }
  });

  it('uses cached and pending records, but does not replace them', async () => {
    const one = client();
    await one.getFtMetadata(nth(1));
    const pending = one.getFtMetadata(nth(2));
    assert.deepEqual(codes(await one.getTokens([nth(1), nth(2)])), ['T1', 'T2']);
    await pending;
    assert.equal(service.requests.length, 2);
    const [answer] = await one.getTokens([nth(1)]);
    assert.deepEqual(answer.token, { principal: nth(1), ...facts(1) });
    await one.getTokens([nth(3)]);
    assert.equal((await one.getFtMetadata(nth(3))).asset_identifier, `${nth(3)}::token`);
    assert.equal(service.requests.length, 4);
  });

  it('requests a locale only for tokens with a description', async () => {
    const asked = [`${OWNER}.honey`, nth(1)];
    const answers = await client().getTokens(asked, { locale: 'es-MX' });
    assert.equal(answers[0].token.description, 'Dulce');
    assert.deepEqual(answers[0].locale, { requested: 'es-MX', served: 'es' });
    assert.deepEqual(answers[1].locale, { requested: 'es-MX' });
    assert.equal(service.requests.length, 3);
    const [french] = await client().getTokens(asked, { locale: 'fr' });
    assert.equal(french.token.description, 'Sweet');
    assert.deepEqual(french.locale, { requested: 'fr' });
  });

  it('requests single tokens if the service has no search, and does not request the search again', async () => {
    const one = client({ baseUrl: old.origin });
    const asked = [nth(1), `${OWNER}.missing`, `${OWNER}.waiting-1`, `${OWNER}.invalid`];
    const expected = ['T1', 'not-found', 'in-progress', 'token-error'];
    assert.deepEqual(codes(await one.getTokens(asked)), expected);
    assert.equal(old.requests.length, 5);
    assert.deepEqual(codes(await one.getTokens([nth(2), nth(3)])), ['T2', 'T3']);
    assert.equal(old.requests.filter(({ url }) => url.includes('search')).length, 1);
  });

  it('remembers at most a hundred services without a search, so that a page that asks many fills no memory', async () => {
    const searched = [];
    const fetch = (input) => {
      const { origin, pathname } = new URL(input);
      if (pathname.endsWith('/search')) searched.push(origin);
      return Promise.resolve(Response.json({ error: 'Not found' }, { status: 404 }));
    };
    const one = createMetadataClient({ fetch });
    const origin = (number) => `https://service-${number}.example`;
    let tokens = 0;
    const ask = (number) => one.getTokens([nth(tokens++)], { baseUrl: origin(number) });
    const searches = () => searched.filter((each) => each === origin(0)).length;
    await ask(0);
    await ask(0);
    assert.equal(searches(), 1);
    await Promise.all(many(100, (n) => ask(n + 1)));
    await ask(0);
    assert.equal(searches(), 2);
  });

  it('rejects with the reason of the signal, and sends no further requests', async () => {
    const one = client();
    const abort = new AbortController();
    const given = one.getTokens(many(3), { signal: abort.signal });
    const kept = one.getTokens([nth(1)]);
    abort.abort(new Error('enough'));
    await assert.rejects(given, { message: 'enough' });
    assert.deepEqual(codes(await kept), ['T1']);
    assert.deepEqual(
      service.requests.map(({ url }) => new URL(url, service.origin).search),
      [`?contract=${nth(1)}`],
    );
    await assert.rejects(one.getTokens([], { signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });

  it('reads the reason of a signal as no answer of the service, whatever its fields', async () => {
    const urls = [];
    let isHanging = true;
    const fetch = (url, { signal }) => {
      urls.push(new URL(url).pathname);
      return isHanging
        ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(Response.json([]));
    };
    const one = client({ baseUrl: 'https://service.example', fetch });
    const abort = new AbortController();
    const given = one.getTokens(many(2), { signal: abort.signal });
    await until(() => urls.length > 0);
    // Like the 404 of a service that has no search.
    const reason = { status: 404 };
    abort.abort(reason);
    assert.equal(await given.catch((error) => error), reason);
    await new Promise((resolve) => setTimeout(resolve, 50));
    isHanging = false;
    await one.getTokens([nth(3), nth(4)]);
    assert.deepEqual(urls, Array(2).fill('/metadata/v1/search'));
  });

  it('adds one listener to the signal, since Node.js warns of more than ten, and removes it', async () => {
    const { signal } = new AbortController();
    const added = mock.method(signal, 'addEventListener');
    await client().getTokens(many(50), { signal });
    assert.equal(added.mock.callCount(), 1);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('rejects an invalid base URL, and a value that is not an array', async () => {
    await rejectsWith(client().getTokens([nth(1)], { baseUrl: 'ftp://a/' }), 'invalid-base-url');
    for (const wrong of [undefined, nth(1), {}, null]) {
      await rejectsWith(
        client().getTokens(wrong),
        'invalid-params',
        /^principals must be an array/,
      );
    }
    assert.deepEqual(await client().getTokens([]), []);
  });
});

describe('getTokens, with a service that misbehaves,', () => {
  let behave;
  let requests = [];
  let server;
  let baseUrl;
  before(async () => {
    server = createServer((req, res) => {
      requests.push(req.url);
      const { searchParams } = new URL(req.url, 'http://service');
      const [status, body, headers] = behave(searchParams.getAll('contract'), req.url);
      res.writeHead(status, { 'content-type': 'application/json', ...headers });
      res.end(typeof body === 'string' ? body : JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    baseUrl = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => server.close());
  beforeEach(() => {
    requests = [];
  });
  const row = (contract_id, more) => ({ contract_id, token_type: 'ft', symbol: 'OK', ...more });

  it('ignores a row of another token, type or shape, and a second row of the same token', async () => {
    behave = ([first]) => [
      200,
      [
        null,
        5,
        'x',
        [],
        row('__proto__'),
        row(nth(99)),
        row(first, { token_type: 'nft', symbol: 'NFT' }),
        row(first, { asset_identifier: `${nth(99)}::x`, metadata: { sip: 16 } }),
        row(first, { symbol: 'SECOND' }),
      ],
    ];
    const [one, two] = await client({ baseUrl }).getTokens([nth(1), nth(2)]);
    assert.deepEqual(one.token, { principal: nth(1), symbol: 'OK' });
    assert.equal(two.error.code, 'not-found');
  });

  for (const body of ['null', '{}', '"x"', '5', '[', '<!doctype html>']) {
    it(`200 with ${body} gives the error bad-response for each token`, async () => {
      behave = () => [200, body];
      const answers = await client({ baseUrl }).getTokens(many(3));
      assert.deepEqual(codes(answers), Array(3).fill('bad-response'));
      assert.equal(requests.length, 1);
    });
  }

  it('one token with too much metadata does not hide the others', async () => {
    behave = (asked) => [
      200,
      asked.map((contract) =>
        row(contract, contract === nth(7) && { description: 'x'.repeat(100_000) }),
      ),
    ];
    const answers = await client({ baseUrl, maxBytes: 10_000 }).getTokens(many(50));
    const expected = many(50, (n) => (n === 7 ? 'bad-response' : 'OK'));
    assert.deepEqual(codes(answers), expected);
    assert.ok(requests.length <= 13, `${requests.length} requests`);
  });

  it('a 429 pauses the host, for tokens and records', async () => {
    behave = () => [429, '', { 'retry-after': '5' }];
    let time = 0;
    const one = client({ baseUrl, now: () => time });
    assert.deepEqual(new Set(codes(await one.getTokens(many(10)))), new Set(['rate-limited']));
    const [{ error }] = await one.getTokens([nth(20)]);
    assert.deepEqual([error.code, error.retryAfter], ['rate-limited', 5000]);
    await rejectsWith(one.getFtMetadata(nth(1)), 'rate-limited');
    assert.equal(requests.length, 1);
    time = 5001;
    behave = (asked) => [200, asked.map((contract) => row(contract))];
    assert.deepEqual(new Set(codes(await one.getTokens(many(10)))), new Set(['OK']));
  });

  it('many calls after a pause send few requests', async () => {
    behave = () => [429, '', { 'retry-after': '0' }];
    const one = client({ baseUrl });
    await one.getTokens([nth(1)]);
    behave = (asked) => [200, asked.map((contract) => row(contract))];
    const answers = await Promise.all(many(400, (n) => one.getTokens([nth(n)])));
    assert.deepEqual(new Set(codes(answers.flat())), new Set(['OK']));
    assert.ok(requests.length <= 9, `${requests.length} requests`);
  });
});

describe('searchFts', () => {
  it('returns a page of tokens, and the offset of the next page', async () => {
    const one = client();
    const first = await one.searchFts({ name: 'TOKEN 01', limit: 60 });
    assert.equal(first.tokens.length, 60);
    assert.deepEqual([first.total, first.offset, first.nextOffset], [100, 0, 60]);
    assert.deepEqual(first.tokens[2], {
      principal: nth(102),
      asset_identifier: `${nth(102)}::token`,
      ...facts(102),
    });
    const { offset, nextOffset, tokens } = await one.searchFts({
      name: 'TOKEN 01',
      limit: 60,
      offset: first.nextOffset,
    });
    assert.deepEqual([offset, nextOffset, tokens.length], [60, undefined, 40]);
    await one.searchFts({ name: 'TOKEN 01', limit: 60 });
    assert.equal(service.requests.length, 2, 'the cache answers');
  });

  it('filters and orders', async () => {
    const symbols = async (query) =>
      codes((await client().searchFts(query)).tokens.map((token) => ({ token })));
    assert.deepEqual(await symbols({ symbol: 't5' }), ['T5']);
    const order = { orderBy: 'symbol', order: 'desc', limit: 2, name: '09' };
    assert.deepEqual(await symbols(order), ['T999', 'T998']);
    assert.match(service.requests.at(-1).url, /order_by=symbol&order=desc$/);
    assert.deepEqual(await symbols({ address: OWNER.replace('SP', 'SM') }), []);
  });

  it('lists a token once, though the service has a row for each locale', async () => {
    const { tokens, total } = await client().searchFts({ symbol: 'T1' });
    assert.equal(total, 3, 'of two tokens');
    assert.deepEqual(
      tokens.map(({ principal }) => principal).sort(),
      [`${OWNER}.honey`, nth(1)].sort(),
    );
  });

  const wrong = {
    name: [5, 'x'.repeat(201)],
    symbol: [5, {}],
    address: ['SP2J6', OWNER.toLowerCase(), '../../x', 5],
    limit: [0, 61, 1.5, '5', NaN],
    offset: [-1, 0.5, '0', Infinity],
    orderBy: ['decimals', 'constructor'],
    order: ['up', true],
  };
  for (const [field, values] of Object.entries(wrong)) {
    it(`names ${field} if it is invalid, before any request`, async () => {
      for (const value of values) {
        const message = new RegExp(`^searchFts: \`${field}\` must be .+; got `);
        await rejectsWith(client().searchFts({ [field]: value }), 'invalid-params', message);
      }
      assert.equal(service.requests.length, 0);
    });
  }

  it('omits rows that are not tokens, or whose asset is of another contract', async () => {
    const bodies = [
      { total: 4, results: [null, {}, { contract_principal: 'x' }] },
      {
        total: 2,
        results: [
          { contract_principal: nth(1), asset_identifier: `${nth(2)}::t`, symbol: 'A' },
          { contract_principal: nth(2), asset_identifier: `${nth(2)}::t`, symbol: '', decimals: 0 },
        ],
      },
    ];
    const fetch = async () =>
      new Response(JSON.stringify(bodies.shift()), {
        headers: { 'content-type': 'application/json' },
      });
    const one = client({ fetch });
    const { tokens, nextOffset } = await one.searchFts({ name: 'a' });
    assert.deepEqual([tokens, nextOffset], [[], 3]);
    assert.deepEqual((await one.searchFts({ name: 'b' })).tokens, [
      { principal: nth(2), asset_identifier: `${nth(2)}::t` },
    ]);
    bodies.push({ results: [] }, [], { total: -1, results: [] }, { total: 1, results: {} });
    for (const name of 'cdef') await rejectsWith(one.searchFts({ name }), 'bad-response');
  });

  it('rejects with the reason of the signal', async () => {
    const abort = new AbortController();
    const given = client().searchFts({ signal: abort.signal });
    abort.abort(new Error('enough'));
    await assert.rejects(given, { message: 'enough' });
  });
});
