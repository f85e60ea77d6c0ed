import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { launchBrowser } from '../support/browser.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

const DEV_WALLET = '<script src="/dist/dev-wallet/dev-wallet.js"></script>';
/** A wallet for the list only: its requests never settle. */
const NAMED_WALLET = `<script>
    window.DevWalletProvider = { request: () => new Promise(() => {}) };
    window.wbip_providers = [{ id: 'DevWalletProvider', name: 'Development wallet' }];
  </script>`;
const pageWith = (scripts) => `<!doctype html>
  <html lang="en"><head>
    <link rel="icon" href="data:," />
    ${scripts}
    <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  </head><body>
    <wallet-context id="here">
      <wallet-connect-button></wallet-connect-button>
      <wallet-request-button method="stx_signMessage" params='{"message":"hi"}'></wallet-request-button>
    </wallet-context>
    <div id="there"></div>
    <dialog id="own"><button>In the page's dialog</button></dialog>
  </body></html>`;
const BUTTONS = ['wallet-connect-button', 'wallet-request-button'];
/** The chunks that load after a click: the code of a request, and that of the picker. */
const LAZY = ['request', 'picker'];
/** Cases in which the picker opens although a wallet is remembered or named. */
const NAMED = [
  ...BUTTONS.flatMap((tag) => [
    { tag, setup: 'a remembered wallet that is not installed', remembered: 'GoneProvider' },
    {
      tag,
      setup: 'a remembered wallet, and `force-wallet-select`',
      remembered: 'DevWalletProvider',
      context: { forceWalletSelect: true },
    },
  ]),
  { tag: BUTTONS[0], setup: 'a `provider` that is not installed', provider: 'GoneProvider' },
];
/** Actions that cancel. `npm test` tests one of them for each case and chunk, `npm run test:long` both. */
const ACTIONS = ['removal', 'Escape'];

/** Gives a page no frame: nothing is preloaded until the pointer or the focus enters a button. */
const NO_FRAME = '<script>window.requestAnimationFrame = () => 0;</script>';
/** Makes a page never idle: no picker is laid out in advance. */
const NEVER_IDLE = '<script>window.requestIdleCallback = () => 0;</script>';

let server, browser;
/** One page for all tests, and its HTML. */
let page, html;
/** The lazy chunks that the page has fetched. The one that is `delayed` waits for `released`. */
let fetched, delayed, held, released;

before(async () => {
  server = await startWalletServer(async (req, res, next) => {
    if (req.path === '/picker-loading.html') {
      fetched = new Set();
      return res.send(html);
    }
    const chunk = /\/chunks\/([\w-]+)-.{8}\.js$/.exec(req.path)?.[1];
    if (LAZY.includes(chunk)) {
      // Not from the cache of the browser, so that each page requests it.
      res.set('cache-control', 'no-store');
      fetched.add(chunk);
      if (chunk === delayed) {
        held = true;
        await released;
      }
    }
    next();
  });
  browser = await launchBrowser();
  page = await browser.newPage();
});
after(async () => {
  await browser?.close();
  server?.close();
});
afterEach(() => page.evaluate(() => localStorage.clear()));

/** Opens a page with these scripts. */
async function visit(scripts) {
  html = pageWith(scripts);
  // The pointer is not on a button of the new document.
  await page.mouse.move(0, 0);
  await page.goto(`${server.url}picker-loading.html`);
  for (const tag of BUTTONS) await page.locator(tag).getByRole('button').waitFor();
}

