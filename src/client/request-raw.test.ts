import { expect } from '@open-wc/testing';
import { JsonRpcErrorCode } from '../errors.js';
import { refusal } from '../testing/every-wallet.js';
import { requestRaw } from './request-raw.js';

const ROW = { txid: '0x01' };

/** An answer, and its result. */
const SUCCESSES: readonly [what: string, answer: unknown, result: unknown][] = [
  ['a JSON-RPC response', { jsonrpc: '2.0', id: '1', result: ROW }, ROW],
  ['a response whose error is null', { jsonrpc: '2.0', id: '1', result: ROW, error: null }, ROW],
  ['a response whose error is empty', { jsonrpc: '2.0', result: ROW, error: '' }, ROW],
  ['a response whose result is null', { jsonrpc: '2.0', id: '1', result: null }, null],
  ['{ result }', { result: ROW }, ROW],
  ['{ status, result }', { status: 'success', result: ROW }, ROW],
  ['a bare result', ROW, ROW],
  ['a bare result with a `jsonrpc` field', { jsonrpc: '2.0', ...ROW }, { jsonrpc: '2.0', ...ROW }],
  ['a bare result with a `result` field', { ...ROW, result: 'ok' }, { ...ROW, result: 'ok' }],
  [
    'a bare result with a `status` field',
    { ...ROW, status: 'pending' },
    { ...ROW, status: 'pending' },
  ],
  ['an id alone', { id: 1 }, { id: 1 }],
  ['a response with an additional field', { jsonrpc: '2.0', result: ROW, meta: 1 }, ROW],
  ['a bare result whose error is null', { ...ROW, error: null }, { ...ROW, error: null }],
  ['a list', [ROW], [ROW]],
  ['a text', 'done', 'done'],
  ['true', true, true],
  ['null', null, null],
  ['undefined', undefined, undefined],
];

const FAILURES: readonly [what: string, answer: unknown][] = [
  ['a JSON-RPC error', { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'no' } }],
  ['{ error }', { error: 'no' }],
  ['{ error } that is empty', { error: '' }],
  ['{ status: error }', { status: 'error', error: { code: 1 } }],
  ['{ status: error } without an error', { status: 'error' }],
  ['a JSON-RPC response with neither a result nor an error', { jsonrpc: '2.0', id: '1' }],
  ['an error beside a result', { result: ROW, error: { code: 1 } }],
];

describe('requestRaw', () => {
  for (const [what, answer, result] of SUCCESSES) {
    it(`returns the result of ${what}`, async () => {
      const request = () => Promise.resolve(answer);
      expect(await requestRaw({ request }, 'any')).to.deep.equal(result);
    });
  }

  for (const [what, answer] of FAILURES) {
    it(`rejects with a JsonRpcError for ${what}`, async () => {
      const request = () => Promise.resolve(answer);
      await refusal(requestRaw({ request }, 'any'));
    });
  }

  it('accepts synchronous answers and errors', async () => {
    const { signal } = new AbortController();
    for (const options of [{}, { signal }]) {
      const request = () => 'done' as unknown as Promise<unknown>;
      expect(await requestRaw({ request }, 'any', undefined, options)).to.equal('done');
      const throwing = () => {
        throw new Error('no');
      };
      await refusal(requestRaw({ request: throwing }, 'any', undefined, options));
    }
  });

  it('asks no wallet if the signal is already aborted', async () => {
    const request = () => expect.fail('asked');
    const signal = AbortSignal.abort('over');
    const asked = requestRaw({ request }, 'any', undefined, { signal });
    expect(await asked.catch((reason: unknown) => reason)).to.equal('over');
  });

  it('rejects with the reason as soon as the signal is aborted, without waiting for the wallet', async () => {
    const leaving = new AbortController();
    const request = () => new Promise<never>(() => undefined);
    const asked = requestRaw({ request }, 'any', undefined, { signal: leaving.signal });
    setTimeout(() => leaving.abort('over'));
    expect(await asked.catch((reason: unknown) => reason)).to.equal('over');
  });

  it('maps the error codes that mean something else in a wallet', async () => {
    const request = () => Promise.reject({ code: -32000, message: 'x' });
    const errorCodes = { [-32000]: JsonRpcErrorCode.InternalError };
    expect(await refusal(requestRaw({ request }, 'any'))).to.include({ code: -32000 });
    expect(await refusal(requestRaw({ request }, 'any', undefined, { errorCodes }))).to.include({
      code: -32603,
    });
  });
});
