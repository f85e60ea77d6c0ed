import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser } from '../support/browser.mjs';
import { metadataModules } from '../support/metadata-modules.mjs';
import { listening, servePage } from '../support/pages.mjs';

const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token';
const CORS = { 'access-control-allow-origin': '*' };
const JSON_TYPE = { 'content-type': 'application/json' };

const REFUSED = [429, 'slow down', CORS];
const found = (principal) => [200, { asset_identifier: `${principal}::t`, name: 'Token' }];
const IN_PROGRESS = [422, { error: 'Token metadata fetch in progress' }];

let browser;
let pages;
let service;
let context;
let requests = [];
let answering;
before(async () => {
  pages = await servePage('<!doctype html><title>page</title>', metadataModules());
  service = await listening((req, res) => {
    requests.push(req.url);
    const [status, body, headers] = answering(req.url.split('/').pop());
    res.writeHead(status, { ...JSON_TYPE, ...CORS, ...headers });
    res.end(JSON.stringify(body));
  });
  browser = await launchBrowser();
});
beforeEach(async () => {
  requests = [];
  context = await browser.newContext();
});
afterEach(() => context.close());
after(async () => {
  await browser?.close();
  pages?.close();
  service?.close();
});

/** A tab with its own clock, which `clock.fastForward` advances. */
async function openTab() {
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(pages.origin);
  await tab.evaluate(async (baseUrl) => {
    const { createMetadataClient } = await import('/metadata.js');
    window.client = createMetadataClient({ baseUrl });
  }, service.origin);
  return tab;
}

/** Resolves with `ready`, or the code of the error and its `retryAfter`. */
const ask = (tab, n = 1, options = {}) =>
  tab.evaluate(
    ([principal, call]) =>
      window.client.getFtMetadata(principal, call).then(
        () => ({ outcome: 'ready' }),
        ({ code, retryAfter }) => ({ outcome: code, retryAfter }),
      ),
    [`${CONTRACT}-${n}`, options],
  );
const outcome = async (...args) => (await ask(...args)).outcome;

describe('the pause after a 429', () => {
  it('applies to all clients of the page, and to no other tab', async () => {
    const tab = await openTab();
    answering = () => REFUSED;
    const { retryAfter } = [await ask(tab), await ask(tab, 2)][1];
    const second = await tab.evaluate(
      async ([baseUrl, principal]) => {
        const { createMetadataClient } = await import('/metadata.js');
        const client = createMetadataClient({ baseUrl });
        return client.getFtMetadata(principal).catch((error) => error.retryAfter);
      },
      [service.origin, `${CONTRACT}-3`],
    );
    assert.ok(Math.abs(second - retryAfter) < 5_000, `${second}`);
    assert.equal(requests.length, 1);
    answering = found;
    assert.equal(await outcome(await openTab(), 4), 'ready');
    assert.deepEqual(await tab.evaluate(() => Object.keys(localStorage)), []);
  });

  it('is not shared with a client that has its own `fetch`', async () => {
    const tab = await openTab();
    answering = () => REFUSED;
    await ask(tab);
    answering = found;
    const name = await tab.evaluate(
      async ([baseUrl, principal]) => {
        const { createMetadataClient } = await import('/metadata.js');
        const fetch = (...args) => window.fetch(...args);
        const client = createMetadataClient({ baseUrl, fetch });
        return (await client.getFtMetadata(principal)).name;
      },
      [service.origin, `${CONTRACT}-5`],
    );
    assert.equal(name, 'Token');
  });
});

describe('a tab in the background', () => {
  /** Headless Chromium has no background tabs, so the property is replaced. */
  const setHidden = (tab, isHidden) =>
    tab.evaluate((value) => {
      Object.defineProperty(Document.prototype, 'hidden', { get: () => value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  /** Resolves when the page has an answer of the service, before the time limit of its request, by the clock of the page. */
  const answered = async (tab) => {
    await tab.waitForEvent('requestfinished', (request) =>
      request.url().startsWith(service.origin),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  };

  it('sends no further request until it is visible', async () => {
    const tab = await openTab();
    answering = () => IN_PROGRESS;
    const isAnswered = answered(tab);
    const ready = outcome(tab, 1, { awaitReady: true });
    await isAnswered;
    await setHidden(tab, true);
    await tab.clock.runFor(120_000);
    assert.equal(requests.length, 1);
    answering = found;
    await setHidden(tab, false);
    assert.equal(await ready, 'ready');
    assert.equal(requests.length, 2);
  });

  it('stops waiting when the caller aborts', async () => {
    const tab = await openTab();
    answering = () => IN_PROGRESS;
    await setHidden(tab, true);
    const isAnswered = answered(tab);
    await tab.evaluate((principal) => {
      window.abort = new AbortController();
      const call = { awaitReady: true, signal: window.abort.signal };
      window.asked = window.client.getFtMetadata(principal, call).catch(({ name }) => name);
    }, CONTRACT);
    await isAnswered;
    await tab.clock.runFor(120_000);
    await tab.evaluate(() => window.abort.abort());
    assert.equal(await tab.evaluate(() => window.asked), 'AbortError');
    assert.equal(requests.length, 1);
  });
});
