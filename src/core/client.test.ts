import { expect } from '@open-wc/testing';
import { reactive } from '@vue/reactivity';
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
import { Pc } from '../clarity/index.js';
import { signs, signStacksMessage } from '../testing/messages.js';
import { OTHER_STX_KEY, UNSIGNED } from '../testing/transactions.js';
import { waitUntil } from '../testing/wait-until.js';
import { refusal } from '../testing/every-wallet.js';
import type { Wallet } from '../wallets/wallet.js';
import type { Unsubscribe } from '../lib/store.js';
import { createWalletClient, getDefaultClient } from './client.js';
import { configure } from './configure.js';
import type { Choice, Picker } from './types.js';

const DESCRIPTOR = { id: 'FakeWalletProvider', name: 'Fake wallet' };
const OTHER_DESCRIPTOR = { id: 'OtherWalletProvider', name: 'Other wallet' };
const STORED = { addresses: { stx: [{ address: STX_ADDRESS }], btc: [{ address: BTC_ADDRESS }] } };
const OTHER_ADDRESSES = [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '02' }];

let wallet: FakeWallet;
let other: FakeWallet;
let storage: ReturnType<typeof memoryStorage>;
let undo: Unsubscribe[];

beforeEach(() => {
  storage = memoryStorage();
  wallet = fakeWallet(
    answering({
      getAddresses: { addresses: ADDRESSES },
      stx_getAddresses: { addresses: [ADDRESSES[1]] },
      stx_signMessage: signs(),
      stx_transferStx: { txid: `0x${'01'.repeat(32)}` },
    }),
  );
  other = fakeWallet(
    answering({
      getAddresses: { addresses: OTHER_ADDRESSES },
      stx_getAddresses: { addresses: OTHER_ADDRESSES },
      stx_signMessage: signs(OTHER_STX_KEY),
    }),
  );
  undo = [installWallet(wallet, DESCRIPTOR)];
});

afterEach(() => undo.forEach((step) => step()));

/** A user who chooses the wallet with this id. */
const chooseAfterDelay = (id: string) => choosing(id, 20);

const aTick = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A page that is still loading. */
const loadingPage = (): Record<string, unknown> => ({
  performance: { now: () => 50 },
  document: { readyState: 'interactive' },
  addEventListener() {},
  removeEventListener() {},
});

