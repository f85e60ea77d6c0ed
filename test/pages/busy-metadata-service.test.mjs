import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { listening } from '../support/pages.mjs';

const CARDS = 1000;
const TOKENS = 200;
/** Requests that the service allows in each period. */
const LIMIT = 50;
/** In `npm run test:long`, one minute, like the public service; the test then takes about five minutes. */
const PERIOD = process.env.TEST_LONG ? 60_000 : 3_000;
const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
/** Seconds until the service has the metadata of a token that is in progress. */
const PROGRESS = PERIOD / 2_000;

/**
 * `gateway`: what a page of another origin can read of a 429 response. `each`: requests per token. The other settings
 * take too long for every test run.
 */
const SETTINGS = {
  'Retry-After is exposed': { gateway: 'expose=on' },
  ...(process.env.TEST_LONG && {
    'Retry-After is not exposed': { gateway: 'expose=off' },
    'the 429 has no CORS headers': { gateway: 'cors=off' },
    // The service does not list locales: only its response shows whether a token has one.
    'lang="es"': { lang: 'es', each: 2 },
    'a quarter of the tokens is in progress': { inProgress: TOKENS / 4 },
    'two tabs at once': { tabs: 2, each: 2 },
    'two tabs at once, the 429 has no CORS headers': { gateway: 'cors=off', tabs: 2, each: 2 },
  }),
};

const script = readFileSync(
  new URL('../../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url),
  'utf8',
);
const page = (
  lang,
) => `<!doctype html><html lang="${lang}"><title>cards</title><body><script src="/elements.js"></script>
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
    res.end(isScript ? script : page(new URL(req.url, 'http://a').searchParams.get('lang')));
  });
});
after(async () => {
  await browser?.close();
  pages?.close();
});

/** A service of tokens without localization, behind a gateway that limits requests. */
async function limitedService({ gateway = 'expose=off', inProgress = 0 }) {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens.json');
  const token = { name: 'Token', symbol: 'TKN', decimals: 6, total_supply: '1' };
  const ft = Array.from({ length: TOKENS }, (_, n) => ({
    id: `${CONTRACT}.token-${n}`,
    asset: 'token',
    token: { ...token, token_uri: 'https://a.example/' },
    metadata: { sip: 16 },
    ...(n < inProgress && {
      answer: { error: 'Token metadata fetch in progress', ready_after: PROGRESS },
    }),
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
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const { lang = 'en', tabs = 1, each = 1, inProgress = 0 } = setting;
    const longest = (each * 5 + 4) * PERIOD + 30_000;
    it(name, { timeout: longest + 30_000 }, async (t) => {
      const { origin, close, requests } = await limitedService(setting);
      const context = await browser.newContext();
      const start = Date.now();
      const open = Array.from({ length: tabs }, async () => {
        const tab = await context.newPage();
        await tab.goto(`${pages.origin}/?lang=${lang}&service=${origin}`);
        return tab;
      });
      const opened = await Promise.all(open);
      const ready = async () => {
        const counts = opened.map((tab) => tab.locator('ft-metadata-card[status=ready]').count());
        return (await Promise.all(counts)).reduce((sum, count) => sum + count);
      };
      while ((await ready()) < tabs * CARDS && Date.now() - start < longest)
        await new Promise((resolve) => setTimeout(resolve, 1000));
      const seconds = Math.round((Date.now() - start) / 1000);
      const shown = await ready();
      const heap = await opened[0].evaluate(() => performance.memory.usedJSHeapSize);
      await context.close();
      await close();
      const allowed = requests.filter(({ status }) => status !== 429);
      const refusals = requests.length - allowed.length;
      const unready = allowed.filter(({ status, url }) => status === 422 && !url.includes('?'));
      const tokens = new Set(allowed.map(({ url }) => url));
      t.diagnostic(
        `${name}: ${requests.length} requests, ${refusals} refusals, ${unready.length} in progress, ` +
          `${shown} ready in ${seconds} s, ${Math.round(heap / 1e6)} MB`,
      );
      assert.equal(shown, tabs * CARDS, 'every card is ready');
      assert.equal(tokens.size, (lang === 'en' ? 1 : 2) * TOKENS, 'every token is requested');
      const repeated = allowed.length - unready.length - each * TOKENS;
      // The cache keeps a record for five minutes. A card that still waits for its locale then requests both again.
      assert.ok(repeated <= (lang === 'en' ? 0 : TOKENS / 2), `${repeated} repeated requests`);
      assert.ok(unready.length <= 8 * inProgress, `${unready.length} answers in progress`);
      assert.ok(refusals < 80 * each, `${refusals} refusals`);
    });
  }
});
