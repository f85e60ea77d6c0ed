import { aTimeout, expect } from '@open-wc/testing';
import fc from 'fast-check';
import {
  ADDRESSES,
  answering,
  BTC_ADDRESS,
  fakeWallet,
  installWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  success,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import { choosing } from '../testing/fake-picker.js';
import { signs } from '../testing/messages.js';
import { TESTNET_STX_ADDRESS } from '../testing/transactions.js';
import { waitUntil } from '../testing/wait-until.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient } from './client.js';
import type { WalletClient } from './types.js';

const FIRST = { id: 'FirstProvider', name: 'First' };
const SECOND = { id: 'SecondProvider', name: 'Second' };
const OTHER_ROW = { symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '02' } as const;
const RESULTS = {
  getAddresses: { addresses: ADDRESSES, network: 'mainnet' },
  stx_getAddresses: { addresses: [OTHER_ROW] },
  stx_getAccounts: { accounts: [OTHER_ROW], network: 'testnet' },
  stx_signMessage: signs(),
};
const RECORD = '@stacks/connect';
const SELECTED = 'STX_PROVIDER';

let first: FakeWallet;
let second: FakeWallet;
let storage: ReturnType<typeof memoryStorage>;
let undo: Unsubscribe[];

beforeEach(() => {
  storage = memoryStorage();
  first = fakeWallet(answering(RESULTS));
  second = fakeWallet(answering({ ...RESULTS, getAddresses: { addresses: [OTHER_ROW] } }));
  undo = [installWallet(first, FIRST), installWallet(second, SECOND)];
});

afterEach(() => undo.forEach((step) => step()));

const hasListener = (wallet: FakeWallet) => waitUntil(() => wallet.listenerCount > 0);
const addressesOf = ({ state }: WalletClient) =>
  state.status === 'connected' ? state.addresses.map(({ address }) => address) : state.status;
const networkOf = ({ state }: WalletClient) =>
  state.status === 'connected' ? state.network : state.status;

async function connected(): Promise<WalletClient> {
  const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
  await client.connect();
  await hasListener(first);
  return client;
}

/** A wallet that answers the method when the test calls `answer`. */
function slowWallet(method: string): { wallet: FakeWallet; answer: (result: unknown) => void } {
  let answer: (result: unknown) => void = () => {};
  const given = new Promise((resolve) => {
    answer = (result) => resolve(success(result));
  });
  const rest = answering(RESULTS);
  return { wallet: fakeWallet((call) => (call.method === method ? given : rest(call))), answer };
}

interface Account {
  readonly stx: string;
  readonly btc: readonly string[];
}
const ACCOUNTS: readonly Account[] = [
  { stx: STX_ADDRESS, btc: [BTC_ADDRESS] },
  { stx: OTHER_STX_ADDRESS, btc: ['bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz'] },
  {
    stx: 'SPC5KHM41H6WHAST7MWWDD807YSPRQKJ69FSH54J',
    btc: ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
  },
];
const rowsOf = ({ stx, btc }: Account, withBitcoin: boolean) =>
  [...(withBitcoin ? btc : []), stx].map((address) => ({ address, publicKey: '02' }));

/** A page that counts its listeners and is still loading. */
class CountedPage extends EventTarget {
  [id: string]: unknown;
  readonly performance = { now: () => 50 };
  readonly document = { readyState: 'loading' };
  readonly listening: string[] = [];

  override addEventListener(type: string, listener: EventListener): void {
    this.listening.push(type);
    super.addEventListener(type, listener);
  }

  override removeEventListener(type: string, listener: EventListener): void {
    this.listening.splice(this.listening.indexOf(type), 1);
    super.removeEventListener(type, listener);
  }

  client(): WalletClient {
    return createWalletClient({ storage, window: this as unknown as Window });
  }
}

describe('the state of a client', () => {
  it('is connecting while a wallet is asked, and the previous state again if that fails', async () => {
    const client = createWalletClient({ storage });
    const seen: string[] = [];
    undo.push(client.subscribe(() => seen.push(client.state.status)));
    await client.connect({ provider: fakeWallet(answering({})) }).catch(() => undefined);
    expect(seen).to.deep.equal(['connecting', 'disconnected']);
    const before = (await client.connect({ provider: first }), client.state);
    await client.connect({ provider: fakeWallet(answering({})) }).catch(() => undefined);
    expect(client.state === before).to.equal(true);
  });

  it('is not changed by reading it: the storage is read at the start, on events and by functions', async () => {
    const client = await connected();
    const before = client.state;
    let calls = 0;
    undo.push(client.subscribe(() => calls++));
    storage.setItem(SELECTED, SECOND.id);
    expect(client.state === before).to.equal(true);
    expect(calls).to.equal(0);
    expect(storage.getItem(RECORD)).to.not.equal(null);
    expect(client.isConnected()).to.equal(false);
    expect(calls).to.equal(1);
  });

  it('contains the id of the wallet, the network and the public keys, also after a reload', async () => {
    const client = await connected();
    expect(client.state).to.include({ providerId: FIRST.id, network: 'mainnet' });
    const publicKeysOf = ({ state }: WalletClient) =>
      state.addresses.map(({ address, publicKey }) => [address, publicKey]);
    const reloaded = createWalletClient({ storage });
    expect(reloaded.state).to.include({
      status: 'connected',
      providerId: FIRST.id,
      network: 'mainnet',
    });
    expect(publicKeysOf(reloaded)).to.have.deep.members(publicKeysOf(client));
  });

  it('contains the network of the last event after a reload, if the addresses are stored', async () => {
    const testnet = [{ address: TESTNET_STX_ADDRESS, publicKey: '' }];
    for (const enableLocalStorage of [true, false]) {
      storage = memoryStorage();
      const client = createWalletClient({ storage });
      await client.connect({ providerId: FIRST.id, enableLocalStorage });
      await hasListener(first);
      first.emit('stx_networkChange', { active: 'devnet', addresses: testnet });
      expect(networkOf(client)).to.equal('devnet');
      expect(networkOf(createWalletClient({ storage }))).to.equal(
        enableLocalStorage ? 'devnet' : 'disconnected',
      );
    }
  });

  it('contains the id of the wallet even if the wallet is not to be remembered', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.connect({ persistWalletSelect: false });
    expect(client.state).to.include({ providerId: FIRST.id });
    expect(storage.getItem(SELECTED)).to.equal(null);
  });

  it('is the same object until something changes, also after a change by another tab', async () => {
    const client = await connected();
    const before = client.state;
    storage.setItem(SELECTED, SECOND.id);
    window.dispatchEvent(new StorageEvent('storage'));
    const after = client.state;
    expect(before === after).to.equal(false);
    expect(client.state === after).to.equal(true);
  });

  it('is connected after stx_getAddresses', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.request('stx_getAddresses');
    expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
  });

  it('keeps the Bitcoin addresses if stx_getAddresses returns the same account', async () => {
    const results = { ...RESULTS, stx_getAddresses: { addresses: [ADDRESSES[1]] } };
    first = fakeWallet(answering(results));
    undo.push(installWallet(first, FIRST));
    const client = await connected();
    await client.request('stx_getAddresses');
    expect(addressesOf(client)).to.deep.equal(ADDRESSES.map(({ address }) => address));
  });

  it('removes the Bitcoin addresses if stx_getAddresses returns another account', async () => {
    const client = await connected();
    await client.request('stx_getAddresses');
    expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
    expect(client.getLocalStorage()).to.deep.equal({
      addresses: { stx: [{ address: OTHER_STX_ADDRESS }], btc: [] },
    });
  });

  it('has the addresses of one account after any answer to stx_getAddresses', async () => {
    const account = fc.constantFrom(...ACCOUNTS);
    const answer = fc.tuple(account, fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        account,
        fc.array(answer, { minLength: 1, maxLength: 3 }),
        async (start, answers) => {
          storage = memoryStorage();
          const client = createWalletClient({ storage });
          let rows = rowsOf(start, true);
          const wallet = fakeWallet(() => success({ addresses: rows }));
          await client.connect({ provider: wallet });
          for (const [{ stx, btc }, withBitcoin] of answers) {
            rows = rowsOf({ stx, btc }, withBitcoin);
            // Without overrides, the Bitcoin addresses in the answer are not removed.
            const options = { provider: wallet, enableOverrides: !withBitcoin };
            await client.request(options, 'stx_getAddresses');
            const held = addressesOf(client);
            expect(held).to.include(stx);
            expect([stx, ...btc]).to.include.members([...held]);
            expect(new Set(held).size, 'each once').to.equal(held.length);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('an event of the connected wallet', () => {
  it('changes the state and the storage', async () => {
    const client = await connected();
    first.emit('stx_accountChange', [OTHER_ROW]);
    expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
    expect(client.getLocalStorage()?.addresses).to.deep.equal({
      stx: [{ address: OTHER_STX_ADDRESS }],
      btc: [],
    });
  });

  it('that names only the Stacks address of the connected account keeps its other addresses', async () => {
    const client = await connected();
    const before = client.state;
    first.emit('stx_accountChange', [{ address: STX_ADDRESS, publicKey: '' }]);
    expect(client.state === before).to.equal(true);
    expect(client.getLocalStorage()?.addresses.btc).to.deep.equal([{ address: BTC_ADDRESS }]);
  });

  it('that names no account disconnects, and removes the old one', async () => {
    const client = await connected();
    first.emit('stx_accountChange', []);
    expect(client.state.status).to.equal('disconnected');
    expect(storage.getItem(RECORD)).to.equal(null);
  });

  it('reports a network once', async () => {
    const client = await connected();
    let calls = 0;
    undo.push(client.subscribe(() => calls++));
    first.emit('stx_networkChange', { active: 'my-net' });
    first.emit('stx_networkChange', { active: 'my-net' });
    expect(networkOf(client)).to.equal('my-net');
    expect(calls).to.equal(1);
  });

  it('does not connect a wallet that was only chosen for a signature', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.request('stx_signMessage', { message: 'hi' });
    expect(client.selectedProviderId).to.equal(FIRST.id);
    await hasListener(first);
    first.emit('stx_accountChange', [OTHER_ROW]);
    first.emit('stx_networkChange', { active: 'testnet' });
    expect(client.state.status).to.equal('disconnected');
    expect(storage.getItem(RECORD)).to.equal(null);
  });

  it('is ignored if another tab has connected another wallet', async () => {
    const client = await connected();
    await createWalletClient({ storage }).connect({ providerId: SECOND.id });
    first.emit('stx_networkChange', { active: 'testnet' });
    expect(networkOf(client)).to.equal('mainnet');
  });
});

describe('another wallet, asked in addition to the connected one,', () => {
  it('does not change the network', async () => {
    const client = await connected();
    await client.request({ provider: second }, 'stx_getAccounts');
    expect(networkOf(client)).to.equal('mainnet');
  });

  it('chosen for one signature, does not replace it', async () => {
    const client = await connected();
    client.picker = choosing(SECOND.id);
    await client.request({ forceWalletSelect: true }, 'stx_signMessage', { message: 'hi' });
    expect(second.calls).to.have.length(1);
    expect(client.selectedProviderId).to.equal(FIRST.id);
  });

  it('does not replace a wallet that is remembered but not connected', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.request('stx_signMessage', { message: 'hi' });
    client.picker = choosing(SECOND.id);
    await client.request({ forceWalletSelect: true }, 'stx_signMessage', { message: 'hi' });
    expect(client.selectedProviderId).to.equal(FIRST.id);
    expect(createWalletClient({ storage }).selectedProviderId).to.equal(FIRST.id);
  });

  for (const enableLocalStorage of [true, false]) {
    const how = enableLocalStorage ? 'stored' : 'not stored';
    it(`ends the connection of a wallet that is not remembered, if the user then chooses another one (${how})`, async () => {
      for (const persistWalletSelect of [true, false]) {
        storage = memoryStorage();
        const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
        await client.connect({ persistWalletSelect: false, enableLocalStorage });
        client.picker = choosing(SECOND.id);
        await client.request({ persistWalletSelect }, 'stx_signMessage', { message: 'hi' });
        expect(addressesOf(client)).to.equal('disconnected');
        expect(client.getLocalStorage()).to.equal(null);
        expect(storage.getItem(SELECTED)).to.equal(persistWalletSelect ? SECOND.id : null);
        expect(addressesOf(createWalletClient({ storage }))).to.equal('disconnected');
      }
    });
  }

  it('keeps the connection of a wallet that is not remembered, if another one that the user chooses refuses', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.connect({ persistWalletSelect: false });
    undo.push(
      installWallet(fakeWallet(answering({})), { id: 'RefusingProvider', name: 'Refusing' }),
    );
    client.picker = choosing('RefusingProvider');
    await client.request('stx_signMessage', { message: 'hi' }).catch(() => {});
    expect(client.state).to.include({ providerId: FIRST.id, address: STX_ADDRESS });
  });

  it('keeps an account from the storage, of which it is not known whether the chosen wallet has it', async () => {
    await createWalletClient({ storage, picker: choosing(FIRST.id) }).connect({
      persistWalletSelect: false,
    });
    const client = createWalletClient({ storage, picker: choosing(SECOND.id) });
    await client.request({ persistWalletSelect: false }, 'stx_signMessage', { message: 'hi' });
    expect(client.state).to.include({ providerId: undefined, address: STX_ADDRESS });
  });

  it('stores no address of the connected one that is to be remembered, with enableLocalStorage: false', async () => {
    const client = createWalletClient({ storage, picker: choosing(FIRST.id) });
    await client.connect({ persistWalletSelect: false, enableLocalStorage: false });
    await client.request('stx_signMessage', { message: 'hi' });
    expect(storage.getItem(SELECTED)).to.equal(FIRST.id);
    expect(client.state).to.include({ providerId: FIRST.id, address: STX_ADDRESS });
    expect(client.getLocalStorage()).to.equal(null);
  });

  it('does not end the connection that began later, if it is connected too late', async () => {
    const slow = slowWallet('getAddresses');
    undo.push(installWallet(slow.wallet, { id: 'SlowProvider', name: 'Slow' }));
    const client = createWalletClient({ storage });
    const only = (id: string) => ({ approvedProviderIds: [id], persistWalletSelect: false });
    const late = client.connect(only('SlowProvider'));
    await waitUntil(() => slow.wallet.calls.length > 0);
    await client.connect(only(FIRST.id));
    slow.answer({ addresses: [OTHER_ROW] });
    await late;
    expect(client.state).to.include({ providerId: FIRST.id, address: STX_ADDRESS });
  });

  describe('chosen because the connected one is not installed any more,', () => {
    const sign = async (isInstalledLater: boolean, persistWalletSelect = true) => {
      await connected();
      const [uninstall] = undo;
      uninstall!();
      const client = createWalletClient({ storage, picker: choosing(SECOND.id) });
      const signing = client.request({ persistWalletSelect }, 'stx_signMessage', { message: 'hi' });
      if (isInstalledLater) undo.push(installWallet(first, FIRST));
      await signing;
      return client;
    };

    it('ends its connection, and is remembered', async () => {
      const client = await sign(false);
      expect(second.calls).to.have.length(1);
      expect(addressesOf(client)).to.equal('disconnected');
      expect(client.selectedProviderId).to.equal(SECOND.id);
      expect(addressesOf(createWalletClient({ storage }))).to.equal('disconnected');
      expect(storage.getItem(SELECTED)).to.equal(SECOND.id);
    });

    it('ends its connection, and is not remembered with persistWalletSelect: false', async () => {
      const client = await sign(false, false);
      expect(addressesOf(client)).to.equal('disconnected');
      expect(storage.getItem(SELECTED)).to.equal(null);
    });

    it('keeps it if it was injected late', async () => {
      const client = await sign(true);
      expect(client.state).to.include({ providerId: FIRST.id, address: STX_ADDRESS });
      expect(storage.getItem(SELECTED)).to.equal(FIRST.id);
    });
  });

  it('keeps a remembered wallet, if the user chooses another one for one request', async () => {
    const client = await connected();
    client.picker = choosing(SECOND.id);
    await client.request({ forceWalletSelect: true }, 'stx_signMessage', { message: 'hi' });
    expect(client.state).to.include({ providerId: FIRST.id, address: STX_ADDRESS });
    expect(storage.getItem(SELECTED)).to.equal(FIRST.id);
  });

  it('is the connected one, with its account, once the user chooses it for a request that remembers it', async () => {
    let opened = 0;
    const picker: typeof client.picker = (choice) => (opened++, choosing(FIRST.id)(choice));
    const client = createWalletClient({ storage, picker });
    await client.connect({ persistWalletSelect: false });
    const { state } = client;
    await client.request('stx_signMessage', { message: 'hi' });
    expect(client.state).to.equal(state);
    expect(storage.getItem(SELECTED)).to.equal(FIRST.id);
    await client.request('stx_signMessage', { message: 'hi' });
    expect(opened).to.equal(2);
    const { address, providerId } = createWalletClient({ storage }).state;
    expect({ address, providerId }).to.deep.equal({ address: STX_ADDRESS, providerId: FIRST.id });
  });
});

describe('an event of the old wallet while a new one is being connected', () => {
  /** The old wallet has the events of Xverse. The new one answers when the test calls `answer`. */
  async function switching() {
    const events = new Map<string, (data: unknown) => void>();
    first.addListener = (name, listener) =>
      void events.set(name as string, listener as (data: unknown) => void);
    const slow = slowWallet('getAddresses');
    undo.push(installWallet(slow.wallet, { id: 'SlowProvider', name: 'Slow' }));
    const client = await connected();
    const connecting = client.connect({ providerId: 'SlowProvider' });
    await waitUntil(() => slow.wallet.calls.length > 0);
    return { client, connecting, events, answer: () => slow.answer({ addresses: [OTHER_ROW] }) };
  }

  for (const [name, data] of [
    ['disconnect', { type: 'disconnect' }],
    ['accountChange', { type: 'accountChange', addresses: [] }],
    ['accountChange', { type: 'accountChange', addresses: ADDRESSES }],
    ['networkChange', { type: 'networkChange', stacks: { name: 'Testnet' } }],
  ] as const) {
    it(`does not affect the new one: ${JSON.stringify(data).slice(0, 40)}`, async () => {
      const { client, connecting, events, answer } = await switching();
      events.get(name)!(data);
      answer();
      await connecting;
      expect(client.isConnected()).to.equal(true);
      expect(client.state).to.include({ providerId: 'SlowProvider', network: 'mainnet' });
      expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
      expect(storage.getItem(SELECTED)).to.equal('SlowProvider');
    });
  }

  it('ends the old connection immediately if it is a disconnect', async () => {
    const { client, connecting, events, answer } = await switching();
    events.get('disconnect')!({ type: 'disconnect' });
    expect(client.state.status).to.equal('connecting');
    expect(storage.keys).to.deep.equal([]);
    answer();
    await connecting;
  });
});

describe('of two connects', () => {
  it('the one that began later is kept, even if the earlier one is answered last', async () => {
    const slow = slowWallet('getAddresses');
    const client = createWalletClient({ storage });
    const earlier = client.connect({ provider: slow.wallet });
    await client.connect({ provider: second });
    slow.answer({ addresses: ADDRESSES });
    await earlier;
    expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
  });

  it('to one wallet, the later one is kept with its network, even if the earlier one is answered last', async () => {
    const answers: ((result: unknown) => void)[] = [];
    const wallet = fakeWallet(
      () => new Promise((resolve) => answers.push((result) => resolve(success(result)))),
    );
    const client = createWalletClient({ storage }).with({ provider: wallet });
    const earlier = client.connect({ network: 'mainnet' });
    await waitUntil(() => answers.length === 1);
    const later = client.connect({ network: 'testnet' });
    await waitUntil(() => answers.length === 2);
    answers[1]!({ addresses: [{ address: TESTNET_STX_ADDRESS }], network: 'testnet' });
    await later;
    const { state } = client;
    answers[0]!({ addresses: ADDRESSES, network: 'mainnet' });
    await earlier;
    expect(client.state).to.equal(state);
    expect(client.state).to.include({ network: 'testnet', address: TESTNET_STX_ADDRESS });
  });

  it('in one picker, the wallet that was tried last is kept', async () => {
    const client = createWalletClient({
      storage,
      picker: (choice) => {
        choice.subscribe(() => {
          const { state } = choice;
          if (state.status !== 'connecting' || state.providerId !== FIRST.id) return;
          choice.back();
          choice.pick(SECOND.id);
        });
        choice.pick(FIRST.id);
      },
    });
    await client.connect();
    expect(client.state).to.include({ providerId: SECOND.id });
    expect(addressesOf(client)).to.deep.equal([OTHER_STX_ADDRESS]);
  });

  it('one that was aborted changes nothing, even if its picker continues', async () => {
    const slow = slowWallet('getAddresses');
    undo.push(installWallet(slow.wallet, { id: 'SlowProvider', name: 'Slow' }));
    const client = createWalletClient({ storage, picker: choosing('SlowProvider') });
    const leaving = new AbortController();
    const connecting = client.connect({ signal: leaving.signal }).catch(() => undefined);
    await waitUntil(() => slow.wallet.calls.length > 0);
    leaving.abort();
    await connecting;
    slow.answer({ addresses: ADDRESSES });
    await aTimeout(20);
    expect(client.state.status).to.equal('disconnected');
    expect(storage.getItem(RECORD)).to.equal(null);
  });
});

describe('a client with subscribers', () => {
  it('receives wallet events, even if the state is not read', async () => {
    await connected();
    const before = first.listenerCount;
    undo.push(createWalletClient({ storage }).subscribe(() => {}));
    await waitUntil(() => first.listenerCount > before);
  });

  for (const [before, after] of [
    ['connected', 'disconnected'],
    ['disconnected', 'connected'],
  ] as const) {
    it(`is ${after} after another tab ${after} while the page was in the back/forward cache`, async () => {
      const otherTab = createWalletClient({ storage });
      if (before === 'connected') await otherTab.connect({ providerId: FIRST.id });
      const client = createWalletClient({ storage });
      const seen: string[] = [];
      undo.push(client.subscribe(() => seen.push(client.state.status)));
      // A page in the cache receives no storage events.
      if (after === 'connected') await otherTab.connect({ providerId: FIRST.id });
      else otherTab.disconnect();
      expect(seen).to.deep.equal([]);
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect(seen).to.deep.equal([after]);
    });
  }

  for (const event of ['DOMContentLoaded', 'load']) {
    it(`listens to a wallet that was injected later, from ${event} on`, async () => {
      await connected();
      const page = new CountedPage();
      undo.push(page.client().subscribe(() => {}));
      const late = fakeWallet();
      page[FIRST.id] = late;
      page.dispatchEvent(new Event(event));
      await hasListener(late);
    });
  }
});

describe('the network in the state', () => {
  it('is the one that the wallet names in an answer, without an event', async () => {
    const client = await connected();
    const networks = { active: 'my-net', networks: [{ id: 'my-net' }] };
    const { wallet, answer } = slowWallet('stx_getNetworks');
    await client.connect({ provider: wallet });
    const asking = client.request({ provider: wallet }, 'stx_getNetworks');
    answer(networks);
    await asking;
    expect(networkOf(client)).to.equal('my-net');
  });
});
