import { expect } from '@esm-bundle/chai';
import type { AddressEntry } from '../../accounts/addresses.js';
import { accountNetwork } from './account-data.js';

const address = (symbol: 'STX' | 'BTC', text: string): AddressEntry => ({
  symbol,
  address: text,
  publicKey: '',
});
const MAIN = address('STX', 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7');
const TEST = address('STX', 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ');
const REGTEST = address('BTC', 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx');

type Row = readonly [
  what: string,
  reported: string | undefined,
  own: AddressEntry | undefined,
  page: string | undefined,
  name: string | undefined,
  differs: string | undefined,
];

const ROWS: readonly Row[] = [
  ['mainnet, as reported', 'mainnet', MAIN, undefined, 'mainnet', undefined],
  ['mainnet, in upper case', 'Mainnet', MAIN, 'mainnet', 'mainnet', undefined],
  ['mainnet by the address', undefined, MAIN, undefined, 'mainnet', undefined],
  ['another network, as reported', 'signet', TEST, undefined, 'signet', undefined],
  ['a test network by the address', undefined, TEST, undefined, 'testnet', undefined],
  [
    'the page’s network if its addresses have the same format',
    undefined,
    TEST,
    'devnet',
    'devnet',
    undefined,
  ],
  [
    'the reported network if the page’s is of the same family',
    'testnet4',
    TEST,
    'testnet',
    'testnet4',
    undefined,
  ],
  ['testnet in a page on mainnet', 'testnet', TEST, 'mainnet', 'testnet', 'mainnet'],
  ['testnet by the address in a page on mainnet', undefined, TEST, 'mainnet', 'testnet', 'mainnet'],
  ['mainnet in a page on testnet', 'mainnet', MAIN, 'Testnet', 'mainnet', 'testnet'],
  ['mainnet by the address in a page on testnet', undefined, MAIN, 'testnet', 'mainnet', 'testnet'],
  ['devnet in a page on testnet', 'devnet', TEST, 'testnet', 'devnet', 'testnet'],
  ['regtest by a Bitcoin address', undefined, REGTEST, 'mainnet', 'testnet', 'mainnet'],
  ['a network with a custom name', 'my-net', TEST, 'my-net', 'my-net', undefined],
  ['a long name, shortened', 'x'.repeat(500), TEST, undefined, `${'x'.repeat(23)}…`, undefined],
  ['nothing without an address', undefined, undefined, 'mainnet', undefined, undefined],
];

describe('accountNetwork', () => {
  for (const [what, network, own, page, name, differs] of ROWS) {
    it(`is ${what}`, () => {
      const state = { network, addresses: own ? [own] : [] };
      expect(accountNetwork(state, page)).to.deep.equal({ name, page: differs });
    });
  }
});
