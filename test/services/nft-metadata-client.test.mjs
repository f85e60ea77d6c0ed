import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { hostileNftRecords } from '../../fixtures/metadata/hostile.mjs';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { contractOf, principalOf } from '../../fixtures/metadata/test/ask.mjs';
import { createMetadataClient as createLazyClient } from '../../dist/index.js';
import { createMetadataClient, getNftMetadata, getSftMetadata } from '../../dist/metadata/index.js';

const BEES = contractOf('bee-portraits');
const TOWERS = contractOf('tower-deeds');
const PASSES = contractOf('festival-passes');
const LAST = 2n ** 128n - 1n;

let service;
let baseUrl;
before(async () => {
  service = await createMetadataServer();
  baseUrl = service.origin;
});
after(() => service.close());

/** With its own `now`, a client has its own pauses. */
const client = (options) => createMetadataClient({ baseUrl, now: () => Date.now(), ...options });
const rejectsWith = (promise, code, more = {}) =>
  assert.rejects(promise, ({ name, ...error }) => {
    assert.equal(name, 'MetadataError');
    assert.equal(error.code, code);
    for (const [key, value] of Object.entries(more)) assert.deepEqual(error[key], value, key);
    return true;
  });
/** The URLs of the requests, without the first `from`, relative to the base URL. */
const asked = (from) => service.requests.slice(from).map(({ url }) => url);

describe('getNftMetadata(principal, tokenId, options)', () => {
  it('resolves with the link, the metadata and the locale', async () => {
    const token = await client().getNftMetadata(BEES, 1n);
    assert.deepEqual(Object.keys(token).sort(), ['locale', 'metadata', 'token_uri']);
    assert.equal(token.metadata.name, 'Bee #1');
    assert.equal(token.metadata.attributes.length, 4);
    const spanish = await client().getNftMetadata(BEES, 1n, { locale: 'es-MX' });
    assert.equal(spanish.metadata.name, 'Abeja n.º 1');
    assert.deepEqual(spanish.locale, { requested: 'es-MX', served: 'es' });
    assert.deepEqual(await client().getNftMetadata(contractOf('bare-nft'), 1n), { locale: {} });
  });

  it('accepts a bigint or decimal digits, exactly, up to 2^128 - 1', async () => {
    const nameOf = async (id) => (await client().getNftMetadata(TOWERS, id)).metadata.name;
    assert.equal(await nameOf(0n), 'Tower 0');
    assert.equal(await nameOf('0'), 'Tower 0');
    assert.equal(await nameOf('9007199254740993'), 'Tower 2^53 + 1');
    await rejectsWith(nameOf(2n ** 53n), 'not-found', { status: 404 });
    assert.equal(await nameOf(LAST), 'The last tower');
    assert.equal(await nameOf(String(LAST)), 'The last tower');
  });

  it('requests exactly the given token id, of any size', () =>
    fc.assert(
      // The contract has the tokens 1 to 4 only.
      fc.asyncProperty(fc.bigInt({ min: 5n, max: LAST }), fc.boolean(), async (id, asText) => {
        const from = service.requests.length;
        await rejectsWith(client().getSftMetadata(PASSES, asText ? String(id) : id), 'not-found');
        assert.deepEqual(asked(from), [`/metadata/v1/sft/${PASSES}/${id}`]);
      }),
      { numRuns: 30 },
    ));

  const refused = [
    1,
    0,
    -1n,
    LAST + 1n,
    String(LAST + 1n),
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1e3',
    '0x1',
  ];
  for (const id of [
    ...refused,
    '1.5',
    '١',
    '1'.repeat(1e6),
    NaN,
    null,
    undefined,
    true,
    {},
    [1n],
  ]) {
    it(`refuses ${String(id).slice(0, 20)} (${typeof id}) before any request`, async () => {
      const from = service.requests.length;
      const call = client().getNftMetadata(BEES, id);
      await assert.rejects(call, (error) => {
        assert.equal(error.code, 'invalid-token-id');
        assert.match(error.message, /^`tokenId` must be a bigint or decimal digits.*; got /s);
        assert.ok(error.message.length < 500);
        return true;
      });
      await rejectsWith(client().getSftMetadata(PASSES, id), 'invalid-token-id');
      assert.deepEqual(asked(from), []);
    });
  }

  it('refuses an invalid principal', async () => {
    await rejectsWith(client().getNftMetadata('x', 1n), 'invalid-principal');
    await rejectsWith(client().getNftMetadata(`${BEES}/1`, 1n), 'invalid-principal');
  });

  it('rejects with the errors of the service', async () => {
    await rejectsWith(client().getNftMetadata(BEES, 999n), 'not-found', { status: 404 });
    await rejectsWith(client().getNftMetadata(BEES, 3n), 'in-progress', { status: 422 });
    await rejectsWith(client().getNftMetadata(BEES, 5n), 'token-error', { status: 422 });
    await rejectsWith(client().getNftMetadata(BEES, 8n), 'rate-limited', { retryAfter: 5000 });
    const strict = { locale: 'es', localeFallback: false };
    const call = client().getNftMetadata(BEES, 2n, strict);
    await assert.rejects(call, {
      code: 'locale-not-found',
      message: `Token ${BEES} #2 has no locale es.`,
    });
  });

  it('shares requests and the cache by token, not with other tokens and routes', async () => {
    const one = client();
    const from = service.requests.length;
    const ids = [1n, '1', '01', 2n];
    await Promise.all(ids.map((id) => one.getNftMetadata(BEES, id)));
    await one.getNftMetadata(BEES, 1n);
    await one.getSftMetadata(BEES, 1n);
    await rejectsWith(one.getFtMetadata(BEES), 'not-found');
    assert.deepEqual(asked(from).sort(), [
      `/metadata/v1/ft/${BEES}`,
      `/metadata/v1/nft/${BEES}/1`,
      `/metadata/v1/nft/${BEES}/2`,
      `/metadata/v1/sft/${BEES}/1`,
    ]);
    await one.getNftMetadata(BEES, 1n, { fresh: true });
    assert.equal(asked(from).length, 5);
  });

  it('shares the pause after a 429 with other tokens of the host', async () => {
    const one = client();
    await rejectsWith(one.getNftMetadata(BEES, 8n), 'rate-limited');
    const from = service.requests.length;
    await rejectsWith(one.getFtMetadata(principalOf('honey-token')), 'rate-limited');
    await rejectsWith(one.getNftMetadata(BEES, 1n), 'rate-limited');
    assert.deepEqual(asked(from), []);
  });

  it('waits with awaitReady while the metadata is being fetched', async () => {
    let waited = 0;
    const wait = (ms) => {
      waited += ms;
      return new Promise((resolve) => setTimeout(resolve, 2500));
    };
    const token = await client({ wait }).getNftMetadata(BEES, 4n, { awaitReady: true });
    assert.equal(token.metadata.name, 'Bee #4');
    assert.ok(waited > 0);
  });

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('gone');
    const call = client().getNftMetadata(BEES, 7n, { signal: AbortSignal.abort(reason) });
    await assert.rejects(call, reason);
  });

  it('is a function of the page-wide client, and of a client that loads with its first request', async () => {
    const options = { baseUrl };
    const lazy = createLazyClient(options);
    assert.equal((await getNftMetadata(BEES, 2n, options)).metadata.name, 'Bee #2');
    assert.equal((await lazy.getNftMetadata(BEES, '2')).metadata.name, 'Bee #2');
    assert.equal((await getSftMetadata(PASSES, 2n, options)).decimals, 6);
    assert.equal((await lazy.getSftMetadata(PASSES, 1n)).total_supply, '250');
  });
});

