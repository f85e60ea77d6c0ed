import { aTimeout, expect } from '@open-wc/testing';
import { isJsonRpcError, JsonRpcErrorCode } from '../errors.js';
import {
  ADDRESSES,
  fakeWallet,
  installWallet,
  memoryStorage,
  success,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import { choosing } from '../testing/fake-picker.js';
import { waitUntil } from '../testing/wait-until.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient } from './client.js';
import type { Choice, Picker, WalletClient } from './types.js';

const WALLET = { id: 'SlowProvider', name: 'Slow' };

let wallet: FakeWallet;
let approve: () => void;
let storage: ReturnType<typeof memoryStorage>;
let undo: Unsubscribe[];

beforeEach(() => {
  storage = memoryStorage();
  const approved = new Promise<void>((resolve) => (approve = resolve));
  wallet = fakeWallet(async () => {
    await approved;
    return success({ addresses: ADDRESSES });
  });
  undo = [installWallet(wallet, WALLET)];
});

afterEach(() => undo.forEach((step) => step()));

const asked = (times = 1) => waitUntil(() => wallet.calls.length === times, 'the wallet is asked');

/** The outcome of a call, as text. */
const endOf = (call: Promise<unknown>) =>
  call.then(
    (value) => `resolved with ${JSON.stringify(value)}`,
    (error: unknown) => (isJsonRpcError(error) ? `${error.code} ${error.message}` : String(error)),
  );
const ENDED = `${JsonRpcErrorCode.UserCanceled} disconnect() was called before a wallet was connected.`;

async function expectNothingConnected(client: WalletClient): Promise<void> {
  approve();
  await aTimeout(20);
  expect(client.state.status).to.equal('disconnected');
  expect(storage.keys).to.deep.equal([]);
}

describe('disconnect() while a wallet is being connected', () => {
  for (const [how, options] of [
    ['as the provider', () => ({ provider: wallet })],
    ['by its id', () => ({ providerId: WALLET.id })],
    ['as the only one', () => ({})],
  ] as const) {
    it(`rejects with -31001 immediately, and ignores the late answer: ${how}`, async () => {
      const client = createWalletClient({ storage });
      const end = endOf(client.connect(options()));
      await asked();
      client.disconnect();
      expect(client.state.status).to.equal('disconnected');
      expect(await end).to.equal(ENDED);
      await expectNothingConnected(client);
    });
  }

  it('rejects requests for addresses by any method, with or without a signal', async () => {
    const client = createWalletClient({ storage });
    const { signal } = new AbortController();
    const ends = [
      client.request({ provider: wallet, signal }, 'getAddresses'),
      client.request({ provider: wallet, signal }, 'stx_getAddresses'),
      client.with({ provider: wallet }).connect(),
    ].map(endOf);
    await asked(3);
    client.disconnect();
    expect(await Promise.all(ends)).to.deep.equal([ENDED, ENDED, ENDED]);
    await expectNothingConnected(client);
  });

  it('sends no request that was not sent yet', async () => {
    const client = createWalletClient({ storage });
    const end = endOf(client.connect({ provider: wallet }));
    client.disconnect();
    expect(await end).to.equal(ENDED);
    await expectNothingConnected(client);
    expect(wallet.calls).to.deep.equal([]);
  });

  it('also ends the previous connection', async () => {
    const before = fakeWallet();
    undo.push(installWallet(before, { id: 'BeforeProvider', name: 'Before' }));
    const client = createWalletClient({ storage });
    await client.connect({ providerId: 'BeforeProvider' });
    const end = endOf(client.connect({ provider: wallet }));
    await asked();
    client.disconnect();
    expect(await end).to.equal(ENDED);
    await expectNothingConnected(client);
  });

  it('notifies subscribers once, with the state disconnected', async () => {
    const client = createWalletClient({ storage });
    const end = endOf(client.connect({ provider: wallet }));
    await asked();
    const seen: string[] = [];
    undo.push(client.subscribe(() => seen.push(client.state.status)));
    client.disconnect();
    await end;
    expect(seen).to.deep.equal(['disconnected']);
  });

  it('does not cancel a request for a signature', async () => {
    const client = createWalletClient({ storage });
    const signing = client.request({ provider: wallet }, 'wallet_sign');
    await asked();
    client.disconnect();
    approve();
    await signing;
  });

  it('can be followed by another connect', async () => {
    const client = createWalletClient({ storage });
    const end = endOf(client.connect({ provider: wallet }));
    await asked();
    client.disconnect();
    const again = client.connect({ provider: wallet });
    approve();
    await again;
    expect(await end).to.equal(ENDED);
    expect(client.isConnected()).to.equal(true);
  });
});

describe('disconnect() while a picker is open', () => {
  const never = () => new Promise<never>(() => {});
  /** An open picker. `never` is a picker that is still loading. */
  const open: Picker = () => {};

  for (const [which, select] of [
    ['', open],
    [', also one that is loading', never],
  ] as const) {
    it(`rejects every caller that shares it${which}`, async () => {
      let opened = 0;
      const client = createWalletClient({
        storage,
        picker: (selection) => (opened++, select(selection)),
      });
      const ends = [
        client.connect(),
        client.connect({ network: 'testnet' }),
        client.request('stx_getNetworks'),
      ].map(endOf);
      await waitUntil(() => opened === 1);
      await aTimeout(10);
      client.disconnect();
      expect(await Promise.all(ends)).to.deep.equal([ENDED, ENDED, ENDED]);
      const again = endOf(client.connect());
      await waitUntil(() => opened === 2);
      client.disconnect();
      await again;
      await expectNothingConnected(client);
    });
  }

  it('ends the choice without a wallet, also for a picker that opens afterwards', async () => {
    let choice: Choice | undefined;
    const client = createWalletClient({
      storage,
      picker: (given) => {
        choice = given;
        return never();
      },
    });
    const end = endOf(client.connect());
    await waitUntil(() => choice);
    client.disconnect();
    expect(await end).to.equal(ENDED);
    expect(choice?.state).to.deep.equal({ status: 'done', providerId: undefined });
  });

  it('ignores a choice in the closed picker', async () => {
    let choice: Choice | undefined;
    const client = createWalletClient({ storage, picker: (given) => void (choice = given) });
    const end = endOf(client.connect());
    await waitUntil(() => choice);
    client.disconnect();
    expect(await end).to.equal(ENDED);
    choice!.pick(WALLET.id);
    await aTimeout(20);
    expect(wallet.calls).to.deep.equal([]);
    await expectNothingConnected(client);
  });

  it('ignores the late answer of a wallet that the picker asked', async () => {
    const client = createWalletClient({ storage, picker: choosing(WALLET.id) });
    const end = endOf(client.connect());
    await asked();
    client.disconnect();
    expect(await end).to.equal(ENDED);
    await expectNothingConnected(client);
  });
});

describe('disconnect() in another tab while a wallet is being connected here', () => {
  it('does not cancel it', async () => {
    const before = fakeWallet();
    undo.push(installWallet(before, { id: 'BeforeProvider', name: 'Before' }));
    const client = createWalletClient({ storage });
    const otherTab = createWalletClient({ storage });
    await client.connect({ providerId: 'BeforeProvider' });
    const connecting = client.connect({ providerId: WALLET.id });
    await asked();
    otherTab.disconnect();
    expect(client.isConnected()).to.equal(false);
    approve();
    await connecting;
    expect(client.isConnected()).to.equal(true);
    expect(otherTab.isConnected()).to.equal(true);
    expect(otherTab.state).to.include({ status: 'connected', providerId: WALLET.id });
  });
});