describe('connect and disconnect', () => {
  it('connects to the only installed wallet and stores its addresses; disconnect() removes them', async () => {
    const client = createWalletClient({ storage });
    expect(client.isConnected()).to.equal(false);
    expect(client.getLocalStorage()).to.equal(null);

    const { addresses } = await client.connect();
    expect(addresses).to.deep.equal(ADDRESSES);
    expect(client.isConnected()).to.equal(true);
    expect(client.getLocalStorage()).to.deep.equal(STORED);
    expect(client.selectedProviderId).to.equal(DESCRIPTOR.id);

    client.disconnect();
    expect(client.isConnected()).to.equal(false);
    expect(client.getLocalStorage()).to.equal(null);
    expect(storage.keys).to.deep.equal([]);
  });

  it('is connected after a reload', async () => {
    await createWalletClient({ storage }).connect();
    const reloaded = createWalletClient({ storage });
    expect(reloaded.isConnected()).to.equal(true);
    await reloaded.request('stx_signMessage', { message: 'hi' });
    expect(wallet.calls.at(-1)?.method).to.equal('stx_signMessage');
  });

  it('deploys a contract on the stored network after a reload: an address does not show devnet', async () => {
    const address = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    const provider = fakeWallet(
      answering({
        getAddresses: { addresses: [{ address }], network: 'devnet' },
        stx_deployContract: { txid: 'ab'.repeat(32) },
      }),
    );
    undo.push(installWallet(provider, OTHER_DESCRIPTOR));
    await createWalletClient({ storage }).connect({ providerId: OTHER_DESCRIPTOR.id });
    const params = { name: 'mine', clarityCode: '(ok 1)' };
    const owner = Pc.principal(address).willSendLte(1n).ustx();
    for (const postConditions of [undefined, [owner]]) {
      const reloaded = createWalletClient({ storage });
      await reloaded.request('stx_deployContract', { ...params, postConditions });
      expect(provider.calls.at(-1)?.params).to.include({ ...params, network: 'devnet' });
    }
  });

  it('works as a part of reactive data of Vue', async () => {
    const page = reactive({ client: createWalletClient({ storage }), choices: [] as Choice[] });
    await page.client.connect();
    expect(page.client.state.status).to.equal('connected');
    await page.client.request('stx_getAddresses');
    page.choices.push(await page.client.choose());
    page.choices[0]!.pick(DESCRIPTOR.id);
    expect(await page.choices[0]!.finished).to.equal(DESCRIPTOR.id);
    page.client.disconnect();
  });

  it('request("getAddresses") connects too', async () => {
    const client = createWalletClient({ storage });
    await client.request('getAddresses');
    expect(client.getLocalStorage()).to.deep.equal(STORED);
  });

  it('notifies subscribers of connecting and connected, until they unsubscribe', async () => {
    const client = createWalletClient({ storage });
    const seen: string[] = [];
    let last = client.state;
    const unsubscribe = client.subscribe(() => {
      if (client.state !== last) seen.push(client.state.status);
      last = client.state;
    });
    await client.connect();
    client.disconnect();
    unsubscribe();
    await client.connect();
    expect(seen).to.deep.equal(['connecting', 'connected', 'disconnected']);
  });

  it('fails if the wallet returns no address', async () => {
    const client = createWalletClient({ storage });
    const bare = { addresses: [{ symbol: 'BTC', address: 'not an address' }] };
    for (const answer of [undefined, null, {}, [], { addresses: [] }, bare]) {
      const provider = fakeWallet(answering({ getAddresses: answer }));
      for (const enableOverrides of [true, false]) {
        const error = await refusal(client.connect({ provider, enableOverrides }));
        expect(error.code).to.equal(-32603);
        expect(error.message).to.include('getAddresses').and.include('address');
        expect(client.isConnected()).to.equal(false);
        expect(client.getLocalStorage()).to.equal(null);
      }
    }
  });

  it('stays connected to the old wallet when choosing another fails', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    client.picker = () => Promise.reject(new Error('closed'));
    await refusal(client.connect({ forceWalletSelect: true }));
    expect(client.state.status).to.equal('connected');
    expect(client.getLocalStorage()).to.deep.equal(STORED);
  });

  it('replaces the addresses of the old wallet, and never merges them', async () => {
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    const client = createWalletClient({ storage, picker: chooseAfterDelay(DESCRIPTOR.id) });
    await client.connect();
    client.picker = chooseAfterDelay(OTHER_DESCRIPTOR.id);
    await client.connect({ forceWalletSelect: true });
    expect(client.getLocalStorage()?.addresses).to.deep.equal({
      stx: [{ address: OTHER_STX_ADDRESS }],
      btc: [],
    });
    expect(storage.getItem('STX_PROVIDER')).to.equal(OTHER_DESCRIPTOR.id);
  });

  it('stays disconnected after disconnect(), even if the wallet answers later', async () => {
    let answer = (_: unknown) => {};
    const slow = fakeWallet(() => new Promise((resolve) => (answer = resolve)));
    const client = createWalletClient({ storage });
    const connecting = client.connect({ provider: slow });
    await waitUntil(() => slow.calls.length > 0);
    client.disconnect();
    expect((await refusal(connecting)).code).to.equal(-31001);
    answer(success({ addresses: ADDRESSES }));
    await aTick();
    expect(client.isConnected()).to.equal(false);
  });
});