describe('while the picker is loading', () => {
  let release;
  afterEach(() => {
    delayed = undefined;
    release();
  });

  /** Loads the page, and delays one of the lazy chunks. */
  const hold = async (part, { remembered, context, provider, wallet = NAMED_WALLET } = {}) => {
    released = new Promise((resolve) => (release = resolve));
    held = false;
    delayed = part;
    const store = `<script>localStorage.setItem('STX_PROVIDER', '${remembered}');</script>`;
    await visit(NEVER_IDLE + wallet + (remembered ? store : ''));
    await page.evaluate(
      async (options) => {
        Object.assign(document.querySelector('wallet-context'), options.context);
        Object.assign(document.querySelector('wallet-connect-button'), options.provider);
        window.received = [];
        for (const element of document.querySelectorAll('#here > *')) {
          for (const type of ['wallet-connect-error', 'wallet-request-error']) {
            element.addEventListener(type, ({ error, rejected }) =>
              window.received.push([type, error.code, rejected]),
            );
          }
        }
      },
      { context, provider: provider && { provider } },
    );
    return { waits: () => until(() => held) };
  };

  const press = (tag) => page.locator(tag).getByRole('button').first().click();
  /** Waits for a frame: removing a button earlier does not cancel, since a page may replace it with a spinner. */
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const received = () => page.evaluate(() => window.received);
  const dialogs = () => page.getByRole('dialog').count();

  /** Expects that no picker opens after everything has loaded. */
  const expectNoPicker = async () => {
    release();
    await page.evaluate(async () => {
      await Promise.all([import('/dist/cdn/stacks-wallet-elements.js'), fetch('/')]);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    assert.equal(await dialogs(), 0);
  };

  for (const part of LAZY) {
    // connect() opens the picker while the code of the request loads.
    for (const tag of part === 'request' ? ['wallet-request-button'] : BUTTONS) {
      const type = tag.replace('-button', '-error');

      it(`cancels when the <${tag}> is removed (${part})`, async () => {
        const { waits } = await hold(part);
        await press(tag);
        await waits();
        await paint();
        await page.evaluate((name) => document.querySelector(name).remove(), tag);
        await until(async () => (await received()).length > 0);
        assert.deepEqual(await received(), [[type, -31001, true]]);
        await expectNoPicker();
      });

      it(`cancels on Escape, and opens at the next click on <${tag}> (${part})`, async () => {
        const { waits } = await hold(part);
        await press(tag);
        await waits();
        await page.keyboard.press('Escape');
        await until(async () => (await received()).length > 0);
        assert.deepEqual(await received(), [[type, -31001, true]]);
        await expectNoPicker();
        await press(tag);
        await page.getByRole('dialog').waitFor();
      });
    }

    for (const [at, { setup, tag, ...named }] of NAMED.entries()) {
      if (part === 'request' && tag === 'wallet-connect-button') continue;
      const oneAction = ACTIONS[(at + LAZY.indexOf(part)) % ACTIONS.length];
      for (const action of process.env.TEST_LONG ? ACTIONS : [oneAction]) {
        it(`cancels on ${action}: <${tag}> with ${setup} (${part})`, async () => {
          const { waits } = await hold(part, named);
          await press(tag);
          await waits();
          await paint();
          if (action === 'Escape') await page.keyboard.press('Escape');
          else await page.evaluate((name) => document.querySelector(name).remove(), tag);
          await until(async () => (await received()).length > 0);
          assert.deepEqual(await received(), [[tag.replace('-button', '-error'), -31001, true]]);
          await expectNoPicker();
        });
      }
    }
  }

  for (const later of ['at once', 'in a task']) {
    it(`opens if the page replaces the button with a spinner when it is pressed, ${later}`, async () => {
      const { waits } = await hold('picker');
      await page.evaluate(async (inTask) => {
        const button = document.querySelector('wallet-connect-button');
        const spinner = document.createElement('progress');
        const render = () => button.replaceWith(spinner);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = render;
        button.addEventListener('wallet-before-connect', () =>
          inTask ? port2.postMessage('') : queueMicrotask(render),
        );
      }, later === 'in a task');
      await press('wallet-connect-button');
      await waits();
      await page.locator('progress').waitFor({ state: 'attached' });
      await paint();
      release();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await received(), []);
    });
  }

  it(`opens if the button was moved in the document`, async () => {
    const { waits } = await hold('picker');
    await press('wallet-connect-button');
    await waits();
    await paint();
    await page.evaluate(() =>
      document.querySelector('#there').append(document.querySelector('wallet-connect-button')),
    );
    release();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await received(), []);
  });

  it(`ignores Escape if another listener handles it`, async () => {
    const { waits } = await hold('picker');
    await press('wallet-connect-button');
    await waits();
    await page.evaluate(() =>
      window.addEventListener('keydown', (event) => event.preventDefault(), {
        once: true,
        capture: true,
      }),
    );
    await page.keyboard.press('Escape');
    release();
    await page.getByRole('dialog').waitFor();
  });

  for (const variant of ['', 'outlined']) {
    it(`shows in the next frame that the connect button waits, until the picker opens${variant && `: ${variant}`}`, async () => {
      const { waits } = await hold('picker');
      await page.evaluate(
        (look) => Object.assign(document.querySelector('wallet-connect-button'), { variant: look }),
        variant,
      );
      const look = () =>
        page.evaluate((variant) => {
          const button = document
            .querySelector('wallet-connect-button')
            .shadowRoot.querySelector('button');
          const { opacity } = getComputedStyle(button.querySelector('#shown'));
          const { backgroundColor } = getComputedStyle(button);
          const look = variant ? opacity : backgroundColor;
          return { busy: button.ariaBusy, text: button.innerText.trim(), look };
        }, variant);
      const before = await look();
      await press(BUTTONS[0]);
      await paint();
      const waiting = await look();
      assert.deepEqual([waiting.busy, waiting.text], ['true', 'Connect wallet']);
      assert.notEqual(waiting.look, before.look);
      await waits();
      release();
      await page.getByRole('dialog').waitFor();
      await until(async () => isDeepStrictEqual(await look(), before));
    });
  }

  it('lets Escape close a dialog of the page', async () => {
    const { waits } = await hold('picker');
    await press('wallet-connect-button');
    await waits();
    await page.evaluate(() => document.querySelector('#own').showModal());
    await page.keyboard.press('Escape');
    await until(() => page.evaluate(() => !document.querySelector('#own').open));
    await expectNoPicker();
  });

  it('opens the picker for a connect button while the code of the request loads', async () => {
    const { waits } = await hold('request');
    await press('wallet-connect-button');
    await waits();
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await received(), []);
  });

  it('requests the code of a request after the frame with the picker', async () => {
    await hold('nothing');
    await page.evaluate(() => {
      const look = () => {
        const root = document.querySelector('wallet-select-modal')?.shadowRoot;
        if (root?.querySelector('dialog:modal')) window.shownAt = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await press('wallet-connect-button');
    // A resource has an entry when it has loaded.
    const times = await page.waitForFunction(() => {
      const entries = performance.getEntriesByType('resource');
      const request = entries.find(({ name }) => name.includes('/request-'));
      return request && [window.shownAt, request.startTime];
    });
    const [shownAt, requestedAt] = await times.jsonValue();
    assert(requestedAt >= shownAt, `requested at ${requestedAt}, shown at ${shownAt}`);
  });

  it('cancels connect() of the page on Escape', async () => {
    const { waits } = await hold('picker');
    const code = page.evaluate(async () => {
      const { connect } = await import('/dist/cdn/stacks-wallet-elements.js');
      const connected = connect();
      window.isConnecting = true;
      return connected.catch((error) => error.code);
    });
    await waits();
    // The picker is requested with the first frame of the page, too.
    await until(() => page.evaluate(() => window.isConnecting));
    await page.keyboard.press('Escape');
    assert.equal(await code, -31001);
    await expectNoPicker();
  });

  it('continues if the button is removed after the picker opened', async () => {
    await hold('nothing', { wallet: DEV_WALLET });
    await press('wallet-connect-button');
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => document.querySelector('wallet-connect-button').remove());
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await received(), []);
    const isConnected = `import('/dist/cdn/stacks-wallet-elements.js').then((m) => m.isConnected())`;
    assert.equal(await page.evaluate(isConnected), true);
  });
});

