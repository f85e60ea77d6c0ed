import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../scripts/server.mjs';
import { launchBrowser } from './support/browser.mjs';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const CARDS = 60;
/**
 * How many times slower the processor is. Chromium keeps a whole core busy for that, also while a page waits, so
 * only `npm run test:long` slows every page down.
 */
const SLOW = 4;
const USUALLY = process.env.TEST_LONG ? SLOW : 1;

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Tokens that differ in everything that a card shows. */
function token(number) {
  const all = {
    name: `Token ${'and more '.repeat(number % 9)}`,
    symbol: 'SYMBOL'.slice(0, 1 + (number % 6)),
    decimals: number % 19,
    total_supply: `${7n ** BigInt(number % 17)}`,
    description: 'A description of a token. '.repeat(number % 11),
  };
  const missing = Object.keys(all)[number % 7];
  return { ...all, [missing]: undefined };
}

const factsOf = (principal) => token(Number(principal.split('-').pop()));

const page = (variant) => `<!doctype html><html lang="en"><title>Cards</title>
  <style>ft-metadata-card { margin-block: 1rem }</style>
  <h1>Cards</h1>
  ${Array.from(
    { length: CARDS },
    (_, number) =>
      `<ft-metadata-card variant="${variant}" base-url="/" principal="${ADDRESS}.token-${number}"></ft-metadata-card>`,
  ).join('')}
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>`;

/** Opens a page of cards, and scrolls to its end when the cards in the window are ready. */
async function scrollThrough(variant, width, rate) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  context.setDefaultTimeout(60_000);
  const tab = await context.newPage();
  await tab.route('**/cards.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: page(variant) }),
  );
  await tab.route('**/metadata/v1/ft/**', async (route) => {
    const principal = new URL(route.request().url()).pathname.split('/').pop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await route.fulfill({
      json: { ...factsOf(principal), asset_identifier: `${principal}::token` },
    });
  });
  await tab.route('**/metadata/v1/search?**', async (route) => {
    const principals = new URL(route.request().url()).searchParams.getAll('contract');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const rows = principals.map((principal) => ({
      contract_id: principal,
      ...factsOf(principal),
    }));
    await route.fulfill({ json: rows });
  });
  await tab.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const session = await context.newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await tab.goto(`${server.url}cards.html`);
  await tab.locator('ft-metadata-card[status=ready]').first().waitFor();
  const found = await tab.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const page = document.documentElement;
    const before = page.scrollHeight;
    while (scrollY + innerHeight < page.scrollHeight - 2) {
      scrollBy(0, 400);
      await frame();
      await frame();
    }
    while (document.querySelector('ft-metadata-card:not([status=ready])')) await frame();
    await frame();
    await frame();
    return { before, after: page.scrollHeight, shift: globalThis.shift };
  });
  await context.close();
  return found;
}

describe('a page of token cards that load while it is scrolled', () => {
  for (const [variant, width, rate = USUALLY] of [
    ['card', 1_280],
    ['card', 360, SLOW],
    ['row', 1_280],
    ['row', 360],
    ['full', 1_280],
    ['full', 360],
  ]) {
    it(`has no layout shift, and keeps its height: ${variant}, ${width} px, CPU/${rate}`, async () => {
      const { before, after: end, shift } = await scrollThrough(variant, width, rate);
      assert.ok(shift < 0.001, `layout shift ${shift}`);
      assert.ok(Math.abs(end / before - 1) < 0.02, `height from ${before} to ${end}`);
    });
  }
});

describe(`the pages of the demo on a slow phone, with CPU/${USUALLY} and a slow network`, () => {
  const NETWORK = {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 90_000,
  };
  for (const width of [1_280, 390]) {
    it(`have no layout shift while they load, ${width} px`, async () => {
      const paths = ['', 'elements.html', 'tokens.html', 'script-tag.html?dev-wallet'];
      const shifts = await Promise.all(paths.map((path) => shiftsOf(path, width)));
      for (const [n, found] of shifts.entries()) assert.deepEqual(found, [], paths[n]);
    });
  }

  /** The moves of more than a fraction of a pixel, until everything in the window is ready. */
  async function shiftsOf(path, width) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const tab = await context.newPage();
    tab.setDefaultTimeout(60_000);
    await tab.addInitScript(() => {
      globalThis.shifts = [];
      // Not those of a page that is only partly parsed.
      document.addEventListener(
        'readystatechange',
        () =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => (globalThis.painted ??= performance.now())),
          ),
        { once: true },
      );
      new PerformanceObserver((list) => {
        for (const { value, sources, startTime } of list.getEntries()) {
          if (value < 0.0005 || !(startTime > globalThis.painted)) continue;
          globalThis.shifts.push(sources.map(({ node }) => node?.outerHTML?.slice(0, 60)).join());
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The elements are defined after the page was painted without them.
    await tab.route('**/dist/cdn/stacks-wallet-elements*.js', async (route) => {
      await tab.waitForFunction(() => globalThis.painted);
      await route.continue();
    });
    const session = await context.newCDPSession(tab);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: USUALLY });
    await tab.goto(`${server.url}${path}`, { waitUntil: 'networkidle' });
    await tab.waitForFunction(
      () => !document.querySelector(':not(:defined), div#tokens:empty, #jump:empty'),
    );
    // What the elements have asked for.
    await tab.waitForLoadState('networkidle');
    const found = await tab.evaluate(async () => {
      for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return globalThis.shifts;
    });
    await context.close();
    return found;
  }
});