describe('the options of a request', () => {
  it('provider: uses it, without a picker', async () => {
    const client = createWalletClient({ storage, picker: () => expect.fail('no picker') });
    await client.connect({ provider: other });
    expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: OTHER_STX_ADDRESS }]);
    await client.request('stx_signMessage', { message: 'hi' });
    expect(other.calls.map(({ method }) => method)).to.deep.equal([
      'getAddresses',
      'stx_signMessage',
    ]);
  });

  it('provider: passed to another method, it changes neither the wallet nor the addresses', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    await client.request({ provider: other }, 'stx_signMessage', { message: 'hi' });
    expect(client.selectedProviderId).to.equal(DESCRIPTOR.id);
    expect(client.getLocalStorage()).to.deep.equal(STORED);
  });

  it('forceWalletSelect: lets the user choose again; without it the remembered wallet is used', async () => {
    let asked = 0;
    const client = createWalletClient({
      storage,
      picker: (choice) => (asked++, chooseAfterDelay(DESCRIPTOR.id)(choice)),
    });
    await client.connect();
    await client.connect();
    expect(asked).to.equal(1);
    await client.connect({ forceWalletSelect: true });
    expect(asked).to.equal(2);
  });

  it('persistWalletSelect false: does not remember the wallet, and the next request opens the picker again', async () => {
    let asked = 0;
    const client = createWalletClient({
      storage,
      picker: (choice) => (asked++, chooseAfterDelay(DESCRIPTOR.id)(choice)),
    });
    await client.connect({ persistWalletSelect: false });
    expect(storage.getItem('STX_PROVIDER')).to.equal(null);
    expect(client.isConnected()).to.equal(true);
    await client.request({ persistWalletSelect: false }, 'stx_signMessage', { message: 'hi' });
    expect(asked).to.equal(2);
  });

  it('enableLocalStorage false: connected until the page is unloaded; only the wallet is stored', async () => {
    const client = createWalletClient({ storage });
    await client.connect({ enableLocalStorage: false });
    expect(client.isConnected()).to.equal(true);
    expect(client.getLocalStorage()).to.equal(null);
    expect(storage.keys).to.deep.equal(['STX_PROVIDER']);
    expect(createWalletClient({ storage }).isConnected()).to.equal(false);
  });

  it('approvedProviderIds: only those are offered, and another remembered wallet is not used', async () => {
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    let offered: readonly string[] = [];
    const client = createWalletClient({
      storage,
      picker: (choice) => {
        offered = [...choice.wallets.installed, ...choice.wallets.others].map(({ id }) => id);
        return chooseAfterDelay(OTHER_DESCRIPTOR.id)(choice);
      },
    });
    await client.connect({ provider: wallet });
    await client.connect({ approvedProviderIds: [OTHER_DESCRIPTOR.id] });
    expect(offered).to.deep.equal([OTHER_DESCRIPTOR.id]);
    expect(client.selectedProviderId).to.equal(OTHER_DESCRIPTOR.id);
  });

  it('defaultProviders: the wallets that the picker offers to install', async () => {
    const mine = { id: 'MineProvider', name: 'Mine', webUrl: 'https://mine.example/' };
    const client = createWalletClient({ storage });
    const { others } = client.wallets({ defaultProviders: [mine] });
    expect(others.map(({ id, name, webUrl }) => ({ id, name, webUrl }))).to.deep.equal([mine]);
  });

  it('enableOverrides false: sends the params and returns the result unchanged', async () => {
    const raw = fakeWallet(() => success({ txId: '0xff' }));
    const client = createWalletClient({ storage });
    const params = { amount: '5', recipient: STX_ADDRESS };
    const result = await client.request(
      { provider: raw, enableOverrides: false },
      'stx_transferStx',
      params,
    );
    expect(raw.calls[0]?.params).to.deep.equal(params);
    expect(result).to.deep.equal({ txId: '0xff' });
  });

  it('enableOverrides false: sends hex of a Clarity value as it is, without reading it', async () => {
    const raw = fakeWallet(() => success({}));
    const client = createWalletClient({ storage });
    const params = { contract: `${STX_ADDRESS}.mine`, functionName: 'go', functionArgs: ['0a'] };
    await client.request({ provider: raw, enableOverrides: false }, 'stx_callContract', params);
    expect(raw.calls[0]?.params).to.deep.equal(params);
  });

  it('are overridden by the network of the params', async () => {
    const raw = fakeWallet(answering({ stx_deployContract: { txid: 'ab'.repeat(32) } }));
    const client = createWalletClient({ storage });
    const params = { name: 'mine', clarityCode: '(ok 1)', network: 'devnet' };
    await client.request({ provider: raw, network: 'testnet' }, 'stx_deployContract', params);
    expect(raw.calls[0]?.params).to.deep.equal(params);
  });

  it('do not name the network of a wallet that reports only an address of a test network', async () => {
    const address = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    const provider = fakeWallet(answering({ getAddresses: { addresses: [{ address }] } }));
    const client = createWalletClient({ storage });
    await client.connect({ provider });
    expect(client.state).to.include({ status: 'connected', address, network: undefined });
  });

  it('enableOverrides false: the network of the options is still sent', async () => {
    const options = { provider: wallet, enableOverrides: false, network: 'testnet' };
    const client = createWalletClient({ storage });
    await client.connect(options);
    const contract = { name: 'mine', clarityCode: '(ok 1)' };
    await refusal(client.request(options, 'stx_deployContract', contract));
    await refusal(
      client.request(options, 'stx_deployContract', { ...contract, network: 'devnet' }),
    );
    await refusal(client.request(options, 'stx_getNetworks'));
    expect(wallet.calls.map(({ params }) => params)).to.deep.equal([
      { network: 'testnet' },
      { ...contract, network: 'testnet' },
      { ...contract, network: 'devnet' },
      undefined,
    ]);
  });

  it('are refused if they have another type, before a wallet is asked', async () => {
    const WRONG = {
      providerId: 5,
      forceWalletSelect: 'yes',
      persistWalletSelect: 0,
      enableOverrides: 'false',
      enableLocalStorage: 'no',
      approvedProviderIds: DESCRIPTOR.id,
      network: '',
      signal: 'abort',
    };
    for (const [name, value] of Object.entries(WRONG)) {
      const client = createWalletClient({ storage });
      const error = await refusal(client.connect({ [name]: value }));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain(`\`${name}\``);
    }
    expect(wallet.calls).to.deep.equal([]);
  });

  describe('network, with an unknown method', () => {
    const SENT: readonly [params: unknown, sent: unknown][] = [
      [undefined, { network: 'testnet' }],
      [null, { network: 'testnet' }],
      [{}, { network: 'testnet' }],
      [{ a: [1] }, { a: [1], network: 'testnet' }],
      [{ network: undefined }, { network: 'testnet' }],
      [{ network: null }, { network: 'testnet' }],
      [{ network: 'devnet' }, { network: 'devnet' }],
    ];
    for (const enableOverrides of [true, false]) {
      it(`is added to params without one (enableOverrides: ${enableOverrides})`, async () => {
        for (const [params, sent] of SENT) {
          const raw = fakeWallet(() => success('ok'));
          const options = { provider: raw, network: 'Testnet', enableOverrides };
          await createWalletClient({ storage }).request(options, 'wallet_own', params);
          expect(raw.calls[0]?.params).to.deep.equal(sent);
        }
      });

      it(`is refused if the params are not an object (enableOverrides: ${enableOverrides})`, async () => {
        for (const params of [[1], 'x', 5, true, Uint8Array.of(1)]) {
          const raw = fakeWallet(() => success('ok'));
          const options = { provider: raw, network: 'testnet', enableOverrides };
          const sent = createWalletClient({ storage }).request(options, 'wallet_own', params);
          const error = await refusal(sent);
          expect(error.code).to.equal(-32602);
          expect(error.message).to.contain('`network`').and.contain('testnet');
          expect(raw.calls).to.deep.equal([]);
        }
      });
    }
  });

  it('enableLocalStorage false: stx_getAddresses connects, and stores nothing', async () => {
    const client = createWalletClient({ storage });
    await client.request({ enableLocalStorage: false }, 'stx_getAddresses');
    expect(client.isConnected()).to.equal(true);
    expect(client.getLocalStorage()).to.equal(null);
  });

  it('an address of another network than the account is refused, unless the network is named', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    wallet.calls.length = 0;
    const recipient = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
    const error = await refusal(client.request('stx_transferStx', { amount: '5', recipient }));
    expect(error.code).to.equal(-32602);
    expect(error.message)
      .to.contain('`recipient`')
      .and.contain('an address on mainnet, the network of the connected account;');
    const onMainnet = client.with({ network: 'mainnet' });
    const named = await refusal(onMainnet.request('stx_transferStx', { amount: '5', recipient }));
    expect(named.message).to.contain('mainnet, the network of `configure({ network })`, of the');
    const bitcoin = { recipients: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', amount: 5 }] };
    const other = await refusal(client.request('sendTransfer', bitcoin));
    expect(other.message).to.contain('`recipients[0].address`');
    expect(wallet.calls).to.deep.equal([]);
    await client.request('stx_transferStx', { amount: '5', recipient, network: 'testnet' });
    expect(wallet.calls[0]?.params).to.deep.equal({ amount: '5', recipient, network: 'testnet' });
  });

  it('network: an invalid name is refused, and the wallet is not called', async () => {
    const client = createWalletClient({ storage });
    for (const network of [{ chainId: 1 }, 5, '']) {
      for (const enableOverrides of [true, false]) {
        const options = { provider: wallet, enableOverrides, network: network as string };
        const error = await refusal(client.request(options, 'stx_signMessage', { message: 'hi' }));
        expect(error.code).to.equal(-32602);
        expect(error.message).to.contain('`network`');
      }
    }
    expect(wallet.calls).to.deep.equal([]);
  });

  it('are read when the function is called; later changes by the page have no effect', async () => {
    const options = { provider: wallet, network: 'testnet' };
    const sent = createWalletClient({ storage }).request(options, 'stx_signMessage', {
      message: 'hi',
    });
    options.network = 'mainnet';
    options.provider = other;
    await sent;
    expect(wallet.calls[0]?.params).to.deep.equal({ message: 'hi', network: 'testnet' });
    expect(other.calls).to.deep.equal([]);
  });

  it('with(options): sets defaults, which the options of a call override', async () => {
    const client = createWalletClient({ storage }).with({ enableLocalStorage: false });
    await client.connect();
    expect(client.getLocalStorage()).to.equal(null);
    await client.connect({ enableLocalStorage: true });
    expect(client.getLocalStorage()).to.deep.equal(STORED);
  });
});

