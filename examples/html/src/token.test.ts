// @vitest-environment jsdom
import 'stacks-wallet-elements/test-setup';
import { connect, request } from 'stacks-wallet-elements/core';
import { installDevWallet } from 'stacks-wallet-elements/dev-wallet';
import { expect, test } from 'vitest';
import { NETWORK, transferToken } from './token';

test('transfers one base unit of the token, and nothing else', async () => {
  const wallet = installDevWallet({ autoApprove: true });
  const { addresses } = await connect({ network: NETWORK });
  const sender = addresses.find(({ symbol }) => symbol === 'STX')!.address;

  const { txid } = await request('stx_callContract', transferToken(sender));

  expect(wallet.broadcasts.at(-1)?.txid).toBe(txid);
});
