import { connect, disconnect } from 'stacks-wallet-elements';
import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addButton, send, sign } from './pay.js';

const { document } = globalThis;

let wallet;
beforeEach(async () => {
  wallet = installDevWallet({ autoApprove: true });
  await connect({ provider: wallet.provider });
});
afterEach(() => {
  disconnect();
  wallet.uninstall();
  document.body.replaceChildren();
});

it('signs a message', async () => {
  expect((await sign('hello')).signature).toMatch(/^0x[0-9a-f]{130}$/);
});

it('sends a transaction', async () => {
  const { txid } = await send();
  expect(wallet.broadcasts.map((sent) => sent.txid)).toEqual([txid]);
});

it('sends it with a click on the button', async () => {
  const button = addButton(document.body);
  await button.updateComplete;
  button.shadowRoot.querySelector('button').click();
  await vi.waitFor(() => expect(wallet.broadcasts).toHaveLength(1));
});
