import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { startServer } from '../scripts/server.mjs';
import { launchBrowser, openPage } from './support/browser.mjs';

const PAGE = `<!doctype html>
  <html lang="en"><head>
    <link rel="icon" href="data:," />
    <script src="/dist/dev-wallet/dev-wallet.js"></script>
    <script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>
  </head><body>
    <div id="here">
      <wallet-connect-button></wallet-connect-button>
      <wallet-request-button method="stx_signMessage" params='{"message":"hi"}'></wallet-request-button>
    </div>
    <div id="there"></div>
    <dialog id="own"><button>In the page's dialog</button></dialog>
  </body></html>`;
const BUTTONS = ['wallet-connect-button', 'wallet-request-button'];
/** The code of a request, and that of the picker: whatever is loaded after a press. */
const LATE = ['request', 'picker'];

describe('while the picker is loading', () => {
  let server, browser, opened, page, release;

  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  beforeEach(async () => {
    opened = await openPage(browser, `${server.url}picker-loading.html`, {
      routes: { '/picker-loading.html': { contentType: 'text/html', body: PAGE } },
    });
    ({ page } = opened);
    await page.locator('wallet-connect-button').getByRole('button').waitFor();
    await page.locator('wallet-request-button').getByRole('button').waitFor();
  });
  afterEach(async () => {
    release();
    await opened.close();
  });

  /** Holds one of the late parts back, in a new document whose buttons are there. */
  const hold = async (part) => {
    const released = new Promise((resolve) => (release = resolve));
    let held = 0;
    await page.route(`**/chunks/${part}-*.js`, async (route) => {
      held++;
      await released;
      await route.continue().catch(() => {});
    });
    await page.reload();
    for (const tag of BUTTONS) await page.locator(tag).getByRole('button').waitFor();
    await page.evaluate(() => {
      window.heard = [];
      for (const element of document.querySelectorAll('#here > *')) {
        for (const type of ['wallet-connect-error', 'wallet-request-error']) {
          element.addEventListener(type, ({ error, rejected }) =>
            window.heard.push([type, error.code, rejected]),
          );
        }
      }
    });
    return { waits: () => until(() => held > 0) };
  };

  const press = (tag) => page.locator(tag).getByRole('button').first().click();
  const heard = () => page.evaluate(() => window.heard);
  const dialogs = () => page.getByRole('dialog').count();

  /** Nothing opens, though everything is loaded now. */
  const expectNoPicker = async () => {
    release();
    await page.evaluate(async () => {
      await Promise.all([import('/dist/cdn/stacks-wallet-elements.js'), fetch('/')]);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    assert.equal(await dialogs(), 0);
  };

  for (const part of LATE) {
    for (const tag of BUTTONS) {
      const type = tag.replace('-button', '-error');

      it(`cancels where the <${tag}> is removed (${part})`, async () => {
        const { waits } = await hold(part);
        await press(tag);
        await waits();
        await page.evaluate((name) => document.querySelector(name).remove(), tag);
        await until(async () => (await heard()).length > 0);
        assert.deepEqual(await heard(), [[type, -31001, true]]);
        await expectNoPicker();
      });

      it(`cancels on Escape, and opens at the next press of <${tag}> (${part})`, async () => {
        const { waits } = await hold(part);
        await press(tag);
        await waits();
        await page.keyboard.press('Escape');
        await until(async () => (await heard()).length > 0);
        assert.deepEqual(await heard(), [[type, -31001, true]]);
        await expectNoPicker();
        await press(tag);
        await page.getByRole('dialog').waitFor();
      });
    }

    it(`opens though the button was moved in the document (${part})`, async () => {
      const { waits } = await hold(part);
      await press('wallet-connect-button');
      await waits();
      await page.evaluate(() =>
        document.querySelector('#there').append(document.querySelector('wallet-connect-button')),
      );
      release();
      await page.getByRole('dialog').waitFor();
      assert.deepEqual(await heard(), []);
    });

    it(`leaves an Escape alone that something else handles (${part})`, async () => {
      const { waits } = await hold(part);
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
  }

  it('does not keep Escape from a dialog of the page', async () => {
    const { waits } = await hold('picker');
    await press('wallet-connect-button');
    await waits();
    await page.evaluate(() => document.querySelector('#own').showModal());
    await page.keyboard.press('Escape');
    await until(() => page.evaluate(() => !document.querySelector('#own').open));
    await expectNoPicker();
  });

  it('cancels, on Escape, what the page itself asked for', async () => {
    const { waits } = await hold('picker');
    const code = page.evaluate(async () => {
      const { connect } = await import('/dist/cdn/stacks-wallet-elements.js');
      return connect().catch((error) => error.code);
    });
    await waits();
    await page.keyboard.press('Escape');
    assert.equal(await code, -31001);
    await expectNoPicker();
  });

  it('goes on where the button is removed once the picker is open', async () => {
    await hold('nothing');
    await press('wallet-connect-button');
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => document.querySelector('wallet-connect-button').remove());
    await page.getByRole('dialog').getByRole('button', { name: 'Development wallet' }).click();
    await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(await heard(), []);
    const isConnected = `import('/dist/cdn/stacks-wallet-elements.js').then((m) => m.isConnected())`;
    assert.equal(await page.evaluate(isConnected), true);
  });
});

async function until(condition) {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It never came to be: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
