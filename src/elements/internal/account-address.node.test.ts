import { expect } from '@esm-bundle/chai';
import type { AddressEntry } from '../../accounts/addresses.js';
import { shortAddress } from '../../accounts/short-address.js';
import { mainAddress } from './account-address.js';

const XVERSE = [
  { address: 'bc1p', publicKey: '', symbol: 'BTC', purpose: 'ordinals' },
  { address: '3abc', publicKey: '', symbol: 'BTC', purpose: 'payment' },
  { address: 'SP1', publicKey: '', symbol: 'STX' },
] satisfies AddressEntry[];

describe('mainAddress', () => {
  it('is the first address of the chain, or else the first of all', () => {
    expect(mainAddress(XVERSE)).to.equal('SP1');
    expect(mainAddress(XVERSE.slice(1, 2))).to.equal('3abc');
    expect(mainAddress([])).to.equal(undefined);
  });

  it('is not an address for ordinals if there is another', () => {
    expect(mainAddress(XVERSE, 'bitcoin')).to.equal('3abc');
    expect(mainAddress(XVERSE.slice(0, 1), 'bitcoin')).to.equal('bc1p');
  });
});

describe('shortAddress', () => {
  it('keeps both ends, and the whole address if shortening would save nothing', () => {
    expect(shortAddress('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7')).to.equal('SP2J6…9EJ7');
    expect(shortAddress('SP2J6ZY48GV1', 3, 0)).to.equal('SP2…');
    expect(shortAddress('0123456789')).to.equal('0123456789');
  });

  it('uses the default length for a removed or invalid attribute', () => {
    expect(shortAddress('0123456789ab', Number.NaN, 2)).to.equal('01234…ab');
    expect(shortAddress('0123456789ab', null, null)).to.equal('01234…89ab');
    expect(shortAddress('0123456789ab', -1, 2.9)).to.equal('…ab');
  });
});
