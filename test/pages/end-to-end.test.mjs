import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { messageSigner, verifyStacks } from '../../fixtures/chain/verify-stacks.mjs';
import { startServer } from '../../scripts/server.mjs';
import { approve, connectByHand, launchBrowser, openPage } from '../support/browser.mjs';

/** The first account of the development wallet, from the first test vector of BIP-39. */
const STX = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const BTC = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
];
const PUBLIC_KEY = '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c';
const RECIPIENT = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const STORED = {
  addresses: { stx: [{ address: STX }], btc: BTC.map((address) => ({ address })) },
};

/**
 * A wallet that reports changes, and one that does not: its name in the picker, and what the button shows after
 * the user changes the account or the network, or disconnects, in the wallet. e2e-emulations.test.mjs tests every
 * wallet that the development wallet emulates.
 */
const FIRST = 'SPC5K…H54J';
const SECOND = 'SP3XH…3MGH';
const ON_TESTNET = 'STC5K…30BQ';
const EMULATIONS = {
  sip030: {
    name: 'Development wallet',
    shows: { switchAccount: SECOND, switchNetwork: ON_TESTNET, disconnect: 'Connect' },
    locked: 'Error -32002, MethodAccessDenied',
  },
  leather: {
    name: 'Leather',
    shows: { switchAccount: FIRST, switchNetwork: FIRST, disconnect: FIRST },
    locked: 'Error -32002, MethodAccessDenied',
  },
};
/** What the user does in the wallet: the function of the development wallet and its arguments. */
const ACTIONS = { switchAccount: [1], switchNetwork: ['testnet'], disconnect: [] };

