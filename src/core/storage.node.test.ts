import { expect } from '@esm-bundle/chai';
import { BTC_ADDRESS, memoryStorage, OTHER_STX_ADDRESS } from '../testing/fake-wallet.js';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import type { AddressEntry } from '../accounts/addresses.js';
import { connectionStorage } from './storage.js';

/** The account whose record @stacks/connect wrote; see `CONNECT_8_BYTES`. */
const STX_ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const RECORD = {
  addresses: { stx: [{ address: STX_ADDRESS }], btc: [{ address: BTC_ADDRESS }] },
  version: '0.0.1',
  updatedAt: 1_700_000_000_000,
};

const KEYS = [`02${'a'.repeat(64)}`, `03${'b'.repeat(64)}`] as const;
/** An answer of Leather, and the bytes that @stacks/connect 8.2.7 wrote for it at this time. */
const LEATHER_ADDRESSES = [
  {
    symbol: 'BTC',
    type: 'p2wpkh',
    address: BTC_ADDRESS,
    publicKey: KEYS[0],
    derivationPath: "m/84'/0'/0'/0/0",
  },
  { symbol: 'STX', address: STX_ADDRESS, publicKey: KEYS[1] },
] as const;
const leather = (providerId: string) => ({
  addresses: LEATHER_ADDRESSES,
  network: 'mainnet',
  providerId,
});
const CONNECT_8_TIME = 1_700_000_000_000;
const CONNECT_8_BYTES =
  '7b22616464726573736573223a7b22737478223a5b7b2273796d626f6c223a22535458222c2261646472657373223a22' +
  '5350324a365a593438475631455a35563256355242394d5036365357383650594b4b4e525639454a37227d5d2c226274' +
  '63223a5b7b2273796d626f6c223a22425443222c2274797065223a22703277706b68222c2261646472657373223a2262' +
  '6331716372387465346b723630396763617775746d727a61306a34787638306a79387a333036667975227d5d7d2c2276' +
  '657273696f6e223a22302e302e31222c22757064617465644174223a313730303030303030303030307d';

const utf8ToHex = (text: string) => bytesToHex(new TextEncoder().encode(text));

const reading = (raw: string, id?: string) =>
  connectionStorage(() =>
    memoryStorage({ '@stacks/connect': raw, ...(id !== undefined && { STX_PROVIDER: id }) }),
  )
    .read()
    .addresses.map(({ symbol, address }) => [symbol, address]);

const BOTH = [
  ['STX', STX_ADDRESS],
  ['BTC', BTC_ADDRESS],
];

