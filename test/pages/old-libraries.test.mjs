import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openTab } from '../support/browser.mjs';
import { readRecording, recordingNames } from '../../fixtures/recorded/read.mjs';
import { OLD_LIBRARIES, oldLibrary } from '../support/old-libraries.mjs';

const root = new URL('../../', import.meta.url);
/** Libraries before the modules. */
const BEFORE_MODULES = ['built-ins as in MooTools 1.3', 'built-ins as in Prototype 1.7'];
/** Each bundle: its tag, and the libraries before it. Both have the same modules: only the long test has all pairs. */
const BUNDLES = {
  'the modules': [
    '<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>',
    process.env.TEST_LONG ? OLD_LIBRARIES : BEFORE_MODULES,
  ],
  'the one file': [
    '<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>',
    OLD_LIBRARIES.filter((name) => process.env.TEST_LONG || !BEFORE_MODULES.includes(name)),
  ],
};
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

/** Requests with lists and bytes, in addition to the rows of each wallet. */
const requests = ({ PSBT_HEX }) => [
  {
    what: 'every kind of Clarity value and post-condition',
    method: 'stx_callContract',
    params: {
      contract: TOKEN,
      functionName: 'call',
      functionArgs: [
        { type: 'uint', value: '340282366920938463463374607431768211455' },
        { type: 'int', value: { $bigint: '-5' } },
        { type: 'buffer', value: '00ff10' },
        { type: 'ascii', value: 'ascii' },
        { type: 'utf8', value: 'Grüße, 世界' },
        { type: 'address', value: ADDRESS },
        { type: 'contract', value: TOKEN },
        { type: 'true' },
        { type: 'none' },
        { type: 'some', value: { type: 'ok', value: { type: 'err', value: { type: 'false' } } } },
        {
          type: 'list',
          value: [
            { type: 'uint', value: 1 },
            { type: 'uint', value: 2 },
          ],
        },
        {
          type: 'tuple',
          value: { b: { type: 'uint', value: 1 }, a: { type: 'list', value: [] } },
        },
        '0x03',
      ],
      postConditionMode: 'deny',
      postConditions: [
        { type: 'stx-postcondition', address: ADDRESS, condition: 'lte', amount: '5' },
        {
          type: 'ft-postcondition',
          address: TOKEN,
          condition: 'eq',
          amount: '5',
          asset: `${TOKEN}::honey`,
        },
        {
          type: 'nft-postcondition',
          address: ADDRESS,
          condition: 'sent',
          asset: `${TOKEN}::bee`,
          assetId: { type: 'tuple', value: { id: { type: 'uint', value: 7 } } },
        },
      ],
    },
  },
  {
    what: 'a list that the page changes afterwards',
    method: 'stx_callContract',
    changed: true,
    params: {
      contract: TOKEN,
      functionName: 'call',
      functionArgs: ['0x0100000000000000000000000000000001'],
    },
  },
  {
    what: 'a tuple to sign',
    method: 'stx_signStructuredMessage',
    params: {
      message: { type: 'list', value: [{ type: 'buffer', value: 'ff' }] },
      domain: {
        type: 'tuple',
        value: {
          name: { type: 'ascii', value: 'app' },
          version: { type: 'ascii', value: '1' },
          'chain-id': { type: 'uint', value: 1 },
        },
      },
    },
  },
  { what: 'a PSBT in hex', method: 'signPsbt', params: { psbt: PSBT_HEX } },
  {
    what: 'a PSBT in hex, and an input',
    method: 'signPsbt',
    params: { psbt: `0x${PSBT_HEX}`, signInputs: [0] },
  },
  {
    what: 'an input that does not exist',
    method: 'signPsbt',
    params: { psbt: PSBT_HEX, signInputs: [0, 7] },
  },
  {
    what: 'a list of recipients',
    method: 'sendTransfer',
    params: {
      recipients: [
        { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: '1000' },
        { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: 2000 },
      ],
    },
  },
  {
    what: 'a recipient on another network',
    method: 'sendTransfer',
    params: {
      network: 'mainnet',
      recipients: [
        { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: '1000' },
        { address: 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0', amount: '1000' },
      ],
    },
  },
];

/** The rows of a wallet with its constants filled in, and the requests above with its answers. */
function recording(file) {
  const recorded = readRecording(file);
  const { constants } = recorded;
  const psbt = readRecording('leather');
  const filled = JSON.parse(
    JSON.stringify(recorded).replace(
      /\{([A-Z][A-Z0-9_]*)\}/g,
      (whole, name) => constants[name] ?? whole,
    ),
  );
  const rows = filled.rows.filter(({ rejects }) => !rejects);
  return {
    wallet: filled.wallet,
    provider: filled.provider,
    rows,
    requests: requests(psbt.constants).map((request) => ({
      connected: true,
      reply: rows.find(({ method, reply }) => method === request.method && reply)?.reply,
      ...request,
    })),
  };
}

const html = (before, bundle) => `<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <script src="/money-path.js"></script>
      <script>
        const recordings = (parse) => parse(RECORDINGS, (key, value) =>
          value && value.$bigint ? BigInt(value.$bigint) : value);
        let modules;
        const library = () => window.StacksWallet ?? modules;
        const loadLibrary = async () => {
          if (!window.StacksWallet) modules = await import('/dist/cdn/stacks-wallet-elements.js');
        };
      </script>
      <script src="/recordings.js"></script>
      ${before ? '<script src="/old-library.js"></script>' : ''}
      ${bundle}
    </head>
    <body>
      <wallet-context><wallet-connect-button></wallet-connect-button></wallet-context>
      <ft-amount value="999999" decimals="6" symbol="TOK"></ft-amount>
      <ft-amount value="123456789012" decimals="3" max-fraction-digits="2"></ft-amount>
      <ft-metadata-card base-url="/" principal="${TOKEN}"></ft-metadata-card>
      <wallet-request-button method="stx_transferStx"
        params='{"recipient":"${ADDRESS}","amount":"1"}'>Send</wallet-request-button>
    </body>
  </html>`;

/** In milliseconds. A busy page may pause before it shows what is expected. */
const LONGEST_PAUSE = 20_000;

/** What the page shows and has sent, as soon as it is as expected or no longer changes. */
async function settledText(page, expected) {
  const end = performance.now() + (expected === undefined ? 0 : LONGEST_PAUSE);
  for (let before = ''; ;) {
    const now = await page.evaluate('moneyPath.page()');
    if (now === expected || (now === before && performance.now() > end)) return now;
    before = now;
    await page.waitForTimeout(400);
  }
}

/** The first five paragraphs that differ. */
function differences(actual, expected) {
  const [one, other] = [actual, expected].map((text) => text.split('\n\n'));
  const length = Math.max(one.length, other.length);
  return Array.from({ length }, (_, at) => ({ actual: one[at], expected: other[at] }))
    .filter(({ actual, expected }) => actual !== expected)
    .slice(0, 5);
}

describe('a page that loads MooTools or Prototype.js first', { concurrency: 1 }, () => {
  let server, browser, tab, routes;

  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
    tab = await openTab(browser, { wallet: { autoApprove: true } });
    const recordings = JSON.stringify(recordingNames.map(recording));
    const script = (body) => ({ contentType: 'text/javascript', body });
    routes = {
      '/money-path.js': script(await readFile(new URL('test/support/money-path.js', root), 'utf8')),
      '/recordings.js': script(`const RECORDINGS = ${JSON.stringify(recordings)};`),
    };
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  /** What is sent, stored and shown on a page with or without another library. */
  async function recordPage(bundle, oldLibrary, expected) {
    const { page, errors } = tab;
    await tab.open(`${server.url}old.html`, {
      routes: {
        ...routes,
        '/old.html': { contentType: 'text/html', body: html(oldLibrary, bundle) },
        '/old-library.js': { contentType: 'text/javascript', body: oldLibrary ?? '' },
      },
    });
    const requests = await page.evaluate('moneyPath.requests()');
    const amounts = await page.evaluate('moneyPath.amounts()');
    await page.locator('ft-metadata-card[status=ready]').waitFor();
    await page.locator('wallet-connect-button').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Fake wallet' }).click();
    await page
      .locator('wallet-connect-button')
      .getByText(/^SP\w+…/)
      .first()
      .waitFor();
    await page.locator('wallet-request-button').getByRole('button').click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(`moneyPath.page().includes('asked stx_transferStx')`);
    await page.waitForFunction(`moneyPath.page().includes('wallet-modal-after-hide of')`);
    await page.locator('wallet-request-button:not([status=pending])').waitFor();
    return { requests, amounts, page: await settledText(page, expected), errors: [...errors] };
  }

  for (const [bundle, [script, libraries]] of Object.entries(BUNDLES)) {
    describe(bundle, () => {
      let alone;
      before(async () => (alone = await recordPage(script)));

      it('sends, stores and shows the expected values without another library', () => {
        for (const method of ['sendTransfer', 'signPsbt', 'stx_callContract', 'stx_transferStx']) {
          assert.match(alone.requests, new RegExp(`asked ${method} \\{`));
        }
        assert.match(alone.requests, /stored \{ "@stacks\/connect": "7b22/);
        assert.match(alone.amounts, /^999999 6 en: 0\.999999 999999$/m);
        assert.match(alone.page, /0\.999999.*wallet-connect of wallet-connect-button, true/s);
        assert.deepEqual(alone.errors, []);
      });

      for (const name of libraries) {
        it(`sends, stores and shows the same after ${name}`, async () => {
          const beside = await recordPage(script, await oldLibrary(name), alone.page);
          for (const part of ['amounts', 'page', 'requests']) {
            assert.deepEqual(differences(beside[part], alone[part]), [], part);
          }
          assert.deepEqual(beside.errors, []);
        });
      }
    });
  }

  describe('the development wallet', () => {
    const signed = async (library) => {
      const body = `<!doctype html><html lang="en"><link rel="icon" href="data:,">
        <script src="/old-library.js"></script><script src="/dist/dev-wallet/dev-wallet.js"></script></html>`;
      const { page, errors } = tab;
      await tab.open(`${server.url}old.html`, {
        routes: {
          '/old.html': { contentType: 'text/html', body },
          '/old-library.js': { contentType: 'text/javascript', body: library },
        },
      });
      const answers = await page.evaluate(async (recipient) => {
        const { request } = window.devWallet.provider;
        const answers = [];
        for (const [method, params] of [
          ['getAddresses', {}],
          ['stx_signMessage', { message: 'Grüße' }],
          ['stx_transferStx', { recipient, amount: '1' }],
        ]) {
          const { result } = await request(method, params);
          const { addresses = [], signature, txid } = result;
          answers.push(
            addresses.map(({ address }) => address),
            `${signature} ${txid}`,
          );
        }
        return answers.join();
      }, ADDRESS);
      return { answers, errors: [...errors] };
    };

    let alone;
    before(async () => (alone = await signed('')));

    it('signs without another library', () => {
      assert.match(alone.answers, /SP.*[0-9a-f]{130} .*[0-9a-f]{64}$/);
    });

    for (const name of OLD_LIBRARIES) {
      it(`signs the same after ${name}`, async () => {
        assert.deepEqual(await signed(await oldLibrary(name)), alone);
      });
    }
  });
});