describe('with(options)', () => {
  const client = createWalletClient({ storage: memoryStorage() });

  it('is the same client for the same options, so that a component may call it at each rendering', () => {
    const options = () => ({ network: 'testnet', approvedProviderIds: [DESCRIPTOR.id] });
    expect(client.with(options())).to.equal(client.with(options()));
    expect(client.with(options())).not.to.equal(client.with({ network: 'testnet' }));
    expect(client.with({})).not.to.equal(client.with({ network: 'testnet' }).with({}));
  });

  it('is another client for each provider and signal, which it does not keep', () => {
    const { signal } = new AbortController();
    for (const options of [{ provider: wallet }, { signal }]) {
      expect(client.with(options)).not.to.equal(client.with(options));
    }
  });

  it('follows later settings that the options do not have', () => {
    const own = getDefaultClient().with({ enableOverrides: true });
    configure({ network: 'testnet' });
    try {
      expect(own.network).to.equal('testnet');
    } finally {
      configure({ network: 'mainnet' });
    }
    expect(own.network).to.equal('mainnet');
  });
});

describe('a wallet definition of the page', () => {
  const mine: Wallet = {
    info: { ...OTHER_DESCRIPTOR, webUrl: 'https://other.example/' },
    matches: (_provider, id) => id === OTHER_DESCRIPTOR.id,
    async request(call, send) {
      if (!call.isKnown || call.method !== 'stx_signMessage') return send(call.method, call.params);
      return send('own_sign', [call.params.message]);
    },
  };

  it('is added to those of this library, whose wallets are asked as before', async () => {
    const own = fakeWallet(() => success(signStacksMessage('hi')));
    const leather = Object.assign(
      fakeWallet(() => success({ txid: `0x${'01'.repeat(32)}` })),
      { isLeather: true },
    );
    undo.push(installWallet(own, OTHER_DESCRIPTOR));
    const client = createWalletClient({ storage, wallets: [mine] });
    await client.request({ providerId: OTHER_DESCRIPTOR.id }, 'stx_signMessage', { message: 'hi' });
    expect(own.calls).to.deep.equal([{ method: 'own_sign', params: ['hi'] }]);

    const broadcast = { transaction: UNSIGNED, broadcast: true };
    const error = await refusal(
      client.request({ provider: leather }, 'stx_signTransaction', broadcast),
    );
    expect(error.message).to.contain('Leather');
    expect(leather.calls).to.deep.equal([]);
  });

  it('is explained if its `request` returns no promise, or throws after it has sent', async () => {
    const requests: Wallet['request'][] = [
      (call, send) => {
        send(call.method, ['sent']).catch(() => {});
        return undefined as unknown as Promise<unknown>;
      },
      (call, send) => {
        send(call.method, ['sent']).catch(() => {});
        throw new Error('too late');
      },
    ];
    for (const request of requests) {
      const client = createWalletClient({ storage, wallets: [{ ...mine, request }] });
      const explanations = await client.explain('stx_signMessage', { message: 'hi' });
      const explained = explanations.find(({ providerId }) => providerId === OTHER_DESCRIPTOR.id);
      expect(explained?.error, String(explained?.error)).to.equal(undefined);
      expect(explained?.request?.params).to.deep.equal(['sent']);
    }
  });

  it('is offered before the known wallets', () => {
    const { others } = createWalletClient({ storage, wallets: [mine] }).wallets();
    expect(others.map(({ name }) => name).slice(0, 2)).to.deep.equal(['Other wallet', 'Leather']);
  });
});

