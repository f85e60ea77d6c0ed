import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { hostileNftRecords, hostileRecords } from '../../fixtures/metadata/hostile.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { root } from '../support/program.mjs';

const PAGE = 'https://app.example/';
const CONTRACT = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const FT = 'ft-metadata-card';
const NFT = 'nft-metadata-card';
/** The page contains one of each, so that their modules are loaded. */
const CARDS = [FT, NFT];
const TOKEN_ID = '340282366920938463463374607431768211455';
/** The only hosts from which content-addressed links may be fetched. */
const GATEWAYS = { 'ipfs:': 'ipfs.io', 'ar:': 'arweave.net' };
const POLICY =
  "default-src 'self'; style-src 'self'; img-src https: data:; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** The most milliseconds from the request to the rendered cards, mostly network time on a busy machine. */
const RESPONSIVE = 30_000;
/** The variant that shows every field, and the others. */
const FULL = 'full';
const OTHERS = ['chip', 'row', 'card'];
const onlyFull = () => [FULL];
/** The number of records shown at once: a frame takes about as long with many cards as with a few. */
const AT_ONCE = 20;
/** Longer records are shown alone, because a response has a size limit. */
const LONG = 10_000;
const PROPERTY_RUNS = process.env.TEST_LONG ? 1_200 : 60;
/** The variants in which a record is shown: all in `npm run test:long`, otherwise `full` and one other, in rotation. */
const variantsOf = (number) => [
  FULL,
  ...(process.env.TEST_LONG ? OTHERS : [OTHERS[number % OTHERS.length]]),
];

let browser;
let page;
/** The answers of the service, by principal. */
const bodies = new Map();
const requests = [];
before(async () => {
  browser = await launchBrowser();
  // Small, because no check depends on what is painted.
  page = await browser.newPage({
    viewport: { width: 800, height: 60 },
    deviceScaleFactor: 0.1,
    reducedMotion: 'reduce',
  });
  await page.addInitScript(watchThePage);
  // Records and answers every request of the page; none reaches the network.
  await page.route('**/*', answer);
  await page.goto(PAGE);
  await page.evaluate(
    (tags) => Promise.all(tags.map((tag) => customElements.whenDefined(tag))),
    CARDS,
  );
});
after(() => browser?.close());

/** Runs in the page before its scripts. */
function watchThePage() {
  const seen = { ran: [], violations: [] };
  globalThis.seen = seen;
  for (const name of ['alert', 'confirm', 'prompt', 'open', 'msgbox']) {
    globalThis[name] = (...args) => seen.ran.push(`${name}(${args})`);
  }
  document.addEventListener('securitypolicyviolation', (event) => {
    seen.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
  });
}

async function answer(route) {
  const url = new URL(route.request().url());
  if (url.href === PAGE) {
    const script = '<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>';
    const cards = CARDS.map((tag) => `<${tag}></${tag}>`).join('');
    const body = `<!doctype html><html><body>${cards}${script}</body></html>`;
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': POLICY },
      body,
    });
  }
  if (url.origin === new URL(PAGE).origin && /^\/dist\/cdn\/[\w/.-]+\.js$/.test(url.pathname)) {
    const body = readFileSync(root + url.pathname.slice(1), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body });
  }
  requests.push({ url, kind: route.request().resourceType(), headers: route.request().headers() });
  const [, principal] = /^\/metadata\/v1\/(?:ft|nft)\/([^/]+)/.exec(url.pathname) ?? [];
  if (principal && url.origin === new URL(PAGE).origin) {
    return route.fulfill({ contentType: 'application/json', body: bodies.get(principal) ?? '{}' });
  }
  if (url.pathname === '/metadata/v1/search' && url.origin === new URL(PAGE).origin) {
    const body = rowsOf(url.searchParams.getAll('contract'));
    return route.fulfill({ contentType: 'application/json', body });
  }
  if (url.host.includes('missing')) return route.fulfill({ status: 404, body: '' });
  if (url.host.includes('page.'))
    return route.fulfill({ contentType: 'text/html', body: '<script>alert(1)</script>' });
  return route.fulfill({ contentType: 'image/gif', body: PIXEL });
}