describe('getSftMetadata(principal, tokenId, options)', () => {
  it('also resolves with the decimals and the supply', async () => {
    const token = await client().getSftMetadata(PASSES, 2n);
    assert.deepEqual([token.decimals, token.total_supply], [6, '5000000000']);
    const { locale, metadata } = await client().getSftMetadata(PASSES, '1', { locale: 'fr' });
    assert.deepEqual(locale, { requested: 'fr', served: 'fr' });
    assert.equal(metadata.name, 'Passe d’un jour');
  });

  it('rejects with the errors of the service', async () => {
    await rejectsWith(client().getSftMetadata(PASSES, 3n), 'in-progress');
    await rejectsWith(client().getSftMetadata(PASSES, 4n), 'token-error');
    await rejectsWith(client().getSftMetadata(PASSES, 99n), 'not-found');
  });
});

describe('hostile metadata of an NFT', () => {
  const FIELDS = { nft: ['token_uri', 'metadata', 'locale'] };
  FIELDS.sft = [...FIELDS.nft, 'decimals', 'total_supply', 'invalid'];
  let body;
  let server;
  let hostile;
  before(async () => {
    server = createServer((_req, res) => {
      res.setHeader('content-type', 'application/json');
      res.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    hostile = createMetadataClient({ baseUrl: `http://127.0.0.1:${server.address().port}` });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('has at least 200 records', () => assert.ok(hostileNftRecords.length >= 200));

  it('is refused, or read as a frozen record of the known fields, of limited size', async () => {
    for (const [number, record] of hostileNftRecords.entries()) {
      body = record.body.replaceAll('{principal}', BEES);
      for (const [route, get] of Object.entries({ nft: 'getNftMetadata', sft: 'getSftMetadata' })) {
        const call = hostile[get](BEES, BigInt(number));
        if (record.refused) {
          await rejectsWith(call, 'bad-response');
          continue;
        }
        const token = await call;
        const others = Object.keys(token).filter((field) => !FIELDS[route].includes(field));
        assert.deepEqual(others, [], record.name);
        assert.ok(Object.isFrozen(token), record.name);
        assert.ok(JSON.stringify(token).length < 1_500_000, record.name);
        if (token.decimals !== undefined) assert.ok(token.decimals >= 0 && token.decimals <= 38);
        if (token.total_supply !== undefined) assert.match(token.total_supply, /^\d{1,39}$/);
      }
    }
    assert.equal({}.polluted, undefined);
  });
});
