import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser } from '../support/browser.mjs';

/** The rules of common frameworks and of real pages. Few of them set `color-scheme`. */
const PAGES = {
  'dark, with a class': `*, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid #e5e7eb }
    html { line-height: 1.5; font-family: ui-sans-serif, system-ui } body { background: #0f172a; color: #e2e8f0 }`,
  colored: 'body { background: #4c1d95; color: #fff } a { color: #fde047 }',
  'with a picture': `body { color: #fff; background: #123 repeating-linear-gradient(35deg, #10263b 0 40px,
    #2b4a3f 40px 95px, #4a2c35 95px 130px) }`,
  serif: `body { background: #f5f0e1; color: #2b2118; font: 20px/1.7 Georgia, serif; letter-spacing: .02em }
    @media (prefers-color-scheme: dark) { body { background: #1c1712; color: #e8dfc9 } }`,
  '62.5%': `html { font-size: 62.5%; color-scheme: light dark } body { font-size: 1.6rem; background: Canvas; color: CanvasText }`,
  'like Bootstrap': `*, ::before, ::after { box-sizing: border-box } [hidden] { display: none !important }
    body { margin: 0; font: 400 1rem/1.5 system-ui; color: #212529; background: #fff; -webkit-text-size-adjust: 100% }
    button { text-transform: none } label { display: inline-block } legend { float: left; width: 100%; font-size: 1.5rem }
    @media (prefers-color-scheme: dark) { :root { color-scheme: dark } body { color: #dee2e6; background: #212529 } }`,
  'like Tailwind': `*, ::before, ::after, ::backdrop { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
    html { line-height: 1.5; tab-size: 4 } body { background: #fff; color: #030712 }
    @media (prefers-color-scheme: dark) { body { background: #030712; color: #f9fafb } }`,
  'like Pico': `*, ::before, ::after { box-sizing: border-box; background-repeat: no-repeat }
    :root { font-size: 125%; color-scheme: light } html { text-underline-offset: .2rem }
    body { margin: 0; background: #fff; color: #373c44 }
    @media (prefers-color-scheme: dark) { :root { color-scheme: dark } body { background: #13171f; color: #c2c7d0 } }`,
  'like Water': `html { scrollbar-color: #040a0f #202b38 } body { background: #fff; color: #363636; line-height: 1.4;
    word-wrap: break-word; text-rendering: optimizeLegibility } button, input { transition: background-color .1s linear }
    @media (prefers-color-scheme: dark) { body { background: #202b38; color: #dbdbdb } }`,
  'with a reset': `* { box-sizing: border-box; margin: 0; padding: 0; list-style: none; text-decoration: none; outline: none }
    body { background: #fde047; color: #1c1917 }`,
};

const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt-BR', 'zh', 'zh-Hant'];