/** The response of the route for several tokens: the same records, as rows. */
function rowsOf(principals) {
  const rows = principals.map((principal) => {
    const body = bodies.get(principal);
    const id = `"contract_id":${JSON.stringify(principal)}`;
    // JSON.parse would remove some of the hostile content, so the text is edited instead.
    return body.startsWith('{')
      ? body.replace(/^\{\s*(?=(\S))/, (_, next) => `{${id}${next === '}' ? '' : ','}`)
      : body;
  });
  return `[${rows}]`;
}

/**
 * Shows each record in several cards, all at once, and returns what each card rendered and all requests. Each card of
 * a fungible token has its own token, because the record of a token is requested only once.
 */
async function showTogether(records, images, tag, variants = variantsOf) {
  const cards = records.map(({ body, number }) =>
    variants(number).map((variant, index) => {
      const principal = `${CONTRACT}.token-${tag === NFT ? number : number + index * 100_000}`;
      bodies.set(principal, body.replaceAll('{principal}', principal));
      return { principal, tokenId: TOKEN_ID, images, variant };
    }),
  );
  requests.length = 0;
  const shown = await page.evaluate(showInPage, { tag, cards });
  const sent = requests.filter(({ url }) => !url.pathname.startsWith('/metadata/v1/'));
  // A request has no fragment.
  const sources = new Set(
    shown.flat().flatMap(({ images: all }) => all.map(({ url }) => url.split('#')[0])),
  );
  for (const { url } of sent) assert.ok(sources.has(url.href), `no card has the image ${url}`);
  return shown.map((ofRecord, number) =>
    ofRecord.map((one, index) => {
      const { principal, variant } = cards[number][index];
      return { ...one, principal, variant, sent };
    }),
  );
}

/** Shows a fungible token with images, in one card. */
async function show(body, number) {
  const [[card]] = await showTogether([{ body, number }], 'on', FT, onlyFull);
  return card;
}

/**
 * Returns a function that shows a record with images, and then without them, and returns what its cards rendered.
 * It shows the next records at the same time. In `npm test`, only records that showed an image are shown without them.
 */
function createShow(records, tag) {
  const done = new Map();
  const isAlone = ({ body }) => body.length > LONG || !isObject(body);
  async function showNext(first) {
    const others = [...records.keys()].filter((n) => n > first && !done.has(n) && !isAlone(records[n])); // prettier-ignore
    const numbers = [first, ...(isAlone(records[first]) ? [] : others.slice(0, AT_ONCE - 1))];
    const given = numbers.map((number) => ({ body: records[number].body, number }));
    const shown = await showTogether(given, 'on', tag);
    for (const [index, number] of numbers.entries()) done.set(number, { on: shown[index] });
    const again = given.filter(
      (_, index) => process.env.TEST_LONG || shown[index].some(({ images }) => images.length > 0),
    );
    const without = again.length > 0 ? await showTogether(again, 'off', tag, onlyFull) : [];
    for (const [index, { number }] of again.entries()) done.get(number).off = without[index];
  }
  return async (number) => {
    if (!done.has(number)) await showNext(number);
    return done.get(number);
  };
}

function isObject(body) {
  try {
    return Object.getPrototypeOf(JSON.parse(body)) === Object.prototype;
  } catch {
    return false;
  }
}

/** Runs in the page. */
async function showInPage({ tag, cards }) {
  document.body.replaceChildren();
  // Hidden while the answers arrive, so that the browser lays out all cards once, not after each answer.
  document.body.hidden = true;
  const [kind] = tag.split('-');
  const start = performance.now();
  const shown = await Promise.all(
    cards.flat().map(async (properties) => {
      const card = document.createElement(tag);
      Object.assign(card, { ...properties, baseUrl: '/', lazy: 'off', locales: 'en es' });
      const settled = new Promise((resolve) => {
        card.addEventListener(`${kind}-load`, resolve);
        card.addEventListener(`${kind}-error`, resolve);
      });
      // Each card is at the top of the page, where its lazy images load.
      const place = document.createElement('div');
      Object.assign(place.style, { position: 'absolute', top: 0, left: '8px', right: '8px' });
      place.append(card);
      document.body.append(place);
      const root = card.shadowRoot;
      // Includes images that are replaced immediately.
      const images = new Set();
      const observer = new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          for (const node of [target, ...addedNodes]) {
            if (node.localName === 'img') images.add(node);
            for (const image of node.querySelectorAll?.('img') ?? []) images.add(image);
          }
        }
      });
      observer.observe(root, { subtree: true, childList: true, attributeFilter: ['src'] });
      await settled;
      await card.updateComplete;
      return { card, root, images };
    }),
  );
  document.body.hidden = false;
  for (const { root } of shown) {
    for (const button of root.querySelectorAll('[aria-expanded=false]')) button.click();
  }
  // The variant `card` renders "Details" after it has opened.
  await new Promise((done) => setTimeout(done));
  await Promise.all(shown.map(({ card }) => card.updateComplete));
  for (const { root } of shown) root.firstElementChild.getBoundingClientRect();
  const busy = performance.now() - start;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // Wait until images have loaded or were replaced.
  const isLoading = ({ root }) => root.querySelector('img')?.complete === false;
  for (let n = 0; n < 50 && shown.some(isLoading); n += 1) await frame();
  for (const { root } of shown) {
    // Fire events that a handler could listen to.
    for (const element of root.querySelectorAll('*')) {
      if (!element.closest('a, button, select'))
        element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    }
  }
  await frame();
  const results = shown.map(({ card, root, images }) => {
    // A chip has no room for the whole principal.
    const principal =
      root.querySelector('[part=whole-principal]') ?? root.querySelector('[part=card]');
    const { width, height } = principal.getBoundingClientRect();
    const elements = [...root.querySelectorAll('*')];
    return {
      status: card.status,
      busy,
      tags: [...new Set(elements.map((element) => element.localName))],
      handlers: elements
        .flatMap((element) => element.getAttributeNames())
        .filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
      urls: elements.flatMap((element) =>
        ['href', 'src', 'action', 'data', 'srcset', 'xlink:href']
          .filter((name) => element.hasAttribute(name))
          .map((name) => ({ name, url: element.getAttribute(name) })),
      ),
      rels: [...root.querySelectorAll('a')].map((link) => `${link.target} ${link.rel}`),
      images: [...images].map(({ loading, referrerPolicy, src }) => ({
        policy: `${loading} ${referrerPolicy}`,
        url: src,
      })),
      shownId: root.querySelector('[part=token-id]')?.textContent,
      shownPrincipal: principal.ariaLabel ?? principal.textContent,
      principalIsSeen:
        width > 24 &&
        height > 8 &&
        principal.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      text: root.textContent,
      elements: elements.length,
      isTooWide: document.documentElement.scrollWidth > innerWidth,
      isPolluted: {}.polluted !== undefined,
      ...globalThis.seen,
      title: document.title,
      address: location.href,
    };
  });
  return cards.map((ofRecord) => results.splice(0, ofRecord.length));
}

