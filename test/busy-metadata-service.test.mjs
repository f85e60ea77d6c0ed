import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from './support/browser.mjs';

const CARDS = 1000;
const TOKENS = 200;
/** Requests that the service allows in each period. */
const LIMIT = 50;
/** A minute, as that of the public service, in `npm run test:long`, which then takes about five minutes. */
const PERIOD = process.env.TEST_LONG ? 60_000 : 3_000;
const LONGEST = 8 * PERIOD + 30_000;
const ORIGIN = { 'access-control-allow-origin': '*' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** What a page of another origin can read of a 429. Without Retry-After, the pauses are too long for every run. */
const SETTINGS = {
  'Retry-After is exposed': { ...ORIGIN, 'access-control-expose-headers': 'retry-after' },
  ...(process.env.TEST_LONG && {
    'Retry-After is not exposed': ORIGIN,
    'the 429 has no CORS headers': {},
  }),
};

const script = readFileSync(
  new URL('../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url),
  'utf8',
);
const page = `<!doctype html><html lang="en"><title>cards</title><body><script src="/elements.js"></script>
<script>
  const baseUrl = new URLSearchParams(location.search).get('service');
  for (let n = 0; n < ${CARDS}; n += 1) {
    const card = document.createElement('ft-metadata-card');
    card.principal = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token-' + (n % ${TOKENS});
    Object.assign(card, { baseUrl, lazy: 'off' });
    document.body.append(card);
  }
</script>`;

let browser;
let pages;
before(async () => {
  browser = await launchBrowser();
  pages = await listening((req, res) => {
    const isScript = req.url === '/elements.js';
    res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    res.end(isScript ? script : page);
  });
});
after(async () => {
  await browser?.close();
  pages?.close();
});

async function listening(handler) {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A service of tokens without localization, behind a gateway that limits requests. */
async function limitedService(refusalHeaders) {
  const start = Date.now();
  const count = { requests: 0, refusals: 0, allowed: 0, period: 0, asked: new Set(), twice: 0 };
  const answer = (res, status, body) => {
    res.writeHead(status, { ...ORIGIN, ...JSON_TYPE }).end(JSON.stringify(body));
  };
  const { origin, close } = await listening((req, res) => {
    const past = Date.now() - start;
    const period = Math.floor(past / PERIOD);
    if (period !== count.period) Object.assign(count, { period, allowed: 0 });
    count.requests += 1;
    if (count.allowed >= LIMIT) {
      count.refusals += 1;
      const seconds = Math.ceil(((period + 1) * PERIOD - past) / 1000);
      return res.writeHead(429, { 'retry-after': seconds, ...refusalHeaders }).end('slow down');
    }
    count.allowed += 1;
    const url = new URL(req.url, 'http://service');
    if (url.searchParams.has('locale')) return answer(res, 422, { error: 'Locale not found' });
    const principal = url.pathname.split('/').pop();
    count.twice += count.asked.has(principal) ? 1 : 0;
    count.asked.add(principal);
    const facts = { name: 'Token', symbol: 'TKN', decimals: 6, total_supply: '1' };
    const asset = { asset_identifier: `${principal}::token`, token_uri: 'https://a.example/' };
    return setTimeout(answer, 30, res, 200, { ...facts, ...asset, metadata: { sip: 16 } });
  });
  return { origin, close, count };
}

describe(`${CARDS} cards of ${TOKENS} tokens`, { concurrency: true }, () => {
  for (const [name, headers] of Object.entries(SETTINGS)) {
    it(name, { timeout: LONGEST + 30_000 }, async (t) => {
      const { origin, close, count } = await limitedService(headers);
      const context = await browser.newContext();
      const tab = await context.newPage();
      const start = Date.now();
      await tab.goto(`${pages.origin}/?service=${origin}`);
      const ready = () => tab.locator('ft-metadata-card[status=ready]').count();
      while ((await ready()) < CARDS && Date.now() - start < LONGEST)
        await new Promise((resolve) => setTimeout(resolve, 1000));
      const seconds = Math.round((Date.now() - start) / 1000);
      const shown = await ready();
      const heap = await tab.evaluate(() => performance.memory.usedJSHeapSize);
      await context.close();
      close();
      const { requests, refusals, twice } = count;
      t.diagnostic(
        `${name}: ${requests} requests, ${refusals} refusals, ${shown} ready in ${seconds} s, ${Math.round(heap / 1e6)} MB`,
      );
      assert.equal(shown, CARDS, 'no card has given up');
      assert.equal(twice, 0, 'no token is requested twice');
      assert.ok(requests - refusals === TOKENS, `${requests - refusals} allowed requests`);
      assert.ok(refusals < 60, `${refusals} refusals`);
    });
  }
});