// Wallets run concurrently, each with its own page and chain; the tests of one wallet run in sequence.
describe('the playground', { concurrency: true }, () => {
  let browser;
  before(async () => (browser = await launchBrowser()));
  after(() => browser?.close());

  for (const [as, { name, shows, locked }] of Object.entries(EMULATIONS)) {
    describe(`with the development wallet as ${as}`, { concurrency: 1 }, () => {
      let server, page, errors, close;

      before(async () => {
        server = await startServer();
        ({ page, errors, close } = await openPage(browser, server.url, { wallet: { as } }));
      });
      after(async () => {
        await close?.();
        await server?.close();
      });
      afterEach(() => assert.deepEqual(errors, []));

      const inPage = (call) =>
        page.evaluate(async (verb) => {
          const library = await import('/dist/cdn/stacks-wallet-elements.js');
          return library[verb]();
        }, call);
      const button = () => page.locator('wallet-connect-button').getByRole('button').first();
      const outcome = () => page.locator('#outcome:not([hidden])');
      const storedKeys = () => page.evaluate(() => Object.keys(localStorage).sort());

      const addresses = async () =>
        (await page.locator('#account [part=address]').allTextContents()).join();
      /** Resolves when the page has rendered every change. */
      const rendered = () =>
        page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );

      const connect = async () => {
        await connectByHand(page, name);
        await button().filter({ hasText: 'SPC5' }).waitFor();
        await page.locator('#account [part=address]').first().waitFor();
      };

      /** Fills in the form for a method and sends it. The form loads when it is in view. */
      const ask = async (method, params) => {
        await page.locator('#request').scrollIntoViewIfNeeded();
        await page.getByRole('radio', { name: method, exact: true }).check();
        if (params) await page.getByLabel('Params, in JSON').fill(JSON.stringify(params));
        await page.getByRole('button', { name: 'Run' }).click();
      };

      /** Sends a request, approves it, and returns the result that the page shows. */
      const run = async (method, params) => {
        await ask(method, params);
        await approve(page);
        await page.locator('#outcome:not([hidden]):not(.failed)').waitFor();
        return JSON.parse(await outcome().locator('pre').textContent());
      };

      it('connects with the button, stays connected after a reload, and stores nothing after disconnecting', async () => {
        assert.equal(await inPage('isConnected'), false);
        assert.equal(await inPage('getLocalStorage'), null);

        await connect();
        assert.match(await button().innerText(), /SPC5.*H54J/s);
        assert.equal(await inPage('isConnected'), true);
        assert.deepEqual(await inPage('getLocalStorage'), STORED);
        assert.deepEqual(await storedKeys(), ['@stacks/connect', 'STX_PROVIDER']);

        await page.reload();
        await button().filter({ hasText: 'SPC5' }).waitFor();
        assert.equal(await inPage('isConnected'), true);
        assert.deepEqual(await inPage('getLocalStorage'), STORED);

        await button().click();
        await page.getByRole('button', { name: /disconnect/i }).click();
        await button()
          .filter({ hasText: /connect/i })
          .waitFor();
        assert.equal(await inPage('isConnected'), false);
        assert.equal(await inPage('getLocalStorage'), null);
        assert.deepEqual(await storedKeys(), []);
      });

      describe('and connected', { concurrency: 1 }, () => {
        before(connect);

        it('signs a message with the key of the address', async () => {
          const message = 'Grüße, 世界';
          const { signature, publicKey } = await run('stx_signMessage', { message });
          assert.match(signature, /^0x[0-9a-f]{130}$/);
          assert.deepEqual(
            [messageSigner(message, signature), publicKey],
            [PUBLIC_KEY, PUBLIC_KEY],
          );
          const { addresses } = await run('stx_getAddresses');
          assert.equal(addresses.find(({ address }) => address === STX).publicKey, PUBLIC_KEY);
        });

        it('transfers STX, and shows the txid of the signed transaction', async () => {
          const { txid } = await run('stx_transferStx', {
            amount: '1000000',
            recipient: RECIPIENT,
            memo: 'Hello',
          });
          const [sent] = await (await fetch(`${server.url}fixture/transactions`)).json();
          const { publicKey, txid: signed, rest } = verifyStacks(sent.raw);
          assert.deepEqual([publicKey, signed], [PUBLIC_KEY, txid]);
          assert.ok((await page.locator('#explorer').getAttribute('href')).includes(txid));
          // 1 STX, to the recipient's hash160: payload 0x00, principal 0x05 0x16, amount, memo.
          assert.match(
            rest,
            /000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f/,
          );
        });

        it('shows a rejection by the user', async () => {
          await ask('stx_signMessage');
          await page
            .locator('#dev-wallet-approval')
            .getByRole('button', { name: 'Reject' })
            .click();
          assert.equal(
            await page.locator('#outcome.failed h4').textContent(),
            'Error -32000, UserRejection',
          );
        });

        it('shows an error while the wallet is locked, and stays connected', async () => {
          await page.evaluate(() => window.devWallet.lock());
          await ask('stx_signMessage');
          await outcome()
            .locator('h4')
            .filter({ hasText: new RegExp(`^${locked}`) })
            .waitFor();
          assert.match(flat(await button().innerText()), new RegExp(FIRST));
          await page.evaluate(() => window.devWallet.unlock());
          assert.ok((await run('stx_signMessage', { message: 'Hello' })).signature);
        });

        it('names an invalid param, and calls no wallet', async () => {
          const asked = () => page.evaluate(() => window.devWallet.calls.length);
          const before = await asked();
          await ask('stx_transferStx', { amount: '1.5', recipient: 'SP' });
          await page.locator('#outcome.failed').waitFor();
          assert.equal(await outcome().locator('h4').textContent(), 'Error -32602, InvalidParams');
          assert.match(await outcome().locator('pre').textContent(), /`amount`/);
          assert.equal(await asked(), before);
        });
      });

      for (const [verb, args] of Object.entries(ACTIONS)) {
        it(`shows ${verb}() in the wallet, if the wallet reports it`, async () => {
          await page.evaluate(() => localStorage.clear());
          await page.reload();
          await connect();
          const before = await addresses();
          await page.evaluate(([does, given]) => window.devWallet[does](...given), [verb, args]);
          await rendered();
          assert.match(flat(await button().innerText()), new RegExp(shows[verb]));
          const stays = shows[verb] === FIRST;
          assert.equal((await addresses()) === before, stays);
        });
      }
    });
  }

  it('shows a token without a click', async () => {
    const server = await startServer();
    const { page, errors, close } = await openPage(browser, server.url);
    try {
      await page.locator('#lookup').scrollIntoViewIfNeeded();
      const card = page.locator('ft-metadata-card');
      await card.getByText('HNY').first().waitFor();
      // A card that was on the page before it was defined gets the attribute when the page is idle.
      await page.locator('ft-metadata-card[status=ready]').first().waitFor();
    } finally {
      await close();
      await server.close();
    }
    assert.deepEqual(errors, []);
  });
});

/** Text without white space, which separates the parts of a short address. */
function flat(text) {
  return text.replace(/\s/g, '');
}
