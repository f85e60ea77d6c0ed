import { expect } from '@esm-bundle/chai';
import type { AddressEntry } from '../../accounts/addresses.js';
import { accountAddresses } from './account-data.js';

const entry = (address: string, extra: Partial<AddressEntry>): AddressEntry => ({
  address,
  publicKey: '',
  symbol: 'BTC',
  ...extra,
});

const LEATHER = [
  entry('bc1q', { type: 'p2wpkh' }),
  entry('bc1p', { type: 'p2tr' }),
  entry('SP1', { symbol: 'STX' }),
];
const XVERSE = [
  entry('bc1p', { purpose: 'ordinals', addressType: 'p2tr' }),
  entry('3abc', { purpose: 'payment', addressType: 'p2sh' }),
  entry('SP1', { symbol: 'STX', purpose: 'stacks' }),
];

describe('accountAddresses', () => {
  it('returns the purposes of the addresses of Leather and of Xverse, in the same order', () => {
    for (const addresses of [LEATHER, XVERSE]) {
      expect(accountAddresses(addresses).map(({ purpose }) => purpose)).to.deep.equal([
        'stacks',
        'bitcoinPayment',
        'bitcoinOrdinals',
      ]);
    }
  });

  it('lists an address once, with a generic purpose if unknown, and at most twenty', () => {
    const twice = [entry('1abc', {}), entry('1abc', {})];
    expect(accountAddresses(twice)).to.deep.equal([
      { address: '1abc', chain: 'bitcoin', purpose: 'bitcoin' },
    ]);
    const many = Array.from({ length: 1000 }, (_, index) => entry(`bc1q${index}`, {}));
    expect(accountAddresses(many)).to.have.length(20);
  });
});
