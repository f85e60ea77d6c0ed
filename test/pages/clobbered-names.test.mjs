import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { knownWallets } from '../../dist/wallets/catalog.js';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openTab } from '../support/browser.mjs';

const DIST = new URL('../../dist/', import.meta.url);
const CONTRACT = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';

/** Lit itself reads these by name, and fails if they are shadowed. */
const READ_BY_LIT = [
  'createComment',
  'createElement',
  'createTextNode',
  'createTreeWalker',
  'importNode',
];

const BUILT = ['cdn/stacks-wallet-elements.iife.js', 'dev-wallet/dev-wallet.js']
  .map((file) => readFileSync(new URL(file, DIST), 'utf8'))
  .join('\n');

/** The names on the window that the library reads, apart from the browser's own. */
const ON_WINDOW = [
  ...['wbip_providers', 'webbtc_stx_providers', 'btc_providers'],
  ...knownWallets.map(({ info }) => info.id.split('.')[0]),
  'StacksProvider',
  ...['StacksWallet', 'devWalletOptions'],
];

/** Every property name of these interfaces. */
const namesOf = (page, interfaces) =>
  page.evaluate(
    (names) =>
      names.flatMap((name) => Object.getOwnPropertyNames(window[name].prototype ?? window[name])),
    interfaces,
  );

const EVERY_FOURTH = 'every fourth name';

/** The time limit of each test. All tests together exceed it on a busy machine. */
const LIMIT = { timeout: 120_000 };

const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js"></script>';
const SCRIPTS = `${DEV_WALLET}<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>`;

/** Helpers for the page, defined before the markup that shadows names. */
const HELPERS = `<script>
  window.find = (root, selector) =>
    (root === document ? Document : root instanceof ShadowRoot ? DocumentFragment : Element)
      .prototype.querySelector.call(root, selector);
  window.until = async (test) => {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      const found = test();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('Timeout: ' + test);
  };
</script>`;

/**
 * Connects through the button and the picker, calls a contract and follows its transaction, opens the account menu, signs
 * in, and reads a token and a balance from services of the page.
 */
