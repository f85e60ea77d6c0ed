import { expect } from '@esm-bundle/chai';
import { canBeOn, getAddressFormat, getNetworkFamily, isSameNetwork } from './address.js';

const MAIN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TEST = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

const KINDS: readonly (readonly [address: unknown, chain: string | undefined, network?: string])[] =
  [
    [MAIN, 'stacks', 'mainnet'],
    ['SM2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G', 'stacks', 'mainnet'],
    [TEST, 'stacks', 'testnet'],
    ['SN2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQVX8X0G', 'stacks', 'testnet'],
    [`${MAIN}.token`, 'stacks', 'mainnet'],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bitcoin', 'mainnet'],
    ['BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', 'bitcoin', 'mainnet'],
    ['bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'bitcoin', 'mainnet'],
    // The Kelvin sign, whose lower case is `k`.
    ['BC1QCR8TE4\u212aR609GCAWUTMRZA0J4XV80JY8Z306FYU', undefined],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'bitcoin', 'testnet'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'bitcoin', 'regtest'],
    ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT', 'bitcoin', 'mainnet'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin', 'mainnet'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'bitcoin', 'test'],
    ['n2ZNV88uQbede7C5M5jzi6SyG4GncPwRj9', 'bitcoin', 'test'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'bitcoin', 'test'],
    // The shortest and the longest address of each format; then one character less or more.
    [`SP${'0'.repeat(26)}`, 'stacks', 'mainnet'],
    [`SP${'0'.repeat(39)}`, 'stacks', 'mainnet'],
    [`SP${'0'.repeat(25)}`, undefined],
    [`SP${'0'.repeat(40)}`, undefined],
    [`1${'1'.repeat(24)}`, 'bitcoin', 'mainnet'],
    [`1${'1'.repeat(34)}`, 'bitcoin', 'mainnet'],
    [`1${'1'.repeat(23)}`, undefined],
    [`1${'1'.repeat(35)}`, undefined],
    [`bc1${'q'.repeat(87)}`, 'bitcoin', 'mainnet'],
    [`bc1${'q'.repeat(88)}`, undefined],
    // A contract name of at most 40 characters.
    [`${MAIN}.${'x'.repeat(40)}`, 'stacks', 'mainnet'],
    [`${MAIN}.${'x'.repeat(200)}`, undefined],
    // Letters that the format does not contain, or mixed case.
    ...['I', 'L', 'O', 'U', 'a', '!'].map(
      (letter) => [MAIN.replace('9', letter), undefined] as const,
    ),
    ...['1', 'b', 'i', 'o'].map(
      (letter) => [`bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fy${letter}`, undefined] as const,
    ),
    ...['0', 'O', 'I', 'l'].map(
      (letter) =>
        [`${letter}1BoatSLRHtKNngkdXEeobR76b53LETtpy`.slice(1) + letter, undefined] as const,
    ),
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyU', undefined],
    // Extra characters before or after.
    [` ${MAIN}`, undefined],
    [`${MAIN} `, undefined],
    ['xbc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', undefined],
    ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu,', undefined],
    [[MAIN], undefined],
    ['spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu', undefined],
    ['0x02dfe3a8', undefined],
    ['', undefined],
    ['S', undefined],
    [7, undefined],
    [null, undefined],
  ];

describe('getAddressFormat', () => {
  for (const [address, chain, network] of KINDS) {
    it(`${String(address).slice(0, 48)}: ${chain ? `${chain}, ${network}` : 'none'}`, () => {
      expect(getAddressFormat(address)).to.deep.equal(chain ? { chain, network } : undefined);
    });
  }
});

/** The known networks on which an address of each kind can be used. */
const PLACES: readonly [address: string, networks: readonly string[]][] = [
  [MAIN, ['mainnet']],
  [TEST, ['testnet', 'testnet4', 'signet', 'sbtcTestnet', 'regtest', 'devnet', 'mocknet', 'sbtcDevenv']], // prettier-ignore
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', ['testnet', 'testnet4', 'signet', 'sbtcTestnet']],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ['regtest', 'devnet', 'mocknet', 'sbtcDevenv']],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', ['testnet', 'testnet4', 'signet', 'sbtcTestnet', 'regtest', 'devnet', 'mocknet', 'sbtcDevenv']], // prettier-ignore
];

describe('canBeOn', () => {
  const all = [...new Set(PLACES.flatMap(([, networks]) => networks))];
  for (const [address, networks] of PLACES) {
    it(`${address}: only ${networks.join(', ')}, and unknown networks`, () => {
      const kind = getAddressFormat(address);
      if (!kind) throw new Error('no address');
      expect(all.filter((network) => canBeOn(kind, network))).to.have.members([...networks]);
      expect(canBeOn(kind, 'my-own-net')).to.equal(true);
    });
  }
});

describe('isSameNetwork', () => {
  it('accepts a wallet that reported no network, and a request without one', () => {
    expect(isSameNetwork('mainnet', undefined)).to.equal(true);
    expect(isSameNetwork(undefined, 'testnet')).to.equal(true);
  });

  it('distinguishes mainnet, public test networks and local networks, under all their names', () => {
    expect(isSameNetwork('mainnet', 'testnet')).to.equal(false);
    expect(isSameNetwork('devnet', 'testnet')).to.equal(false);
    expect(isSameNetwork('mainnet', 'my-own-net')).to.equal(false);
    expect(isSameNetwork('testnet4', 'testnet')).to.equal(true);
    expect(isSameNetwork('devnet', 'regtest')).to.equal(true);
    expect(isSameNetwork('Testnet', 'SIGNET')).to.equal(true);
    expect(isSameNetwork('sbtctestnet', 'sbtcTestnet')).to.equal(true);
    expect(isSameNetwork('my-own-net', 'another-net')).to.equal(false);
    expect(isSameNetwork('my-own-net', 'my-own-net')).to.equal(true);
  });
});

describe('getNetworkFamily', () => {
  it('takes names in any case, in ASCII only', () => {
    for (const name of ['mocknet', 'MOCKNET', 'MockNet']) {
      expect(getNetworkFamily(name)).to.equal('regtest');
    }
    // The Kelvin sign, whose lower case is `k`.
    for (const name of ['moc\u212anet', 'MOC\u212aNET']) {
      expect(getNetworkFamily(name)).to.equal(undefined);
    }
  });
});
