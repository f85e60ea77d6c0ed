import { expect } from '@open-wc/testing';
import { JsonRpcError } from '../errors.js';
import { markShown, wasShown } from './shown-errors.js';

describe('whether a failure was shown', () => {
  const failure = () => new JsonRpcError(-32603, 'The wallet is locked.');

  it('is kept on the error, where nothing lists it', () => {
    const error = failure();
    expect(wasShown(error)).to.equal(false);
    markShown(error);
    markShown(error);
    expect(wasShown(error)).to.equal(true);
    expect(wasShown(failure())).to.equal(false);
    expect(Object.keys(error)).to.deep.equal(Object.keys(failure()));
  });

  it('is no matter of what an error inherits, nor of what is no error', () => {
    const error = failure();
    markShown(error);
    expect(wasShown(Object.create(error))).to.equal(false);
    for (const value of [undefined, null, 'shown', 1, [], () => {}]) {
      expect(wasShown(value)).to.equal(false);
    }
  });

  it('is not kept on a frozen error, and throws nothing', () => {
    const error = Object.freeze(failure());
    markShown(error);
    expect(wasShown(error)).to.equal(false);
  });
});
