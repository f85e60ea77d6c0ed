import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import express from 'express';
import { createMetadataApp } from '../../fixtures/server.mjs';
import { launchBrowser, openPage } from '../support/browser.mjs';
import { listening } from '../support/pages.mjs';
import { root } from '../support/program.mjs';

const CALL = {
  contract: 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token',
  functionName: 'burn',
  functionArgs: [{ type: 'uint', value: '5' }],
};
const MODULES = '<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>';
const ONE_FILE = '<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>';
const ACCOUNT = '<wallet-account></wallet-account>';
const ACCOUNT_FILE = /chunks\/wallet-account-[^/]*\.js$/;

let server, browser;
/** One page for all tests, and the errors that its current document threw or logged. */
let page, errors;
/** The page that the server sends. */
let sent;
/** The file whose first requests get a 404: `times` of them. `asked`: the URLs of all its requests. */
let lost;
before(async () => {
  const app = express();
  app.get('/page.html', (_req, res) => res.set(sent.headers).send(sent.html));
  // Not page.route(), which makes each request of the page slower.
  app.use((req, res, next) => {
    if (!lost?.file.test(req.path) || lost.times === 0) return next();
    lost.times -= 1;
    res.status(404).end();
  });
  app.use('/dist', express.static(`${root}dist`));
  app.use(createMetadataApp());
  [server, browser] = await Promise.all([listening(app), launchBrowser()]);
  ({ page, errors } = await openPage(browser, 'about:blank', { wallet: { autoApprove: true } }));
  page.on('framenavigated', () => errors.splice(0));
  page.on('request', (request) => {
    if (lost?.file.test(request.url())) lost.asked.push(request.url());
  });
});
after(async () => {
  await browser?.close();
  server?.close();
});
afterEach(async () => {
  lost = undefined;
  await page.evaluate(() => localStorage.clear());
  // The pointer is not on a button of the next document, which would preload the picker.
  await page.mouse.move(0, 0);
});

/** Opens a page with the development wallet. */
const visit = (lang, body, headers = {}) => {
  const html = `<!doctype html><html lang="${lang}"><link rel="icon" href="data:,">
    <script src="/dist/dev-wallet/dev-wallet.js"></script>${body}</html>`;
  sent = { html, headers };
  return page.goto(`${server.origin}/page.html`);
};

