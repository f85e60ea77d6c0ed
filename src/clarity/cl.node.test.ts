import { expect } from '@esm-bundle/chai';
import * as theirs from '@stacks/transactions';
import { Cl, ClarityError, deserialize, Pc, serialize, toJs, type ClarityValue } from './index.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const CONTRACT = `${ADDRESS}.a_token` as const;
const ASSET = `${CONTRACT}::coin` as const;

/** What a function throws: the message of a ClarityError without the address of its page. */
function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    expect(error).to.be.instanceOf(ClarityError);
    const { message, code } = error as ClarityError;
    expect(code).to.equal('invalid');
    expect(message).to.match(/ See \S+#invalid$/);
    return message.replace(/ See \S+$/, '');
  }
  return 'accepted';
}

/** Values that @stacks/transactions 7.6 accepts, and changes. */
const MISREAD: readonly [what: string, run: () => unknown, theirs: () => unknown][] = [
  ['an empty text as an integer', () => Cl.uint(''), () => theirs.Cl.uint('')],
  ['a space as an integer', () => Cl.int(' '), () => theirs.Cl.int(' ')],
  ['no bytes as an integer', () => Cl.uint(new Uint8Array()), () => theirs.Cl.uint('')],
  ['a text as a boolean', () => Cl.bool('false' as never), () => theirs.Cl.bool('false' as never)],
  ['a number as a boolean', () => Cl.bool(0 as never), () => theirs.Cl.bool(0 as never)],
  ['a contract without a name', () => Cl.principal(`${ADDRESS}.`), () => theirs.Cl.principal(`${ADDRESS}.`)],
  ['a contract with two names', () => Cl.principal(`${CONTRACT}.b`), () => theirs.Cl.principal(`${CONTRACT}.b`)],
  ['spaces in a contract', () => Cl.principal(`${ADDRESS}.a b`), () => theirs.Cl.principal(`${ADDRESS}.a b`)],
  ['a name of 60 characters', () => Cl.contractPrincipal(ADDRESS, 'x'.repeat(60)), () => theirs.Cl.contractPrincipal(ADDRESS, 'x'.repeat(60))],
  ['half a byte of hex', () => Cl.bufferFromHex('abc'), () => theirs.Cl.bufferFromHex('abc')],
  ['a sign that is not ASCII', () => Cl.stringAscii('€'), () => theirs.Cl.stringAscii('€')],
  ['a sign that is not ASCII, as bytes', () => Cl.bufferFromAscii('€'), () => theirs.Cl.bufferFromAscii('€')],
  ['a lone surrogate', () => Cl.stringUtf8('\ud800'), () => theirs.Cl.serialize(theirs.Cl.stringUtf8('\ud800'))],
  ['a lone surrogate, as bytes', () => Cl.bufferFromUtf8('\ud800'), () => theirs.Cl.bufferFromUtf8('\ud800')],
  ['a list of two types', () => Cl.list([Cl.uint(1), Cl.bool(true)]), () => theirs.Cl.list([theirs.Cl.uint(1), theirs.Cl.bool(true)])],
  ['a list of numbers', () => Cl.list([1 as never]), () => theirs.Cl.list([1 as never])],
  ['an empty tuple', () => Cl.tuple({}), () => theirs.Cl.tuple({})],
  ['a truncated uint', () => deserialize('0100'), () => theirs.Cl.deserialize('0100')],
  ['a short buffer', () => deserialize('0200000005ab'), () => theirs.Cl.deserialize('0200000005ab')],
  ['bytes after the end', () => deserialize('0303'), () => theirs.Cl.deserialize('0303')],
  ['bytes that are not UTF-8', () => deserialize('0e00000001ff'), () => theirs.Cl.deserialize('0e00000001ff')],
  ['a tuple with the name __proto__', () => deserialize('0c00000001095f5f70726f746f5f5f03'), () => theirs.Cl.deserialize('0c00000001095f5f70726f746f5f5f03')],
  ['an empty text as an amount', () => Pc.origin().willSendEq('').ustx(), () => theirs.Pc.origin().willSendEq('').ustx()],
  ['a fungible token without a name', () => Pc.origin().willSendEq(1).ft(CONTRACT as never), () => (theirs.Pc.origin().willSendEq(1).ft as (asset: string) => unknown)(CONTRACT)],
  ['an address as the contract of a token', () => Pc.origin().willSendEq(1).ft(ADDRESS as never, 'coin'), () => theirs.Pc.origin().willSendEq(1).ft(ADDRESS as never, 'coin')],
]; // prettier-ignore

