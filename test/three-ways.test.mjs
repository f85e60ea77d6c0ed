import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import commonjs from '@rollup/plugin-commonjs';
import { rollup } from 'rollup';
import { startServer } from '../scripts/server.mjs';
import * as packageItself from '../dist/index.js';
import * as metadata from '../dist/metadata/index.js';
import { connectByHand, launchBrowser, openPage } from './support/browser.mjs';
import { installPackage } from './support/installed.mjs';

const TAGS = `<wallet-connect-button></wallet-connect-button>
  <ft-metadata-card base-url="/" principal="SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token"></ft-metadata-card>`;

const page = (script) => `<!doctype html>
  <html lang="en">
    <head><script src="/dist/dev-wallet/dev-wallet.js"></script>${script}</head>
    <body>${TAGS}</body>
  </html>`;

/** The button waits for its texts without the limit of a second, since a busy machine may take longer to load them. */
const ENDLESS_SECOND = `
  const { setTimeout: later } = window;
  window.setTimeout = (run, ms, ...args) => (ms === 1000 ? 0 : later(run, ms, ...args));`;

/** The source of an app with a bundler. */
const APP = `
  import 'stacks-wallet-elements/define/wallet-connect-button';
  import 'stacks-wallet-elements/define/ft-metadata-card';
  import { isConnected } from 'stacks-wallet-elements';
  globalThis.app = { isConnected };`;

/** The source of an app with a client and its picker, and no element. */
const PICKER = `
  import { getDefaultClient } from 'stacks-wallet-elements';
  globalThis.app = { client: getDefaultClient(), button: customElements.get('wallet-connect-button') };`;

