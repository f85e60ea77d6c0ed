import { expect } from '@open-wc/testing';
import { isJsonRpcError } from '../errors.js';
import { encode } from './encode.js';

function refusedField(method: string, params: unknown): unknown {
  try {
    encode(method, params);
  } catch (error) {
    if (isJsonRpcError(error) && error.code === -32602) return error.data;
  }
  return undefined;
}

describe('encode', () => {
  it('leaves params unchanged if there is nothing to encode', () => {
    for (const params of [undefined, null, {}, { a: [1, 'x', { b: null }] }, ['x'], 'x']) {
      expect(encode('stx_callContract', params)).to.deep.equal(params);
    }
  });

  it('leaves an object with a type unchanged in other fields', () => {
    const params = { profile: { type: 'uint', value: 5n } };
    expect(encode('stx_updateProfile', params)).to.deep.equal({
      profile: { type: 'uint', value: '5' },
    });
  });

  it('encodes a bigint as digits in any field', () => {
    expect(encode('x', { a: [{ b: 2n ** 64n }], c: 1 })).to.deep.equal({
      a: [{ b: '18446744073709551616' }],
      c: 1,
    });
    expect(encode('x', 5n)).to.equal('5');
  });

  it('encodes objects and lists that are nested in up to 64 others, and refuses deeper ones', () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? {} : levels % 2 === 0 ? { a: nested(levels - 1) } : [nested(levels - 1)];
    expect(encode('x', nested(64))).to.deep.equal(nested(64));
    expect(refusedField('x', nested(65))).to.have.property('field');
  });

  it('refuses what JSON would drop, with its path', () => {
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    for (const value of [() => 1, Symbol('x'), NaN, Infinity, -Infinity, new Uint8Array(2)]) {
      expect(refusedField('x', { a: [value] })).to.include({ field: 'a[0]' });
    }
    expect(refusedField('x', cycle)).to.have.property('field');
  });
});