describe('Cl and Pc', () => {
  for (const [what, run, accepted] of MISREAD) {
    it(`refuse ${what}, which @stacks/transactions accepts`, () => {
      expect(refusal(run)).not.to.equal('accepted');
      expect(accepted).not.to.throw();
    });
  }

  for (const [what, run] of [
    ['an integer that is too large', () => Cl.uint(2n ** 128n)],
    ['a negative uint', () => Cl.uint(-1)],
    ['a fraction', () => Cl.int(0.5)],
    ['a number that is not safe', () => Cl.uint(2 ** 53)],
    ['17 bytes', () => Cl.uint(new Uint8Array(17).fill(1))],
    ['hex as an integer', () => Cl.uint('0x10')],
    ['an array as bytes', () => Cl.buffer([1] as never)],
    ['a wrong checksum', () => Cl.principal(ADDRESS.replace('J7', 'J8'))],
    ['a contract as an address', () => Cl.standardPrincipal(CONTRACT)],
    ['a text as a value', () => Cl.some('5' as never)],
    ['nothing to deserialize', () => deserialize('')],
    ['half a byte to deserialize', () => deserialize('030')],
    ['more than the largest value', () => deserialize(new Uint8Array(2 ** 21 + 1))],
    ['a value that is nested too deeply', () => deserialize(`${'0a'.repeat(100_000)}03`)],
    ['a negative amount', () => Pc.origin().willSendEq(-1).ustx()],
    [
      'an amount of more than 64 bits',
      () =>
        Pc.origin()
          .willSendEq(2n ** 64n)
          .ustx(),
    ],
    ['origin as a principal', () => Pc.principal('origin')],
    ['a token with two names', () => Pc.origin().willSendEq(1).ft(ASSET, 'coin')],
    ['two conditions in one hex', () => Pc.fromHex('000101000000000000000100')],
    ['a condition that is no hex', () => Pc.fromHex('zz')],
  ] as const) {
    it(`refuse ${what}`, () => {
      expect(refusal(run)).not.to.equal('accepted');
    });
  }

  it('name the function, the place, the value and what was expected', () => {
    expect(refusal(() => Cl.uint(''))).to.equal(
      `Cl.uint: \`value\` must be a whole number from 0 to ${2n ** 128n - 1n}; got "".`,
    );
    expect(refusal(() => Cl.tuple({ a: Cl.none(), b: { type: 'uint', value: -1n } }))).to.equal(
      `Cl.tuple: \`value.b\` must be a whole number from 0 to ${2n ** 128n - 1n}; got -1n.`,
    );
    expect(refusal(() => Cl.list([Cl.uint(1), Cl.int(1)]))).to.equal(
      'Cl.list: `value` must be a Clarity value of one type (it has a list with a uint and a int); got {"type":"list","value":[{"type":"uint","value":"1n"},{"type":"int","value":"1n"….',
    );
    expect(refusal(() => Pc.principal('x'))).to.equal(
      'Pc.principal: `address` must be a Stacks address; got "x".',
    );
  });

  it('make what @stacks/transactions makes', () => {
    expect(Cl.int(Uint8Array.of(1, 0))).to.deep.equal(theirs.Cl.int(Uint8Array.of(1, 0)));
    expect(Cl.uint('12')).to.deep.equal(theirs.Cl.uint('12'));
    expect(Cl.address(CONTRACT)).to.deep.equal(theirs.Cl.address(CONTRACT));
    expect(Cl.bufferFromHex('0xAB')).to.deep.equal(theirs.Cl.bufferFromHex('ab'));
    expect(Cl.bufferFromAscii('\0a')).to.deep.equal(theirs.Cl.bufferFromAscii('\0a'));
    expect(Cl.bufferFromUtf8('ä')).to.deep.equal(theirs.Cl.bufferFromUtf8('ä'));
    expect(Pc.origin().willSendEq('5').ft(ASSET)).to.deep.equal(theirs.Pc.origin().willSendEq('5').ft(CONTRACT, 'coin')); // prettier-ignore
    expect(Pc.principal(CONTRACT).willSendAsset().nft(ASSET, Cl.uint(1))).to.deep.equal(
      theirs.Pc.principal(CONTRACT).willSendAsset().nft(ASSET, theirs.Cl.uint(1)),
    );
    expect(serialize(theirs.Cl.list([theirs.Cl.none(), theirs.Cl.some(theirs.Cl.uint(1))]))).to.equal('0b00000002090a0100000000000000000000000000000001'); // prettier-ignore
  });

  it('accept lists whose items differ only in what is not known of their type', () => {
    for (const items of [
      [Cl.none(), Cl.some(Cl.uint(1))],
      [Cl.ok(Cl.uint(1)), Cl.error(Cl.stringAscii('x'))],
      [Cl.list([]), Cl.list([Cl.uint(1)])],
      [Cl.principal(ADDRESS), Cl.principal(CONTRACT)],
      [Cl.tuple({ a: Cl.none() }), Cl.tuple({ a: Cl.some(Cl.bool(true)) })],
      [Cl.stringAscii(''), Cl.stringAscii('long')],
    ]) {
      expect(Cl.list<ClarityValue>(items).value).to.deep.equal(items);
    }
    for (const items of [
      [Cl.some(Cl.uint(1)), Cl.none(), Cl.some(Cl.int(1))],
      [Cl.tuple({ a: Cl.none() }), Cl.tuple({ b: Cl.none() })],
      [Cl.tuple({ a: Cl.none() }), Cl.tuple({ a: Cl.none(), b: Cl.none() })],
      [Cl.list([Cl.uint(1)]), Cl.list([Cl.bool(true)])],
      [Cl.stringAscii(''), Cl.stringUtf8('')],
    ]) {
      expect(refusal(() => Cl.list<ClarityValue>(items))).to.include('it has a list with');
    }
  });

  it('write the entries of a tuple in the order of their bytes', () => {
    const entries = { b: Cl.uint(1), B: Cl.uint(2), 'a-b': Cl.uint(3), a: Cl.uint(4) };
    const names = Object.entries(deserialize<theirs.TupleCV>(serialize(Cl.tuple(entries))).value);
    expect(names.map(([name]) => name)).to.deep.equal(['B', 'a', 'a-b', 'b']);
    expect(Cl.stringify(Cl.tuple(entries))).to.equal('{ B: u2, a: u4, a-b: u3, b: u1 }');
  });
});

