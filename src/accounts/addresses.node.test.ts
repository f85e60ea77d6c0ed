import { expect } from '@esm-bundle/chai';
import { createWalletClient } from '../core/client.js';
import { ask, EVERY_WALLET, freshClient, refusal, sentTo } from '../testing/every-wallet.js';
import { leatherWallet, standardWallet, xverseWallet } from '../testing/emulated-wallets.js';
import { addressOf } from '../testing/psbts.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { normalizeAddresses, type AccountsResult, type AddressesResult } from './addresses.js';

const rows = async (request: Promise<unknown>) => ((await request) as AddressesResult).addresses;

describe('getAddresses', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    it(`returns address, publicKey and symbol for every address of ${name}`, async () => {
      for (const row of await rows(ask(makeWallet(), 'getAddresses'))) {
        expect(row.address).to.be.a('string');
        expect(row.publicKey).to.match(/^[0-9a-f]+$/);
        expect(row.symbol).to.equal(row.address.startsWith('S') ? 'STX' : 'BTC');
      }
    });
  }

  it('shows the network of a list of texts, as of a list of objects', async () => {
    for (const row of [STX_ADDRESS, { address: STX_ADDRESS }]) {
      const wallet = standardWallet();
      wallet.results['getAddresses'] = { addresses: [row] };
      const client = freshClient();
      await client.connect({ provider: wallet });
      expect(client.state.network).to.equal('mainnet');
    }
  });

  it('keeps the order and the extra fields, and leaves out other chains', async () => {
    const wallet = xverseWallet();
    const row = (address: string, purpose: string, addressType: string) => ({
      ...{ address, purpose, addressType, publicKey: '02', walletType: 'software' },
    });
    wallet.results['wallet_connect'] = {
      addresses: [
        row(addressOf('nested'), 'payment', 'p2sh'),
        row(addressOf('taproot'), 'ordinals', 'p2tr'),
        row(STX_ADDRESS, 'stacks', 'stacks'),
        row(
          'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
          'spark',
          'spark',
        ),
      ],
    };
    const addresses = await rows(ask(wallet, 'getAddresses'));
    expect(addresses.map(({ purpose }) => purpose)).to.deep.equal([
      'payment',
      'ordinals',
      'stacks',
    ]);
    expect(addresses[0]).to.include({ addressType: 'p2sh', walletType: 'software' });
  });

  it('connects Xverse with its name of the network, or without params', async () => {
    const wallet = xverseWallet();
    await ask(wallet, 'getAddresses');
    await ask(wallet, 'getAddresses', {}, { network: 'testnet' });
    await ask(wallet, 'stx_getAddresses', { network: 'devnet' });
    expect(wallet.calls).to.deep.equal([
      { method: 'wallet_connect', params: undefined },
      { method: 'wallet_connect', params: { network: 'Testnet' } },
      { method: 'wallet_connect', params: { network: 'Regtest' } },
    ]);
  });

  it('stores the network that the wallet reports in the session', async () => {
    const client = freshClient();
    await client.connect({ provider: xverseWallet() });
    expect(client.state).to.include({ status: 'connected', network: 'mainnet' });
  });
});

describe('stx_getAddresses', () => {
  it('returns only the Stacks addresses', async () => {
    for (const wallet of [leatherWallet(), xverseWallet()]) {
      const addresses = await rows(ask(wallet, 'stx_getAddresses'));
      expect(addresses.map(({ address }) => address)).to.deep.equal([STX_ADDRESS]);
    }
  });

  const BITCOIN_ONLY = {
    addresses: [
      { address: addressOf('segwit'), publicKey: '02', symbol: 'BTC' },
      { address: addressOf('taproot'), publicKey: '02', symbol: 'BTC' },
    ],
  };
  for (const [name, makeWallet, own] of [
    ['standard', standardWallet, undefined],
    ['Leather', leatherWallet, undefined],
    ['Xverse', xverseWallet, 'wallet_connect'],
  ] as const) {
    for (const method of ['stx_getAddresses', 'stx_getAccounts'] as const) {
      it(`says of an account that has only Bitcoin addresses that it has no Stacks address: ${name}, ${method}`, async () => {
        const wallet = makeWallet();
        const client = freshClient().with({ provider: wallet });
        for (const answered of [method, 'getAddresses', own ?? method])
          wallet.results[answered] = BITCOIN_ONLY;
        const error = await refusal(client.request(method));
        expect(error.code).to.equal(-32603);
        expect(error.message).to.contain(
          `${method}: the wallet must answer with a Stacks address; got only Bitcoin addresses: 2.`,
        );
        expect(client.state.status).to.equal('disconnected');
      });
    }
  }

  it('reads the array of Leather’s published schema', async () => {
    const wallet = leatherWallet();
    wallet.results['stx_getAddresses'] = [
      { address: STX_ADDRESS, publicKey: '02', derivationPath: "m/44'" },
    ];
    expect(await ask(wallet, 'stx_getAddresses')).to.deep.equal({
      addresses: [
        { address: STX_ADDRESS, publicKey: '02', derivationPath: "m/44'", symbol: 'STX' },
      ],
    });
  });
});

