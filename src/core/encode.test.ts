import { expect } from '@open-wc/testing';
import { Cl, Pc, postConditionToHex, serializeCV } from '@stacks/transactions';
import { isJsonRpcError } from '../errors.js';
import { encode } from './encode.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const POST_CONDITION = Pc.principal(ADDRESS).willSendLte(5n).ustx();

async function refusedField(method: string, params: unknown): Promise<unknown> {
  try {
    await encode(method, params);
  } catch (error) {
    if (isJsonRpcError(error) && error.code === -32602) return error.data;
  }
  return undefined;
}

describe('encode', () => {
  it('leaves params unchanged if there is nothing to encode', async () => {
    for (const params of [undefined, null, {}, { a: [1, 'x', { b: null }] }, ['x'], 'x']) {
      expect(await encode('stx_callContract', params)).to.deep.equal(params);
    }
  });

  it('encodes Clarity values and post-conditions as hex, in the fields where the method has them', async () => {
    const params = {
      contract: `${ADDRESS}.token`,
      functionArgs: [Cl.uint(1), '0x03'],
      postConditions: [POST_CONDITION, '0xabcd'],
    };
    expect(await encode('stx_callContract', params)).to.deep.equal({
      contract: `${ADDRESS}.token`,
      functionArgs: [serializeCV(Cl.uint(1)), '03'],
      postConditions: [postConditionToHex(POST_CONDITION), 'abcd'],
    });
    expect(params.functionArgs[1]).to.equal('0x03');
  });

  it('leaves an object with a type unchanged in other fields', async () => {
    const params = { profile: { type: 'uint', value: 5n } };
    expect(await encode('stx_updateProfile', params)).to.deep.equal({
      profile: { type: 'uint', value: '5' },
    });
  });

  it('encodes a bigint as digits in any field', async () => {
    expect(await encode('x', { a: [{ b: 2n ** 64n }], c: 1 })).to.deep.equal({
      a: [{ b: '18446744073709551616' }],
      c: 1,
    });
    expect(await encode('x', 5n)).to.equal('5');
  });

  it('encodes objects and lists that are nested in up to 64 others, and refuses deeper ones', async () => {
    const nested = (levels: number): unknown =>
      levels === 0 ? {} : levels % 2 === 0 ? { a: nested(levels - 1) } : [nested(levels - 1)];
    expect(await encode('x', nested(64))).to.deep.equal(nested(64));
    expect(await refusedField('x', nested(65))).to.have.property('field');
  });

  it('refuses what JSON would drop, with its path', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['a'] = cycle;
    for (const value of [() => 1, Symbol('x'), NaN, Infinity, -Infinity, new Uint8Array(2)]) {
      expect(await refusedField('x', { a: [value] })).to.include({ field: 'a[0]' });
    }
    expect(await refusedField('x', cycle)).to.have.property('field');
  });

  it('refuses an invalid Clarity value, with its path', async () => {
    const functionArgs = [Cl.uint(1), { type: 'list', value: [{ type: 'uint', value: -1n }] }];
    expect(await refusedField('stx_callContract', { functionArgs })).to.include({
      field: 'functionArgs[1][0]',
    });
  });
});
