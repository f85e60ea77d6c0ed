import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hostileRecords } from '../../fixtures/metadata/hostile.mjs';
import { createMetadataServer } from '../../fixtures/server.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { elementsScript, servePage } from '../support/pages.mjs';

const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const COUNT = 150;
const PAGE = `<!doctype html><html lang="en"><title>list</title><body><script src="/elements.js"></script>`;
const POLICY =
  "default-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src *; require-trusted-types-for 'script'";

let browser;
let pages;
before(async () => {
  browser = await launchBrowser();
  pages = await servePage(PAGE, elementsScript(), { 'content-security-policy': POLICY });
});
after(async () => {
  await browser?.close();
  pages?.close();
});

const number = (n) => String(n).padStart(3, '0');
/** Each token has three locales, so the service lists it three times. */
const ft = Array.from({ length: COUNT }, (_, n) => ({
  id: `${CONTRACT}.token-${number(n)}`,
  asset: 'token',
  token: { name: `Token ${number(n)}`, symbol: `T${n}`, decimals: 6 },
  metadata: { sip: 16 },
  localized: { en: {}, es: {}, ja: {} },
}));

/** Opens a page with a list of the service at `origin`, in a viewport that is 320 CSS pixels wide. */
async function openList(origin) {
  const tab = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await tab.goto(pages.origin);
  await tab.evaluate((baseUrl) => {
    const list = Object.assign(document.createElement('ft-list'), { baseUrl });
    document.body.append(list);
  }, origin);
  return tab;
}
const status = (tab, expected) => tab.locator(`ft-list[status=${expected}]`).waitFor();

describe('<ft-list>, with a service', () => {
  let folder;
  let service;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tokens-'));
    const file = join(folder, 'tokens.json');
    await writeFile(file, JSON.stringify({ ft }));
    service = await createMetadataServer({ file });
  });
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('loads a page at a time as the user scrolls, and shows each token once', async () => {
    service.requests.length = 0;
    const tab = await openList(service.origin);
    await status(tab, 'ready');
    await tab.waitForTimeout(500);
    const first = service.requests.length;
    assert.ok(first <= 3, `${first} requests before scrolling`);
    const titles = await tab.evaluate(async () => {
      const list = document.querySelector('ft-list');
      const options = list.shadowRoot.querySelector('[role=listbox]');
      const frame = () => new Promise(requestAnimationFrame);
      for (let still = 0; still < 10; still += 1) {
        const top = options.scrollTop;
        options.scrollTop += 300;
        // In a frame, the list detects that it is scrolled to its end, and loads more.
        for (let frames = 0; frames < 3; frames += 1) await frame();
        if (options.scrollTop !== top || list.status === 'loading') still = 0;
      }
      return [...options.querySelectorAll('[role=option]')].map(({ title }) => title);
    });
    assert.deepEqual(
      titles,
      ft.map(({ id }) => id),
    );
    const urls = service.requests.map(({ url }) => url);
    assert.equal(urls.length, (COUNT * 3) / 30);
    assert.equal(new Set(urls).size, urls.length, 'no page is requested twice');
    await tab.close();
  });

  it('finds tokens by symbol, name, address and principal, with the keyboard only', async () => {
    const tab = await openList(service.origin);
    await status(tab, 'ready');
    const input = tab.getByRole('combobox', { name: 'Search by name, symbol or contract' });
    const first = tab.getByRole('option').first();
    await tab.keyboard.press('Tab');
    for (const [text, expected] of [
      ['t17', 'token-017'],
      ['oken 042', 'token-042'],
      [CONTRACT, 'token-000'],
      [`${CONTRACT}.token-077`, 'token-077'],
    ]) {
      await input.fill(text);
      await tab.waitForFunction(
        (end) =>
          document
            .querySelector('ft-list')
            .shadowRoot.querySelector('[role=option]')
            ?.title.endsWith(end),
        expected,
      );
      assert.ok((await first.textContent()).includes(`.${expected}`), 'the row has the principal');
    }
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    const value = await tab.evaluate(() => document.querySelector('ft-list').value);
    assert.equal(value, `${CONTRACT}.token-077`);
    await tab.close();
  });

  it('continues by itself when a busy service responds again', async () => {
    const busy = `${service.origin}/faults/limit=1,period=2,expose=on`;
    const tab = await openList(busy);
    await status(tab, 'ready');
    await tab.locator('ft-list').evaluate((list) => (list.search = 'oken 10'));
    await status(tab, 'pending');
    await tab.getByText('Waiting for the token service…').first().waitFor();
    await status(tab, 'ready');
    assert.equal(await tab.getByRole('option').count(), 10);
    await tab.close();
  });
});

