import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../support/browser.mjs';
import { metadataModules } from '../support/metadata-modules.mjs';

/** More than the limit allows: a client that keeps all records takes several times `MOST`. */
const RECORDS = process.env.TEST_LONG ? 500 : 200;
const MEGABYTE = 1_000_000;
/** Bytes of the heap, after a garbage collection, that the page's metadata may take. */
const MOST = 10_000_000;
const OWNER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const many = (count, value) => Array.from({ length: count }, (_, n) => value(n));
const entries = (count, value) => Object.fromEntries(many(count, (n) => [`key-${n}`, value(n)]));
/** `n` makes each text different. A character outside Latin-1 takes two bytes in the heap. */
const image = (n, bytes) => `data:image/png;base64,${String(n)}${'A'.repeat(bytes)}`;

/** What a token's author can put into the service; the service stores up to 1 MB. */
const HOSTILE = {
  'one long text': (n) => ({ description: `${n}${'x'.repeat(MEGABYTE)}` }),
  'long texts in properties': (n) => ({
    metadata: { sip: 16, properties: entries(1000, (m) => `ж${n}-${m}${'x'.repeat(480)}`) },
  }),
  'many small properties': (n) => ({
    metadata: { sip: 16, properties: entries(100, (m) => many(50, (k) => ({ [`${n}${m}`]: k }))) },
  }),
  'deep properties': (n) => ({
    metadata: {
      sip: 16,
      properties: entries(100, (m) => [[[`${n}-${m}`, { a: { b: { c: 'x'.repeat(9000) } } }]]]),
    },
  }),
  'many attributes': (n) => ({
    metadata: {
      sip: 16,
      attributes: many(2500, (m) => ({ trait_type: `${n}`, value: `${m}${'я'.repeat(150)}` })),
    },
  }),
  'long names of properties': (n) => ({
    metadata: { sip: 16, properties: { [`${n}${'k'.repeat(MEGABYTE)}`]: 1 } },
  }),
  'images as data URLs': (n) => ({
    image_uri: image(`a${n}`, 160_000),
    image_thumbnail_uri: image(`b${n}`, 160_000),
    image_canonical_uri: image(`c${n}`, 160_000),
    metadata: {
      sip: 16,
      image: image(`d${n}`, 160_000),
      cached_image: image(`e${n}`, 160_000),
      cached_thumbnail_image: image(`f${n}`, 160_000),
    },
  }),
  'long links': (n) => ({ token_uri: `data:application/json,ж${n}${'x'.repeat(250_000)}` }),
};

/** Error responses, whose messages quote the service. */
const WRONG = {
  'a token error with a long message': (n) => [
    422,
    { error: 'Token error', message: `${n}${'x'.repeat(MEGABYTE)}` },
  ],
  'an asset of 1 MB': (n) => [200, { asset_identifier: `${n}${'x'.repeat(MEGABYTE)}` }],
};

let browser;
let pages;
let answering;
before(async () => {
  const modules = metadataModules();
  pages = createServer((req, res) => {
    const script = modules.get(req.url);
    if (script) return res.setHeader('content-type', 'text/javascript').end(script);
    const n = /token-(\d+)$/.exec(req.url)?.[1];
    if (n === undefined) return res.setHeader('content-type', 'text/html').end('<!doctype html>');
    const [status, body] = answering(Number(n));
    const text = JSON.stringify(body);
    res.writeHead(status, { 'content-type': 'application/json' });
    return res.end(text + ' '.repeat(Math.max(0, MEGABYTE - Buffer.byteLength(text))));
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  pages.closeAllConnections();
  pages.close();
});

/** The bytes by which the page's heap has grown after the script, without garbage, and the script's outcomes. */
async function growth(script) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${pages.address().port}/`);
  const session = await context.newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.evaluate(() => import('/metadata.js'));
  const before = await heap();
  const outcomes = await page.evaluate(script, { owner: OWNER, count: RECORDS });
  const bytes = (await heap()) - before;
  await context.close();
  return { bytes, outcomes };
}

/** Requests every token; keeps the client and the errors, as a page does. */
async function askAll({ owner, count }) {
  const { createMetadataClient } = await import('/metadata.js');
  const client = (window.client = createMetadataClient({ baseUrl: location.origin }));
  window.errors = [];
  const outcomes = { ready: 0 };
  for (let n = 0; n < count; n += 10) {
    const calls = Array.from({ length: 10 }, (_, m) =>
      client.getFtMetadata(`${owner}.token-${n + m}`).then(
        () => (outcomes.ready += 1),
        (error) => {
          window.errors.push(error);
          outcomes[error.code] = (outcomes[error.code] ?? 0) + 1;
        },
      ),
    );
    await Promise.all(calls);
  }
  return outcomes;
}

const shapes = {
  ...Object.fromEntries(
    Object.entries(HOSTILE).map(([name, fields]) => [
      name,
      (n) => [200, { asset_identifier: `${OWNER}.token-${n}::t`, ...fields(n) }],
    ]),
  ),
  ...WRONG,
};
const all = Object.values(shapes);

describe(`${RECORDS} responses of 1 MB take at most ${MOST / 1e6} MB`, () => {
  const runs = { 'of all kinds': (n) => all[n % all.length](n) };
  // Testing each kind separately takes a minute and a half.
  if (process.env.TEST_LONG) Object.assign(runs, shapes);
  for (const [name, answer] of Object.entries(runs)) {
    it(name, { timeout: 120_000 }, async (t) => {
      answering = answer;
      const { bytes, outcomes } = await growth(askAll);
      t.diagnostic(`${name}: ${(bytes / 1e6).toFixed(1)} MB`);
      const errors = name in WRONG ? RECORDS : name in HOSTILE ? 0 : RECORDS / 5;
      assert.equal(outcomes.ready, RECORDS - errors, JSON.stringify(outcomes));
      assert.ok(bytes < MOST, `${bytes} bytes`);
    });
  }
});
