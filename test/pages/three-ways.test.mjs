import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { startServer } from '../../scripts/server.mjs';
import * as packageItself from '../../dist/index.js';
import * as metadata from '../../dist/metadata/index.js';
import { connectByHand, launchBrowser, openTab } from '../support/browser.mjs';
import { installPackage } from '../support/installed.mjs';

const TAGS = `<wallet-connect-button></wallet-connect-button>
  <ft-metadata-card base-url="/" principal="SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token"></ft-metadata-card>`;

const withTags = (script) => `<!doctype html>
  <html lang="en">
    <head><script src="/dist/dev-wallet/dev-wallet.js"></script>${script}</head>
    <body>${TAGS}</body>
  </html>`;

/** The button waits for its texts without the limit of a second, since a busy machine may take longer to load them. */
const WITHOUT_TIMEOUT = `
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
  let server, browser, app, bundles, page, errors, open;

  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    const tab = await openTab(browser);
    ({ page, errors } = tab);
    open = (html, { routes, prepare } = {}) =>
      tab.open(`${server.url}way.html`, {
        routes: { '/way.html': { contentType: 'text/html', body: html }, ...routes },
        prepare,
      });
    app = installPackage();
    bundles = await bundle(app.folder, { app: APP, picker: PICKER });
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    app?.remove();
  });

  /** Connects like a user, and expects that the page shows the account. */
  const connect = async () => {
    await connectByHand(page);
    await page.locator('wallet-connect-button').getByText('SPC5').first().waitFor();
  };

  /** Opens a page, connects like a user, and expects that it shows the account and a token. */
  const check = async ({ html, isConnected, routes }) => {
    await open(html, { routes });
    await connect();
    assert.equal(await page.evaluate(isConnected), true);
    await page.locator('ft-metadata-card[status=ready]').waitFor();
    const { height } = await page.locator('wallet-connect-button').boundingBox();
    assert.ok(height < 80, `the button is ${height} pixels high`);
    assert.deepEqual(errors, []);
  };

  it('connects with one module script tag', () =>
    check({
      html: withTags('<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>'),
      isConnected: `import('/dist/cdn/stacks-wallet-elements.js').then((m) => m.isConnected())`,
    }));

  it('connects with one classic script tag, on a page without a doctype', () =>
    check({
      html: withTags('<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>').replace(
        '<!doctype html>',
        '',
      ),
      isConnected: 'StacksWallet.isConnected()',
    }));

  it('works with three copies on one page, which share one connection', async () => {
    const copy = new URL('../../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url);
    await check({
      html: withTags(`
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
      <script type="module" src="/app/picker.js"></script>
      <script type="module">
        import { getDefaultClient } from '/dist/cdn/stacks-wallet-elements.js';
        window.other = { client: getDefaultClient() };
      </script></head>
      <body><wallet-connect-button></wallet-connect-button></body></html>`;
    await open(html, { routes: bundles });
    const button = page.locator('wallet-connect-button');
    await button.getByRole('button').waitFor();
    assert.equal(await page.evaluate('app.client === other.client && !app.button'), true);
    const error = button.evaluate(
      (element) =>
        new Promise((resolve) =>
          element.addEventListener('wallet-connect-error', (event) => resolve(event.error.message)),
        ),
    );
    await button.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Locked' }).click();
    await dialog.getByText('The wallet is locked.').first().waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await error, 'The wallet is locked.');
    await button.evaluate((element) => element.updateComplete);
    assert.equal(await button.getByRole('alert').textContent(), '');
  });

  it('connects in an app that imports the installed package', async () => {
    await check({
      html: withTags('<script type="module" src="/app/app.js"></script>'),
      isConnected: 'app.isConnected()',
      routes: bundles,
    });
  });

  it('connects in a page with a query in the URL of the script, which browsers load twice then', async () => {
    await check({
      html: withTags(`
        <script type="module" src="/dist/cdn/stacks-wallet-elements.js?release=2"></script>
        <script type="module">
          import * as library from '/dist/cdn/stacks-wallet-elements.js';
          window.library = library;
        </script>`),
      isConnected: 'library.isConnected()',
    });
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
      await open(html, {
        prepare: () =>
          page.route('**/chunks/de-*.js', async (route) => {
            await ready;
            await route.continue();
          }),
      });
    };
    const button = (name) => page.getByRole('button', { name }).waitFor();
    /** The recorded labels, after the next frame, which records the label that is shown now. */
    const labels = () =>
      page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => resolve([...window.labels]))),
      );

    it('shows the button after its texts have loaded', async () => {
      await openGerman(pause(400), WITHOUT_TIMEOUT);
      await button('Wallet verbinden');
      assert.deepEqual(await labels(), ['Wallet verbinden']);
    });

    it('shows the button in English if its texts take longer than a second', async () => {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await openGerman(released);
      await button('Connect wallet');
      release();
      await button('Wallet verbinden');
      assert.deepEqual(await labels(), ['Connect wallet', 'Wallet verbinden']);
    });
  });

  it('loads no code for Clarity values, PSBTs or QR codes before it is needed', async () => {
    const html = withTags(
      '<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>',
    );
    const parts = [];
    page.on('request', (request) => {
      const [, part] =
        /chunks\/(stacks-answers|bitcoin-answers|bitcoin-requests|qr-code)-/.exec(
          new URL(request.url()).pathname,
        ) ?? [];
      if (part) parts.push(part);
    });
    await open(html);
    await page.locator('ft-metadata-card[status=ready]').waitFor();
    assert.deepEqual(parts, []);
    await connect();
    await page.evaluate(async () => {
      window.devWallet.behave({ autoApprove: true });
      const { request } = await import('/dist/cdn/stacks-wallet-elements.js');
      return request('stx_callContract', {
        contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
        functionName: 'burn',
        functionArgs: [{ type: 'uint', value: 5n }],
      });
    });
    assert.deepEqual(parts, ['stacks-answers']);
  });

  it('has every function of the package and of /metadata in the global of the classic script', async () => {
    const html = withTags('<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>');
    await open(html);
    const names = await page.evaluate(() => Object.keys(window.StacksWallet));
    const wanted = [...Object.keys(packageItself), ...Object.keys(metadata), 'loadElements'];
    assert.deepEqual(
      wanted.filter((name) => !names.includes(name)),
      [],
    );
    assert.equal(
      await page.evaluate(() => window.StacksWallet.formatUnits(1_500_000n, 6)),
      metadata.formatUnits(1_500_000n, 6),
    );
  });

  it('works with the classic script alone, in English', async () => {
    const html = withTags('<script src="/alone/stacks-wallet-elements.iife.js"></script>');
    const file = new URL('../../dist/cdn/stacks-wallet-elements.iife.js', import.meta.url);
    const script = { contentType: 'text/javascript', body: await readFile(file, 'utf8') };
    await open(html, { routes: { '/alone/stacks-wallet-elements.iife.js': script } });
    await connect();
    const answers = await page.evaluate(async () => {
      window.devWallet.behave({ autoApprove: true });
      const { request } = window.StacksWallet;
      const signed = await request('stx_signMessage', { message: 'hi' });
      const { txid } = await request('stx_callContract', {
        contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
        functionName: 'burn',
        functionArgs: [{ type: 'uint', value: 5n }],
      });
      return { signed, txid };
    });
    assert.match(answers.signed.signature, /^0x/);
    assert.match(answers.txid, /^(?:0x)?[0-9a-f]{64}$/);
  });
});

/** The bundles of apps, as routes of a page: `/app/` and the name of the app. */
async function bundle(folder, apps) {
  const entries = Object.fromEntries(
    Object.entries(apps).map(([name, code]) => [`${folder}/${name}.js`, code]),
  );
  const bundled = await rollup({
    input: Object.keys(entries),
    logLevel: 'silent',
    plugins: [
      {
        name: 'apps',
        load: (id) => entries[id] ?? null,
        resolveId: (id) => (id in entries ? id : null),
      },
      nodeResolve({ browser: true }),
    ],
  });
  const { output } = await bundled.generate({ format: 'es', chunkFileNames: '[name].js' });
  await bundled.close();
  return Object.fromEntries(
    output.map(({ fileName, code }) => [
      `/app/${fileName}`,
      { contentType: 'text/javascript', body: code },
    ]),
  );
}
