import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser } from '../support/browser.mjs';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
/** One for each combination of missing fields; twice as many have more names and descriptions. */
const CARDS = process.env.TEST_LONG ? 64 : 32;
/**
 * The factor by which the processor is slowed down. Chromium keeps a whole core busy for that, also while a page is
 * idle, so only `npm run test:long` slows every page down.
 */
const SLOW = 4;
const DEFAULT_RATE = process.env.TEST_LONG ? SLOW : 1;

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
  // Each combination of missing fields.
  return Object.fromEntries(Object.entries(all).filter((_, at) => !(number & (1 << at))));
}

const factsOf = (principal) => token(Number(principal.split('-').pop()));

/** Names of contracts. After every eighth is one that fails: there is no such token, or it cannot be processed. */
const NAMES = Array.from({ length: CARDS }, (_, number) =>
  number % 8 === 7 ? [`token-${number}`, `failed-${number}`] : [`token-${number}`],
).flat();
const isFailed = (principal) => principal.includes('.failed-');
/** Without failures in rows: a row keeps its height, as its own test shows, but its contract gives way to the reason. */
const namesOf = (variant) => NAMES.filter((name) => variant !== 'row' || name.startsWith('token'));

const page = (variant) => `<!doctype html><html lang="en"><title>Cards</title>
  <style>ft-metadata-card { margin-block: 1rem }</style>
  <h1>Cards</h1>
  ${namesOf(variant)
    .map(
      (name) =>
        `<ft-metadata-card variant="${variant}" base-url="/" principal="${ADDRESS}.${name}"></ft-metadata-card>`,
    )
    .join('')}
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>`;

/** Opens a page of cards, and scrolls to its end as soon as the first card is ready. */
async function scrollThrough(variant, width, rate) {
  const context = await browser.newContext({ viewport: { width, height: 800 } });
  const tab = await context.newPage();
  await tab.route('**/cards.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: page(variant) }),
  );
  await tab.route('**/metadata/v1/ft/**', async (route) => {
    const principal = new URL(route.request().url()).pathname.split('/').pop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const answer = { ...factsOf(principal), asset_identifier: `${principal}::token` };
    const isFirst = principal.endsWith('-7');
    const failure = { status: isFirst ? 404 : 422, json: { error: 'failed' } };
    await route.fulfill(isFailed(principal) ? failure : { json: answer });
  });
  await tab.route('**/metadata/v1/search?**', async (route) => {
    const principals = new URL(route.request().url()).searchParams.getAll('contract');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const rows = principals
      .filter((principal) => !isFailed(principal))
      .map((principal) => ({ contract_id: principal, ...factsOf(principal) }));
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
    const unfinished = 'ft-metadata-card:is([status=idle], [status=loading])';
    while (document.querySelector(unfinished)) await frame();
    await frame();
    await frame();
    const count = (status) =>
      document.querySelectorAll(`ft-metadata-card[status=${status}]`).length;
    const counts = [count('ready'), count('not-found') + count('error')];
    return { before, after: page.scrollHeight, shift: globalThis.shift, counts };
  });
  await context.close();
  return found;
}

describe('a page of token cards that load while it is scrolled', () => {
  for (const [variant, width, rate = DEFAULT_RATE] of [
    ['card', 1_280],
    ['card', 360, SLOW],
    ['row', 1_280],
    ['row', 360],
    ['full', 1_280],
    ['full', 360],
  ]) {
    it(`has no layout shift, and keeps its height: ${variant}, ${width} px, CPU/${rate}`, async () => {
      const { before, after: end, shift, counts } = await scrollThrough(variant, width, rate);
      assert.deepEqual(counts, [CARDS, namesOf(variant).length - CARDS]);
      assert.equal(shift, 0);
      assert.equal(end, before, 'the height of the page');
    });
  }
});

