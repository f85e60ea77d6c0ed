import { openPage, approve } from '../../../test/support/browser.mjs';

/** The name of the development wallet in a picker, for each wallet that it emulates. */
export const WALLETS = {
  sip030: 'Development wallet',
  leather: 'Leather',
  xverse: 'Xverse',
  fordefi: 'Fordefi',
};
/** The addresses of its first two accounts. */
export const FIRST = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
export const SECOND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';

/** What the user does in the picker. */
const PICKERS = {
  real: {
    choose: (page, wallet) =>
      page
        .locator('connect-modal li')
        .filter({ hasText: wallet })
        .getByRole('button', { name: 'Connect' })
        .click(),
    close: (page) =>
      page.locator('connect-modal').getByRole('button', { name: 'Close popup' }).click(),
  },
  'drop-in': {
    choose: (page, wallet) =>
      page.getByRole('dialog').getByRole('button', { name: wallet }).click(),
    close: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
  },
};

/**
 * An app in a page with the development wallet.
 *
 * @param {{ url: string, subject: 'real' | 'drop-in', app: string, as?: string, wallet?: object }} what `wallet`:
 *   further options of the development wallet
 */
export async function openApp(
  browser,
  { url, subject: first, app, as = 'sip030', wallet: options },
) {
  let subject = first;
  const addressOf = (name) => `${url}${name}/${app}/`;
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
    choose: () => PICKERS[subject].choose(page, name),
    closePicker: () => PICKERS[subject].close(page),
    /** Presses a button, chooses the wallet in the picker and approves there. */
    async connect(button = 'Connect') {
      await press(button);
      await PICKERS[subject].choose(page, name);
      await approve(page);
    },
    /** The text that the app shows last, once it matches. */
    async outcome(pattern) {
      const output = page.locator('output').filter({ hasText: pattern });
      try {
        await output.waitFor({ timeout: 5_000 });
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
    },
  };
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
