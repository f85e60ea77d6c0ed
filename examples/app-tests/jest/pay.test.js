import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { connect, disconnect } from 'stacks-wallet-elements';
import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
import { send, showApp, sign } from '../pay.js';

/** Waits until it is true, at most as long as the test may take. */
const waitFor = async (isTrue) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
};

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
  await waitFor(() => connectButton.status === 'connected');
  payButton.click();
  await waitFor(() => wallet.broadcasts.length === 1);
}, 20_000);