describe('before any click', () => {
  const connection = (value) =>
    `<script>Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(value)} });</script>`;

  /** The chunks of the picker, and those of a request. */
  const REQUEST = LAZY.filter((name) => name.includes('request'));
  const PICKER = LAZY.filter((name) => !REQUEST.includes(name));

  /** Opens the page with this script, calls `act`, and resolves with the lazy chunks that the page fetched. */
  const fetchedAfter = async (script, act, expected) => {
    await visit(script + NAMED_WALLET);
    await act();
    if (expected) await until(() => expected.every((name) => fetched.has(name)));
    await pause(1_000);
    return [...fetched].sort();
  };
  const nothing = () => {};

  it('fetches the picker after the first frame, and the code of a request with it open', async () => {
    assert.deepEqual(await fetchedAfter('', nothing, PICKER), PICKER.sort());
    await page.locator('wallet-connect-button').click();
    await until(() => REQUEST.every((name) => fetched.has(name)));
  });

  it('waits for the first frame of the page', async () => {
    assert.deepEqual(await fetchedAfter(NO_FRAME, nothing), []);
  });

  it('does not wait for another frame if the page has shown content before, and has no button of the library', async () => {
    fetched = new Set();
    html = `<!doctype html><html lang="en"><body><p>Text</p></body></html>`;
    await page.goto(`${server.url}picker-loading.html`);
    await page.evaluate(async () => {
      await new Promise((done) =>
        new PerformanceObserver(
          (list) => list.getEntriesByName('first-contentful-paint').length > 0 && done(),
        ).observe({ type: 'paint', buffered: true }),
      );
      window.requestAnimationFrame = () => 0;
      await import('/dist/cdn/stacks-wallet-elements.js');
    });
    await until(() => PICKER.every((name) => fetched.has(name)));
  });

  for (const [title, value] of [
    ['the user saves data', { saveData: true }],
    ['the connection is slow', { effectiveType: 'slow-2g' }],
  ]) {
    it(`fetches nothing while ${title}, even if the pointer enters the button`, async () => {
      const enter = () => page.locator('wallet-connect-button').hover();
      assert.deepEqual(await fetchedAfter(connection(value), enter), []);
    });
  }

  for (const tag of BUTTONS) {
    it(`fetches them immediately when the pointer or the focus enters <${tag}>`, async () => {
      const [hover, focus] = [
        () => page.locator(tag).hover(),
        () => page.locator(tag).getByRole('button').focus(),
      ];
      for (const act of [hover, focus]) {
        const expected = tag === 'wallet-connect-button' ? PICKER : LAZY;
        assert.deepEqual(await fetchedAfter(NO_FRAME, act, expected), [...expected].sort());
      }
    });
  }
});

describe('a page with an open picker', () => {
  /** Runs in the page before its scripts. */
  const recordIntl = () => {
    window.created = [];
    for (const name of Object.getOwnPropertyNames(Intl)) {
      if (typeof Intl[name] !== 'function' || !/^[A-Z]/.test(name)) continue;
      if (name === 'Locale') continue; // reads only a tag
      Intl[name] = new Proxy(Intl[name], {
        construct(type, args) {
          window.created.push(name);
          return new type(...args);
        },
      });
    }
  };

  it('has created no object of Intl, since the first collator of a page takes 15 ms', async () => {
    await visit(`<script>(${recordIntl})();</script>${NAMED_WALLET}`);
    await page.locator('wallet-connect-button').getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).waitFor();
    assert.deepEqual(await page.evaluate(() => window.created), []);
    await page.evaluate(() => new Intl.Collator());
    assert.deepEqual(await page.evaluate(() => window.created), ['Collator']);
  });
});

async function until(condition) {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Timeout: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
