import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { structuredSigner, verifyStacks } from '../../fixtures/chain/verify-stacks.mjs';
import { launchBrowser } from '../support/browser.mjs';
import { startWalletServer } from '../support/wallet-server.mjs';

/** The first account of the development wallet. */
const ACCOUNT = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const PUBLIC_KEY = '03d5d038bce81b3965314dba54f636f093c7dbdd6617cded013a53474fbccb100c';
const DOMAIN =
  '0c0000000308636861696e2d69640100000000000000000000000000000001046e616d650d000000034170700776657273696f6e0d0000000131';

/** The wallets that sort the names of a tuple and sign structured messages; that Fordefi does is inferred. */
const SORTING = ['leather', 'xverse', 'fordefi'];

/** Names of tuples, in the order of the chain. */
const TUPLES = [
  ['amount', 'recipient', 'sender'],
  ['Big', 'a-b', 'zeta'],
  ['amount-out', 'amount_in'],
  ['a!', 'a-z', 'a0', 'ab'],
  ['chain', 'contract', 'data'],
  ['aa', 'b'],
  ['token', 'zone'],
  ['i', 'j', 'y'],
];
/** By the language of the browser, those that it sorts in another order: upper case, punctuation, letters of its own. */
const REORDERED = {
  'en-US': [1, 2, 3],
  'cs-CZ': [1, 2, 3, 4],
  'sk-SK': [1, 2, 3, 4],
  'da-DK': [1, 2, 3, 5],
  'et-EE': [1, 2, 3, 6],
  'lt-LT': [1, 2, 3, 7],
};

const hex = (text) => Buffer.from(text).toString('hex');
const count = (length, bytes) => length.toString(16).padStart(bytes * 2, '0');
/** The bytes on the chain: each entry is `true`. */
const tupleOf = (names) =>
  `0c${count(names.length, 4)}${names.map((name) => `${count(name.length, 1)}${hex(name)}03`).join('')}`;

let server;
let browser;
before(async () => {
  [server, browser] = await Promise.all([startWalletServer(showPage), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page with the development wallet and the built package. */
function showPage({ path, query }, res, next) {
  if (path !== '/tuples.html') return next();
  res.send(`<!doctype html><title>Any page</title><link rel="icon" href="data:,">
    <script src="/dist/dev-wallet/dev-wallet.js" data-as="${query.as}" data-auto-approve data-chain-url="/"></script>
    <script type="module">window.library = await import('/dist/cdn/stacks-wallet-elements.js');</script>`);
}

async function open(as, locale, languages) {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  if (languages) {
    await page.addInitScript((all) => {
      Object.defineProperty(navigator, 'languages', { get: () => all });
    }, languages);
  }
  await page.goto(`${server.url}tuples.html?as=${as}`);
  await page.waitForFunction(() => window.library && window.devWallet);
  return page;
}

/** What the wallet answers without this library, and with it: the result or the code of the error. */
const request = (page, method, params) =>
  page.evaluate(
    async ([name, given]) => {
      const { library, devWallet } = window;
      const { id: providerId, provider } = devWallet;
      const settle = (promise) =>
        promise.then(
          (result) => ({ result }),
          ({ code, message, data }) => ({ code, message, data }),
        );
      const calls = devWallet.calls.length;
      const asked = await settle(library.request({ providerId }, name, given));
      const isSent = devWallet.calls.length > calls;
      return { raw: await settle(library.requestRaw(provider, name, given)), asked, isSent };
    },
    [method, params],
  );

describe('the order of the names of a tuple, in a browser of another language', () => {
  for (const as of SORTING) {
    for (const [locale, expected] of Object.entries(REORDERED)) {
      if (as !== 'leather' && locale !== 'cs-CZ') continue;
      it(`is refused exactly if ${as} signs another one in ${locale}`, async () => {
        const page = await open(as, locale);
        const own = await page.evaluate(() => new Intl.Collator().resolvedOptions().locale);
        assert.equal(own.slice(0, 2), locale.slice(0, 2));
        const reordered = [];
        for (const [index, names] of TUPLES.entries()) {
          const message = tupleOf(names);
          const { raw, asked, isSent } = await request(page, 'stx_signStructuredMessage', {
            message,
            domain: DOMAIN,
          });
          const isKept = structuredSigner(DOMAIN, message, raw.result.signature) === PUBLIC_KEY;
          assert.equal(isSent, isKept, `${names} in ${locale}`);
          if (isKept) assert.equal(asked.result.publicKey, PUBLIC_KEY);
          else assert.deepEqual([asked.code, asked.data.field], [-32602, 'message']);
          if (!isKept) reordered.push(index);
        }
        assert.deepEqual(reordered, expected);
        await page.context().close();
      });
    }
  }

  for (const as of ['leather', 'xverse', 'fordefi', 'okx']) {
    it(`is refused in a call, since the chain refuses what ${as} would sign`, async () => {
      const page = await open(as, 'cs-CZ');
      const functionArgs = [tupleOf(['chain', 'contract', 'data'])];
      // A call to OKX Wallet names the account.
      await page.evaluate(() => window.library.connect({ providerId: window.devWallet.id }));
      const call = { contract: `${ACCOUNT}.swap`, functionName: 'f', functionArgs };
      const { asked, isSent } = await request(page, 'stx_callContract', call);
      assert.deepEqual([asked.code, asked.data.field, isSent], [-32602, 'functionArgs[0]', false]);
      const inOrder = { ...call, functionArgs: [tupleOf(['amount', 'sender'])] };
      const { asked: sent } = await request(page, 'stx_callContract', inOrder);
      assert.match(sent.result.txid, /^(0x)?[0-9a-f]{64}$/);
      const refused = await page.evaluate(
        async ([params, stxAddress]) => {
          const { devWallet, library } = window;
          const isOkx = devWallet.id.startsWith('okx');
          const [contractAddress, contractName] = params.contract.split('.');
          const { functionName, functionArgs: args } = params;
          const given = {
            txType: 'contract_call',
            stxAddress,
            contractAddress,
            contractName,
            functionName,
            functionArgs: args,
          };
          return library
            .requestRaw(
              devWallet.provider,
              isOkx ? 'signTransaction' : 'stx_callContract',
              isOkx ? given : params,
            )
            .then(
              () => 'sent',
              ({ message }) => message,
            );
        },
        [call, ACCOUNT],
      );
      assert.match(refused, /not one Stacks transaction/);
      await page.context().close();
    });
  }

  it('is refused for the default language of the browser, and for each other one', async () => {
    const params = { message: tupleOf(['chain', 'contract', 'data']), domain: DOMAIN };
    for (const [locale, languages] of [
      ['cs-CZ', ['en-US', 'en']],
      ['en-US', ['en-US', 'cs']],
    ]) {
      const page = await open('leather', locale, languages);
      const { asked, isSent } = await request(page, 'stx_signStructuredMessage', params);
      assert.deepEqual([asked.code, isSent], [-32602, false]);
      await page.context().close();
    }
  });

  it('is that of the chain in a wallet that conforms to SIP-030', async () => {
    const page = await open('sip030', 'cs-CZ');
    for (const names of TUPLES) {
      const argument = tupleOf(names);
      const call = { contract: `${ACCOUNT}.swap`, functionName: 'f', functionArgs: [argument] };
      const { asked } = await request(page, 'stx_callContract', call);
      assert.ok(verifyStacks(asked.result.transaction).rest.endsWith(argument));
    }
    await page.context().close();
  });
});
