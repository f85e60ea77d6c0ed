import { approve } from '../../test/support/browser.mjs';

/**
 * Opens a page.
 *
 * @returns {Promise<{ page: import('playwright-core').Page, messages: string[] }>} `messages`: those in the console so
 *   far, and uncaught errors
 */
export async function openTab(context, url) {
  const page = await context.newPage();
  const messages = [];
  page.on('pageerror', (error) => messages.push(String(error)));
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()}`;
    if (!text.startsWith('info: Development wallet installed')) messages.push(text);
  });
  await page.goto(url);
  return { page, messages };
}

/** Presses a button until the picker opens: a page ignores clicks before it is hydrated. */
export async function openPicker(page, button) {
  const dialog = page.getByRole('dialog');
  await until(
    () => button.click({ timeout: 1_000 }),
    () => dialog.waitFor({ timeout: 5_000 }),
  );
}

/** Chooses the development wallet in the open picker, and approves. */
export async function chooseWallet(page) {
  const wallet = page.getByRole('dialog').getByRole('button', { name: 'Development wallet' });
  const approval = page.locator('#dev-wallet-approval').getByRole('button', { name: 'Approve' });
  // The picker ignores clicks at first: they may belong to a double click before it opened.
  await until(
    () => wallet.click({ timeout: 1_000 }),
    () => approval.waitFor({ timeout: 5_000 }),
  );
  await approve(page);
}

/** Switches the account until the page shows it: the page may not listen to the wallet yet. */
export async function switchAccount(page, index, shown) {
  await until(
    () => page.evaluate((at) => window.devWallet.switchAccount(at), index),
    () => shown.waitFor({ timeout: 1_000 }),
  );
}

/** Repeats `act` until `isDone` resolves, for at most a minute. */
async function until(act, isDone) {
  const limit = Date.now() + 60_000;
  for (;;) {
    await act().catch(() => {});
    try {
      return await isDone();
    } catch (error) {
      if (Date.now() > limit) throw error;
    }
  }
}