describe('choosing a wallet', () => {
  it('fails with advice if there are two wallets and no picker', async () => {
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    const error = await refusal(createWalletClient({ storage }).connect());
    expect(error.code).to.equal(-31000);
    expect(error.message).to.contain(DESCRIPTOR.id).and.to.contain('picker');
  });

  it('two simultaneous connects share one picker and one wallet call', async () => {
    let opened = 0;
    const client = createWalletClient({
      storage,
      picker: (choice) => (opened++, chooseAfterDelay(DESCRIPTOR.id)(choice)),
    });
    const results = await Promise.all([client.connect(), client.connect()]);
    expect(opened).to.equal(1);
    expect(wallet.calls).to.have.length(1);
    expect(results[0]).to.deep.equal(results[1]);
  });

  it('a simultaneous connect and signature share one picker; the signature is requested once', async () => {
    const client = createWalletClient({ storage, picker: chooseAfterDelay(DESCRIPTOR.id) });
    await Promise.all([client.connect(), client.request('stx_signMessage', { message: 'hi' })]);
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
      'getAddresses',
      'stx_signMessage',
    ]);
  });

  it('a wallet chosen for a signature is remembered if no other is', async () => {
    const client = createWalletClient({ storage, picker: chooseAfterDelay(DESCRIPTOR.id) });
    await client.request('stx_signMessage', { message: 'hi' });
    expect(client.selectedProviderId).to.equal(DESCRIPTOR.id);
    expect(client.isConnected()).to.equal(false);
  });

  it('sends only requests to connect while the picker is open, so that nothing is signed twice', async () => {
    const views: string[] = [];
    const broken = fakeWallet(({ method }) => Promise.reject(new Error(method)));
    undo.push(installWallet(broken, OTHER_DESCRIPTOR));
    const client = createWalletClient({
      storage,
      picker: (choice) => {
        choice.subscribe(() => {
          const { state } = choice;
          if (state.status === 'choosing') return;
          views.push(state.status === 'failed' ? state.error.message : state.status);
          if (state.status === 'failed')
            setTimeout(() => (views.length > 2 ? choice.close() : choice.retry()));
        });
        choice.pick(OTHER_DESCRIPTOR.id);
      },
    });
    for (const method of ['getAddresses', 'stx_getAddresses', 'stx_signMessage'] as const) {
      views.length = broken.calls.length = 0;
      const params = method === 'stx_signMessage' ? { message: 'hi' } : undefined;
      await refusal(client.request({ forceWalletSelect: true }, method as string, params));
      const tried =
        method === 'stx_signMessage' ? [] : ['connecting', method, 'connecting', method];
      expect(views).to.deep.equal([...tried, 'done']);
      expect(broken.calls).to.have.length(tried.length / 2 || 1);
    }
  });

  it('waits for a remembered wallet that is injected while the page loads', async () => {
    undo.pop()?.();
    storage.setItem('STX_PROVIDER', DESCRIPTOR.id);
    const loading = loadingPage();
    const client = createWalletClient({
      storage,
      window: loading as unknown as Window,
      picker: () => expect.fail('no picker'),
    });
    setTimeout(() => {
      loading[DESCRIPTOR.id] = wallet;
      loading['wbip_providers'] = [DESCRIPTOR];
    }, 100);
    await client.request('stx_signMessage', { message: 'hi' });
    expect(wallet.calls).to.have.length(1);
  });

  it('opens the picker immediately if the remembered wallet is gone from a page that has loaded', async () => {
    undo.pop()?.();
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    storage.setItem('STX_PROVIDER', DESCRIPTOR.id);
    const client = createWalletClient({
      storage,
      picker: chooseAfterDelay(OTHER_DESCRIPTOR.id),
    });
    await client.request('stx_signMessage', { message: 'hi' });
    expect(other.calls).to.have.length(1);
  });
});

