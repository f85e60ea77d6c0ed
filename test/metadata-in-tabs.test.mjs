import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser } from './support/browser.mjs';
import { metadataModules } from './support/metadata-modules.mjs';
import { listening, servePage } from './support/pages.mjs';

const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7.token';
const CORS = { 'access-control-allow-origin': '*' };
const JSON_TYPE = { 'content-type': 'application/json' };
/** The longest pause that a service can request. */
const LONGEST_PAUSE = 300_000;

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

describe('the pause after a 429, in several tabs', () => {
  it('applies to every tab of the origin, also to one that is opened later', async () => {
    const [first, second] = [await openTab(), await openTab()];
    answering = () => REFUSED;
    assert.equal(await outcome(first), 'rate-limited');
    const { retryAfter } = await ask(first, 2);
    for (const tab of [second, await openTab()]) {
      const answer = await ask(tab, 3);
      assert.equal(answer.outcome, 'rate-limited');
      assert.ok(Math.abs(answer.retryAfter - retryAfter) < 5_000, `${answer.retryAfter}`);
    }
    assert.equal(requests.length, 1);
  });

  it('grows with the 429 responses of all tabs, and ends for all', async () => {
    const [first, second] = [await openTab(), await openTab()];
    answering = () => REFUSED;
    await ask(first);
    const { retryAfter } = await ask(second);
    await second.clock.fastForward(retryAfter + 1000);
    await ask(second);
    const again = await ask(second);
    assert.ok(again.retryAfter > 25_000, `${again.retryAfter}`);
    assert.equal(requests.length, 2);

    answering = found;
    for (const tab of [first, second]) await tab.clock.fastForward(retryAfter + again.retryAfter);
    for (const tab of [first, second]) assert.equal(await outcome(tab, 4), 'ready');
    assert.deepEqual(await first.evaluate(() => Object.keys(localStorage)), []);
  });

  const KEY = () => `stacks-wallet-elements/metadata-pause/${service.origin}`;
  const forge = (tab, value) =>
    tab.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY(), value]);
  const pause = (until) => JSON.stringify({ until, pauses: 1, isLimited: true });

  it('is not caused by an invalid stored value', async () => {
    const tab = await openTab();
    answering = found;
    const values = ['', '{', 'null', '5', '[]', '{"until":"never"}', '{"until":1e999,"pauses":1}'];
    for (const [n, value] of values.entries()) {
      await forge(tab, value);
      assert.equal(await outcome(tab, n), 'ready', value);
    }
  });

  it('is never longer than the longest pause of a service, however often another tab writes it', async () => {
    const tab = await openTab();
    answering = found;
    const minute = 60_000;
    let refused = 0;
    for (let n = 0; n < 20; n += 1) {
      const now = await tab.evaluate(() => Date.now());
      await forge(tab, pause(n % 2 === 0 ? now + minute : 1e300));
      if ((await outcome(tab, n)) === 'rate-limited') refused += 1;
      await tab.clock.fastForward(minute / 2);
    }
    assert.ok(refused > 0 && refused <= LONGEST_PAUSE / (minute / 2), `${refused} refused`);
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
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  it('sends no further request until it is visible', async () => {
    const tab = await openTab();
    answering = () => IN_PROGRESS;
    const ready = outcome(tab, 1, { awaitReady: true });
    while (requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
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
    await tab.evaluate((principal) => {
      window.abort = new AbortController();
      const call = { awaitReady: true, signal: window.abort.signal };
      window.asked = window.client.getFtMetadata(principal, call).catch(({ name }) => name);
    }, CONTRACT);
    while (requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await tab.clock.runFor(120_000);
    await tab.evaluate(() => window.abort.abort());
    assert.equal(await tab.evaluate(() => window.asked), 'AbortError');
    assert.equal(requests.length, 1);
  });
});