/** SIP-005 and the tests of stacks-core: values and their bytes. */
const VECTORS: readonly [value: ClarityValue, hex: string][] = [
  [Cl.int(-1), '00ffffffffffffffffffffffffffffffff'],
  [Cl.uint(1), '0100000000000000000000000000000001'],
  [Cl.bufferFromHex('deadbeef'), '0200000004deadbeef'],
  [Cl.bool(true), '03'],
  [Cl.bool(false), '04'],
  [Cl.standardPrincipal('SP2JXKMSH007NPYAQHKJPQMAQYAD90NQGTVJVQ02B'), '0516a5d9d331000f5b79578ce56bd157f29a9056f0d6'],
  [Cl.contractPrincipal('SP2JXKMSH007NPYAQHKJPQMAQYAD90NQGTVJVQ02B', 'test-contract'), '0616a5d9d331000f5b79578ce56bd157f29a9056f0d60d746573742d636f6e7472616374'],
  [Cl.ok(Cl.int(-1)), '0700ffffffffffffffffffffffffffffffff'],
  [Cl.error(Cl.int(-1)), '0800ffffffffffffffffffffffffffffffff'],
  [Cl.none(), '09'],
  [Cl.some(Cl.int(-1)), '0a00ffffffffffffffffffffffffffffffff'],
  [Cl.list([Cl.int(1), Cl.int(2)]), '0b00000002' + '0000000000000000000000000000000001' + '0000000000000000000000000000000002'],
  [Cl.stringAscii('hello world'), '0d0000000b68656c6c6f20776f726c64'],
  [Cl.stringUtf8('hello world'), '0e0000000b68656c6c6f20776f726c64'],
  [Cl.tuple({ baz: Cl.none(), foobar: Cl.bool(true) }), '0c000000020362617a0906666f6f62617203'],
]; // prettier-ignore

