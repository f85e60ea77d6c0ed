import { expect } from '@open-wc/testing';
import { methodNames, methodOf } from '../methods/index.js';
import { chainOfMethod } from './method-chain.js';

describe('chainOfMethod', () => {
  it('is Stacks for each method that sends and has the prefix `stx_`, and Bitcoin for the others', () => {
    for (const name of methodNames) {
      if (!methodOf(name)?.effect.startsWith('sends')) continue;
      expect(chainOfMethod(name), name).to.equal(name.startsWith('stx_') ? 'stx' : 'btc');
    }
  });

  it('is Stacks for an unknown method, and without one', () => {
    expect(chainOfMethod('unknown')).to.equal('stx');
    expect(chainOfMethod(undefined)).to.equal('stx');
  });
});
