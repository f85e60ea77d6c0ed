import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMetadataServer } from '../fixtures/metadata/server.mjs';
import { launchBrowser } from './support/browser.mjs';

const CARDS = 1000;
const TOKENS = 200;
/** Requests that the service allows in each period. */
const LIMIT = 50;
/** A minute, as that of the public service, in `npm run test:long`, which then takes about five minutes. */
const PERIOD = process.env.TEST_LONG ? 60_000 : 3_000;
const LONGEST = 8 * PERIOD + 30_000;
const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** What a page of another origin can read of a 429. Without Retry-After, the pauses are too long for every run. */
const SETTINGS = {
  'Retry-After is exposed': 'expose=on',
  ...(process.env.TEST_LONG && {
    'Retry-After is not exposed': 'expose=off',
    'the 429 has no CORS headers': 'cors=off',
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
    card.principal = '${CONTRACT}.token-' + (n % ${TOKENS});
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
async function limitedService(gateway) {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens.json');
  const token = { name: 'Token', symbol: 'TKN', decimals: 6, total_supply: '1' };
  const ft = Array.from({ length: TOKENS }, (_, n) => ({
    id: `${CONTRACT}.token-${n}`,
    asset: 'token',
    token: { ...token, token_uri: 'https://a.example/' },
    metadata: { sip: 16 },
  }));
  await writeFile(file, JSON.stringify({ ft }));
  const faults = `limit=${LIMIT},period=${PERIOD / 1000},delay=30,${gateway}`;
  const { close, ...service } = await createMetadataServer({ file, faults });
  return {
    ...service,
    async close() {
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

describe(`${CARDS} cards of ${TOKENS} tokens`, { concurrency: true }, () => {
  for (const [name, gateway] of Object.entries(SETTINGS)) {
    it(name, { timeout: LONGEST + 30_000 }, async (t) => {
      const { origin, close, requests } = await limitedService(gateway);
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
      await close();
      const allowed = requests.filter(({ status }) => status !== 429);
      const refusals = requests.length - allowed.length;
      const tokens = new Set(allowed.map(({ url }) => url));
      t.diagnostic(
        `${name}: ${requests.length} requests, ${refusals} refusals, ${shown} ready in ${seconds} s, ${Math.round(heap / 1e6)} MB`,
      );
      assert.equal(shown, CARDS, 'no card has given up');
      assert.equal(tokens.size, TOKENS, 'every token is requested, in its default locale');
      assert.equal(allowed.length, TOKENS, 'no token is requested twice');
      assert.ok(refusals < 60, `${refusals} refusals`);
    });
  }
});
