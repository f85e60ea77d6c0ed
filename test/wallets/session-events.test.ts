import { aTimeout, expect } from '@open-wc/testing';
import { walletEventSchema } from '@sats-connect/core';
import { parse } from 'valibot';
import type { WalletClient } from '../../src/core/types.js';
import { freshClient, refusal } from '../../src/testing/every-wallet.js';
import { addressOf } from '../../src/testing/psbts.js';
import { xverseWallet } from '../../src/testing/emulated-wallets.js';
import { waitUntil } from '../../src/testing/wait-until.js';

const OTHER_STX = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const TESTNET_STX = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

const OTHER_ROW = {
  address: OTHER_STX,
  publicKey: '02',
  purpose: 'stacks',
  addressType: 'stacks',
  walletType: 'software',
};

type Listener = (data: unknown) => void;

/** Xverse with the events of its schema, with either form of `addListener`. */
function withEvents(form: 'object' | 'two arguments') {
  const listeners = new Set<{ eventName: string; cb: Listener }>();
  const add = (entry: { eventName: string; cb: Listener }) => {
    listeners.add(entry);
    return () => void listeners.delete(entry);
  };
  const addListener =
    form === 'object' ? add : (eventName: string, cb: Listener) => add({ eventName, cb });
  const wallet = Object.assign(xverseWallet(), { addListener } as object);
  return {
    wallet,
    listeners,
    emit: (type: string, data: object = {}) => {
      parse(walletEventSchema, { type, ...data });
      for (const { eventName, cb } of listeners) if (eventName === type) cb({ type, ...data });
    },
  };
}

/** Connects, and waits until the module that listens to the wallet is loaded. */
async function connected({
  wallet,
  listeners,
}: ReturnType<typeof withEvents>): Promise<WalletClient> {
  const client = freshClient();
  await client.connect({ provider: wallet });
  await waitUntil(() => listeners.size === 4);
  return client;
}

const addresses = (client: WalletClient) =>
  client.state.status === 'connected' ? client.state.addresses.map(({ address }) => address) : [];

describe('disconnect()', () => {
  // The first test of disconnect() in this file: the module that notifies the wallet is not loaded yet.
  it('notifies the wallet before the next connection sends a request', async () => {
    const { wallet } = withEvents('object');
    const client = freshClient();
    await client.connect({ provider: wallet });
    client.disconnect();
    await client.connect({ provider: wallet });
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
      'wallet_connect',
      'wallet_disconnect',
      'wallet_connect',
    ]);
  });

  it('notifies Xverse, without waiting for an answer', async () => {
    const events = withEvents('object');
    const { wallet } = events;
    const client = await connected(events);
    client.disconnect();
    expect(client.isConnected()).to.equal(false);
    await waitUntil(() => wallet.calls.at(-1)?.method === 'wallet_disconnect');
    expect(wallet.calls.at(-1)).to.deep.equal({ method: 'wallet_disconnect', params: undefined });
    expect(wallet.violations).to.deep.equal([]);
  });

  it('ignores a wallet that fails or never answers', async () => {
    for (const answer of [
      () => Promise.reject(new Error('no')),
      () => new Promise(() => undefined),
    ]) {
      const events = withEvents('object');
      const client = await connected(events);
      events.wallet.request = answer;
      client.disconnect();
      await aTimeout(20);
      expect(client.isConnected()).to.equal(false);
    }
  });
});

for (const form of ['object', 'two arguments'] as const) {
  describe(`the events of a wallet, through addListener with ${form},`, () => {
    it('replace the addresses when the account changes', async () => {
      const events = withEvents(form);
      const client = await connected(events);
      events.emit('accountChange', {
        addresses: [OTHER_ROW],
      });
      expect(addresses(client)).to.deep.equal([OTHER_STX]);
      expect(client.getLocalStorage()?.addresses).to.deep.equal({
        stx: [{ address: OTHER_STX }],
        btc: [],
      });
    });

    it('change the network, which the next request must match', async () => {
      const events = withEvents(form);
      const client = await connected(events);
      events.wallet.network = 'testnet';
      events.emit('networkChange', { bitcoin: { name: 'Testnet' }, stacks: { name: 'testnet' } });
      const transfer = { amount: 1, recipient: OTHER_STX };
      expect((await refusal(client.request('stx_transferStx', transfer))).message).to.contain(
        'testnet',
      );
      await client.request('stx_transferStx', { amount: 1, recipient: TESTNET_STX });
      expect(events.wallet.violations).to.deep.equal([]);
    });

    it('end the connection when the wallet disconnects', async () => {
      const events = withEvents(form);
      const client = await connected(events);
      events.emit('disconnect');
      expect(client.isConnected()).to.equal(false);
      expect(events.listeners.size).to.equal(0);
    });

    it('are ignored once another wallet is connected, or none', async () => {
      const first = withEvents(form);
      const second = withEvents(form);
      const client = await connected(first);
      await client.connect({ provider: second.wallet });
      expect(first.listeners.size).to.equal(0);
      first.emit('disconnect');
      expect(client.isConnected()).to.equal(true);
      await waitUntil(() => second.listeners.size === 4);
      client.disconnect();
      expect(second.listeners.size).to.equal(0);
    });
  });
}

describe('the connected account of Xverse', () => {
  it('is stored with Bitcoin and Stacks addresses separate, and without other chains', async () => {
    const client = await connected(withEvents('object'));
    const stored = client.getLocalStorage()?.addresses;
    expect(stored?.btc).to.deep.equal([
      { address: addressOf('nested') },
      { address: addressOf('taproot') },
    ]);
    expect(JSON.stringify(stored)).not.to.contain('spark');
  });
});