const page = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Every element</title>
  <style id="page"></style>
  <style>main { display: flex; flex-wrap: wrap; align-items: start; gap: 16px; padding: 16px }
    main > * { content-visibility: visible !important; flex: 0 1 auto; max-width: 400px !important }
    main > :is(ft-list, wallet-list, wallet-transactions, [variant=card], [variant=full]) { width: min(400px, 100%) }
    main > header { display: flex; gap: 16px; width: 100%; max-width: none !important }</style>
  <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script></head><body><main></main></body></html>`;

/** Each text is measured on every second pixel, so screenshots have no others: a quarter of the time. */
const SCALE = 0.5;

const layersPage = page.replace(
  /<style>main.*?<\/style>/s,
  `<style>main { display: grid; grid-template-columns: repeat(3, 440px); grid-auto-rows: 760px }
    main > div { padding: 16px } [title$=everything] { grid-row: span 2 }</style>`,
);

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

/** A page that shows every element in every state that has one. */
async function open(options) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const url = `${server.url}every-element.html`;
  await tab.route(url, (route) => route.fulfill({ contentType: 'text/html', body: page }));
  await tab.goto(url);
  await tab.evaluate(showAll);
  return { context, tab };
}

/** Resolves when every element is at rest. Runs in the page. */
async function showAll() {
  const [{ ELEMENTS }, { STATES }] = await Promise.all([
    import('/elements-data.js'),
    import('/states.js'),
  ]);
  const dialogs = ['wallet-select-modal', 'wallet-context'];
  const main = document.querySelector('main');
  // In a row with a title, as in the head of most pages.
  const header = document.createElement('header');
  const heading = document.createElement('h1');
  heading.textContent = 'Larkspur Exchange';
  header.append(heading, document.createElement('wallet-connect-button'));
  main.append(header);
  for (const { tag, example } of ELEMENTS) {
    if (dialogs.includes(tag)) continue;
    const template = document.createElement('template');
    template.innerHTML = example;
    const sample = template.content.querySelector(tag);
    const looks = sample.matches('ft-metadata-card, nft-metadata-card')
      ? ['card', 'row', 'chip', 'full']
      : /-(button|sign-in)$/.test(tag)
        ? ['filled', 'outlined', 'plain']
        : [''];
    for (const [at, state] of Object.keys(STATES[tag] ?? { Live: {} }).entries()) {
      // Each look in one state, and each state in one look.
      for (const variant of at === 0 ? looks : [looks[at % looks.length]]) {
        const { attributes = {}, ...properties } = STATES[tag]?.[state] ?? {};
        const element = sample.cloneNode(true);
        element.title = `${tag}, ${state}, ${variant}`;
        const more = {
          ...(variant && { variant }),
          ...(tag === 'wallet-account' && { inline: '' }),
          ...(/^(n?ft-)/.test(tag) && { 'base-url': '/', lazy: 'off' }),
        };
        for (const [name, value] of Object.entries({ ...more, ...attributes }))
          element.setAttribute(name, value);
        main.append(Object.assign(element, properties));
      }
    }
  }
  const busy = () =>
    [...main.children].filter(
      (element) =>
        !customElements.get(element.localName) ||
        (element.getAttribute('status') === 'loading' && !/Loading/.test(element.title)),
    );
  const deadline = performance.now() + 20_000;
  while (busy().length && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/**
 * A page that shows at once what covers others: each view of the picker, the menu of an account, and the notices of the
 * buttons, each in its own cell.
 */
async function openLayers() {
  const viewport = { width: 1_400, height: 8_000 };
  const context = await browser.newContext({ viewport, deviceScaleFactor: SCALE });
  const tab = await context.newPage();
  const url = `${server.url}layers.html`;
  await tab.route('**', (route) =>
    route.request().url().startsWith(server.url) ? route.fallback() : route.abort(),
  );
  await tab.route(url, (route) => route.fulfill({ contentType: 'text/html', body: layersPage }));
  await tab.goto(url);
  await tab.evaluate(showButtons);
  // They ignore the clicks of scripts.
  for (const button of await tab.locator('wallet-request-button').all()) await button.click();
  await tab.mouse.move(0, 0);
  await tab.evaluate(showLayers);
  return { context, tab };
}

/** The buttons, which show a notice when pressed, and the lists in the page. Runs in the page. */
async function showButtons() {
  const { STATES } = await import('/states.js');
  // All at once, until the end of the test.
  const { showPopover } = HTMLElement.prototype;
  HTMLElement.prototype.showPopover = function (...options) {
    this.popover = 'manual';
    showPopover.apply(this, options);
  };
  HTMLElement.prototype.hidePopover = () => {};
  const main = document.querySelector('main');
  const addSample = async (tag, title, properties = {}, html = '') => {
    const cell = document.createElement('div');
    cell.title = `${tag}, ${title}`;
    cell.innerHTML = `<${tag}>${html}</${tag}>`;
    main.append(cell);
    // Its code loads when it is in the page.
    await customElements.whenDefined(tag);
    const element = Object.assign(cell.firstChild, properties);
    await element.updateComplete;
    return element;
  };
  globalThis.addSample = addSample;
  const press = (element, selector) => element.shadowRoot.querySelector(selector).click();
  const method = { method: 'stx_signMessage', params: { message: 'Hello' } };
  for (const state of ['Will be refused', 'Will fail']) {
    const button = await addSample(
      'wallet-connect-button',
      state,
      STATES['wallet-connect-button'][state],
    );
    await addSample('wallet-request-button', state, {
      ...STATES['wallet-request-button'][state],
      ...method,
    });
    const pay = await addSample('wallet-pay-button', state, {
      to: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
      amount: '5000000',
      ...STATES['wallet-pay-button'][state],
    });
    const signIn = await addSample('wallet-sign-in', state, STATES['wallet-sign-in'][state]);
    press(button, 'button');
    await pay.watcher.pay();
    await signIn.controller.signIn();
  }
  for (const state of ['Will not answer', 'Will be refused', 'Will fail']) {
    const list = await addSample('wallet-list', state, STATES['wallet-list'][state]);
    press(list, '[part~=wallet]');
  }
}

/** The menus and the dialogs, with nothing over them. Runs in the page. */
async function showLayers() {
  const { addSample } = globalThis;
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const { STATES } = await import('/states.js');
  const { CONNECTED, fixedStateClient } = await import('/fixed-clients.js');
  const other = { ...fixedStateClient({ ...CONNECTED, network: 'testnet' }), network: 'mainnet' };
  const slots = '<b slot="name">larkspur.btc</b><span slot="balance">1,204.5 STX</span>';
  const buttons = [
    await addSample('wallet-connect-button', 'account', STATES['wallet-connect-button'].Connected),
    await addSample(
      'wallet-connect-button',
      'account on another network',
      { client: other },
      slots,
    ),
    await addSample('wallet-connect-button', 'account with everything', {
      ...STATES['wallet-connect-button'].Connected,
      rich: true,
    }),
  ];
  for (const button of buttons) {
    const find = () => button.shadowRoot.querySelector('wallet-account')?.shadowRoot;
    while (!find()?.querySelector('#menu')) await wait(20);
    button.shadowRoot.querySelector('button').click();
    while (!find().querySelector('[part=copy-button]')) await wait(20);
    // Without the permission to write to the clipboard, the second copy is refused.
    find().querySelector('[part=copy-button]').click();
  }
  const choices = STATES['wallet-select-modal'];
  const wallet = { id: 'ExampleWallet0', name: 'Example wallet', installed: true, kinds: [] };
  const find = async (modal, selector) => {
    while (!modal.shadowRoot.querySelector(selector)) await wait(20);
    return modal.shadowRoot.querySelector(selector);
  };
  const pick = async (modal) => (await find(modal, '[part~=wallet]')).click();
  const search = async (modal) => {
    const input = await find(modal, '[part=search]');
    input.value = 'nothing has this name';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const view = (name, more) => (modal) => (modal.view = { name, ...more });
  const VIEWS = {
    list: ['Will not answer'],
    'no wallet': ['No wallet'],
    recommended: ['No wallet', undefined, { recommend: 'PhoneWallet' }],
    'ten wallets': ['Ten wallets'],
    'no match': ['Ten wallets', search],
    connecting: ['Will not answer', pick],
    'no answer': ['Will not answer', view('connecting', { wallet, slow: true })],
    rejected: ['Will be refused', pick],
    failed: ['Will fail', pick],
    connected: ['One wallet', view('connected', { wallet })],
    help: ['One wallet', view('help')],
    phone: ['One wallet', async (modal) => (await find(modal, '.scan')).click()],
  };
  for (const [name, [state, change, more]] of Object.entries(VIEWS)) {
    const modal = await addSample(
      'wallet-select-modal',
      name,
      { ...choices[state], ...more },
      '<p slot="header">Choose how you sign in.</p><p slot="footer">See our terms.</p>',
    );
    const { left, top } = modal.parentElement.getBoundingClientRect();
    const place = new CSSStyleSheet();
    place.replaceSync(`dialog { position: absolute !important; inset: ${top}px auto auto ${left}px !important;
      max-block-size: 740px !important; margin: 0 !important } dialog::backdrop { display: none }`);
    modal.shadowRoot.adoptedStyleSheets.push(place);
    modal.show();
    await modal.updateComplete;
    await wait(20);
    await change?.(modal);
    await modal.updateComplete;
  }
  await wait(500);
}

/** Gives the page these rules, and waits until the elements have followed. Runs in the page. */
async function setStyle(text) {
  document.getElementById('page').textContent = text;
  for (let frame = 0; frame < 3; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Every visible text, with its place and its color. Hides the text, so that a screenshot has what is behind it. Runs in the page. */
function readTexts() {
  const hidden = (globalThis.hiddenText ??= Object.assign(new CSSStyleSheet()));
  hidden.replaceSync(
    '*, *::placeholder, *::before, *::after { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important } .glyph, svg { visibility: hidden !important }',
  );
  const parentOf = (node) => {
    const parent = node.assignedSlot ?? node.parentNode;
    return parent instanceof ShadowRoot ? parent.host : parent;
  };
  /** The part of the rectangle that no ancestor cuts off, and the product of the opacities. */
  const seen = (element, rect) => {
    let { left, top, right, bottom } = rect;
    let opacity = 1;
    for (let at = element; at instanceof Element; at = parentOf(at)) {
      const style = getComputedStyle(at);
      opacity *= style.opacity;
      if (at === document.documentElement || at === document.body) continue;
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const box = at.getBoundingClientRect();
      left = Math.max(left, box.left);
      top = Math.max(top, box.top);
      right = Math.min(right, box.right);
      bottom = Math.min(bottom, box.bottom);
    }
    return { left, top, right, bottom, opacity };
  };
  const texts = [];
  const add = (element, node, rects, text, color) => {
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    if (element.closest('.visually-hidden, :disabled, [aria-disabled=true]')) return;
    for (const rect of rects) {
      const place = seen(element, rect);
      if (place.right - place.left < 3 || place.bottom - place.top < 6 || place.opacity < 0.05)
        continue;
      const size = parseFloat(style.fontSize);
      texts.push({
        ...place,
        what: `${host(element)}: ${element.localName}.${element.className} "${text.trim().slice(0, 24)}"`,
        color: color ?? style.color,
        isLarge: size >= 24 || (size >= 18.66 && style.fontWeight >= 700),
      });
    }
  };
  const host = (node) => {
    for (let at = node; at; at = parentOf(at))
      if (at.title && at.parentElement?.localName === 'main') return at.title;
    return '?';
  };
  const visit = (root) => {
    root.adoptedStyleSheets = [...new Set([...root.adoptedStyleSheets, hidden])];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.shadowRoot) visit(node.shadowRoot);
      if (node.nodeType === 3 && node.nodeValue.trim()) {
        const element = parentOf(node);
        if (!(element instanceof Element) || element.closest('svg, style, script, option, title'))
          continue;
        if (element.shadowRoot) continue; // Not shown: it has no slot.
        const range = document.createRange();
        range.selectNodeContents(node);
        add(element, node, range.getClientRects(), node.nodeValue);
      }
      if (node.localName === 'input' && node.placeholder && !node.value) {
        const { color } = getComputedStyle(node, '::placeholder');
        const { left, top, right, bottom } = node.getBoundingClientRect();
        add(
          node,
          node,
          [{ left: left + 40, top: top + 8, right: right - 12, bottom: bottom - 8 }],
          node.placeholder,
          color,
        );
      }
    }
  };
  visit(document);
  return texts;
}

/** The texts whose contrast on the pixels behind them is too low. Runs in the page. */
async function findFaint({ data, texts, scale }) {
  const image = await createImageBitmap(
    new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], {
      type: 'image/png',
    }),
  );
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
  const paint = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colors = new Map();
  const toRgba = (color) => {
    if (!colors.has(color)) {
      paint.clearRect(0, 0, 1, 1);
      paint.fillStyle = color;
      paint.fillRect(0, 0, 1, 1);
      colors.set(color, [...paint.getImageData(0, 0, 1, 1).data]);
    }
    return colors.get(color);
  };
  const linear = (value) =>
    value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const contrastOn = (front, alpha, back) => {
    const mixed = [0, 1, 2].map((at) => front[at] * alpha + back[at] * (1 - alpha));
    const [darker, lighter] = [luminance(mixed), luminance(back)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const faults = [];
  for (const { left, top, right, bottom, opacity, what, color, isLarge } of texts) {
    const [red, green, blue, alpha] = toRgba(color);
    const counts = new Map();
    let count = 0;
    // Only whole pixels: one at an edge is mixed with what is beside the text.
    const ends = [Math.min(right * scale, image.width), Math.min(bottom * scale, image.height)];
    for (let y = Math.ceil(Math.max(0, top) * scale); y + 1 <= ends[1]; y += 1) {
      for (let x = Math.ceil(Math.max(0, left) * scale); x + 1 <= ends[0]; x += 1) {
        const at = (y * image.width + x) * 4;
        const key = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
        counts.set(key, (counts.get(key) ?? 0) + 1);
        count += 1;
      }
    }
    if (count === 0) continue;
    // A hundredth of the pixels may be an edge that crosses the line of text.
    const sorted = [...counts]
      .map(([key, times]) => {
        const back = [key >> 16, (key >> 8) & 255, key & 255];
        return [contrastOn([red, green, blue], (alpha / 255) * opacity, back), times, back];
      })
      .sort(([a], [b]) => a - b);
    let skipped = 0;
    const [reached, , back] = sorted.find(([, times]) => (skipped += times) > count / 20);
    // A screen rounds colors.
    if (reached < (isLarge ? 3 : 4.5) - 0.03)
      faults.push(`${reached.toFixed(2)} ${what}: ${color} (${opacity}) on rgb(${back})`);
  }
  return { faults: [...new Set(faults)], measured: texts.length };
}

/** The texts, and a screenshot without them in which every element has the same place and colors. */
async function capture(tab) {
  for (let attempt = 1; ; attempt += 1) {
    const before = await tab.evaluate(readPlaces);
    const texts = await tab.evaluate(readTexts);
    const clip = { x: 0, y: 0, width: 1_400, height: Math.ceil(before.at(-1)) };
    const data = (await tab.screenshot({ clip })).toString('base64');
    // On a busy machine, the colors of a page before may still be there.
    const after = { places: await tab.evaluate(readPlaces), texts: await tab.evaluate(readTexts) };
    if (isDeepStrictEqual(after, { places: before, texts })) return { texts, data };
    assert.ok(attempt < 10, 'the elements still move, or change their colors');
  }
}

/** Those of the elements, and of the buttons of the picker: a hint moves them after some seconds. Runs in the page. */
function readPlaces() {
  const main = document.querySelector('main');
  const buttons = [...document.querySelectorAll('wallet-select-modal')].flatMap(
    ({ shadowRoot }) => [...shadowRoot.querySelectorAll('button')],
  );
  return [...buttons, ...main.children, main].flatMap((element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return [left, bottom];
  });
}

/** The languages of the elements; their own texts are used in each. Returns what is wider than the window. Runs in the page. */
async function findWide(lang) {
  const isOther = document.documentElement.lang !== lang;
  Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
  const button = document.querySelector('header > wallet-connect-button');
  const before = button.shadowRoot.textContent;
  const deadline = performance.now() + 10_000;
  // The texts of a language load when it is first used.
  while (isOther && button.shadowRoot.textContent === before && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = [...document.querySelectorAll('main > *, header > *')].filter((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > clientWidth + 0.5;
  });
  const names = wide.map(({ title, localName }) => title || localName);
  return scrollWidth > clientWidth || wide.length
    ? [`${scrollWidth} of ${clientWidth}: ${names}`]
    : [];
}

/** Fails if a text cannot be read on one of the pages, light or dark. `least`: the number of texts that are shown. */
async function checkContrast({ context, tab }, least) {
  const faults = [];
  for (const [name, style] of Object.entries(PAGES)) {
    for (const colorScheme of ['light', 'dark']) {
      await tab.emulateMedia({ colorScheme });
      await tab.evaluate(setStyle, style);
      const { texts, data } = await capture(tab);
      const found = await tab.evaluate(findFaint, { data, texts, scale: SCALE });
      assert.ok(found.measured > least, `${found.measured} texts`);
      faults.push(...found.faults.map((fault) => `${name}, ${colorScheme}: ${fault}`));
    }
  }
  await context.close();
  assert.equal(faults.length, 0, `${faults.length} faults\n${faults.slice(0, 40).join('\n')}`);
}

describe('every element in every state', () => {
  it('has text that can be read on ten pages, light and dark', async () => {
    await checkContrast(
      await open({ viewport: { width: 1_400, height: 7_000 }, deviceScaleFactor: SCALE }),
      400,
    );
  });

  it('has text that can be read in every view of the picker, in menus and in notices', async () => {
    await checkContrast(await openLayers(), 250);
  });

  it('is not wider than a window of 320, 360 and 390 px, in eleven languages', async () => {
    const { context, tab } = await open({ viewport: { width: 320, height: 800 } });
    await tab.evaluate(setStyle, 'body { margin: 0 } main { padding: 8px }');
    const faults = [];
    for (const language of LANGUAGES) {
      for (const width of [320, 360, 390]) {
        await tab.setViewportSize({ width, height: 800 });
        const found = await tab.evaluate(findWide, language);
        faults.push(...found.map((fault) => `${language}, ${width} px: ${fault}`));
      }
    }
    await context.close();
    assert.deepEqual(faults, []);
  });
});
