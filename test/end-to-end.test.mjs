import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256, sha512_256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { startServer } from '../scripts/server.mjs';
import { approve, connectByHand, launchBrowser, openPage } from './support/browser.mjs';

/** The first account of the development wallet, from the first test vector of BIP-39. */
const STX = 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J';
const BTC = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
];
const STORED = {
  addresses: { stx: [{ address: STX }], btc: BTC.map((address) => ({ address })) },
};

describe('the playground, with the development wallet', () => {
  let server, browser, page, errors, close;

  before(async () => {
    server = await startServer();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  beforeEach(async () => {
    ({ page, errors, close } = await openPage(browser, server.url));
  });
  afterEach(async () => {
    await close();
    assert.deepEqual(errors, []);
  });

  const inPage = (name) =>
    page.evaluate(async (call) => {
      const library = await import('/dist/cdn/stacks-wallet-elements.js');
      return library[call]();
    }, name);
  const button = () => page.locator('wallet-connect-button').getByRole('button').first();
  const storedKeys = () => page.evaluate(() => Object.keys(localStorage).sort());

  /** Runs a method in the form, approves it, and returns what the page then shows. */
  const run = async (method, params) => {
    await page.getByRole('radio', { name: method, exact: true }).check();
    if (params) await page.getByLabel('Params, in JSON').fill(JSON.stringify(params));
    await page.getByRole('button', { name: 'Run' }).click();
    await approve(page);
    await page.locator('#outcome:not([hidden]):not(.failed)').waitFor();
    return JSON.parse(await page.locator('#outcome pre').textContent());
  };

  it('connects by the button, stays connected over a reload, and forgets all on disconnect', async () => {
    assert.equal(await inPage('isConnected'), false);
    assert.equal(await inPage('getLocalStorage'), null);

    await connectByHand(page);
    await button().filter({ hasText: 'SPC5' }).waitFor();
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

  it('signs a message; the signature is of that message and of the address’s key', async () => {
    await connectByHand(page);
    await button().filter({ hasText: 'SPC5' }).waitFor();
    const message = 'Grüße, 世界';
    const { signature, publicKey } = await run('stx_signMessage', { message });

    assert.match(signature, /^0x[0-9a-f]{130}$/);
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
    const recovered = secp256k1.Signature.fromHex(r + s)
      .addRecoveryBit(Number(v))
      .recoverPublicKey(messageHash(message));
    assert.equal(recovered.toHex(true), publicKey);
    const { addresses } = await run('stx_getAddresses');
    assert.equal(addresses.find(({ address }) => address === STX).publicKey, publicKey);
  });

  it('transfers STX; the txid is that of the signed transaction', async () => {
    await connectByHand(page);
    await button().filter({ hasText: 'SPC5' }).waitFor();
    const { txid } = await run('stx_transferStx', {
      amount: '1000000',
      recipient: 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH',
      memo: 'Hello',
    });
    const [sent] = await (await fetch(`${server.url}fixture/broadcasts`)).json();
    assert.equal(bytesToHex(sha512_256(hexToBytes(sent.raw))), txid.replace(/^0x/, ''));
    // 1 STX, to the recipient's hash160: payload 0x00, principal 0x05 0x16, amount, memo.
    assert.match(
      sent.raw,
      /000516fb1764a9481fe6ecab8afec961fe7b45f2746fa300000000000f424048656c6c6f/,
    );
  });

  it('tells a rejection by the user from a failure', async () => {
    await connectByHand(page);
    await button().filter({ hasText: 'SPC5' }).waitFor();
    await page.getByRole('radio', { name: 'stx_signMessage' }).check();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('#dev-wallet-approval').getByRole('button', { name: 'Reject' }).click();
    assert.equal(
      await page.locator('#outcome.failed h4').textContent(),
      'Error -32000, UserRejection',
    );
  });

  it('names a wrong param, and asks no wallet', async () => {
    await connectByHand(page);
    await button().filter({ hasText: 'SPC5' }).waitFor();
    const asked = () => page.evaluate(() => window.devWallet.calls.length);
    const before = await asked();
    await page.getByRole('radio', { name: 'stx_transferStx', exact: true }).check();
    await page.getByLabel('Params, in JSON').fill('{ "amount": "1.5", "recipient": "SP" }');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('#outcome.failed').waitFor();
    assert.equal(await page.locator('#outcome h4').textContent(), 'Error -32602, InvalidParams');
    assert.match(await page.locator('#outcome pre').textContent(), /`amount`/);
    assert.equal(await asked(), before);
  });

  it('shows a token', async () => {
    await page.getByRole('button', { name: 'Show' }).click();
    const card = page.locator('ft-metadata-card');
    await card.getByText('HNY').first().waitFor();
    assert.equal(await card.getAttribute('status'), 'ready');
  });
});

/** Of the Stacks message format: a prefix, the length as a Bitcoin varint, the text in UTF-8. */
function messageHash(message) {
  const text = utf8ToBytes(message);
  const prefix = utf8ToBytes('\x17Stacks Signed Message:\n');
  return sha256(concatBytes(prefix, new Uint8Array([text.length]), text));
}