const TAGS = new Set(
  'article header div span bdi wbr p dl dt dd a img svg circle rect path label select option slot button'.split(
    ' ',
  ),
);
const NEVER_SHOWN =
  // eslint-disable-next-line no-control-regex -- control characters must not be shown
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** The card's own texts isolate the values in them. */
const ISOLATED = /\u2068([^\u2066-\u2069]*)\u2069/gu;

function assertHarmless(shown, body, images) {
  const named = body.toLowerCase();
  assert.deepEqual(shown.ran, [], 'a script ran');
  assert.deepEqual(shown.violations, [], 'the Content Security Policy was violated');
  assert.equal(shown.isPolluted, false);
  assert.deepEqual(
    shown.tags.filter((tag) => !TAGS.has(tag)),
    [],
  );
  assert.deepEqual(shown.handlers, []);
  for (const { name, url } of shown.urls) {
    const allowed =
      name === 'src' ? /^(https:\/\/|data:image\/(png|jpe?g|gif|webp|avif)[;,])/ : /^https:\/\//;
    assert.match(url, allowed);
  }
  for (const rel of shown.rels) assert.equal(rel, '_blank noopener noreferrer nofollow ugc');
  for (const image of shown.images) {
    assert.equal(image.policy, 'lazy no-referrer');
    const { protocol, host } = new URL(image.url);
    if (protocol === 'data:') continue;
    const gateway = Object.entries(GATEWAYS).some(
      ([scheme, name]) => name === host && named.includes(`${scheme}//`),
    );
    assert.ok(gateway || named.includes(host), `${host} is not named by the record`);
  }
  if (images === 'off') assert.deepEqual(shown.images, []);
  for (const { url, kind, headers } of shown.sent) {
    assert.equal(images, 'on', `a request to ${url}`);
    assert.equal(kind, 'image', url.href);
    assert.equal(url.protocol, 'https:');
    assert.equal(headers.referer, undefined);
  }
  const isChip = !shown.tags.includes('button');
  const [, contract] = shown.principal.split('.');
  if (isChip) assert.ok(shown.shownPrincipal.includes(`, contract SP2J6Z…RV9EJ7.${contract}`));
  else assert.equal(shown.shownPrincipal, shown.principal);
  assert.ok(shown.principalIsSeen, 'the principal is not visible');
  assert.doesNotMatch(shown.text.replace(ISOLATED, '$1'), NEVER_SHOWN);
  assert.ok(shown.elements < 3_000, `${shown.elements} elements`);
  assert.equal(shown.isTooWide, false, 'the page scrolls horizontally');
  assert.ok(shown.busy < RESPONSIVE, `busy for ${Math.round(shown.busy)} ms`);
  assert.equal(shown.address, PAGE);
}

