import { expect } from '@open-wc/testing';
import { unwrap } from './unwrap.js';

const ROW = { txid: '0x01' };

/** An answer, and its result. */
const SUCCESSES: readonly [what: string, answer: unknown, result: unknown][] = [
  ['a JSON-RPC response', { jsonrpc: '2.0', id: '1', result: ROW }, ROW],
  ['a response whose error is null', { jsonrpc: '2.0', id: '1', result: ROW, error: null }, ROW],
  ['a response whose error is empty', { jsonrpc: '2.0', result: ROW, error: '' }, ROW],
  ['a response whose result is null', { jsonrpc: '2.0', id: '1', result: null }, null],
  ['a response without a result', { jsonrpc: '2.0', id: '1' }, undefined],
  ['{ result }', { result: ROW }, ROW],
  ['{ status, result }', { status: 'success', result: ROW }, ROW],
  ['a bare result', ROW, ROW],
  [
    'a bare result with a version of its own',
    { jsonrpc: '2.0', ...ROW },
    { jsonrpc: '2.0', ...ROW },
  ],
  ['a bare result with a field of that name', { ...ROW, result: 'ok' }, { ...ROW, result: 'ok' }],
  ['{ status } of a bare result', { ...ROW, status: 'pending' }, { ...ROW, status: 'pending' }],
  ['an id alone', { id: 1 }, { id: 1 }],
  ['a response with more than its envelope', { jsonrpc: '2.0', result: ROW, meta: 1 }, ROW],
  ['a bare result whose error is nothing', { ...ROW, error: null }, { ...ROW, error: null }],
  ['a list', [ROW], [ROW]],
  ['a text', 'done', 'done'],
  ['true', true, true],
  ['null', null, null],
  ['nothing', undefined, undefined],
];

const FAILURES: readonly [what: string, answer: unknown][] = [
  ['a JSON-RPC error', { jsonrpc: '2.0', id: '1', error: { code: 4001, message: 'no' } }],
  ['{ error }', { error: 'no' }],
  ['{ error } that is empty', { error: '' }],
  ['{ status: error }', { status: 'error', error: { code: 1 } }],
  ['{ status: error } without an error', { status: 'error' }],
  ['an error beside a result', { result: ROW, error: { code: 1 } }],
];

describe('unwrap', () => {
  for (const [what, answer, result] of SUCCESSES) {
    it(`returns the result of ${what}`, () => expect(unwrap(answer)).to.deep.equal(result));
  }

  for (const [what, answer] of FAILURES) {
    it(`throws ${what} unchanged`, () => {
      let thrown: unknown;
      try {
        unwrap(answer);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).to.equal(answer);
    });
  }
});
