import { openPage, approve } from '../../../test/support/browser.mjs';

/** The name of the development wallet in the picker, by the wallet that it emulates. */
export const WALLETS = {
  sip030: 'Development wallet',
  leather: 'Leather',
  xverse: 'Xverse',
  fordefi: 'Fordefi',
};
/** The addresses of the first two accounts of the development wallet. */
export const FIRST = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
export const SECOND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';

/** The buttons in the picker. */
const PICKERS = {
  real: {
    wallet: (page, name) =>
      page
        .locator('connect-modal li')
        .filter({ hasText: name })
        .getByRole('button', { name: 'Connect' }),
    close: (page) => page.locator('connect-modal').getByRole('button', { name: 'Close popup' }),
  },
  'drop-in': {
    wallet: (page, name) => page.getByRole('dialog').getByRole('button', { name }),
    close: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
  },
};

/** Milliseconds after opening in which the picker of the drop-in ignores clicks: they may belong to a double click. */
const DOUBLE_CLICK = 350;

async function pressInPicker(page, control) {
  await control.waitFor();
  await page.waitForTimeout(DOUBLE_CLICK);
  await control.click();
}

/**
 * An app in a page with the development wallet.
 *
 * @param {{ url: string, subject: 'real' | 'drop-in', app: string, as?: string, wallet?: object, query?: string }}
 *   `wallet`: further options of the development wallet; `query`: the query of the page's URL
 */
export async function openApp(
  browser,
  { url, subject: first, app, as = 'sip030', wallet: options, query = '' },
) {
  let subject = first;
  const addressOf = (name) => `${url}${name}/${app}/${query}`;
  const { page, errors, close } = await openPage(browser, addressOf(subject), {
    wallet: { as, ...options },
  });
  const name = WALLETS[as];
  const press = (button) => page.getByRole('button', { name: button, exact: true }).click();

  return {
    page,
    errors,
    close,
    press,
    approve: () => approve(page),
    reject: () =>
      page.locator('#dev-wallet-approval').getByRole('button', { name: 'Reject' }).click(),
    closePicker: () => pressInPicker(page, PICKERS[subject].close(page)),
    /** Presses a button, chooses the wallet in the picker and approves there. */
    async connect(button = 'Connect') {
      await press(button);
      await pressInPicker(page, PICKERS[subject].wallet(page, name));
      await approve(page);
    },
    /** Chooses the wallet whenever a picker opens, until the promise is settled, and returns its value. */
    async choosingUntil(promise) {
      let done = false;
      const settled = promise.finally(() => (done = true));
      const wallet = PICKERS[subject].wallet(page, name);
      while (!done) {
        const opened = wallet.waitFor().then(
          () => true,
          () => false,
        );
        if (!(await Promise.race([opened, settled.then(() => false)]))) continue;
        // The picker may still be closing.
        await wallet.click({ timeout: 2_000 }).catch(() => {});
      }
      return settled;
    },
    /** Waits until the shown outcome matches, and returns it. */
    async outcome(pattern) {
      const output = page.locator('output').filter({ hasText: pattern });
      try {
        await output.waitFor();
      } catch (cause) {
        const shown = await page.locator('output').textContent();
        throw new Error(`The app shows "${shown}" instead of ${pattern}.`, { cause });
      }
      return output.textContent();
    },
    shown: (id = 'stx') => page.getByTestId(id).textContent(),
    isSignedOut: () =>
      page
        .getByRole('button', { name: 'Connect', exact: true })
        .waitFor()
        .then(() => true),
    inWallet: (verb, ...args) =>
      page.evaluate(([does, given]) => window.devWallet[does](...given), [verb, args]),
    /** Everything in the storage, decoded. */
    stored: () => page.evaluate(readStorage),
    /** The same app, built with the other library, in the same profile. */
    async switchTo(other) {
      subject = other;
      await page.goto(addressOf(other));
      await permit(page, as);
    },
    async reload() {
      await page.reload();
      await permit(page, as);
    },
  };
}

/**
 * Xverse and Fordefi answer some methods only for pages that have the user's permission. An extension remembers it; the
 * development wallet loses it with every navigation.
 */
async function permit(page, as) {
  if (as !== 'xverse' && as !== 'fordefi') return;
  const permitted = page.evaluate(() =>
    (window.XverseProviders?.BitcoinProvider ?? window.FordefiProviders.UtxoProvider)
      .request('wallet_connect', null)
      .then(() => true),
  );
  await approve(page);
  await permitted;
}

/** Runs in the page. */
function readStorage() {
  const decoders = {
    '@stacks/connect': (hex) => {
      const bytes = hex.match(/../g).map((byte) => Number.parseInt(byte, 16));
      return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes)));
    },
    'blockstack-session': (text) => JSON.parse(text),
  };
  return Object.fromEntries(
    Object.entries(localStorage).map(([key, value]) => [key, decoders[key]?.(value) ?? value]),
  );
}