describe('<ft-list>, with hostile rows', () => {
  it('shows each with its principal, runs no script, and requests only images', async () => {
    const tab = await browser.newPage({ viewport: { width: 320, height: 640 } });
    const sent = [];
    await tab.addInitScript(() => {
      globalThis.ran = [];
      for (const name of ['alert', 'confirm', 'prompt', 'open'])
        globalThis[name] = (...args) => globalThis.ran.push(`${name}(${args})`);
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        globalThis.ran.push(`${violatedDirective} ${blockedURI}`),
      );
    });
    const bodies = hostileRecords.flatMap(({ body }, n) => {
      const principal = `${CONTRACT}.token-${n}`;
      // Some records are not JSON, or too deep for JSON.stringify.
      try {
        const record = JSON.parse(body.replaceAll('{principal}', principal));
        const row = JSON.stringify({ ...record, contract_principal: principal });
        return [row];
      } catch {
        return [];
      }
    });
    assert.ok(bodies.length > 150, `${bodies.length} records`);
    // The last route that matches is used.
    await tab.route('**/*', (route) => {
      sent.push(route.request());
      return route.abort();
    });
    await tab.route('https://app.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
        body: PAGE,
      }),
    );
    await tab.route('https://app.example/elements.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: elementsScript().get('/elements.js') }),
    );
    await tab.route('https://app.example/metadata/v1/ft**', (route) => {
      const { searchParams } = new URL(route.request().url());
      const offset = Number(searchParams.get('offset') ?? 0);
      const results = bodies.slice(offset, offset + 60);
      const body = `{"limit":60,"offset":${offset},"total":${bodies.length},"results":[${results}]}`;
      return route.fulfill({ contentType: 'application/json', body });
    });
    await tab.goto('https://app.example/');
    const shown = await tab.evaluate(async () => {
      const list = Object.assign(document.createElement('ft-list'), { baseUrl: '/', limit: 60 });
      document.body.append(list);
      while (list.status !== 'ready') await new Promise((resolve) => setTimeout(resolve, 20));
      const options = list.shadowRoot.querySelector('[role=listbox]');
      for (let still = 0; still < 10; still += 1) {
        const top = options.scrollTop;
        options.scrollTop += 250;
        for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
        if (options.scrollTop !== top || list.status === 'loading') still = 0;
      }
      const rows = [...options.querySelectorAll('[role=option]')];
      const elements = [...options.querySelectorAll('*')];
      return {
        rows: rows.length,
        withoutPrincipal: rows
          .filter((row) => {
            const principal = row.querySelector('[part=principal]');
            const { width, height } = principal.getBoundingClientRect();
            return (
              width < 24 || height < 8 || !principal.textContent.includes('SP2J6Z…RV9EJ7.token-')
            );
          })
          .map(({ title }) => title),
        tooHigh: rows.filter((row) => row.offsetHeight > 120).length,
        tags: [...new Set(elements.map(({ localName }) => localName))].sort().join(' '),
        handlers: elements
          .flatMap((element) => element.getAttributeNames())
          .filter((name) => name.startsWith('on') || name === 'style' || name === 'href'),
        images: [...options.querySelectorAll('img')].map(({ src }) => src),
        tooWide:
          document.documentElement.scrollWidth > innerWidth ||
          options.scrollWidth > options.clientWidth,
        ran: globalThis.ran,
      };
    });
    assert.ok(shown.rows > 100, `${shown.rows} rows`);
    assert.deepEqual(shown.withoutPrincipal, []);
    assert.deepEqual(shown.ran, []);
    assert.deepEqual(shown.handlers, []);
    assert.equal(shown.tooHigh, 0);
    assert.equal(shown.tooWide, false);
    assert.match(shown.tags, /^(bdi|div|img|path|span|svg|wbr| )+$/);
    for (const src of shown.images)
      assert.match(src, /^(https:\/\/|data:image\/(png|jpe?g|gif|webp|avif)[;,])/);
    for (const request of sent) {
      assert.equal(request.resourceType(), 'image');
      assert.equal(request.headers().referer, undefined);
    }
    await tab.close();
  });
});