describe('AbortSignal', () => {
  it('already aborted: rejects with its reason, no picker opens, and no wallet is asked', async () => {
    const reason = new Error('left the page');
    let opened = 0;
    for (const picker of [undefined, () => void opened++]) {
      const client = createWalletClient({ storage, ...(picker && { picker }) });
      const thrown: unknown = await client
        .connect({ signal: AbortSignal.abort(reason) })
        .catch((error: unknown) => error);
      expect(thrown).to.equal(reason);
    }
    expect(wallet.calls).to.have.length(0);
    expect(opened).to.equal(0);
  });

  it('aborted while the wallet is asked: rejects with AbortError, and ignores the late answer', async () => {
    let answer = (_: unknown) => {};
    const slow = fakeWallet(() => new Promise((resolve) => (answer = resolve)));
    const client = createWalletClient({ storage });
    const controller = new AbortController();
    const connecting = client.connect({ provider: slow, signal: controller.signal });
    await waitUntil(() => slow.calls.length > 0);
    controller.abort();
    const thrown: unknown = await connecting.catch((error: unknown) => error);
    expect(thrown).to.have.property('name', 'AbortError');
    answer(success({ addresses: ADDRESSES }));
    await aTick();
    expect(client.state.status).to.equal('disconnected');
  });

  it('aborted while modules are loaded: rejects immediately, and the wallet is never asked', async () => {
    let prepare: (() => void) | undefined;
    const slow: Wallet = {
      info: { id: 'SlowProvider', name: 'Slow' },
      matches: (provider) => provider === wallet,
      request: (_call, send) =>
        new Promise((resolve) => (prepare = () => resolve(send('stx_signMessage')))),
    };
    const client = createWalletClient({ storage, wallets: [slow] });
    const controller = new AbortController();
    const asked = client.request(
      { provider: wallet, signal: controller.signal },
      'stx_signMessage',
      { message: 'hello' },
    );
    await waitUntil(() => prepare);
    controller.abort();
    const thrown: unknown = await asked.catch((error: unknown) => error);
    expect(thrown).to.have.property('name', 'AbortError');
    prepare!();
    await aTick();
    expect(wallet.calls).to.have.length(0);
  });

  it('closes the picker when the last caller has aborted', async () => {
    let closed: boolean | undefined;
    const client = createWalletClient({
      storage,
      picker: (choice) => {
        closed = false;
        choice.subscribe(() => (closed = choice.state.status === 'done'));
      },
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) =>
      client.connect({ signal }).catch((error: unknown) => (error as Error).name),
    );
    await waitUntil(() => closed === false, 'the picker is open');
    first.abort();
    expect(await calls[0]).to.equal('AbortError');
    expect(closed).to.equal(false);
    second.abort();
    expect(await calls[1]).to.equal('AbortError');
    expect(closed).to.equal(true);
  });
});

