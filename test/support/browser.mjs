import { chromium } from 'playwright-core';
import { chromePath } from '../../scripts/chrome-path.mjs';

/** A real Chromium, the one that the tests of the elements run in. */
export function launchBrowser() {
  return chromium.launch({
    executablePath: chromePath(),
    args: ['--disable-dev-shm-usage'],
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

/**
 * A page of its own profile, with the errors that it threw or wrote so far. `wallet`: options of the
 * development wallet on it. `prepare` gets the page before it loads.
 */
export async function openPage(browser, url, { routes = {}, wallet = {}, prepare } = {}) {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  await context.addInitScript((options) => (window.devWalletOptions = options), wallet);
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(`${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  for (const [path, { contentType, body }] of Object.entries(routes)) {
    await page.route(new URL(path, url).href, (route) => route.fulfill({ contentType, body }));
  }
  await prepare?.(page);
  await page.goto(url);
  return { page, errors, close: () => context.close() };
}

/** What a user does to connect: the button, the wallet in the list, Approve in the wallet. */
export async function connectByHand(page, wallet = 'Development wallet') {
  await page.locator('wallet-connect-button').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: wallet }).click();
  await approve(page);
}

/** Approves what the development wallet asks. */
export async function approve(page) {
  await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' }).click();
}
