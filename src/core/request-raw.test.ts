import { expect } from '@open-wc/testing';
import { isJsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { requestRaw } from './request-raw.js';

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

describe('requestRaw', () => {
  it('accepts synchronous answers and errors', async () => {
    const { signal } = new AbortController();
    for (const options of [{}, { signal }]) {
      const request = () => 'done' as unknown as Promise<unknown>;
      expect(await requestRaw({ request }, 'any', undefined, options)).to.equal('done');
      const throwing = () => {
        throw new Error('no');
      };
      const error = await failureOf(requestRaw({ request: throwing }, 'any', undefined, options));
      expect(isJsonRpcError(error)).to.equal(true);
    }
  });

  it('asks no wallet if the signal is already aborted', async () => {
    const request = () => expect.fail('asked');
    const signal = AbortSignal.abort('over');
    expect(await failureOf(requestRaw({ request }, 'any', undefined, { signal }))).to.equal('over');
  });

  it('does not wait for a wallet once the signal is aborted, and rejects with its reason', async () => {
    const leaving = new AbortController();
    const request = () => new Promise<never>(() => undefined);
    const asked = requestRaw({ request }, 'any', undefined, { signal: leaving.signal });
    setTimeout(() => leaving.abort('over'));
    expect(await failureOf(asked)).to.equal('over');
  });

  it('maps the error codes that mean something else in a wallet', async () => {
    const request = () => Promise.reject({ code: -32000, message: 'x' });
    const errorCodes = { [-32000]: JsonRpcErrorCode.InternalError };
    expect(await failureOf(requestRaw({ request }, 'any'))).to.include({ code: -32000 });
    expect(await failureOf(requestRaw({ request }, 'any', undefined, { errorCodes }))).to.include({
      code: -32603,
    });
  });
});