describe('wallet events', () => {
  const switched = [{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '02' }];

  it('an account change replaces the old account immediately, also in storage', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    await waitUntil(() => wallet.listenerCount > 0);
    wallet.emit('stx_accountChange', switched);
    expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: OTHER_STX_ADDRESS }]);
  });

  it('an event stores nothing with enableLocalStorage: false', async () => {
    const client = createWalletClient({ storage });
    await client.connect({ enableLocalStorage: false });
    await waitUntil(() => wallet.listenerCount > 0);
    wallet.emit('stx_accountChange', switched);
    expect(client.state).to.have.property('status', 'connected');
    expect(client.getLocalStorage()).to.equal(null);
  });

  it('are handled after a reload, once the page has read the state', async () => {
    await createWalletClient({ storage }).connect();
    await waitUntil(() => wallet.listenerCount > 0);
    const before = wallet.listenerCount;
    const reloaded = createWalletClient({ storage });
    expect(reloaded.isConnected()).to.equal(true);
    await waitUntil(() => wallet.listenerCount > before);
    wallet.emit('stx_accountChange', switched);
    expect(reloaded.getLocalStorage()?.addresses.stx).to.deep.equal([
      { address: OTHER_STX_ADDRESS },
    ]);
  });

  it('listeners are removed by disconnect()', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    await waitUntil(() => wallet.listenerCount > 0);
    client.disconnect();
    expect(wallet.listenerCount).to.equal(0);
  });
});

describe('a bad call', () => {
  it('is refused with the name of the field, and the wallet is not called', async () => {
    const client = createWalletClient({ storage });
    const error = await refusal(
      client.request('stx_transferStx', { amount: 1.5, recipient: STX_ADDRESS }),
    );
    expect(error.code).to.equal(-32602);
    expect(error.message).to.contain('amount').and.to.contain('1.5');
    expect(wallet.calls).to.have.length(0);
  });

  it('is refused without a method name', async () => {
    const client = createWalletClient({ storage });
    const error = await refusal(client.request(undefined as unknown as string));
    expect(error.code).to.equal(-32600);
  });

  it('names the method that was probably meant if the wallet does not have the given one', async () => {
    const raw = fakeWallet(() => ({
      jsonrpc: '2.0',
      id: '1',
      error: { code: -32601, message: 'Unknown method.' },
    }));
    const messageOf = async (method: string) =>
      (await refusal(createWalletClient({ storage }).request({ provider: raw }, method, {})))
        .message;
    for (const mistyped of [
      'stx_tranferStx',
      'stx_transferSTX',
      'transferStx',
      'stx_transferStxx',
    ]) {
      expect(await messageOf(mistyped)).to.equal(
        'Unknown method. Did you mean "stx_transferStx"?',
        mistyped,
      );
    }
    expect(await messageOf('stx_signmessage')).to.contain('"stx_signMessage"');
    expect(await messageOf('signmessage')).to.contain('"signMessage"');
    for (const method of ['wallet_own', 'x', 'stx_']) {
      expect(await messageOf(method), method).to.equal('Unknown method.');
    }
  });

  it('params changed after the call do not reach the wallet', async () => {
    const client = createWalletClient({ storage });
    const params = { amount: '5', recipient: STX_ADDRESS };
    const sending = client.request('stx_transferStx', params);
    params.amount = '5000000';
    await sending;
    expect(wallet.calls[0]?.params).to.have.property('amount', '5');
  });
});

