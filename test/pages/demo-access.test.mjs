import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { approve, launchBrowser, openTab } from '../support/browser.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The pages, with selectors of the parts that each renders late. */
const PAGES = {
  '': [
    '#methods input[name=method]',
    '#method-name:not(:empty)',
    '#broadcasts [role=status]:not(:empty)',
    '#gallery input[name=theme]',
    '#card ft-metadata-card',
  ],
  'elements.html': ['#theme input', '#elements:not(:has(> :not(:has(.stage))))'],
  'tokens.html': ['#tokens > *', '#trouble > *', '#hostile > *'],
  'script-tag.html?dev-wallet': [],
  'every-method.html': ['#wallets a'],
};
const WIDTHS = [1280, 390, 320];
const SCREEN = { width: WIDTHS[0], height: 800 };
/** Taller than each page: all of it is in view, so no part waits for scrolling. */
const ALL = 20_000;

describe('the accessibility of the demo', () => {
  let server, browser, tab, page;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    tab = await openTab(browser);
    ({ page } = tab);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens a page as on a first visit, in the light color scheme. */
  async function open(path) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(SCREEN);
    await tab.open(`${server.url}${path}`);
  }

  for (const path of Object.keys(PAGES)) {
    it(`/${path}: axe finds no violation in either color scheme, and no width scrolls horizontally`, async () => {
      await open(path);
      // Each part loads when it is in view, or at the first key press.
      await page.keyboard.press('Shift');
      for (const part of PAGES[path]) await page.locator(part).first().waitFor();
      await page.setViewportSize({ width: WIDTHS[0], height: ALL });
      await page.waitForFunction(
        (late) =>
          [...document.querySelectorAll(late)].every(
            ({ status }) => status && status !== 'idle' && status !== 'loading',
          ),
        'ft-metadata-card, nft-metadata-card, ft-list',
        { polling: 100 },
      );
      await page.setViewportSize(SCREEN);
      const raw = await page.evaluate(() => document.body.innerText.match(/`[^`\n]+`/)?.[0]);
      assert.equal(raw, undefined, 'code is marked up');
      await page.evaluate(axe);
      assert.deepEqual(await violations(page), []);
      await assertDark(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.waitForFunction((wanted) => innerWidth === wanted, width);
        assert.equal(await scrollWidth(page), width);
        // Nothing covers the title.
        await page.locator('h1').click({ trial: true });
      }
    });
  }

  it('axe finds no violation in a full card, closed and open, in either color scheme', async () => {
    await open('tokens.html');
    await page.keyboard.press('Shift');
    await page.getByLabel('Variant').selectOption('full');
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('honey');
    await page.locator('#count', { hasText: '1 of ' }).waitFor();
    await page.locator('#tokens ft-metadata-card[status=ready]:visible').waitFor();
    await page.evaluate(axe);
    // This test opens no card outside of #tokens.
    const rules = ['color-contrast', 'aria-valid-attr-value', 'button-name', 'label'];
    assert.deepEqual(await violations(page, rules, '#tokens'), []);
    await assertDark(page, '#tokens');
    await page.emulateMedia({ colorScheme: 'light' });
    await page
      .locator('#tokens')
      .getByRole('button', { name: /^All details/ })
      .click();
    assert.deepEqual(await violations(page), []);
    await assertDark(page);
  });

  describe('while connected', () => {
    before(async () => {
      await open('');
      await page.locator('wallet-list').getByRole('button', { name: 'Development wallet' }).click();
      await approve(page);
      await page.locator('#connected', { hasText: 'The page has 3 addresses.' }).waitFor();
    });

    it('shows the number of addresses, and does not announce the addresses', async () => {
      await page.locator('#account [part=address]').first().waitFor();
      const announced = await page.locator('[aria-live], [role=status]').allTextContents();
      assert.doesNotMatch(announced.join(), /SP[0-9A-Z]{5}|bc1/);
      // The Stacks address is the headline.
      const purposes = await page.locator('#account [part~=purpose]').allTextContents();
      assert.deepEqual(
        purposes.map((text) => text.trim()),
        ['Bitcoin payment', 'Bitcoin ordinals'],
      );
      // The pressed button is removed: the focus is on the title of its replacement.
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Connected');
    });

    it('axe finds no violation with a result and everything open, in either color scheme', async () => {
      await page.keyboard.press('Shift');
      await page.getByRole('radio', { name: 'stx_transferStx', exact: true }).check();
      await page.getByRole('button', { name: 'Run' }).click();
      await approve(page);
      await page.locator('#outcome:not(.failed)', { hasText: 'txid' }).waitFor();
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      await page.locator('#wallets .explained').first().waitFor();
      await page.evaluate(axe);
      assert.deepEqual(await violations(page), []);
      await assertDark(page);
    });
  });

  // The order of these tests matters: a key press loads the parts.
  describe('of the start page', () => {
    before(() => open(''));

    it('has the tag, the live button and the open list of wallets on the first screen', async () => {
      const onScreen = async (selector, { width, height }) => {
        await page.setViewportSize({ width, height });
        const { x, y, width: w, height: h } = await page.locator(selector).first().boundingBox();
        return x >= 0 && x + w <= width && y >= 0 && y + h <= height;
      };
      for (const selector of ['h1', '.front .source', 'wallet-connect-button', 'wallet-list']) {
        await page.locator(selector).first().waitFor();
        assert.ok(await onScreen(selector, SCREEN), selector);
      }
      const phone = { width: 390, height: 844 };
      for (const selector of [
        'h1',
        '.bar nav a:last-child',
        '.front .source',
        'wallet-connect-button',
      ]) {
        assert.ok(await onScreen(selector, phone), `${selector} on a phone`);
      }
    });

    it('loads every part when Tab is pressed', async () => {
      await page.keyboard.press('Tab');
      await page.getByRole('radio', { name: 'getAddresses', exact: true }).waitFor();
      await page.getByRole('radio', { name: 'Orchid' }).waitFor();
      assert.equal(await page.evaluate(() => scrollY), 0);
    });

    it('removes an error when the params change', async () => {
      const params = page.getByLabel('Params, in JSON');
      await page.getByRole('radio', { name: 'stx_transferStx', exact: true }).check();
      await params.fill('{');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.getByText('The params are not JSON').waitFor();
      await params.fill('{}');
      assert.equal(await page.locator('#params-error').textContent(), '');
      await page.getByRole('button', { name: 'Run' }).click();
      await page.locator('#outcome.failed').waitFor();
      await params.fill('{ "amount": "1" }');
      assert.ok(await page.locator('#outcome').isHidden());
    });
  });
});

/** Changes the color scheme of a page to dark, and checks the rules that depend on it. */
async function assertDark(page, part) {
  await page.emulateMedia({ colorScheme: 'dark' });
  const scheme = '(prefers-color-scheme: dark)';
  await page.waitForFunction((query) => matchMedia(query).matches, scheme);
  const rules = ['color-contrast', 'link-in-text-block'];
  assert.deepEqual(await violations(page, rules, part), [], 'dark');
}

/** The scroll width, after the elements have adapted to a new width. */
function scrollWidth(page) {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth;
  });
}

/** What axe finds in the page, or only with some rules, or only in a part of the page. */
async function violations(page, rules, part = 'html') {
  return page.evaluate(
    async ({ values, selector }) => {
      const { violations: found } = await window.axe.run(selector, {
        resultTypes: ['violations'],
        ...(values && { runOnly: values }),
      });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join()}`);
    },
    { values: rules, selector: part },
  );
}
