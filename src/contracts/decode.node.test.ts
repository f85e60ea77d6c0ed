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
  const tuple = { tuple: [{ name: 'a', type: 'uint128' }] };
  const refusal = async (type: unknown, result: string | undefined): Promise<ContractError> => {
    const error: unknown = await read(type, result).catch((thrown: unknown) => thrown);
    expect(error, String(result)).to.be.instanceOf(ContractError);
    return error as ContractError;
  };

  it('is refused if it is not one Clarity value', async () => {
    for (const [type, result] of [
      ['uint128', '0x0100'],
      ['uint128', `${hex(Cl.uint(1))}00`],
      ['uint128', undefined],
      ['uint128', hex(Cl.uint(1)).slice(0, -1)],
      ['uint128', hex(Cl.uint(1)).slice(2, -1)],
      [{ 'string-utf8': { length: 9 } }, '0x0e00000003eda080'],
      [{ 'string-ascii': { length: 9 } }, '0x0d00000001e9'],
      [
        { list: { type: 'uint128', length: 2 } },
        '0x0b0000000201000000000000000000000000000000010003',
      ],
      ['uint128', `0x0b0000${'00'.repeat(30_000)}`],
    ] satisfies readonly (readonly [unknown, string | undefined])[]) {
      expect((await refusal(type, result)).code, String(result)).to.equal('bad-response');
    }
    const four = await read({ 'string-utf8': { length: 4 } }, hex(Cl.stringUtf8('👋👋👋👋')));
    expect(four).to.equal('👋👋👋👋');
  });

  it('is a mistake of the interface if it is a value of another type, which the error names', async () => {
    const remedy = 'correct `outputs` of `f`.';
    const [small, other] = [
      { response: { ok: 'bool', error: 'none' } },
      Cl.tuple({ b: Cl.uint(2) }),
    ];
    for (const [type, value, text] of [
      [
        'uint128',
        Cl.ok(Cl.uint(5)),
        'f: the contract answered a response, `(ok u5)`, the interface says uint128: ',
      ],
      ['uint128', Cl.int(1), 'answered an int128, `1`, the interface says uint128: '],
      [
        'uint128',
        Cl.list(Array(1_000).fill(Cl.uint(1))),
        'answered a list, the interface says uint128: ',
      ],
      ['bool', Cl.ok(Cl.bool(true)), 'answered a response, `(ok true)`, the interface says bool: '],
      ['bool', Cl.uint(1), 'answered a uint128, '],
      ['none', Cl.none(), 'answered an optional, `none`, the interface says none: '],
      ['trait_reference', Cl.principal(SENDER), 'answered a principal, '],
      [
        tuple,
        Cl.some(Cl.tuple({ a: Cl.uint(1) })),
        'answered an optional, `(some { a: u1 })`, the interface says {"tuple":',
      ],
      [{ optional: tuple }, Cl.tuple({ a: Cl.uint(1) }), 'answered a tuple, '],
      [{ list: { type: 'none', length: 0 } }, Cl.list([Cl.none()]), 'answered a list, '],
      [{ buffer: { length: 1 } }, Cl.bufferFromHex('0011'), 'answered a buffer, '],
      [{ 'string-utf8': { length: 1 } }, Cl.stringUtf8('ab'), 'answered a string-utf8, '],
      [
        { list: { type: 'uint128', length: 1 } },
        Cl.list([Cl.uint(1), Cl.uint(2)]),
        'answered a list, ',
      ],
      [
        tuple,
        Cl.tuple({ a: Cl.uint(1), b: Cl.uint(2) }),
        '(only the answer has `b`, only the interface has nothing): ',
      ],
      [tuple, other, '(only the answer has `b`, only the interface has `a`): '],
      [
        { list: { type: tuple, length: 99 } },
        Cl.list(Array(99).fill(other)),
        'in `f[0]`, where the interface expects an object with a (only the answer has `b`, ',
      ],
      [
        { optional: 'bool' },
        Cl.some(Cl.uint(1)),
        'answered an optional, `(some u1)`, the interface says {"optional":"bool"}: ',
      ],
      [small, Cl.error(Cl.uint(1)), 'answered a response, `(err u1)`, '],
    ] satisfies readonly (readonly [unknown, ClarityValue, string])[]) {
      // prettier-ignore
      const { code, message } = await refusal(type, hex(value));
      expect(message).to.contain(text).and.contain(remedy);
      expect(code, message).to.equal('invalid');
    }
  });

  it('is a plain value for every form of a type', async () => {
    const toTuple = (fields: Readonly<Record<string, unknown>>) => ({
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
      [toTuple(odd), Cl.tuple({ constructor: Cl.uint(1), type: Cl.bool(true), value: Cl.principal(SENDER) }), { constructor: 1n, type: true, value: SENDER }], // prettier-ignore
    ] satisfies readonly (readonly [unknown, ClarityValue, unknown])[]) {
      expect(await read(type, hex(value)), JSON.stringify(type)).to.deep.equal(expected);
    }
  });
});
