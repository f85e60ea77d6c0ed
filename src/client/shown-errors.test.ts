import { expect } from '@open-wc/testing';
import { JsonRpcError } from '../errors.js';
import { markShown, wasShown } from './shown-errors.js';

describe('the mark of an error that was shown', () => {
  const failure = () => new JsonRpcError(-32603, 'The wallet is locked.');

  it('is stored on the error as a non-enumerable property', () => {
    const error = failure();
    expect(wasShown(error)).to.equal(false);
    markShown(error);
    markShown(error);
    expect(wasShown(error)).to.equal(true);
    expect(wasShown(failure())).to.equal(false);
    expect(Object.keys(error)).to.deep.equal(Object.keys(failure()));
  });

  it('is not inherited, and not set on other values', () => {
    const error = failure();
    markShown(error);
    expect(wasShown(Object.create(error))).to.equal(false);
    for (const value of [undefined, null, 'shown', 1, [], () => {}]) {
      expect(wasShown(value)).to.equal(false);
    }
  });

  it('is not set on a frozen error, without throwing', () => {
    const error = Object.freeze(failure());
    markShown(error);
    expect(wasShown(error)).to.equal(false);
  });
});