describe('serialize and deserialize', () => {
  for (const [value, hex] of VECTORS) {
    it(`write and read ${Cl.stringify(value)}`, () => {
      expect(serialize(value)).to.equal(hex);
      expect(deserialize(`0x${hex.toUpperCase()}`)).to.deep.equal(value);
    });
  }
});

describe('Cl.stringify and Cl.parse', () => {
  const VALUES: readonly ClarityValue[] = [
    Cl.int(-(2n ** 127n)),
    Cl.uint(2n ** 128n - 1n),
    Cl.bufferFromHex(''),
    Cl.principal(CONTRACT),
    Cl.stringAscii('a "quoted" \\ line\n\t'),
    Cl.stringUtf8('ä 👋 \u0000 "'),
    Cl.list([]),
    Cl.list([Cl.tuple({ 'a-b': Cl.some(Cl.ok(Cl.uint(1))), 'is?': Cl.none() })]),
    Cl.error(Cl.bool(false)),
  ];
  for (const value of VALUES) {
    it(`write and read ${Cl.stringify(value)}`, () => {
      for (const space of [0, 2]) {
        expect(Cl.stringify(value, space)).to.equal(
          theirs.Cl.stringify(value as theirs.ClarityValue, space),
        );
        expect(Cl.parse(Cl.stringify(value, space))).to.deep.equal(value);
      }
    });
  }

  it('read other forms that Clarity has', () => {
    for (const [text, value] of [
      ['(tuple (a u1) (b none))', Cl.tuple({ a: Cl.uint(1), b: Cl.none() })],
      ['{a:u1,b:none,}', Cl.tuple({ a: Cl.uint(1), b: Cl.none() })],
      ['u"\\u{1F44B}"', Cl.stringUtf8('👋')],
      ['9007199254740993', Cl.int(9007199254740993n)],
      ['-9007199254740993', Cl.int(-9007199254740993n)],
      ['0x', Cl.bufferFromHex('')],
      [' ( list\n u1 u2 ) ', Cl.list([Cl.uint(1), Cl.uint(2)])],
    ] as const) {
      expect(Cl.parse(text), text).to.deep.equal(value);
    }
  });

  for (const text of [
    ...['', ' ', 'u', 'u1 u2', '(', '(list u1', ')', '{}', '{ a u1 }', '{ a: u1 b: u2 }', '(some)'],
    ...[
      '{ a: u1, a: u2 }',
      '(some u1 u2)',
      '(add u1)',
      '"a',
      'u"\\ud800"',
      'u"\\u{110000}"',
      "'SP",
    ],
    ...[
      'u1)',
      '(list u1 true)',
      '1.5',
      'True',
      '0xa',
      '"€"',
      `${'(some '.repeat(50)}u1${')'.repeat(50)}`,
    ],
  ]) {
    it(`refuse ${text || 'nothing'}`, () => {
      expect(refusal(() => Cl.parse(text))).not.to.equal('accepted');
    });
  }
});

describe('toJs', () => {
  it('returns plain values at every depth', () => {
    const value = Cl.tuple({
      id: Cl.uint(1),
      sum: Cl.int(-1),
      is: Cl.bool(false),
      who: Cl.principal(ADDRESS),
      text: Cl.stringUtf8('ä'),
      bytes: Cl.bufferFromHex('00ff'),
      nothing: Cl.none(),
      something: Cl.some(Cl.uint(2)),
      nested: Cl.some(Cl.none()),
      twice: Cl.some(Cl.some(Cl.uint(3))),
      good: Cl.ok(Cl.bool(true)),
      bad: Cl.error(Cl.uint(4)),
      list: Cl.list([Cl.uint(5)]),
      constructor: Cl.uint(6),
    });
    expect(toJs(value)).to.deep.equal({
      id: 1n,
      sum: -1n,
      is: false,
      who: ADDRESS,
      text: 'ä',
      bytes: Uint8Array.of(0, 255),
      nothing: null,
      something: 2n,
      nested: { some: null },
      twice: { some: 3n },
      good: { ok: true, value: true },
      bad: { ok: false, error: 4n },
      list: [5n],
      constructor: 6n,
    });
    expect(toJs(theirs.Cl.uint(1))).to.equal(1n);
  });
});
