/**
 * Under `lockdown()` of SES (hardened JavaScript, as MetaMask and Agoric use it), the built-in objects are frozen: the package
 * loads, connects and signs, and its errors keep their codes.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startServer } from '../../scripts/server.mjs';
import { launchBrowser, openTab } from '../support/browser.mjs';
import { stacksSigner } from '../support/message-signers.mjs';

const signer = stacksSigner();
const SIGNED = { message: 'hello', signature: signer.sign('hello'), publicKey: signer.publicKey, address: signer.address() }; // prettier-ignore

/** Runs after `lockdown()` in a process of its own: it cannot be undone. */
const IN_NODE = `
import 'ses';
lockdown();
const { createWalletClient } = await import('../../dist/core/index.js');
const { createMetadataClient } = await import('../../dist/metadata/index.js');
const { createSignInMessage, verifyMessage } = await import('../../dist/verify/index.js');
const { Cl } = await import('../../dist/clarity/index.js');
for (const name of ['contracts', 'transactions', 'sign-in', 'payments']) await import('../../dist/' + name + '/index.js');
const signed = ${JSON.stringify(SIGNED)};
const rows = [{ symbol: 'STX', address: signed.address, publicKey: signed.publicKey }];
const request = async (method) => ({
  jsonrpc: '2.0',
  id: '1',
  result: method === 'stx_signMessage' ? signed : { addresses: rows },
});
const storage = { getItem: () => null, setItem() {}, removeItem() {} };
const client = createWalletClient({ storage }).with({ provider: { request } });
const { addresses } = await client.connect();
const { signature } = await client.request('stx_signMessage', { message: 'hello' });
const refused = await client.request('stx_transferStx', { amount: 'x' }).catch((error) => error);
const fetch = async () => Response.json({ symbol: 'HNY', decimals: 6 });
const token = await createMetadataClient({ fetch }).getFtMetadata(signed.address + '.honey');
console.log(JSON.stringify({
  isFrozen: Object.isFrozen(Error.prototype) && Object.isFrozen(Symbol),
  address: addresses[0].address,
  signature,
  isValid: verifyMessage(signed).ok,
  error: [refused.name, refused.code, refused.data.field, refused instanceof Error],
  symbol: token.symbol,
  uint: Cl.serialize(Cl.uint(1)),
  text: createSignInMessage({ domain: 'a.example', uri: 'https://a.example', chain: 'stacks:mainnet', address: signed.address, nonce: 'NONCE0123456789', issuedAt: '2026-11-22T12:00:00.000Z' }).split('\\n')[1],
}));
`;

/** Lit sets \`Symbol.metadata\` when it loads, if it is missing, which the frozen \`Symbol\` forbids. */
const LOCKDOWN = `
Object.defineProperty(Symbol, 'metadata', { value: Symbol('Symbol.metadata') });
lockdown();
`;
const SES = readFileSync(new URL('../../node_modules/ses/dist/lockdown.umd.js', import.meta.url));

describe('under lockdown() of SES', () => {
  let server, browser;
  before(async () => {
    [server, browser] = await Promise.all([startServer(), launchBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  it('the functions connect, sign, verify and read in Node, and errors keep their codes', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', IN_NODE],
      { cwd: new URL('.', import.meta.url) },
    );
    assert.deepEqual(JSON.parse(stdout.trim().split('\n').at(-1)), {
      isFrozen: true,
      address: SIGNED.address,
      signature: `0x${SIGNED.signature}`,
      isValid: true,
      error: ['JsonRpcError', -32602, 'amount', true],
      symbol: 'HNY',
      uint: '0100000000000000000000000000000001',
      text: SIGNED.address,
    });
  });

  for (const script of [
    '<script src="/dist/cdn/stacks-wallet-elements.iife.js"></script>',
    '<script type="module" src="/dist/cdn/stacks-wallet-elements.js"></script>',
  ]) {
    it(`the elements of a page connect and sign, with Symbol.metadata: ${script}`, async () => {
      const body = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
        <script src="/dist/dev-wallet/dev-wallet.js"></script>
        <script src="/ses.js"></script><script>${LOCKDOWN}</script>${script}
        <wallet-connect-button></wallet-connect-button>
        <ft-amount value="1500000" decimals="6" symbol="STX"></ft-amount>
        <wallet-request-button method="stx_signMessage" params='{"message":"hello"}'></wallet-request-button>`;
      const routes = {
        '/locked.html': { contentType: 'text/html', body },
        '/ses.js': { contentType: 'text/javascript; charset=utf-8', body: SES },
      };
      const tab = await openTab(browser, { wallet: { autoApprove: true } });
      await tab.open(`${server.url}locked.html`, { routes });
      const { page, errors } = tab;
      assert.equal(await page.evaluate('Object.isFrozen(Symbol)'), true);
      await page.locator('wallet-connect-button button').first().click();
      await page.locator('wallet-select-modal [part~=wallet]').first().click();
      await page.locator('wallet-connect-button[status=connected]').waitFor();
      await page.locator('wallet-request-button button').first().click();
      await page.locator('wallet-request-button[status=success]').waitFor();
      assert.match(
        await page.evaluate("document.querySelector('ft-amount').shadowRoot.textContent"),
        /1\.5\sSTX/,
      );
      assert.deepEqual(errors, []);
    });
  }
});
