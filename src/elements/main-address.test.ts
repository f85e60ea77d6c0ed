import { expect } from '@open-wc/testing';
import type { AddressEntry } from '../wire/addresses.js';
import { mainAddress } from './main-address.js';

const XVERSE = [
  { address: 'bc1p', publicKey: '', symbol: 'BTC', purpose: 'ordinals' },
  { address: '3abc', publicKey: '', symbol: 'BTC', purpose: 'payment' },
  { address: 'SP1', publicKey: '', symbol: 'STX' },
] satisfies AddressEntry[];

describe('mainAddress', () => {
  it('is the first of the chain, else the first of all', () => {
    expect(mainAddress(XVERSE)).to.equal('SP1');
    expect(mainAddress(XVERSE.slice(1, 2))).to.equal('3abc');
    expect(mainAddress([])).to.equal(undefined);
  });

  it('is not the address of the ordinals where there is another', () => {
    expect(mainAddress(XVERSE, 'btc')).to.equal('3abc');
    expect(mainAddress(XVERSE.slice(0, 1), 'btc')).to.equal('bc1p');
  });
});