describe('preload', () => {
  const countingPicker = () => {
    let loads = 0;
    const picker: Picker = Object.assign(chooseAfterDelay(DESCRIPTOR.id), {
      preload: () => Promise.resolve(loads++),
    });
    return { picker, loads: () => loads };
  };

  it('loads the picker only while no wallet is remembered', async () => {
    const { picker, loads } = countingPicker();
    const client = createWalletClient({ storage, picker });
    client.preload();
    expect(loads()).to.equal(1);
    await client.connect();
    const afterConnect = loads();
    client.preload('stx_callContract');
    expect(loads()).to.equal(afterConnect);
  });

  it('fetches nothing if the user saves data or the connection is slow', () => {
    for (const connection of [{ saveData: true }, { effectiveType: '2g' }]) {
      const { picker, loads } = countingPicker();
      const saving = { ...loadingPage(), navigator: { connection } };
      createWalletClient({ storage, picker, window: saving as unknown as Window }).preload();
      expect(loads()).to.equal(0);
    }
  });
});

describe('a change of the storage by another tab', () => {
  /** A client that connected `wallet` before another tab connected `other`. It has not read the storage since. */
  async function staleClient() {
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    const events = new Map<string, (data: unknown) => void>();
    wallet.addListener = (name, listener) =>
      void events.set(name as string, listener as (data: unknown) => void);
    const client = createWalletClient({ storage });
    await client.connect({ providerId: DESCRIPTOR.id });
    await waitUntil(() => events.size > 0);
    await createWalletClient({ storage }).connect({ providerId: OTHER_DESCRIPTOR.id });
    return { client, events };
  }
  const stored = () => [
    createWalletClient({ storage }).getLocalStorage()?.addresses.stx,
    storage.getItem('STX_PROVIDER'),
  ];
  const OTHERS = [[{ address: OTHER_STX_ADDRESS }], OTHER_DESCRIPTOR.id];

  it('is not undone by an event of the previous wallet', async () => {
    const { events } = await staleClient();
    events.get('accountChange')?.({ addresses: [{ address: STX_ADDRESS }] });
    expect(stored()).to.deep.equal(OTHERS);
  });

  it('is not undone when the previous wallet disconnects', async () => {
    const { client, events } = await staleClient();
    events.get('disconnect')?.({ type: 'disconnect' });
    expect(stored()).to.deep.equal(OTHERS);
    expect(client.isConnected()).to.equal(true);
  });

  it('never mixes Stacks addresses of one wallet with Bitcoin addresses of the other', async () => {
    const client = createWalletClient({ storage });
    await client.connect();
    const slow = fakeWallet(async ({ method }) => {
      const toOther = { providerId: OTHER_DESCRIPTOR.id };
      if (method === 'stx_getAddresses') await createWalletClient({ storage }).connect(toOther);
      return success({ addresses: OTHER_ADDRESSES });
    });
    undo.push(installWallet(slow, OTHER_DESCRIPTOR));
    await client.request({ provider: slow }, 'stx_getAddresses');
    expect(client.getLocalStorage()).to.deep.equal({
      addresses: { stx: [{ address: OTHER_STX_ADDRESS }], btc: [] },
    });
  });

  it('also changes the selected wallet', async () => {
    undo.push(installWallet(other, OTHER_DESCRIPTOR));
    const client = createWalletClient({ storage });
    await client.connect({ providerId: DESCRIPTOR.id });
    storage.setItem('STX_PROVIDER', OTHER_DESCRIPTOR.id);
    window.dispatchEvent(new StorageEvent('storage'));
    expect(client.selectedProviderId).to.equal(OTHER_DESCRIPTOR.id);
  });
});

describe('another tab', () => {
  it('that disconnects also disconnects this one, and notifies subscribers', async () => {
    const client = createWalletClient();
    await client.connect();
    let calls = 0;
    const unsubscribe = client.subscribe(() => calls++);
    localStorage.removeItem('@stacks/connect');
    localStorage.removeItem('STX_PROVIDER');
    window.dispatchEvent(new StorageEvent('storage', { key: '@stacks/connect' }));
    expect(calls).to.equal(1);
    expect(client.isConnected()).to.equal(false);
    unsubscribe();
  });

  it('that connects also connects this one', async () => {
    const client = createWalletClient({ storage });
    expect(client.isConnected()).to.equal(false);
    await createWalletClient({ storage }).connect();
    expect(client.isConnected()).to.equal(true);
    await client.request('stx_signMessage', { message: 'hi' });
    expect(wallet.calls.at(-1)?.method).to.equal('stx_signMessage');
  });
});