describe('a file that fails to load', () => {
  /**
   * Opens a page on which the first `times` requests for `file` fail, and which gets no frame: nothing is
   * preloaded. Resolves with the URLs of all requests for the file.
   */
  const open = async (body, file, times) => {
    const { asked } = (lost = { file, times, asked: [] });
    await visit('en', `<script>window.requestAnimationFrame = () => 0;</script>${body}`);
    return asked;
  };
  const isDefined = (tag) =>
    page.evaluate(async (name) => void (await customElements.whenDefined(name)), tag);

  for (const how of ['a 404', 'a lost connection']) {
    it(`is loaded again after a pause, which doubles each time: ${how}`, async () => {
      const isAborted = how !== 'a 404';
      let left = 2;
      if (isAborted) {
        // Not with `times`: while Playwright ends the interception, it can miss a request.
        await page.route(ACCOUNT_FILE, (route) => (left-- > 0 ? route.abort() : route.continue()));
      }
      const asked = await open(MODULES + ACCOUNT, ACCOUNT_FILE, isAborted ? 0 : 2);
      await isDefined('wallet-account');
      assert.ok(asked.length >= 3, `${asked}`);
      const reports = errors.filter((line) =>
        line.includes('<wallet-account> could not be loaded'),
      );
      assert.equal(reports.length, 1, `${errors}`);
      const lit = await page.evaluate('globalThis.litElementVersions.length');
      assert.equal(lit, 1);
      if (isAborted) await page.unroute(ACCOUNT_FILE);
    });
  }

  for (const [when, trigger] of [
    [
      'for the next element of that tag',
      () => document.body.append(document.createElement('wallet-account')),
    ],
    ['when the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ]) {
    it(`is loaded again ${when}`, async () => {
      await open(
        `<script>window.setTimeout = () => 1;</script>${MODULES}${ACCOUNT}`,
        ACCOUNT_FILE,
        1,
      );
      while (errors.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(await page.evaluate("customElements.get('wallet-account')"), undefined);
      await page.evaluate(trigger);
      await isDefined('wallet-account');
    });
  }

  it('is requested only a few times if it never loads', async () => {
    const asked = await open(
      `<script>const { setTimeout: later } = window; window.setTimeout = (f, ms) => later(f, ms / 1000);</script>
        ${MODULES}${ACCOUNT}`,
      ACCOUNT_FILE,
      Infinity,
    );
    let length;
    do {
      length = asked.length;
      await page.waitForTimeout(1_500);
    } while (asked.length < 3 || (asked.length > length && length < 20));
    assert.ok(length > 2 && length < 20, `${length}`);
  });

  it('makes the picker fail with a message for the user; the next click opens it', async () => {
    await open(
      `${MODULES}<wallet-connect-button></wallet-connect-button>`,
      /chunks\/picker-[^/]*\.js$/,
      Infinity,
    );
    const failure = () =>
      page.evaluate(() =>
        import('/dist/cdn/stacks-wallet-elements.js').then(({ connect }) =>
          connect().then(
            () => undefined,
            ({ name, code, message, cause }) => ({
              name,
              code,
              message,
              cause: `${cause.cause}`,
            }),
          ),
        ),
      );
    await page.locator('wallet-connect-button').getByRole('button').waitFor();
    const { name, code, message, cause } = await failure();
    assert.deepEqual([name, code], ['JsonRpcError', -31000]);
    assert.match(message, /^The list of wallets could not be loaded\. Check your connection/);
    assert.match(cause, /Failed to fetch dynamically imported module/);
    lost = undefined;
    await page.locator('wallet-connect-button').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await page.locator('wallet-connect-button:state(connected)').waitFor();
  });

  const REQUEST_FILE = /\/request-[\w-]{8}\.js$/;

  it('makes only one request fail: the part that asks wallets', async () => {
    await open(MODULES, REQUEST_FILE, 1);
    const answers = await page.evaluate(async (params) => {
      const { request } = await import('/dist/cdn/stacks-wallet-elements.js');
      const options = { provider: window.devWallet.provider };
      const ask = () =>
        request(options, 'stx_callContract', params).then(
          ({ txid }) => txid,
          ({ message }) => message,
        );
      return [await ask(), await ask()];
    }, CALL);
    assert.match(answers[0], /The part of this library that asks wallets/);
    assert.match(answers[1], /^0x[0-9a-f]{64}$/);
  });

  it('is reported to the user with a specific message', async () => {
    await open(
      `${MODULES}<script>localStorage.setItem('STX_PROVIDER', devWallet.id);</script>
          <wallet-request-button method="stx_callContract" params='${JSON.stringify(CALL)}'>Burn</wallet-request-button>`,
      REQUEST_FILE,
      Infinity,
    );
    await page.evaluate(() =>
      document.addEventListener('wallet-request-error', ({ error }) => (window.failed = error)),
    );
    await page.getByRole('button', { name: 'Burn' }).click();
    assert.match(
      await page.locator('wallet-request-button [part=error]').textContent(),
      /^The request failed\. Something could not be loaded\. Nothing was sent\. Try again\.$/,
    );
    assert.match(await page.evaluate('`${failed.cause}`'), /Failed to fetch|Could not load/);
  });

  it('shows the user that the account menu could not be loaded; the next click opens it', async () => {
    await open(`${MODULES}<wallet-connect-button></wallet-connect-button>`, ACCOUNT_FILE, Infinity);
    const button = page.locator('wallet-connect-button').getByRole('button').first();
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await page.locator('wallet-connect-button:state(connected)').waitFor();
    await button.click();
    await page
      .locator('wallet-connect-button [part=error]')
      .getByText('The account menu couldn’t be loaded')
      .waitFor({ state: 'visible' });
    lost = undefined;
    await page.keyboard.press('Escape');
    await button.click();
    await page.getByRole('button', { name: 'Disconnect' }).waitFor();
    assert.deepEqual(
      errors.filter((line) => !line.startsWith('Failed to load resource')),
      [],
    );
  });

  it('does not prevent a QR code when its view is opened again', async () => {
    await open(
      `${MODULES}<wallet-connect-button></wallet-connect-button>`,
      /\/qr-code-[^/]*\.js$/,
      1,
    );
    await page.locator('wallet-connect-button').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const scan = dialog.getByRole('button', { name: 'Open Xverse on your phone' });
    await scan.click();
    await dialog.getByText('Couldn’t create a QR code').first().waitFor();
    await page.waitForTimeout(500);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await page.waitForTimeout(500);
    await scan.click();
    await dialog.getByRole('img', { name: 'QR code' }).waitFor();
  });

  it('is told of a transaction, which is read when the browser is online again', async () => {
    const asked = await open(
      `${MODULES}<wallet-transaction txid="${'a'.repeat(64)}" network="mainnet" base-url="/"></wallet-transaction>`,
      /\/reading-[\w-]{8}\.js$/,
      1,
    );
    const shown = page.locator('wallet-transaction');
    await shown.getByText('cannot be read now').waitFor();
    assert.equal(asked.length, 1);
    const read = page.waitForRequest(/\/extended\/v3\/transactions\/0xaaa/);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await read;
  });

  it('makes only one request for metadata fail', async () => {
    await open(MODULES, /\/token-[^/]*\.js$/, 1);
    const answers = await page.evaluate(async (principal) => {
      const { createMetadataClient } = await import('/dist/cdn/stacks-wallet-elements.js');
      const client = createMetadataClient({ baseUrl: '/' });
      const ask = () =>
        client.getFtMetadata(principal).then(
          () => 'answered',
          () => 'failed',
        );
      return [await ask(), await ask()];
    }, CALL.contract);
    assert.deepEqual(answers, ['failed', 'answered']);
  });
});

describe('a page under a Content Security Policy with Trusted Types', () => {
  const load = (policy, script) =>
    visit('de', `${script}<wallet-connect-button></wallet-connect-button>`, {
      'content-security-policy': `default-src 'self'; style-src 'self'; img-src 'self' data:; require-trusted-types-for 'script'; trusted-types ${policy}`,
    });

  for (const [name, script] of [
    ['the modules', MODULES],
    ['the classic script', ONE_FILE],
  ]) {
    it(`that allows lit-html works with ${name}, including lazy imports`, async () => {
      await load('lit-html', script);
      await page.getByRole('button', { name: 'Wallet verbinden' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
      await page.locator('wallet-connect-button[status=connected]').waitFor();
      assert.deepEqual(errors, []);
    });

    it(`that forbids lit-html is reported once by ${name}`, async () => {
      await load("'none'", script);
      const reports = () =>
        errors.filter((line) => line.includes('Send `trusted-types lit-html`')).length;
      while (reports() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      await page.waitForTimeout(500);
      assert.equal(reports(), 1, `${errors}`);
    });
  }
});