describe(`the pages of the demo, with CPU/${DEFAULT_RATE} and a slow network`, () => {
  const NETWORK = {
    offline: false,
    latency: 150,
    downloadThroughput: 400_000,
    uploadThroughput: 90_000,
  };
  for (const width of [1_280, 390]) {
    it(`have no layout shift and no frame with an empty element while they load, ${width} px`, async () => {
      const paths = ['', 'elements.html', 'tokens.html', 'script-tag.html?dev-wallet'];
      const loads = await Promise.all(paths.map((path) => load(path, width)));
      for (const [n, { shifts, empty }] of loads.entries()) {
        assert.deepEqual(shifts, [], paths[n]);
        assert.deepEqual(empty, [], paths[n]);
      }
      const seen = loads.flatMap(({ tags }) => tags);
      for (const tag of ['wallet-connect-button', 'wallet-list', 'ft-metadata-card']) {
        assert.ok(seen.includes(tag), `${tag} was in no frame`);
      }
    });
  }

  /**
   * Loads a page until everything in the window is ready. Returns the layout shifts, except very small ones, and the
   * elements that are empty in a frame.
   */
  async function load(path, width) {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      globalThis.shifts = [];
      // Ignores layout shifts before this time: the page is only partly parsed.
      document.addEventListener(
        'readystatechange',
        () => {
          const painted = () => (globalThis.painted ??= performance.now());
          requestAnimationFrame(() => requestAnimationFrame(painted));
          // A busy browser that shows several pages may render no frame of one of them until it changes.
          setTimeout(painted, 5_000);
        },
        { once: true },
      );
      new PerformanceObserver((list) => {
        for (const { value, sources, startTime } of list.getEntries()) {
          if (value < 0.0005 || !(startTime > globalThis.painted)) continue;
          globalThis.shifts.push(sources.map(({ node }) => node?.outerHTML?.slice(0, 60)).join());
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The elements are defined after the first paint.
    let places;
    await tab.route('**/dist/cdn/stacks-wallet-elements*.js', async (route) => {
      // Asks at intervals: a function that is called in each frame is not called while no frame is rendered.
      await tab.waitForFunction(() => globalThis.painted, undefined, { polling: 50 });
      places ??= tab.evaluate(undefinedElements);
      await places;
      await route.continue();
    });
    const session = await context.newCDPSession(tab);
    const frames = [];
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ data, time: metadata.timestamp * 1_000 });
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    // Small images are enough to see whether a frame shows something.
    const small = { format: 'png', maxWidth: 640, maxHeight: 640 };
    await session.send('Page.startScreencast', small);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: DEFAULT_RATE });
    await tab.goto(`${server.url}${path}`);
    await tab.waitForFunction(
      () => !document.querySelector(':not(:defined), div#tokens:empty, #jump:empty'),
      undefined,
      { polling: 50 },
    );
    // The requests of the elements.
    await tab.waitForLoadState('networkidle');
    const shifts = await tab.evaluate(async () => {
      for (let n = 0; n < 3; n++) await new Promise((resolve) => requestAnimationFrame(resolve));
      // The browser reports no layout shift inside an element whose display changes.
      const moved = globalThis.before.flatMap(([element, { x, y }]) => {
        const now = element.getBoundingClientRect();
        const isMoved = now.width > 0 && y < innerHeight && Math.hypot(now.x - x, now.y - y) > 1;
        return isMoved ? [`${element.localName} from ${x}, ${y} to ${now.x}, ${now.y}`] : [];
      });
      return [...globalThis.shifts, ...moved];
    });
    await session.send('Page.stopScreencast');
    const { elements, since } = await places;
    const painted = frames.filter(({ time }) => time > since);
    const empty = [];
    for (const { data, time } of painted) {
      for (const tag of await tab.evaluate(emptyIn, { data, elements })) {
        empty.push(`${tag}, ${Math.round(time - since)} ms after the first paint`);
      }
    }
    await context.close();
    return { shifts, empty, tags: painted.length ? elements.map(({ tag }) => tag) : [] };
  }

  /** The positions of the elements in the window whose tags are not defined yet. Runs in the page. */
  function undefinedElements() {
    globalThis.before = [...document.querySelectorAll(':not(:defined)')].map((element) => [
      element,
      element.getBoundingClientRect(),
    ]);
    const elements = globalThis.before.flatMap(([element, { x, y, width, height }]) => {
      // Skips an element if too little of it is visible to tell whether it is empty.
      const seen = Math.min(height, innerHeight - y);
      return width && seen >= 32 ? [{ tag: element.localName, x, y, width, height: seen }] : [];
    });
    return { elements, since: performance.timeOrigin + globalThis.painted };
  }

  /** The elements that have only one color in the frame, apart from their borders. Runs in the page. */
  async function emptyIn({ data, elements }) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    const scale = image.width / innerWidth;
    const inside = ({ x, y, width, height }) =>
      [x + 4, y + 4, width - 8, height - 8].map((length) => Math.round(length * scale));
    return elements
      .filter((element) => {
        const pixels = new Uint32Array(context.getImageData(...inside(element)).data.buffer);
        const counts = new Map();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        return Math.max(...counts.values()) > pixels.length * 0.995;
      })
      .map(({ tag }) => tag);
  }
});
