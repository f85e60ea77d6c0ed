import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';

/** Milliseconds until a step that hangs fails. The same steps take ten times as long on a busy machine. */
const TIMEOUT = 240_000;

/** The Chromium of this process, and the number of callers that have not closed it yet. */
let chromiumHere;
let users = 0;

/**
 * The Chromium in which the tests of the elements run. All files of one process share it: `close` closes what its
 * caller opened, and the last call closes Chromium. Pages prefer reduced motion, unless the options of their context
 * say otherwise: an animation renders a frame every 16 ms.
 */
export async function launchBrowser() {
  users += 1;
  const browser = await (chromiumHere ??= chromium.launch({
    executablePath: chromePath(),
    args: ['--disable-dev-shm-usage'],
    chromiumSandbox: process.getuid?.() !== 0,
  }));
  const contexts = [];
  const keep = (context) => {
    context.setDefaultTimeout(TIMEOUT);
    contexts.push(context);
    return context;
  };
  const withReducedMotion = (options) => ({ reducedMotion: 'reduce', ...options });
  return {
    newContext: async (options) => keep(await browser.newContext(withReducedMotion(options))),
    async newPage(options) {
      const page = await browser.newPage(withReducedMotion(options));
      keep(page.context());
      return page;
    },
    async close() {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
      users -= 1;
      if (users > 0) return;
      chromiumHere = undefined;
      await browser.close();
    },
  };
}

/**
 * Opens a page with its own profile. `errors`: the errors thrown or logged so far. `wallet`: options of the
 * development wallet. `prepare` is called with the page before it loads.
 */
export async function openPage(browser, url, { wallet, ...options } = {}) {
  const tab = await openTab(browser, { wallet });
  await tab.open(url, options);
  return tab;
}

/**
 * Opens a tab with its own profile. `open` loads a page as on a first visit: without stored data, routes or errors of
 * the page before. Pages of one tab do not compile the same scripts again, and need half of the processor time of pages
 * with their own profiles.
 */
export async function openTab(browser, { wallet = {} } = {}) {
  const context = await browser.newContext();
  await context.addInitScript((options) => (window.devWalletOptions = options), wallet);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(`${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    page,
    errors,
    async open(url, { routes = {}, prepare } = {}) {
      if (page.url() !== 'about:blank') {
        await page.evaluate('localStorage.clear(), sessionStorage.clear()');
        // The page before may load something later, for which no route would be left.
        await page.goto('about:blank');
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      errors.splice(0);
      for (const [path, { contentType, body }] of Object.entries(routes)) {
        await page.route(new URL(path, url).href, (route) => route.fulfill({ contentType, body }));
      }
      await prepare?.(page);
      await page.goto(url);
    },
    close: () => context.close(),
  };
}

/** Connects like a user: presses the button, the wallet in the list, and Approve in the wallet. */
export async function connectByHand(page, wallet = 'Development wallet') {
  await page.locator('wallet-connect-button').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: wallet }).click();
  await approve(page);
}

/** Approves the request in the development wallet's dialog. */
export async function approve(page) {
  await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' }).click();
}