describe('the stored record', () => {
  it('of @stacks/connect 8 is read', () => {
    expect(reading(CONNECT_8_BYTES)).to.deep.equal(BOTH);
  });

  it('equals, byte for byte, the record of @stacks/connect 8 for the same wallet, plus fields at its end', () => {
    const storage = memoryStorage();
    const now = Date.now;
    Date.now = () => CONNECT_8_TIME;
    try {
      connectionStorage(() => storage).write(leather('LeatherProvider'));
    } finally {
      Date.now = now;
    }
    const added = {
      providerId: 'LeatherProvider',
      network: 'mainnet',
      publicKeys: { [BTC_ADDRESS]: { publicKey: KEYS[0] }, [STX_ADDRESS]: { publicKey: KEYS[1] } },
    };
    const closing = utf8ToHex('}');
    expect(storage.getItem('@stacks/connect')).to.equal(
      CONNECT_8_BYTES.slice(0, -closing.length) + utf8ToHex(`,${JSON.stringify(added).slice(1)}`),
    );
    expect(storage.getItem('STX_PROVIDER')).to.equal('LeatherProvider');
  });

  it('gives each address its own public keys, and the network if the addresses can be on it', () => {
    const publicKeys = {
      [BTC_ADDRESS]: { publicKey: KEYS[0], tweakedPublicKey: 'b'.repeat(64), gaiaAppKey: KEYS[1] },
      [STX_ADDRESS]: { publicKey: 'no key', tweakedPublicKey: 5 },
    };
    const stored = (fields: object) =>
      connectionStorage(() =>
        memoryStorage({ '@stacks/connect': JSON.stringify({ ...RECORD, ...fields }) }),
      ).read();
    expect(stored({ publicKeys }).addresses).to.deep.equal([
      { symbol: 'STX', address: STX_ADDRESS, publicKey: '' },
      {
        symbol: 'BTC',
        address: BTC_ADDRESS,
        publicKey: KEYS[0],
        tweakedPublicKey: 'b'.repeat(64),
      },
    ]);
    for (const keys of [null, 5, 'x', [KEYS[0]], { [STX_ADDRESS]: null }]) {
      expect(stored({ publicKeys: keys }).addresses[0]?.publicKey).to.equal('');
    }
    for (const network of ['mainnet', undefined, 'testnet', 5]) {
      expect(stored({ network }).network).to.equal('mainnet');
    }
    const TESTNET = { stx: [{ address: 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ' }] };
    expect(stored({ addresses: TESTNET, network: 'devnet' }).network).to.equal('devnet');
    expect(stored({ addresses: TESTNET }).network).to.equal(undefined);
  });

  it('keeps the type of the wallet, if it is one that Xverse has', () => {
    const memory = memoryStorage();
    const storage = connectionStorage(() => memory);
    for (const [walletType, isKept] of [
      ['software', true],
      ['ledger', true],
      ['keystone', true],
      ['Ledger', false],
      ['a ledger', false],
    ] as const) {
      const address = { ...LEATHER_ADDRESSES[1], walletType };
      storage.write({ addresses: [address], network: 'mainnet', providerId: 'A' });
      expect(storage.read().addresses).to.deep.equal(isKept ? [address] : [LEATHER_ADDRESSES[1]]);
    }
  });

  it('is read for any id if it names none, else only for the id that it names', () => {
    const named = (providerId: unknown) => JSON.stringify({ ...RECORD, providerId });
    for (const id of [undefined, '', 'LeatherProvider']) {
      expect(reading(CONNECT_8_BYTES, id), id).to.deep.equal(BOTH);
      expect(reading(named(id ?? ''), id), id).to.deep.equal(BOTH);
    }
    for (const [inRecord, id] of [
      ['LeatherProvider', undefined],
      ['LeatherProvider', 'leatherprovider'],
      ['', 'LeatherProvider'],
      [null, 'null'],
      [['LeatherProvider'], 'LeatherProvider'],
    ] as const) {
      expect(reading(named(inRecord), id), String(inRecord)).to.deep.equal([]);
    }
  });

  it('without an id does not get one from a polluted Object.prototype', () => {
    const polluted = Object.prototype as { providerId?: unknown };
    polluted.providerId = 'OtherProvider';
    try {
      expect(reading(CONNECT_8_BYTES, 'LeatherProvider')).to.deep.equal(BOTH);
    } finally {
      delete polluted.providerId;
    }
  });

  it('without an address does not get one from a polluted Object.prototype', () => {
    const polluted = Object.prototype as { address?: unknown };
    polluted.address = STX_ADDRESS;
    try {
      const record = { addresses: { stx: [{ symbol: 'STX' }], btc: [] }, version: '0.0.1' };
      expect(reading(utf8ToHex(JSON.stringify(record)))).to.deep.equal([]);
    } finally {
      delete polluted.address;
    }
  });

  it('is read as hex, and as plain JSON', () => {
    expect(reading(utf8ToHex(JSON.stringify(RECORD)))).to.deep.equal(BOTH);
    expect(reading(JSON.stringify(RECORD))).to.deep.equal(BOTH);
  });

  it('reads as no addresses if it is invalid, and never throws', () => {
    const broken = [
      '',
      'zz',
      '7b',
      'null',
      '{}',
      '[]',
      '{"addresses":5}',
      '{"addresses":{"stx":{}}}',
    ];
    for (const raw of [...broken, ...broken.map(utf8ToHex)]) {
      expect(reading(raw), raw).to.deep.equal([]);
    }
  });

  it('leaves out invalid addresses and those of the other chain', () => {
    const record = {
      addresses: {
        stx: [null, { address: BTC_ADDRESS }, { address: 'javascript:alert(1)' }, { address: 5 }],
        btc: [{ address: STX_ADDRESS }, { address: 'sp1qspark' }, { address: BTC_ADDRESS }],
      },
    };
    expect(reading(JSON.stringify(record))).to.deep.equal([['BTC', BTC_ADDRESS]]);
  });

  it('keeps one chain if the other is invalid, and the known fields of each address', () => {
    const entry = {
      address: BTC_ADDRESS,
      type: 'p2wpkh',
      purpose: 'payment',
      addressType: 'p2wpkh',
    };
    const unkept = { symbol: 'STX', publicKey: '02', derivationPath: 'm/84', note: {} };
    const record = { addresses: { stx: {}, btc: [{ ...entry, ...unkept }] } };
    const storage = connectionStorage(() =>
      memoryStorage({ '@stacks/connect': `  ${JSON.stringify(record)}` }),
    );
    expect(storage.read().addresses).to.deep.equal([{ ...entry, symbol: 'BTC', publicKey: '' }]);
  });

  it('is read up to two hundred addresses of a chain, and up to a million characters', () => {
    const many = { addresses: { stx: Array(201).fill({ address: STX_ADDRESS }) } };
    expect(reading(JSON.stringify(many))).to.have.length(200);
    const text = JSON.stringify(RECORD);
    expect(reading(text.padEnd(1_000_000))).to.deep.equal(BOTH);
    expect(reading(text.padEnd(1_000_001))).to.deep.equal([]);
  });

  it('contains only valid addresses, and only strings', () => {
    const storage = memoryStorage();
    const { write } = connectionStorage(() => storage);
    const foreign = [
      { symbol: 'BTC', address: 'sp1qspark', publicKey: '' },
      { ...LEATHER_ADDRESSES[1], purpose: 5, type: null },
    ] as unknown as AddressEntry[];
    write({ addresses: foreign, network: undefined, providerId: undefined });
    const written = new TextDecoder().decode(hexToBytes(storage.getItem('@stacks/connect') ?? ''));
    expect((JSON.parse(written) as typeof RECORD).addresses).to.deep.equal({
      stx: [{ symbol: 'STX', address: STX_ADDRESS }],
      btc: [],
    });
    write({ addresses: foreign.slice(0, 1), network: undefined, providerId: undefined });
    expect(storage.keys).to.deep.equal([]);
  });

  it('contains public keys, and no other key material', () => {
    const storage = memoryStorage();
    const address = {
      address: STX_ADDRESS,
      symbol: 'STX',
      publicKey: KEYS[0],
      gaiaAppKey: 'secret',
      derivationPath: 'm/44',
      purpose: 'stacks',
    } as const;
    connectionStorage(() => storage).write({
      addresses: [address],
      network: undefined,
      providerId: undefined,
    });
    const written = new TextDecoder().decode(
      Uint8Array.from((storage.getItem('@stacks/connect') ?? '').match(/../g) ?? [], (pair) =>
        Number.parseInt(pair, 16),
      ),
    );
    const record = JSON.parse(written) as typeof RECORD & { publicKeys: unknown };
    expect(record.addresses).to.deep.equal({
      stx: [{ address: STX_ADDRESS, symbol: 'STX', purpose: 'stacks' }],
      btc: [],
    });
    expect(record.publicKeys).to.deep.equal({ [STX_ADDRESS]: { publicKey: KEYS[0] } });
    expect(record.version).to.equal('0.0.1');
    expect(record.updatedAt).to.be.closeTo(Date.now(), 5_000);
  });

  it('handles a storage that throws on every access', () => {
    const storage = connectionStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const before = storage.fingerprint();
    expect(storage.write(leather('A'))).to.equal(before);
    storage.removeStale();
    expect(storage.read()).to.deep.equal({
      addresses: [],
      network: undefined,
      providerId: undefined,
    });
  });

  it('handles a storage that silently stores nothing', () => {
    const storage = connectionStorage(() => ({
      getItem: () => null,
      setItem() {},
      removeItem() {},
    }));
    const before = storage.fingerprint();
    expect(storage.write(leather('A'))).to.equal(before);
  });
});

describe('the fingerprint of a storage', () => {
  it('differs if either key changes, or if text moves from one to the other', () => {
    const prints = [
      {},
      { '@stacks/connect': 'a' },
      { '@stacks/connect': 'ab' },
      { '@stacks/connect': 'a', STX_PROVIDER: 'b' },
      { STX_PROVIDER: 'a' },
      { STX_PROVIDER: 'ab' },
    ].map((items: Record<string, string>) =>
      connectionStorage(() => memoryStorage(items)).fingerprint(),
    );
    expect(new Set(prints).size).to.equal(prints.length);
  });
});

describe('the stored id of a wallet', () => {
  it('is undefined if it is empty', () => {
    const storage = connectionStorage(() => memoryStorage({ STX_PROVIDER: '' }));
    expect(storage.read().providerId).to.equal(undefined);
  });
});

describe('a storage that is full', () => {
  it('does not keep the addresses of one wallet with the id of another', () => {
    const memory = memoryStorage();
    let full = false;
    const storage = connectionStorage(() => ({
      ...memory,
      setItem(key, value) {
        if (full && value.length > 100) throw new DOMException('full', 'QuotaExceededError');
        memory.setItem(key, value);
      },
    }));
    storage.write(leather('LeatherProvider'));
    full = true;
    storage.write({ ...leather('OtherProvider'), addresses: [LEATHER_ADDRESSES[0]] });
    expect(storage.read()).to.deep.equal({
      addresses: [],
      network: undefined,
      providerId: 'OtherProvider',
    });
  });
});

describe('a storage whose removeItem throws', () => {
  const STARTS: Readonly<Record<string, string>> = {
    'a record of this library': '',
    'a record of @stacks/connect, which has no id': JSON.stringify(RECORD),
  };
  const removeItem = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const [what, record] of Object.entries(STARTS)) {
    it(`never mixes two wallets: ${what}`, () => {
      for (const acceptsEmpty of [true, false]) {
        for (const providerId of ['OtherProvider', undefined]) {
          const memory = memoryStorage();
          const expectOneWallet = () => {
            const { addresses, providerId: id } = connectionStorage(() => memory).read();
            const own = { LeatherProvider: BTC_ADDRESS, OtherProvider: OTHER_STX_ADDRESS };
            for (const { address, symbol } of addresses) {
              if (symbol === 'STX' && id === 'LeatherProvider') continue;
              expect(address).to.equal(own[id as keyof typeof own]);
            }
          };
          connectionStorage(() => memory).write(leather('LeatherProvider'));
          if (record) memory.setItem('@stacks/connect', record);
          const storage = connectionStorage(() => ({
            ...memory,
            removeItem,
            setItem(key, value) {
              if (!value && !acceptsEmpty) throw new DOMException('denied', 'SecurityError');
              memory.setItem(key, value);
              expectOneWallet();
            },
          }));
          const addresses = providerId
            ? ([{ symbol: 'STX', address: OTHER_STX_ADDRESS, publicKey: '' }] as const)
            : [];
          const fingerprint = storage.write({ addresses, network: undefined, providerId });
          expect(fingerprint).to.equal(storage.fingerprint());
          expectOneWallet();
          const isNew = acceptsEmpty || memory.getItem('STX_PROVIDER') === providerId;
          const stored = storage.read();
          expect(stored.providerId).to.equal(isNew ? providerId : 'LeatherProvider');
        }
      }
    });
  }
});
