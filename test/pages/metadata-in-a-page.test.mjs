import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { launchBrowser, openTab } from '../support/browser.mjs';
import { metadataModules } from '../support/metadata-modules.mjs';
import { listening, servePage } from '../support/pages.mjs';

const PRINCIPAL = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token-name';
const HONEY = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const GOOD = JSON.stringify({ asset_identifier: `${PRINCIPAL}::t`, name: 'Token' });
const CORS = { 'access-control-allow-origin': '*' };
const JSON_TYPE = { 'content-type': 'application/json' };

/* Only a browser has CORS, preflights, opaque redirects and an HTTP cache. */
let browser;
let tab;
let pages;
let service;
let fixture;
let requests = [];
let behave;
before(async () => {
  pages = await servePage('<!doctype html><title>page</title>', metadataModules());
  service = await listening((req, res) => {
    requests.push(req);
    behave(req, res);
  });
  fixture = await createMetadataServer();
  browser = await launchBrowser();
  tab = await openTab(browser);
});
beforeEach(async () => {
  requests = [];
  await tab.open(pages.origin);
});
after(async () => {
  await browser?.close();
  await fixture?.close();
  pages?.close();
  service?.close();
});

const answer = (status, body, headers) => {
  behave = (_req, res) => res.writeHead(status, headers).end(body);
};

/** Sends requests in the page; resolves with the token, or with the error's code and status. */
const ask = (baseUrl = service.origin, calls = [{}], principal = PRINCIPAL) =>
  tab.page.evaluate(
    async ([base, each, token]) => {
      const { createMetadataClient } = await import('/metadata.js');
      const client = createMetadataClient({ baseUrl: base });
      const outcomes = [];
      for (const call of each) {
        outcomes.push(
          await client.getFtMetadata(token, call).then(
            ({ name }) => ({ name }),
            ({ name, code, status }) => ({ name, code, status }),
          ),
        );
      }
      return outcomes;
    },
    [baseUrl, calls, principal],
  );

describe('the metadata client in a page of another origin', () => {
  it('reads a response that CORS allows, without a preflight', async () => {
    answer(200, GOOD, { ...JSON_TYPE, ...CORS });
    const calls = [{}, { fresh: true }, { locale: 'es' }];
    assert.deepEqual(await ask(service.origin, calls), Array(3).fill({ name: 'Token' }));
    assert.deepEqual(new Set(requests.map(({ method }) => method)), new Set(['GET']));
    for (const { headers } of requests) {
      assert.equal(headers.referer, undefined);
      assert.equal(headers.cookie, undefined);
    }
  });

  for (const status of [200, 404, 422, 429, 503]) {
    it(`${status} without CORS headers rejects with network`, async () => {
      answer(status, GOOD, JSON_TYPE);
      const [outcome] = await ask();
      assert.deepEqual([outcome.name, outcome.code], ['MetadataError', 'network']);
    });
  }

  it('429 with CORS headers rejects with rate-limited', async () => {
    answer(429, 'slow down', { ...CORS, 'retry-after': '1' });
    assert.deepEqual(await ask(), [{ name: 'MetadataError', code: 'rate-limited', status: 429 }]);
  });

  it('a redirect rejects with bad-response, and is not followed', async () => {
    behave = (req, res) => {
      const isMoved = req.url === '/moved';
      const headers = { ...JSON_TYPE, ...CORS, ...(!isMoved && { location: '/moved' }) };
      res.writeHead(isMoved ? 200 : 302, headers).end(GOOD);
    };
    const [outcome] = await ask();
    assert.equal(outcome.code, 'bad-response');
    assert.equal(requests.length, 1);
  });

  it('a broken or refused connection rejects with network', async () => {
    behave = (_req, res) => {
      res.writeHead(200, { ...JSON_TYPE, ...CORS, 'content-length': 999 });
      res.write('{', () => res.destroy());
    };
    assert.equal((await ask())[0].code, 'network');
    assert.equal((await ask('http://127.0.0.1:1'))[0].code, 'network');
  });

  it("uses the browser's cache, which revalidates and handles 304", async () => {
    behave = (req, res) => {
      const headers = { ...JSON_TYPE, ...CORS, etag: '"1"', 'cache-control': 'public, no-cache' };
      const isKnown = req.headers['if-none-match'] === '"1"';
      res.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? undefined : GOOD);
    };
    assert.deepEqual(
      await ask(service.origin, [{}, { fresh: true }]),
      Array(2).fill({ name: 'Token' }),
    );
    assert.equal(requests[1].headers['if-none-match'], '"1"');
  });

  it('works with the fixture server and its faults', async () => {
    assert.equal((await ask(fixture.origin, [{}], HONEY))[0].name, 'Honey');
    const codes = {
      'status=503': 'bad-response',
      'body=truncated': 'bad-response',
      'body=html': 'bad-response',
      'body=html-as-json': 'bad-response',
      'body=empty': 'bad-response',
      'body=endless': 'bad-response',
      'body=broken': 'network',
      'status=302': 'bad-response',
      'status=204': 'bad-response',
      // The last one, because its pause applies to all clients of the origin.
      'status=429,retry-after=1': 'rate-limited',
    };
    for (const [faults, code] of Object.entries(codes)) {
      const [outcome] = await ask(`${fixture.origin}/faults/${faults}/`, [{}], HONEY);
      assert.equal(outcome.code, code, faults);
    }
  });
});
