import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { elementsScript, servePage } from '../support/pages.mjs';
import { until } from '../support/until.mjs';

/** Fewer rows than a screen and its surroundings have: those that come near together are loaded together. */
const TOGETHER = 10;
/** A page of a thousand rows takes half a minute to scroll through. */
const ROWS = process.env.TEST_LONG ? 1000 : 400;
const DISTINCT = process.env.TEST_LONG ? 1000 : 250;
const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const principal = (n) => `${CONTRACT}.token-${n}`;

const PAGE =
  '<!doctype html><html lang="es"><title>rows</title><body><script src="/elements.js"></script>';

let browser;
let pages;
before(async () => {
  browser = await launchBrowser();
  pages = await servePage(PAGE, elementsScript());
});
after(async () => {
  await browser?.close();
  pages?.close();
});

const named = (n) => ({
  id: principal(n),
  asset: 'token',
  token: { name: `Token ${n}`, symbol: `T${n}`, decimals: 6, token_uri: 'https://a.example/' },
  metadata: { sip: 16, description: 'A token.' },
});

/** Runs `task` with a page, the service of these tokens, and the requests that the service answered. */
async function withTokens({ tokens, ...options }, task) {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens.json');
  await writeFile(file, JSON.stringify({ ft: tokens }));
  const service = await createMetadataServer({ file, ...options });
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const tab = await context.newPage();
  try {
    await tab.goto(pages.origin);
    await tab.evaluate((origin) => {
      document.body.innerHTML = `<wallet-context metadata-base-url="${origin}"></wallet-context>`;
    }, service.origin);
    await task(tab, service.requests);
  } finally {
    await context.close();
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** Adds an element for each set of properties: `[tag, properties]`. */
const add = (tab, elements) =>
  tab.evaluate((all) => {
    const made = all.map(([tag, properties]) =>
      Object.assign(document.createElement(tag), properties),
    );
    document.querySelector('wallet-context').append(...made);
  }, elements);

/** Scrolls to the end, a screen at a time; each row must become ready while it is in view. */
async function scrollThrough(tab) {
  await tab.evaluate(async () => {
    const isShown = (row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    const rows = [...document.querySelectorAll('ft-metadata-card')];
    for (let top = 0; top <= document.body.scrollHeight; top += 500) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const start = performance.now();
      while (rows.filter(isShown).some((row) => row.status !== 'ready')) {
        if (performance.now() - start > 60_000) throw new Error(`not ready at ${top}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
}

const ready = (tab, count) =>
  tab.waitForFunction(
    (expected) =>
      document.querySelectorAll(
        'ft-metadata-card[status=ready], ft-amount:not(:state(loading), :state(raw))',
      ).length === expected,
    count,
  );

const count = (length, of) => Array.from({ length }, (_, n) => of(n));
const row = (n) => ['ft-metadata-card', { variant: 'row', principal: principal(n) }];
const urls = (requests) => requests.map(({ url }) => url.split('?')[0]);
const SEARCH = '/metadata/v1/search';

describe('the tokens of chips, rows and amounts', () => {
  for (const lazy of ['on', 'off']) {
    const most = lazy === 'on' ? 200 / TOGETHER : 5;
    it(`${ROWS} rows of 200 tokens, lazy="${lazy}": at most ${most} requests`, async () => {
      await withTokens({ tokens: count(200, named) }, async (tab, requests) => {
        await add(
          tab,
          count(ROWS, (n) => [row(n)[0], { ...row(n % 200)[1], lazy }]),
        );
        if (lazy === 'on') await scrollThrough(tab);
        await ready(tab, ROWS);
        assert.ok(requests.length <= most, `${requests.length} requests`);
        assert.deepEqual(new Set(urls(requests)), new Set([SEARCH]));
      });
    });
  }

  it(`${DISTINCT} tokens, scrolled through: at most ${DISTINCT / TOGETHER} requests`, async () => {
    await withTokens({ tokens: count(DISTINCT, named) }, async (tab, requests) => {
      await add(tab, count(DISTINCT, row));
      await scrollThrough(tab);
      await ready(tab, DISTINCT);
      assert.ok(requests.length <= DISTINCT / TOGETHER, `${requests.length} requests`);
    });
  });

  it('elements of different kinds share a request, without a locale', async () => {
    await withTokens({ tokens: count(30, named) }, async (tab, requests) => {
      await add(
        tab,
        count(30, (n) =>
          [
            row(n),
            ['ft-metadata-card', { variant: 'chip', principal: principal(n) }],
            ['ft-amount', { value: '1500000', principal: principal(n) }],
          ].at(n % 3),
        ),
      );
      await ready(tab, 30);
      assert.deepEqual(urls(requests), [SEARCH]);
      assert.doesNotMatch(requests[0].url, /locale/);
      const texts = await tab
        .locator('ft-amount')
        .evaluateAll((all) => all.map(({ shadowRoot }) => shadowRoot.textContent.trim()));
      assert.equal(texts[0], '1,5 T2');
    });
  });

  it('the record of a card is used by the other elements', async () => {
    await withTokens({ tokens: [named(0)] }, async (tab, requests) => {
      await add(tab, [['ft-metadata-card', { principal: principal(0), locale: 'en' }]]);
      await ready(tab, 1);
      const before = requests.length;
      await add(tab, [row(0), ['ft-amount', { value: '1', principal: principal(0) }]]);
      await ready(tab, 3);
      await tab.evaluate(() => (document.querySelector('ft-metadata-card').variant = 'chip'));
      await ready(tab, 3);
      assert.equal(requests.length, before);
    });
  });

  it('a row that becomes a card loads its record', async () => {
    await withTokens({ tokens: [named(0)] }, async (tab, requests) => {
      await add(tab, [row(0)]);
      await ready(tab, 1);
      await tab.evaluate(() => (document.querySelector('ft-metadata-card').variant = 'full'));
      await tab.getByText('Token 0').first().waitFor();
      await tab.locator('[part=description]').waitFor();
      assert.deepEqual(urls(requests).slice(0, 2), [SEARCH, `/metadata/v1/ft/${principal(0)}`]);
    });
  });

  it('a service of version 1.3.0: one request for each token in view', async () => {
    const tokens = count(200, named);
    await withTokens({ tokens, version: '1.3.0' }, async (tab, requests) => {
      await add(tab, count(200, row));
      await tab.waitForFunction(
        () => document.querySelectorAll('ft-metadata-card[status=ready]').length >= 10,
      );
      const countShown = () => tab.locator('ft-metadata-card[status=ready]').count();
      // Each request is answered after a while.
      await until(async () => {
        const { length } = requests;
        if ((await countShown()) !== length - 1) return false;
        await tab.waitForTimeout(300);
        return requests.length === length;
      }, 'every request is answered');
      const shown = await countShown();
      const [first, ...others] = urls(requests);
      assert.equal(first, SEARCH);
      assert.equal(others.length, shown);
      assert.ok(others.every((url) => url.startsWith('/metadata/v1/ft/')));
      assert.ok(shown < 60, `${shown} of 200 are loaded`);
    });
  });

  it('missing, invalid and in progress: each row shows its status; the last ones become ready', async () => {
    const pending = { error: 'Token metadata fetch in progress', ready_after: 3 };
    const tokens = [
      ...count(10, named),
      { ...named(10), answer: { error: 'Token error' } },
      ...count(25, (n) => ({ ...named(n + 12), answer: pending })),
    ];
    await withTokens({ tokens }, async (tab, requests) => {
      await add(
        tab,
        count(37, (n) => [row(n)[0], { ...row(n)[1], lazy: 'off' }]),
      );
      const status = (n) => tab.locator('ft-metadata-card').nth(n).getAttribute('status');
      await tab.locator('ft-metadata-card[status=pending]').first().waitFor();
      await ready(tab, 35);
      assert.equal(await status(10), 'error');
      assert.equal(await status(11), 'not-found');
      assert.ok(requests.length < 37, `${requests.length} requests, ${urls(requests)}`);
    });
  });
});