describe('stx_getAccounts', () => {
  it('asks Xverse without params, connects if necessary, and returns the list under both names', async () => {
    const wallet = xverseWallet();
    const result = (await ask(wallet, 'stx_getAccounts', { network: 'mainnet' })) as AccountsResult;
    expect(wallet.calls.map(({ method }) => method)).to.deep.equal([
      'wallet_getAccount',
      'stx_getAccounts',
      'wallet_connect',
      'stx_getAccounts',
    ]);
    expect(sentTo(wallet)).to.equal(undefined);
    expect(result.accounts).to.deep.equal(result.addresses);
    expect(result.addresses[0]).to.include({
      address: STX_ADDRESS,
      gaiaAppKey: 'c0ffee',
      symbol: 'STX',
    });
  });

  it('reads `accounts`, as SIP-030 names them', async () => {
    const wallet = standardWallet();
    wallet.results['stx_getAccounts'] = { accounts: [{ address: STX_ADDRESS, publicKey: '02' }] };
    const result = (await ask(wallet, 'stx_getAccounts')) as AccountsResult;
    expect(result.addresses).to.deep.equal(result.accounts);
    expect(result.addresses).to.have.length(1);
  });
});

describe('an answer with many addresses', () => {
  const list = (length: number) =>
    Array.from({ length }, () => ({ address: STX_ADDRESS, publicKey: '02', symbol: 'STX' }));
  it('is read up to 200, also after a reload', async () => {
    const wallet = standardWallet();
    wallet.results['getAddresses'] = { addresses: list(200) };
    const storage = memoryStorage();
    const client = createWalletClient({ storage });
    await client.connect({ provider: wallet });
    expect(client.state.addresses).to.have.length(200);
    expect(createWalletClient({ storage }).state.addresses).to.have.length(200);
  });

  for (const method of ['getAddresses', 'stx_getAddresses', 'stx_getAccounts']) {
    it(`is refused by ${method} before an address is looked at`, async () => {
      const wallet = standardWallet();
      const rows = new Proxy(list(100_000), {
        get: (target, name) => {
          if (name === '5') throw new Error('read');
          return Reflect.get(target, name) as unknown;
        },
      });
      wallet.results[method] = { addresses: rows };
      const client = freshClient();
      const error = await refusal(client.request({ provider: wallet }, method));
      expect(error.code).to.equal(-32603);
      expect(error.message).to.contain('100000 addresses, of which at most 200 are read');
      expect(client.state.status).to.equal('disconnected');
    });
  }

  it('with long texts stores none of them', async () => {
    const long = 'x'.repeat(1_000_000);
    const wallet = standardWallet();
    wallet.results['getAddresses'] = {
      addresses: [{ address: STX_ADDRESS, publicKey: long, type: long, purpose: long, more: long }],
    };
    const storage = memoryStorage();
    const client = createWalletClient({ storage });
    await client.connect({ provider: wallet });
    expect(storage.getItem('@stacks/connect')!.length).to.be.lessThan(2_000);
  });
});

describe('normalizeAddresses', () => {
  it('leaves out invalid entries and entries that throw', () => {
    const hostile = new Proxy({}, { ownKeys: () => { throw new Error('no'); } }); // prettier-ignore
    expect(
      normalizeAddresses([null, 7, 'word', {}, hostile, { address: 5 }, { address: STX_ADDRESS }]),
    ).to.deep.equal([{ address: STX_ADDRESS, publicKey: '', symbol: 'STX' }]);
  });

  it('accepts an address as a string', () => {
    expect(normalizeAddresses([STX_ADDRESS])?.[0]?.address).to.equal(STX_ADDRESS);
  });
});
