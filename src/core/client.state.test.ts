import { expect } from '@open-wc/testing';
import {
  answering,
  fakeWallet,
  installWallet,
  memoryStorage,
  OTHER_STX_ADDRESS,
  STX_ADDRESS,
  success,
  type FakeWallet,
} from '../testing/fake-wallet.js';
import { refusal } from '../testing/every-wallet.js';
import { pause, waitUntil } from '../testing/wait-until.js';
import type { Unsubscribe } from '../lib/store.js';
import { bytesToHex } from '../lib/bytes.js';
import { createWalletClient } from './client.js';
import type { WalletClient, WalletState } from './types.js';

const WALLET = { id: 'FakeWalletProvider', name: 'Fake wallet' };
const MNEMONIC = 'abandon abandon abandon abandon abandon about';
/** What a wallet may add, at the answer and at each address. */
const SECRETS = {
  privateKey: '01'.repeat(32),
  gaiaAppKey: '02'.repeat(32),
  mnemonic: MNEMONIC,
  seed: { words: MNEMONIC },
};
const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
/** The STX address of `STX_ADDRESS` on test networks. */
const TESTNET_STX = 'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ';
const KNOWN = {
  address: BTC,
  publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  symbol: 'BTC',
  type: 'p2wpkh',
  purpose: 'payment',
  addressType: 'p2wpkh',
  walletType: 'software',
  derivationPath: "m/84'/0'/0'/0/0",
  tweakedPublicKey: '03'.repeat(32),
} as const;
const ADDRESSES = [
  { ...KNOWN, ...SECRETS },
  { address: STX_ADDRESS, symbol: 'STX', ...SECRETS },
];

/** An address with another character, which its checksum does not allow. */
const changed = (address: string) =>
  `${address.slice(0, -3)}${address.at(-3) === '7' ? '8' : '7'}${address.slice(-2)}`;
