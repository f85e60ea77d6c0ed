import { expect } from '@esm-bundle/chai';
import { Cl, type ClarityValue } from '@stacks/transactions';
import type { AbiFunction } from './abi.js';
import { contract } from './contract.js';
import { ContractError } from './contract-error.js';

const SENDER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TOKEN = `${SENDER}.honey-token`;
const OPTIONS = { contract: TOKEN };
const ARG = { name: 'arg', type: 'uint128' } as const;
const fn = (args: AbiFunction['args']) =>
  ({ name: 'f', access: 'public', args, outputs: { type: 'bool' } }) as const;

describe('arguments', () => {
  const encode = (type: unknown, arg: unknown) => {
    const { params } = contract({ functions: [fn([{ ...ARG, type }])] }, OPTIONS);
    return params.f({ arg: arg as never }).functionArgs?.[0];
  };
  const tuple = (fields: Readonly<Record<string, unknown>>) => ({
    tuple: Object.entries(fields).map(([name, type]) => ({ name, type })),
  });
  const response = { response: { ok: 'uint128', error: tuple({ code: 'int128' }) } };
  const typed = tuple({ type: { 'string-ascii': { length: 10 } }, value: 'uint128' });

  for (const [what, type, arg, value] of [
    ['a bigint', 'uint128', 5n, Cl.uint(5)],
    ['a safe integer', 'int128', -5, Cl.int(-5)],
    ['a Clarity value', 'uint128', Cl.uint('5'), Cl.uint(5)],
    ['a contract as a principal', 'principal', TOKEN, Cl.principal(TOKEN)],
    ['a contract as a trait', 'trait_reference', TOKEN, Cl.principal(TOKEN)],
    ['bytes', { buffer: { length: 2 } }, Uint8Array.of(1), Cl.bufferFromHex('01')],
    ['hex', { buffer: { length: 2 } }, '0xABCD', Cl.bufferFromHex('abcd')],
    ['no bytes', { buffer: { length: 0 } }, '0x', Cl.bufferFromHex('')],
    [
      'four emoji of two units each',
      { 'string-utf8': { length: 4 } },
      '👋👋👋👋',
      Cl.stringUtf8('👋👋👋👋'),
    ],
    ['null as none', { optional: 'bool' }, null, Cl.none()],
    ['nothing as none', { optional: 'bool' }, undefined, Cl.none()],
    ['none of a type that is never made', { optional: 'none' }, null, Cl.none()],
    ['a nested none', { optional: { optional: 'bool' } }, { some: null }, Cl.some(Cl.none())],
    [
      'a nested some',
      { optional: { optional: 'bool' } },
      { some: true },
      Cl.some(Cl.some(Cl.bool(true))),
    ],
    ['an empty list', { list: { type: 'none', length: 0 } }, [], Cl.list([])],
    ['a shorter list', { list: { type: 'uint128', length: 99 } }, [1n], Cl.list([Cl.uint(1)])],
    [
      'a tuple without its optionals',
      tuple({ a: 'uint128', 'is?': { optional: 'bool' } }),
      { a: 1n },
      Cl.tuple({ a: Cl.uint(1), 'is?': Cl.none() }),
    ],
    [
      'a tuple with fields type and value',
      typed,
      { type: 'tuple', value: 1n },
      Cl.tuple({ type: Cl.stringAscii('tuple'), value: Cl.uint(1) }),
    ],
    [
      'an optional tuple with fields type and value',
      { optional: typed },
      { type: 'some', value: 1n },
      Cl.some(Cl.tuple({ type: Cl.stringAscii('some'), value: Cl.uint(1) })),
    ],
    [
      'a Clarity value for a tuple with another field',
      tuple({ type: 'bool' }),
      Cl.tuple({ type: Cl.bool(true) }),
      Cl.tuple({ type: Cl.bool(true) }),
    ],
    ['a response', response, { ok: 1n }, Cl.ok(Cl.uint(1))],
    [
      'an error response',
      response,
      { error: { code: -1n } },
      Cl.error(Cl.tuple({ code: Cl.int(-1) })),
    ],
    [
      'a Clarity value in a plain one',
      { list: { type: 'bool', length: 2 } },
      [true, Cl.bool(false)],
      Cl.list([Cl.bool(true), Cl.bool(false)]),
    ],
  ] satisfies readonly (readonly [string, unknown, unknown, ClarityValue])[]) {
    it(`may be ${what}`, () => {
      expect(encode(type, arg)).to.equal(Cl.serialize(value));
    });
  }

  for (const [what, type, arg, message] of [
    ['an amount as text', 'uint128', '5', /`f\.arg` must be a bigint or a safe integer, from 0/],
    ['a fraction', 'uint128', 0.5, /`f\.arg`.*got 0\.5/],
    ['a number that is not safe', 'uint128', 2 ** 53, /`f\.arg`/],
    ['a negative uint', 'uint128', -1n, /`f\.arg`.*got -1n/],
    ['nothing', 'uint128', undefined, /`f\.arg`.*got nothing/],
    ['a Clarity value of another type', 'uint128', Cl.int(5), /`f\.arg`/],
    [
      'a wrong checksum',
      'principal',
      SENDER.replace('J', 'K'),
      /`f\.arg` must be a Stacks address/,
    ],
    ['an address as a trait', 'trait_reference', SENDER, /`f\.arg` must be a contract/],
    ['hex without 0x', { buffer: { length: 2 } }, 'abcd', /hex with 0x, of at most 2 bytes/],
    ['half a byte', { buffer: { length: 2 } }, '0xabc', /`f\.arg`/],
    [
      'too many bytes',
      { buffer: { length: 2 } },
      new Uint8Array(3),
      /of at most 2 bytes; got 3 bytes/,
    ],
    [
      'too many bytes in a Clarity value',
      { buffer: { length: 2 } },
      Cl.buffer(new Uint8Array(3)),
      /at most 2 bytes/,
    ],
    ['a sign that is not ASCII', { 'string-ascii': { length: 9 } }, '€', /printable ASCII/],
    [
      'five characters for four',
      { 'string-utf8': { length: 4 } },
      '👋👋👋👋👋',
      /at most 4 whole characters/,
    ],
    ['half a character', { 'string-utf8': { length: 4 } }, '\ud83d', /whole characters/],
    [
      'a list that is too long',
      { list: { type: 'bool', length: 1 } },
      [true, true],
      /an array of at most 1 items/,
    ],
    [
      'a wrong item',
      { list: { type: 'bool', length: 2 } },
      [true, 1],
      /`f\.arg\[1\]` must be true or false; got 1\./,
    ],
    ['a nested optional without some', { optional: { optional: 'bool' } }, true, /`\{ some: … \}`/],
    ['a missing entry', tuple({ a: 'uint128' }), {}, /`f\.arg\.a`.*got nothing/],
    [
      'an entry too many',
      tuple({ alpha: 'uint128' }),
      { alpha: 1n, alpa: 1n },
      /`f\.arg\.alpa` must be absent \(did you mean `alpha`\?\)/,
    ],
    [
      'a tuple as a Clarity value with an entry too many',
      tuple({ a: 'uint128' }),
      Cl.tuple({ a: Cl.uint(1), b: Cl.uint(1) }),
      /`f\.arg` must be an object with a/,
    ],
    [
      'a response with both',
      response,
      { ok: 1n, error: { code: 1n } },
      /`\{ ok: … \}` or `\{ error: … \}`/,
    ],
    ['a value where there is none', { optional: 'none' }, 1n, /absent/],
    ['a class', 'uint128', new (class A {})(), /`f\.arg`/],
    [
      'an accessor',
      tuple({ a: 'bool' }),
      {
        get a() {
          return true;
        },
      },
      /`f\.arg\.a` must be plain data/,
    ],
  ] satisfies readonly (readonly [string, unknown, unknown, RegExp])[]) {
    it(`may not be ${what}`, () => {
      expect(() => encode(type, arg))
        .to.throw(ContractError, message)
        .with.property('code', 'invalid');
    });
  }

  it('are those of the function', () => {
    const { params } = contract({ functions: [fn([ARG])] }, OPTIONS);
    const refused = (params.f as (...args: readonly unknown[]) => unknown).bind(params);
    expect(() => refused({ ag: 1n })).to.throw(/`f\.ag` must be absent \(did you mean `arg`\?\)/);
    expect(() => refused(5n)).to.throw(/`f` must be an object with the arguments/);
    expect(() => refused({ arg: 1n }, { fees: 1n })).to.throw(/Did you mean `fee`/);
  });
});
