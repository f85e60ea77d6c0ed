import { connect, disconnect } from 'stacks-wallet-elements';
import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { send, showApp, sign } from '../pay.js';

let wallet;
beforeEach(() => {
  wallet = installDevWallet({ autoApprove: true });
});
afterEach(() => {
  disconnect();
  wallet.uninstall();
  document.body.replaceChildren();
});

it('signs a message', async () => {
  await connect({ provider: wallet.provider }); // no picker
  expect((await sign('hello')).signature).toMatch(/^0x[0-9a-f]{130}$/);
});

it('sends a transaction', async () => {
  await connect({ provider: wallet.provider });
  const { txid } = await send();
  expect(wallet.broadcasts.map((sent) => sent.txid)).toEqual([txid]);
});

it('connects and pays with clicks on the buttons', async () => {
  showApp(document.body);
  const [connectButton, payButton] = document.body.children;
  connectButton.provider = wallet.id; // no picker
  await payButton.updateComplete;
  connectButton.click();
  await vi.waitFor(() => expect(connectButton.status).toBe('connected'), 15_000);
  payButton.click();
  await vi.waitFor(() => expect(wallet.broadcasts).toHaveLength(1), 15_000);
  wallet.confirm(wallet.broadcasts[0].txid);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Paid'), 15_000);
}, 60_000);
