import { expect } from '@open-wc/testing';
import { shortAddress } from './short-address.js';

describe('shortAddress', () => {
  it('keeps both ends, and the whole where cutting would save nothing', () => {
    expect(shortAddress('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7')).to.equal('SP2J6…9EJ7');
    expect(shortAddress('SP2J6ZY48GV1', 3, 0)).to.equal('SP2…');
    expect(shortAddress('0123456789')).to.equal('0123456789');
  });

  it('takes its own measures for what is no number: a removed attribute, a bad one', () => {
    expect(shortAddress('0123456789ab', Number.NaN, 2)).to.equal('01234…ab');
    expect(shortAddress('0123456789ab', null, null)).to.equal('01234…89ab');
    expect(shortAddress('0123456789ab', -1, 2.9)).to.equal('…ab');
  });
});
