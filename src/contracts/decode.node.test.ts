import { expect } from '@esm-bundle/chai';
import { Cl, type ClarityValue } from '@stacks/transactions';
import type { AbiType } from './abi.js';
import { contract } from './contract.js';
import { ContractError } from './contract-error.js';

const SENDER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TOKEN = `${SENDER}.honey-token`;
const hex = (value: ClarityValue): string => `0x${Cl.serialize(value)}`;

/** Reads a function of this type from a node that answers with this result. */
function read(type: unknown, result: string | undefined): Promise<unknown> {
  const fetch = (url: unknown) =>
    Promise.resolve(
      Response.json(String(url).endsWith('/v2/info') ? { network_id: 1 } : { okay: true, result }),
    );
  const outputs = { type: type as AbiType };
  const functions = [{ name: 'f', access: 'read_only', args: [], outputs }] as const;
  const source = { baseUrl: 'https://node.test', fetch };
  return contract({ functions }, { contract: TOKEN, source }).read.f();
}

describe('the answer to a read', () => {
  it('is refused if it is cut, or not of the interface', async () => {
    const tuple = { tuple: [{ name: 'a', type: 'uint128' }] };
    for (const [type, result] of [
      ['uint128', '0x0100'],
      ['uint128', `${hex(Cl.uint(1))}00`],
      ['uint128', undefined],
      ['uint128', hex(Cl.int(1))],
      ['uint128', hex(Cl.uint(1)).slice(0, -1)],
      ['uint128', hex(Cl.uint(1)).slice(2, -1)],
      ['trait_reference', hex(Cl.principal(SENDER))],
      [{ 'string-utf8': { length: 9 } }, '0x0e00000003eda080'],
      [{ 'string-ascii': { length: 9 } }, '0x0d00000001e9'],
      [
        { list: { type: 'uint128', length: 2 } },
        '0x0b0000000201000000000000000000000000000000010003',
      ],
      [{ list: { type: 'none', length: 0 } }, hex(Cl.list([Cl.none()]))],
      ['bool', hex(Cl.uint(1))],
      ['none', hex(Cl.none())],
      [{ buffer: { length: 1 } }, hex(Cl.bufferFromHex('0011'))],
      [{ 'string-utf8': { length: 1 } }, hex(Cl.stringUtf8('ab'))],
      [{ list: { type: 'uint128', length: 1 } }, hex(Cl.list([Cl.uint(1), Cl.uint(2)]))],
      [tuple, hex(Cl.tuple({ a: Cl.uint(1), b: Cl.uint(2) }))],
      [tuple, hex(Cl.tuple({ b: Cl.uint(2) }))],
      [{ optional: 'bool' }, hex(Cl.some(Cl.uint(1)))],
      [{ response: { ok: 'bool', error: 'none' } }, hex(Cl.error(Cl.uint(1)))],
    ] satisfies readonly (readonly [unknown, string | undefined])[]) {
      const error: unknown = await read(type, result).catch((thrown: unknown) => thrown);
      expect(error, String(result)).to.be.instanceOf(ContractError);
      expect((error as ContractError).code, String(result)).to.equal('bad-response');
    }
    const four = await read({ 'string-utf8': { length: 4 } }, hex(Cl.stringUtf8('👋👋👋👋')));
    expect(four).to.equal('👋👋👋👋');
  });

  it('is a plain value for every form of a type', async () => {
    const tuple = (fields: Readonly<Record<string, unknown>>) => ({
      tuple: Object.entries(fields).map(([name, type]) => ({ name, type })),
    });
    const bool = { response: { ok: 'bool', error: 'none' } };
    const odd = { constructor: 'uint128', type: 'bool', value: 'principal' };
    for (const [type, value, expected] of [
      ['int128', Cl.int(-(2n ** 127n)), -(2n ** 127n)],
      ['uint128', Cl.uint(2n ** 128n - 1n), 2n ** 128n - 1n],
      ['principal', Cl.principal(TOKEN), TOKEN],
      ['trait_reference', Cl.principal(TOKEN), TOKEN],
      [{ buffer: { length: 0 } }, Cl.bufferFromHex(''), new Uint8Array()],
      [{ 'string-ascii': { length: 0 } }, Cl.stringAscii(''), ''],
      [{ 'string-utf8': { length: 1 } }, Cl.stringUtf8('👋'), '👋'],
      [{ list: { type: 'none', length: 0 } }, Cl.list([]), []],
      [{ list: { type: { optional: 'none' }, length: 2 } }, Cl.list([Cl.none(), Cl.none()]), [null, null]], // prettier-ignore
      [{ optional: 'none' }, Cl.none(), null],
      [{ optional: { optional: 'bool' } }, Cl.none(), null],
      [{ optional: { optional: 'bool' } }, Cl.some(Cl.none()), { some: null }],
      [{ optional: { optional: 'bool' } }, Cl.some(Cl.some(Cl.bool(true))), { some: true }],
      [{ optional: bool }, Cl.some(Cl.ok(Cl.bool(false))), { ok: true, value: false }],
      [{ response: { ok: bool, error: 'none' } }, Cl.ok(Cl.ok(Cl.bool(true))), { ok: true, value: true }], // prettier-ignore
      [tuple(odd), Cl.tuple({ constructor: Cl.uint(1), type: Cl.bool(true), value: Cl.principal(SENDER) }), { constructor: 1n, type: true, value: SENDER }], // prettier-ignore
    ] satisfies readonly (readonly [unknown, ClarityValue, unknown])[]) {
      expect(await read(type, hex(value)), JSON.stringify(type)).to.deep.equal(expected);
    }
  });
});