describe('hostile metadata', () => {
  const cardsOf = createShow(hostileRecords, FT);
  it('has at least 200 records', () => assert.ok(hostileRecords.length >= 200));
  for (const [number, { name, body, refused = false }] of hostileRecords.entries()) {
    it(name, async () => {
      const { on, off = [] } = await cardsOf(number);
      for (const shown of on) assertHarmless(shown, body, 'on');
      for (const shown of off) assertHarmless(shown, body, 'off');
      // Unlike `full`, the other variants show the fields that can be read of a refused record.
      assert.equal(on[0].status, refused ? 'error' : 'ready');
    });
  }
});

describe('hostile metadata of an NFT', () => {
  const cardsOf = createShow(hostileNftRecords, NFT);
  for (const [number, { name, body, refused = false }] of hostileNftRecords.entries()) {
    it(name, async () => {
      const { on, off = [] } = await cardsOf(number);
      for (const shown of on) {
        assertHarmless(shown, body, 'on');
        assert.equal(shown.status, refused ? 'error' : 'ready');
        assert.equal(shown.shownId, shown.variant === 'chip' ? undefined : `#${TOKEN_ID}`);
      }
      for (const shown of off) assertHarmless(shown, body, 'off');
    });
  }
});

describe('random metadata', () => {
  const scheme = fc.constantFrom(
    'javascript:',
    'data:',
    'https://',
    'http://',
    '//',
    'ipfs://',
    'ar://',
    'blob:',
    'JAVASCRIPT:',
    '\tjavascript:',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.tuple(scheme, fc.string({ maxLength: 60 })).map((parts) => parts.join('')),
    fc.constantFrom(...hostileRecords.map(({ name }) => name)),
  );
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 6 }));
  const field = fc.option(value, { nil: undefined });
  const metadata = fc.record({
    ...Object.fromEntries(
      ['sip', 'name', 'description', 'image', 'cached_image', 'cached_thumbnail_image'].map(
        (key) => [key, field],
      ),
    ),
    attributes: fc.oneof(
      field,
      fc.array(fc.record({ trait_type: field, display_type: field, value: field }), {
        maxLength: 8,
      }),
    ),
    properties: fc.oneof(field, fc.dictionary(text, value, { maxKeys: 8 })),
    localization: fc.oneof(
      field,
      fc.record({ uri: field, default: field, locales: fc.oneof(field, fc.array(text)) }),
    ),
  });
  const token = fc.record({
    ...Object.fromEntries(
      [
        'name',
        'symbol',
        'decimals',
        'total_supply',
        'token_uri',
        'description',
        'image_uri',
        'image_thumbnail_uri',
        'image_canonical_uri',
        'tx_id',
        'sender_address',
      ].map((key) => [key, field]),
    ),
    metadata: fc.oneof(field, metadata),
  });

  it(`is harmless, in ${PROPERTY_RUNS} cases`, async () => {
    let number = 10_000;
    const tokens = fc.array(token, { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(tokens, async (records) => {
        const given = records.map((fields) => {
          const body = JSON.stringify({ ...fields, asset_identifier: '{principal}::asset' });
          return { body, number: (number += 1) };
        });
        for (const [index, cards] of (await showTogether(given, 'off', FT)).entries()) {
          for (const shown of cards) {
            assertHarmless(shown, given[index].body, 'off');
            assert.equal(shown.status, 'ready');
          }
        }
      }),
      { numRuns: PROPERTY_RUNS / AT_ONCE },
    );
  });
});

describe('the checks for hostile metadata', () => {
  // The tests above expect that nothing happens. These tests show that the checks work. They are last, since they run a
  // script and violate the policy of the page.
  it('detect the request of an allowed image', async () => {
    const body = JSON.stringify({
      asset_identifier: '{principal}::a',
      image_uri: 'https://images.example/a.png',
    });
    const { sent } = await show(body, 9_001);
    assert.deepEqual(
      sent.map(({ url }) => url.href),
      ['https://images.example/a.png'],
    );
  });

  it('detect the monogram instead of a broken image, and a safe link', async () => {
    const body = JSON.stringify({
      asset_identifier: '{principal}::a',
      image_uri: 'https://missing.example/a.png',
      token_uri: 'https://good.example/a.json',
    });
    const { tags, urls } = await show(body, 9_002);
    assert.ok(!tags.includes('img'));
    assert.ok(urls.some(({ url }) => url === 'https://good.example/a.json'));
  });

  it('detect a script that runs, and a violation of the policy', async () => {
    assert.deepEqual(await page.evaluate(() => (alert(1), globalThis.seen.ran)), ['alert(1)']);
    await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>x</b>';
      } catch {
        // Trusted Types throw, and report a violation.
      }
    });
    await page.waitForFunction(() => globalThis.seen.violations.length > 0);
  });
});
