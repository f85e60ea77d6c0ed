import { base64 } from '@scure/base';
import * as btc from '@scure/btc-signer';
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../../test/support/browser.mjs';
import { FIRST, openApp } from './support/app.mjs';
import { EXAMPLES, SUBJECTS } from './support/folders.mjs';
import { readmeExamples } from './support/readme.mjs';
import { startServer } from './support/server.mjs';

const BITCOIN = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const addresses = (result) =>
  assert.ok(result.addresses.some(({ address, publicKey }) => address === FIRST && publicKey));
const txid = (result) => assert.match(result.txid, /^(0x)?[0-9a-f]{64}$/);
const signature = (result) => {
  assert.match(result.signature, /^0x[0-9a-f]{130}$/);
  assert.match(result.publicKey, /^0[23][0-9a-f]{64}$/);
};

/** The checks of the results of the examples, in the order of the README. */
const RESULTS = [
  addresses,
  (result) => assert.equal(result.addresses.stx[0].address, FIRST),
  // Its comments have the expected values.
  (result, { checks }) =>
    assert.deepEqual(checks, [
      [false, false],
      [true, true],
      [false, false],
    ]),
  (_result, { stored }) => assert.equal(stored['@stacks/connect'].addresses.stx.length, 1),
  addresses,
  addresses,
  txid,
  ({ psbt }) => {
    const signed = btc.Transaction.fromPSBT(base64.decode(psbt));
    signed.finalize();
    assert.ok(signed.isFinal);
  },
  addresses,
  // The comment in the README names `addresses`, but the result has always had `accounts`.
  (result) => assert.equal(result.accounts[0].address, FIRST),
  txid,
  txid,
  txid,
  signature,
  signature,
  (_result, { logs }) => assert.match(logs.join(), /Transaction successful: (0x)?[0-9a-f]{64}/),
  signature,
  addresses,
  addresses,
  signature,
].map((check, index) => ({ check, number: index + 1 }));
/** Examples that need Leather. */
const LEATHER = [18, 19];
/** Examples that send requests to servers of WalletConnect. */
const NOT_OFFLINE = { real: [4], 'drop-in': [] };

describe('the examples in the README of @stacks/connect 8', () => {
  const examples = readmeExamples();
  let browser, server;
  before(async () => {
    browser = await launchBrowser();
    server = await startServer();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  it('are all checked here', () => assert.equal(examples.length, RESULTS.length));

  for (const subject of Object.keys(SUBJECTS)) {
    describe(`with ${subject === 'real' ? '8.2.7' : 'the drop-in'}`, () => {
      for (const { check, number } of RESULTS) {
        it(`${examples[number - 1]?.title}`, async (test) => {
          if (NOT_OFFLINE[subject].includes(number)) return test.skip('needs the network');
          const as = LEATHER.includes(number) ? 'leather' : 'sip030';
          const wallet = { autoApprove: true };
          const app = await openApp(browser, {
            ...{ url: server.url, subject, app: EXAMPLES, as, wallet },
          });
          const logs = [];
          app.page.on('console', (message) => logs.push(message.text()));
          try {
            await app.page.evaluate(giveValues, { psbt: somePsbt(), address: BITCOIN });
            const run = (wanted) => app.choosingUntil(app.page.evaluate(runExample, wanted));
            if (number === 2) await run(1);
            const { result, checks } = await run(number);
            check(result, { checks, logs, stored: await app.stored() });
            assert.deepEqual(app.errors, []);
          } finally {
            await app.close();
          }
        });
      }
    });
  }
});

function giveValues(values) {
  window.given = { ...values, provider: window.DevWalletProvider };
  window.checks = [];
  window.check = (...both) => window.checks.push(both);
}

async function runExample(number) {
  return { result: await window.run(number), checks: window.checks };
}

/** Spends a coin of the first account of the development wallet. */
function somePsbt() {
  const script = btc.OutScript.encode(btc.Address(btc.NETWORK).decode(BITCOIN));
  const psbt = new btc.Transaction();
  psbt.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } });
  psbt.addOutputAddress(BITCOIN, 9_000n);
  return base64.encode(psbt.toPSBT());
}