describe('the three ways to use the package', () => {
  let server, browser, app;

  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    app = installPackage();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    app?.remove();
  });

  /** Opens a page, connects like a user, and expects that it shows the account and a token. */
  const check = async ({ html, isConnected, routes = {} }) => {
    const opened = await openPage(browser, `${server.url}way.html`, {
      routes: { '/way.html': { contentType: 'text/html', body: html }, ...routes },
    });
    try {
      await connectByHand(opened.page);
      await opened.page.locator('wallet-connect-button').getByText('SPC5').first().waitFor();
      assert.equal(await opened.page.evaluate(isConnected), true);
      await opened.page.locator('ft-metadata-card[status=ready]').waitFor();
      const { height } = await opened.page.locator('wallet-connect-button').boundingBox();
      assert.ok(height < 80, `the button is ${height} pixels high`);
      assert.deepEqual(opened.errors, []);
    } finally {
      await opened.close();
    }
  };

  it('connects with one module script tag', () =>
    check({
      html: page('<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>'),
      isConnected: `import('/dist/cdn/stacks-wallet-elements.js').then((m) => m.isConnected())`,
    }));

  it('connects with one classic script tag, on a page without a doctype', () =>
    check({
      html: page('<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>').replace(
        '<!doctype html>',
        '',
      ),
      isConnected: 'StacksWallet.isConnected()',
    }));

  it('works with three copies on one page, which share one connection', async () => {
    const copy = new URL('../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url);
    await check({
      html: page(`
        <script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>
        <script>window.first = StacksWallet;</script>
        <script src="/copy/stacks-wallet-elements.iife.js"></script>
        <script type="module">
          import * as third from '/dist/cdn/stacks-wallet-elements.js';
          window.copies = [first, StacksWallet, third];
        </script>`),
      isConnected: `first !== StacksWallet && copies.every((copy) => copy.isConnected()) &&
        new Set(copies.map((copy) => copy.getDefaultClient())).size === 1`,
      routes: {
        '/copy/stacks-wallet-elements.iife.js': {
          contentType: 'text/javascript',
          body: await readFile(copy, 'utf8'),
        },
      },
    });
  });

  it('shows a failure once if the picker and the button are from different copies', async () => {
    const html = `<!doctype html><html lang="en"><head><link rel="icon" href="data:," /><script>
        window.LockedProvider = {
          request: () => Promise.reject({ code: -32603, message: 'The wallet is locked.' }),
        };
        window.wbip_providers = [{ id: 'LockedProvider', name: 'Locked' }];
      </script>
      <script type="module" src="/app/app.js"></script>
      <script type="module">
        import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';
        window.other = { client: getDefaultClient() };
      </script></head>
      <body><wallet-connect-button></wallet-connect-button></body></html>`;
    const opened = await openPage(browser, `${server.url}way.html`, {
      routes: {
        '/way.html': { contentType: 'text/html', body: html },
        ...(await bundle(app.folder, PICKER)),
      },
    });
    try {
      const { page: at } = opened;
      const button = at.locator('wallet-connect-button');
      await button.getByRole('button').waitFor();
      assert.equal(await at.evaluate('app.client === other.client && !app.button'), true);
      const error = button.evaluate(
        (element) =>
          new Promise((resolve) =>
            element.addEventListener('wallet-connect-error', (event) =>
              resolve(event.error.message),
            ),
          ),
      );
      await button.getByRole('button').click();
      const dialog = at.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Locked' }).click();
      await dialog.getByText('The wallet is locked.').first().waitFor();
      await at.keyboard.press('Escape');
      assert.equal(await error, 'The wallet is locked.');
      await button.evaluate((element) => element.updateComplete);
      assert.equal(await button.getByRole('alert').textContent(), '');
    } finally {
      await opened.close();
    }
  });

  it('connects in an app that imports the installed package', async () => {
    await check({
      html: page('<script type="module" src="/app/app.js"></script>'),
      isConnected: 'app.isConnected()',
      routes: await bundle(app.folder),
    });
  });

  it('loads its script once, also with a query in the URL', async () => {
    const html = page(
      '<script type="module" src="/dist/cdn/stacks-wallet-elements.js?release=2"></script>',
    );
    const opened = await openPage(browser, `${server.url}way.html`);
    const loaded = [];
    opened.page.on('request', (request) => loaded.push(request.url()));
    await opened.page.route('**/way.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    try {
      await opened.page.reload();
      await connectByHand(opened.page);
      await opened.page.locator('wallet-connect-button').getByText('SPC5').first().waitFor();
      const scripts = loaded.filter((url) => url.includes('stacks-wallet-elements.js'));
      assert.deepEqual(scripts, [`${server.url}dist/cdn/stacks-wallet-elements.js?release=2`]);
    } finally {
      await opened.close();
    }
  });

  describe('on a page in German', () => {
    /** Opens the page, delays the texts until `ready` resolves, and records the labels of the button. */
    const openGerman = async (ready, script = '') => {
      const html = `<!doctype html><html lang="de"><body>
        <script>
          ${script}
          window.labels = new Set();
          (function look() {
            const label = document.querySelector('wallet-connect-button')?.shadowRoot?.querySelector('bdi');
            if (label) window.labels.add(label.textContent);
            requestAnimationFrame(look);
          })();
        </script>
        <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
        <wallet-connect-button></wallet-connect-button></body></html>`;
      const opened = await openPage(browser, `${server.url}way.html`, {
        routes: { '/way.html': { contentType: 'text/html', body: html } },
        prepare: (page) =>
          page.route('**/locales/de.js', async (route) => {
            await ready;
            await route.continue();
          }),
      });
      const button = (name) => opened.page.getByRole('button', { name }).waitFor();
      /** The recorded labels, after the next frame, which records the label that is shown now. */
      const labels = () =>
        opened.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => resolve([...window.labels]))),
        );
      return { ...opened, button, labels };
    };

    it('shows the button after its texts have loaded', async () => {
      const { button, labels, close } = await openGerman(pause(400), ENDLESS_SECOND);
      try {
        await button('Wallet verbinden');
        assert.deepEqual(await labels(), ['Wallet verbinden']);
      } finally {
        await close();
      }
    });

    it('shows the button in English if its texts take longer than a second', async () => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      const { button, labels, close } = await openGerman(released);
      try {
        await button('Connect wallet');
        release();
        await button('Wallet verbinden');
        assert.deepEqual(await labels(), ['Connect wallet', 'Wallet verbinden']);
      } finally {
        release();
        await close();
      }
    });
  });

  it('loads no code for Clarity values, PSBTs or QR codes before it is needed', async () => {
    const html = page('<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>');
    const opened = await openPage(browser, `${server.url}way.html`, {
      routes: { '/way.html': { contentType: 'text/html', body: html } },
    });
    const parts = [];
    opened.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.includes('/parts/')) parts.push(pathname);
    });
    try {
      await opened.page.locator('ft-metadata-card[status=ready]').waitFor();
      assert.deepEqual(parts, []);
      await connectByHand(opened.page);
      await opened.page.locator('wallet-connect-button').getByText('SPC5').first().waitFor();
      await opened.page.evaluate(() => {
        window.devWallet.behave({ autoApprove: true });
        return window.StacksWallet.request('stx_callContract', {
          contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
          functionName: 'burn',
          functionArgs: [{ type: 'uint', value: 5n }],
        });
      });
      assert.ok(parts.includes('/dist/cdn/parts/lib/stacks-encoder.js'));
    } finally {
      await opened.close();
    }
  });

  it('has every function of the package and of /metadata in the global of the classic script', async () => {
    const html = page('<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>');
    const opened = await openPage(browser, `${server.url}way.html`, {
      routes: { '/way.html': { contentType: 'text/html', body: html } },
    });
    try {
      const names = await opened.page.evaluate(() => Object.keys(window.StacksWallet));
      const wanted = [...Object.keys(packageItself), ...Object.keys(metadata), 'loadElements'];
      assert.deepEqual(
        wanted.filter((name) => !names.includes(name)),
        [],
      );
      assert.equal(
        await opened.page.evaluate(() => window.StacksWallet.formatAmount(1_500_000n, 6)),
        metadata.formatAmount(1_500_000n, 6),
      );
    } finally {
      await opened.close();
    }
  });

  it('rejects only requests that need a part, if the parts are not published', async () => {
    const html = page('<script src="/lonely/stacks-wallet-elements.iife.js"></script>');
    const file = new URL('../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url);
    const opened = await openPage(browser, `${server.url}way.html`, {
      routes: {
        '/way.html': { contentType: 'text/html', body: html },
        '/lonely/stacks-wallet-elements.iife.js': {
          contentType: 'text/javascript',
          body: await readFile(file, 'utf8'),
        },
      },
    });
    try {
      await connectByHand(opened.page);
      await opened.page.locator('wallet-connect-button').getByText('SPC5').first().waitFor();
      const answers = await opened.page.evaluate(async () => {
        window.devWallet.behave({ autoApprove: true });
        const { request } = window.StacksWallet;
        const signed = await request('stx_signMessage', { message: 'hi' });
        const called = await request('stx_callContract', {
          contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
          functionName: 'burn',
          functionArgs: [{ type: 'uint', value: 5n }],
        }).catch(({ name, cause }) => ({ name, cause: String(cause) }));
        return { signed, called };
      });
      assert.match(answers.signed.signature, /^0x/);
      assert.equal(answers.called.name, 'JsonRpcError');
      assert.match(answers.called.cause, /Could not load \.\/parts\/lib\/stacks-encoder\.js/);
    } finally {
      await opened.close();
    }
  });
});

/** The bundled app, as routes of the page. */
async function bundle(folder, code = APP) {
  const entry = `${folder}/app.js`;
  const app = await rollup({
    input: entry,
    logLevel: 'silent',
    plugins: [
      {
        name: 'app',
        load: (id) => (id === entry ? code : null),
        resolveId: (id) => (id === entry ? id : null),
      },
      nodeResolve({ browser: true }),
      commonjs(),
    ],
  });
  const { output } = await app.generate({ format: 'es', chunkFileNames: '[name].js' });
  await app.close();
  return Object.fromEntries(
    output.map(({ fileName, code }) => [
      `/app/${fileName}`,
      { contentType: 'text/javascript', body: code },
    ]),
  );
}