const useThePage = async (contract) => {
  const { find, until } = window;
  const inside = (tag, selector) => {
    const element = find(document, tag);
    return element?.shadowRoot && find(element.shadowRoot, selector);
  };
  // Relative to the page.
  window.StacksWallet.configure({ stacksApi: '/', metadataApi: '/' });
  (await until(() => inside('wallet-connect-button', 'button'))).click();
  (await until(() => inside('wallet-select-modal', '[part~=wallet]'))).click();
  await until(() => find(document, 'wallet-connect-button[status=connected]'));
  const { txid } = await window.StacksWallet.request('stx_callContract', {
    contract,
    functionName: 'burn',
    functionArgs: [{ type: 'uint', value: 5n }],
  });
  const modal = find(document, 'wallet-select-modal');
  if (modal) await until(() => !modal.isConnected);
  const button = find(document, 'wallet-connect-button');
  button.click();
  const menu = await until(() => find(button.shadowRoot, 'wallet-account'));
  await until(() => menu.open);
  menu.hide?.();
  const add = (tag, attributes) => {
    const element = Document.prototype.createElement.call(document, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    button.after(element);
    // What is not visible is not read.
    element.scrollIntoView();
    return element;
  };
  const hasStatus = (element, status) =>
    until(() => element.getAttribute('status') === status).catch(() => {
      throw new Error(`${element.localName} is ${element.getAttribute('status')}, not ${status}`);
    });
  await hasStatus(add('wallet-transaction', { txid }), 'confirmed');
  await hasStatus(add('ft-metadata-card', { principal: contract }), 'ready');
  await hasStatus(add('wallet-balance', {}), 'ready');
  await hasStatus(add('ft-list', {}), 'ready');
  const signIn = add('wallet-sign-in', { endpoint: '/auth' });
  await hasStatus(signIn, 'ready');
  const { x, y, width, height } = find(signIn.shadowRoot, 'button').getBoundingClientRect();
  return { txid, at: [x + width / 2, y + height / 2] };
};

/** Uses the page and signs in. The button of signing in needs a press of the user. */
async function usePage(page) {
  const { txid, at } = await page.evaluate(useThePage, CONTRACT);
  assert.match(txid, /^0x[0-9a-f]{64}$/);
  await page.mouse.click(...at);
  await page.evaluate(() =>
    window.until(() => window.find(document, 'wallet-sign-in[status=signed-in]')),
  );
}

describe('a page whose markup shadows properties of document and window', () => {
  let server, browser, evil, tab;
  /** Every property name of document and window, and of a form. */
  let names;
  const asked = [];

  before(async () => {
    evil = createServer((req, res) => {
      asked.push(`${req.headers['sec-fetch-dest']} ${req.url}`);
      res.setHeader('access-control-allow-origin', '*');
      res.setHeader('content-type', 'text/javascript');
      res.end('window.evil = true;');
    });
    await new Promise((listening) => evil.listen(0, '127.0.0.1', listening));
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    tab = await openTab(browser, { wallet: { autoApprove: true, confirmAfter: 500 } });
    names = {
      ofPage: await namesOf(tab.page, ['Document', 'Node', 'EventTarget', 'window']),
      ofForm: await namesOf(tab.page, ['Node', 'Element', 'HTMLElement', 'EventTarget']),
    };
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    evil?.close();
    evil?.closeAllConnections();
  });

  /** Opens the page with `markup` before the scripts of the library and of the development wallet. */
  const open = async (markup, { around = ['', ''], scripts = SCRIPTS } = {}) => {
    asked.splice(0);
    await tab.page.context().clearCookies();
    const body = `<!doctype html><html lang="de"><head><link rel="icon" href="data:,">${HELPERS}</head>
      <body>${markup}
        ${scripts}
        ${around[0]}<wallet-connect-button></wallet-connect-button>${around[1]}
      </body></html>`;
    const routes = { '/shadowed.html': { contentType: 'text/html', body } };
    await tab.open(`${server.url}shadowed.html`, { routes });
    return tab;
  };

  it('loads the parts of the classic script only relative to its own URL', LIMIT, async () => {
    const src = `http://127.0.0.1:${evil.address().port}/`;
    for (const clobber of [
      `<img name="currentScript" src="${src}">`,
      `<embed name="currentScript" src="${src}">`,
      `<iframe name="currentScript" src="${src}"></iframe>`,
      `<form name="currentScript"><input name="src" value="${src}"></form>`,
      `<form name="currentScript"></form><form name="currentScript"><img name="src" src="${src}"></form>`,
    ]) {
      const { page } = await open(clobber);
      await usePage(page);
      const scripts = asked.filter((line) => line.startsWith('script'));
      assert.deepEqual(scripts, [], clobber);
      assert.equal(await page.evaluate('window.evil'), undefined);
    }
  });

  for (const [amount, kind] of [
    ['every name', (name) => `<img name="${name}">`],
    [
      'every name',
      (name) => `<form name="${name}" id="${name}"><object name="request"></object></form>`,
    ],
    ['every name', (name) => `<object name="${name}" id="${name}"></object>`],
    // A document for each of 170 names takes seconds. The long test has them all.
    [
      process.env.TEST_LONG ? 'every name' : EVERY_FOURTH,
      (name) => `<iframe name="${name}"></iframe>`,
    ],
    ['every name', (name) => `<a id="${name}"></a><a id="${name}" name="${name}"></a>`],
  ]) {
    it(`works if ${amount} that it may read is shadowed by ${kind('…')}`, LIMIT, async () => {
      const shadowed = [...new Set(names.ofPage)].filter(
        (name) => new RegExp(`\\b${name}\\b`).test(BUILT) && !READ_BY_LIT.includes(name),
      );
      for (const name of ['currentScript', 'body', 'activeElement', 'addEventListener']) {
        assert.ok(shadowed.includes(name), name);
      }
      const some = shadowed.filter((_, at) => amount !== EVERY_FOURTH || at % 4 === 0);
      const { page, errors } = await open([...some, ...ON_WINDOW].map(kind).join(''));
      assert.deepEqual(errors, []);
      await usePage(page);
    });
  }

  it('works in a form whose controls shadow its properties', LIMIT, async () => {
    const controls = names.ofForm.map((name) => `<input name="${name}">`).join('');
    for (const inputs of [controls, '<input name="parentNode">']) {
      const around = [`<form>${inputs}`, '</form>'];
      const { page, errors } = await open('', { around });
      assert.deepEqual(errors, []);
      await usePage(page);
    }
  });
});