const RIGHT: readonly string[] = [
  ...[STX_ADDRESS, TESTNET_STX, 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4'],
  ...[BTC, BTC.toUpperCase(), TAPROOT, 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0'],
  ...['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ...['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx',
];
/** Version 0 with the checksum of Bech32m, and version 1 with that of Bech32 (BIP-350). */
const OTHER_CHECKSUM = [
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
];

let wallet: FakeWallet;
let storage: ReturnType<typeof memoryStorage>;
let undo: Unsubscribe[];

beforeEach(() => {
  storage = memoryStorage();
  wallet = fakeWallet(answering({ getAddresses: { addresses: ADDRESSES, ...SECRETS } }));
  undo = [installWallet(wallet, WALLET)];
});
afterEach(() => undo.forEach((step) => step()));

async function connected(addresses: readonly unknown[] = ADDRESSES): Promise<WalletClient> {
  wallet = fakeWallet(() => success({ addresses }));
  undo.push(installWallet(wallet, WALLET));
  const client = createWalletClient({ storage });
  await client.connect();
  await waitUntil(() => wallet.listenerCount > 0);
  return client;
}

const shown = ({ state }: WalletClient) => state.addresses.map(({ address }) => address);

describe('client.state', () => {
  it('has only the known fields of each address; the result has them all', async () => {
    const client = createWalletClient({ storage });
    const { addresses } = await client.connect();
    expect(addresses[1]).to.deep.equal({ publicKey: '', ...ADDRESSES[1] });
    expect(client.state.addresses).to.deep.equal([
      KNOWN,
      { address: STX_ADDRESS, publicKey: '', symbol: 'STX' },
    ]);
    await waitUntil(() => wallet.listenerCount > 0);
    wallet.emit('stx_accountChange', [{ address: OTHER_STX_ADDRESS, ...SECRETS }]);
    expect(client.state.addresses).to.deep.equal([
      { address: OTHER_STX_ADDRESS, publicKey: '', symbol: 'STX' },
    ]);
    expect(JSON.stringify([client.state, storage.getItem('@stacks/connect')])).not.to.match(
      /abandon|0101|0202/,
    );
  });

  it('has no known field that is no text', async () => {
    const client = await connected([
      { address: STX_ADDRESS, publicKey: { mnemonic: MNEMONIC }, type: [MNEMONIC], purpose: 5 },
    ]);
    expect(client.state.addresses).to.deep.equal([
      { address: STX_ADDRESS, publicKey: '', symbol: 'STX' },
    ]);
  });

  it('cannot be changed, at any depth, whatever it came from', async () => {
    const client = await connected();
    const check = (state: WalletState) => {
      const values: unknown[] = [state, state.addresses, ...state.addresses];
      for (const value of values) expect(Object.isFrozen(value)).to.equal(true);
      expect(() => Object.assign(state.addresses[0]!, { address: OTHER_STX_ADDRESS })).to.throw();
    };
    check(client.state);
    check(createWalletClient({ storage }).state);
    wallet.emit('stx_networkChange', { active: 'my-net' });
    expect(client.state.network).to.equal('my-net');
    check(client.state);
    wallet.emit('stx_accountChange', [{ address: OTHER_STX_ADDRESS }]);
    check(client.state);
    const { addresses } = await client.connect();
    // What the caller does with its result does not change the state.
    Object.assign(addresses[0]!, { address: OTHER_STX_ADDRESS });
    expect(shown(client)).to.deep.equal([BTC, STX_ADDRESS]);
  });
});

describe('an address with a wrong checksum', () => {
  it('is not returned and not shown, beside others', async () => {
    for (const address of RIGHT) {
      const client = await connected([{ address: changed(address) }, { address: OTHER_STX_ADDRESS }]); // prettier-ignore
      expect(shown(client), address).to.deep.equal([OTHER_STX_ADDRESS]);
      expect((await client.connect()).addresses).to.have.length(1);
      client.disconnect();
    }
  });

  it('is the reason that connecting fails, if there is no other', async () => {
    for (const address of [...RIGHT.map(changed), ...OTHER_CHECKSUM]) {
      const error = await refusal(connected([{ address }]));
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('checksum').and.to.contain(address);
    }
    const client = createWalletClient({ storage });
    expect(client.isConnected()).to.equal(false);
    wallet = fakeWallet(() => success({ accounts: [{ address: changed(STX_ADDRESS) }] }));
    for (const method of ['stx_getAddresses', 'stx_getAccounts'] as const) {
      const error = await refusal(client.request({ provider: wallet }, method));
      expect(error.message).to.contain('checksum');
    }
    expect(client.isConnected()).to.equal(false);
  });

  it('is not shown with enableOverrides: false, whose result is that of the wallet', async () => {
    wallet = fakeWallet(() => success({ addresses: [{ address: changed(STX_ADDRESS) }] }));
    const client = createWalletClient({ storage });
    const options = { provider: wallet, enableOverrides: false };
    await refusal(client.connect(options));
    expect(client.isConnected()).to.equal(false);
  });

  it('in an event means that the account is not known', async () => {
    for (const event of ['stx_accountChange', 'stx_networkChange']) {
      const client = await connected();
      const addresses = [{ address: changed(OTHER_STX_ADDRESS) }];
      wallet.emit(event, { active: 'mainnet', addresses });
      expect(client.state.status, event).to.equal('disconnected');
      expect(client.getLocalStorage()).to.equal(null);
    }
  });

  it('in the storage is removed once the code for it is loaded', async () => {
    const record = (stx: readonly string[], btc: readonly string[]) =>
      JSON.stringify({
        addresses: {
          stx: stx.map((address) => ({ address })),
          btc: btc.map((address) => ({ address })),
        },
      });
    const text = record([changed(STX_ADDRESS)], [changed(BTC)]);
    for (const stored of [text, bytesToHex(new TextEncoder().encode(text))]) {
      storage.setItem('@stacks/connect', stored);
      const client = createWalletClient({ storage });
      await waitUntil(() => client.state.status === 'disconnected');
      expect(client.getLocalStorage()).to.equal(null);
    }
    storage.setItem('@stacks/connect', record([changed(STX_ADDRESS)], [BTC]));
    const client = createWalletClient({ storage });
    await waitUntil(() => client.state.stxAddress === undefined);
    expect(client.state).to.include({ status: 'connected', address: BTC });
    // What is right stays.
    storage.setItem('@stacks/connect', record([STX_ADDRESS], [BTC]));
    const other = createWalletClient({ storage });
    const before = other.state;
    await pause(300);
    expect(other.state).to.equal(before);
  });

  it('is told from a right one, in each form', async () => {
    for (const address of RIGHT) {
      const client = await connected([{ address }]);
      expect(shown(client)).to.deep.equal([address]);
      client.disconnect();
    }
  });
});

describe('a change of the network in the wallet', () => {
  const states = (client: WalletClient) => {
    const seen: WalletState[] = [];
    undo.push(client.subscribe(() => seen.push(client.state)));
    return seen;
  };
  const isOnItsNetwork = ({ address, network }: WalletState) =>
    address === undefined ||
    network === undefined ||
    address.startsWith('ST') === (network === 'testnet' || network === 'devnet');

  it('with addresses is one change of the state', async () => {
    const client = await connected([{ address: STX_ADDRESS }]);
    const seen = states(client);
    wallet.emit('stx_networkChange', { active: 'testnet', addresses: [{ address: TESTNET_STX }] });
    expect(seen).to.have.length(1);
    expect(client.state).to.include({ address: TESTNET_STX, network: 'testnet' });
  });

  it('without addresses forgets those of the other network, until the wallet tells the account', async () => {
    for (const enableLocalStorage of [true, false]) {
      const client = await connected([{ address: STX_ADDRESS }]);
      if (!enableLocalStorage) await client.connect({ enableLocalStorage });
      const seen = states(client);
      wallet.emit('stx_networkChange', { active: 'testnet' });
      expect(client.state.status).to.equal('disconnected');
      expect(client.selectedProviderId).to.equal(WALLET.id);
      wallet.emit('stx_accountChange', [{ address: TESTNET_STX }]);
      expect(client.state).to.include({
        status: 'connected',
        address: TESTNET_STX,
        network: 'testnet',
        providerId: WALLET.id,
      });
      expect(seen.every(isOnItsNetwork)).to.equal(true);
      expect(client.getLocalStorage()).to.deep.equal(
        enableLocalStorage ? { addresses: { stx: [{ address: TESTNET_STX }], btc: [] } } : null,
      );
      client.disconnect();
    }
  });

  it('and back shows the account again', async () => {
    const client = await connected([{ address: STX_ADDRESS }]);
    wallet.emit('stx_networkChange', { active: 'testnet' });
    wallet.emit('stx_networkChange', { active: 'devnet' });
    expect(client.state.status).to.equal('disconnected');
    wallet.emit('stx_networkChange', { active: 'mainnet' });
    expect(client.state).to.include({ address: STX_ADDRESS, network: 'mainnet' });
    expect(client.getLocalStorage()?.addresses.stx).to.deep.equal([{ address: STX_ADDRESS }]);
  });

  it('is still known to requests while the account is not', async () => {
    const client = await connected([{ address: STX_ADDRESS }]);
    wallet.emit('stx_networkChange', { active: 'testnet' });
    const explained = await client.explain('stx_transferStx', {
      amount: 1,
      recipient: OTHER_STX_ADDRESS,
    });
    const own = explained.find(({ providerId }) => providerId === WALLET.id);
    expect(own?.error?.message ?? JSON.stringify(own?.request)).to.be.a('string');
    client.disconnect();
    wallet.emit('stx_accountChange', [{ address: TESTNET_STX }]);
    expect(client.state.status).to.equal('disconnected');
  });

  it('to one on which the addresses can be changes only the network', async () => {
    const client = await connected([{ address: TESTNET_STX }]);
    for (const network of ['testnet', 'devnet', 'my-net', undefined]) {
      wallet.emit('stx_networkChange', { active: network });
      expect(client.state).to.include({ address: TESTNET_STX, network });
    }
  });

  it('that an answer reports never leaves addresses of the other network', async () => {
    wallet = fakeWallet(
      answering({
        getAddresses: { addresses: [{ address: STX_ADDRESS }] },
        stx_getNetworks: { active: 'testnet', networks: [] },
      }),
    );
    undo.push(installWallet(wallet, WALLET));
    const client = createWalletClient({ storage });
    await client.connect();
    const seen = states(client);
    await client.request('stx_getNetworks');
    expect(client.state.status).to.equal('disconnected');
    expect(seen.every(isOnItsNetwork)).to.equal(true);
  });
});
