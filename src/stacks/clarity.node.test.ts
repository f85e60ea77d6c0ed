import { expect } from '@esm-bundle/chai';
import {
  Cl,
  Pc,
  postConditionToHex as encodeV7,
  serializeCV,
  type PostCondition,
} from '@stacks/transactions';
import { readValue } from './stacks-transaction.js';
import { describe as shown, type Refuse } from '../errors.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const CONTRACT = `${ADDRESS}.token`;
const ASSET = `${CONTRACT}::tok` as const;

const refuse: Refuse = (field, value, expected) => {
  throw new RangeError(`${field}: ${shown(value)} is not ${expected}`);
};
const clarity = async (value: unknown) => readValue('clarity', value, 'arg', refuse).hex;
const postCondition = async (value: unknown) => readValue('postCondition', value, 'pc', refuse).hex;

async function refused(encoding: Promise<string>): Promise<string> {
  return encoding.then(
    (hex) => `encoded as ${hex}`,
    (error: Error) => error.message,
  );
}

/** The parts of an address, as version 6 represents them. */
const parts = { type: 0, version: 22, hash160: 'a46ff88886c2ef9762d970b4d2c63678835bd39d' };
const text = (content: string) => ({ type: 2, content, lengthPrefixBytes: 1, maxLengthBytes: 128 });
const PRINCIPAL_HEX = '16a46ff88886c2ef9762d970b4d2c63678835bd39d';
const ONE = '0100000000000000000000000000000001';

/** Values of version 6.17 and their serialization, both recorded from that version. */
const VERSION_6: readonly [what: string, value: unknown, hex: string][] = [
  ['int', { type: 0, value: -5n }, '00fffffffffffffffffffffffffffffffb'],
  ['uint', { type: 1, value: 5n }, '0100000000000000000000000000000005'],
  ['buffer', { type: 2, buffer: Uint8Array.of(1, 255) }, '020000000201ff'],
  ['true', { type: 3 }, '03'],
  ['false', { type: 4 }, '04'],
  ['standard principal', { type: 5, address: parts }, `05${PRINCIPAL_HEX}`],
  [
    'contract principal',
    { type: 6, address: parts, contractName: text('token') },
    `06${PRINCIPAL_HEX}05746f6b656e`,
  ],
  ['ok', { type: 7, value: { type: 1, value: 1n } }, `07${ONE}`],
  ['err', { type: 8, value: { type: 1, value: 1n } }, `08${ONE}`],
  ['none', { type: 9 }, '09'],
  ['some', { type: 10, value: { type: 1, value: 1n } }, `0a${ONE}`],
  ['list', { type: 11, list: [{ type: 1, value: 1n }] }, `0b00000001${ONE}`],
  ['tuple', { type: 12, data: { a: { type: 1, value: 1n } } }, `0c000000010161${ONE}`],
  ['ASCII string', { type: 13, data: 'hi' }, '0d000000026869'],
  ['UTF-8 string', { type: 14, data: 'héé' }, '0e0000000568c3a9c3a9'],
];

const VERSION_7 = {
  'a negative int': Cl.int(-(2n ** 127n)),
  'the largest int': Cl.int(2n ** 127n - 1n),
  'the uint 0': Cl.uint(0),
  'the largest uint': Cl.uint(2n ** 128n - 1n),
  'an empty buffer': Cl.bufferFromHex(''),
  'a principal': Cl.principal(ADDRESS),
  'a contract principal': Cl.principal(CONTRACT),
  'a string that is not ASCII': Cl.stringUtf8('你好 👋'),
  'nested values': Cl.list([
    Cl.ok(Cl.some(Cl.tuple({ a: Cl.none(), 'b-c': Cl.bool(true), c: Cl.list([]) }))),
    Cl.error(Cl.stringAscii('no')),
  ]),
};

const TRUE = { type: 'true' };
const MEBIBYTE = { type: 'buffer', value: '00'.repeat(2 ** 20) };
/** A value with this nesting depth, itself included. */
const nested = (depth: number): object =>
  depth === 1 ? TRUE : { type: 'some', value: nested(depth - 1) };

/** Values at the limits of the chain, and values that are easily refused by mistake. */
const WITHIN: readonly [what: string, value: unknown, hex: string][] = [
  ['a buffer of a mebibyte', MEBIBYTE, `0200100000${'00'.repeat(2 ** 20)}`],
  ['hex digits in upper case', { type: 'buffer', value: 'ABCDEF' }, '0200000003abcdef'],
  ['a value that is nested 32 deep', nested(32), `${'0a'.repeat(31)}03`],
  [
    'a name of 128 characters',
    { type: 'tuple', value: { ['x'.repeat(128)]: TRUE } },
    `0c0000000180${'78'.repeat(128)}03`,
  ],
  [
    'operators as names',
    { type: 'tuple', value: { '+': TRUE, '<=': TRUE, '*': TRUE } },
    '0c00000003012a03012b03023c3d03',
  ],
  ['white space in ASCII', { type: 'ascii', value: '\t\n\f\r ~' }, '0d00000006090a0c0d207e'],
  [
    'a string of 262144 characters',
    { type: 'utf8', value: '👋'.repeat(2 ** 18) },
    `0e00100000${'f09f918b'.repeat(2 ** 18)}`,
  ],
  [
    'an address of zero bytes',
    { type: 'address', value: 'SP000000000000000000002Q6VF78' },
    `0516${'00'.repeat(20)}`,
  ],
  [
    'a hash in upper case',
    { type: 5, address: { ...parts, hash160: parts.hash160.toUpperCase() } },
    `05${PRINCIPAL_HEX}`,
  ],
];

/** Values that an encoder could wrap, cut or guess. */
const NOT_CLARITY: readonly [what: string, value: unknown, place: string][] = [
  ['an unknown type', { type: 'uint256', value: 1n }, 'arg.type'],
  ['an unknown type number', { type: 15 }, 'arg.type'],
  ['a plain object', { type: 'button', label: 'x' }, 'arg.type'],
  ['a negative uint', { type: 'uint', value: -1n }, 'arg'],
  ['a uint of 129 bits', { type: 'uint', value: 2n ** 128n }, 'arg'],
  ['an int of 129 bits', { type: 'int', value: 2n ** 127n }, 'arg'],
  ['a fraction', { type: 'uint', value: 1.5 }, 'arg'],
  ['a number that is not a safe integer', { type: 'uint', value: 2 ** 53 }, 'arg'],
  ['an empty string as a number', { type: 'uint', value: '' }, 'arg'],
  ['an odd number of hex digits', { type: 'buffer', value: 'abc' }, 'arg'],
  ['a buffer that is not hex', { type: 'buffer', value: 'zz' }, 'arg'],
  ['a character that is not ASCII', { type: 'ascii', value: 'é' }, 'arg'],
  ['a null character in ASCII', { type: 'ascii', value: 'a\0' }, 'arg'],
  ['a vertical tab in ASCII', { type: 'ascii', value: '\v' }, 'arg'],
  ['an escape in ASCII', { type: 'ascii', value: '\u001b[0m' }, 'arg'],
  ['a delete character in ASCII', { type: 'ascii', value: '\u007f' }, 'arg'],
  ['an object as a string', { type: 'ascii', value: Object.create(null) as unknown }, 'arg'],
  ['half a surrogate pair', { type: 'utf8', value: '\ud83d' }, 'arg'],
  ['an address that is not of Stacks', { type: 'address', value: 'bc1q' }, 'arg'],
  [
    'a principal with a wrong checksum',
    { type: 'address', value: ADDRESS.replace('J7', 'J8') },
    'arg',
  ],
  ['a contract without a name', { type: 'contract', value: ADDRESS }, 'arg'],
  ['a contract with two names', { type: 'contract', value: `${CONTRACT}.more` }, 'arg'],
  [
    'an address of Bitcoin',
    { type: 'address', value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    'arg',
  ],
  [
    'an address of 21 bytes',
    { type: 5, address: { ...parts, hash160: `${parts.hash160}00` } },
    'arg',
  ],
  [
    'an address that is not hex',
    { type: 5, address: { ...parts, hash160: 'z'.repeat(40) } },
    'arg',
  ],
  [
    'an address with a fractional version',
    { type: 5, address: { ...parts, version: 22.5 } },
    'arg',
  ],
  [
    'an address with a version in a string',
    { type: 5, address: { ...parts, version: '22' } },
    'arg',
  ],
  ['a principal without an address', { type: 5 }, 'arg'],
  ['an int below the minimum', { type: 'int', value: -(2n ** 127n) - 1n }, 'arg'],
  ['a number of 41 digits', { type: 'uint', value: '1'.repeat(41) }, 'arg'],
  ['a number in hex', { type: 'uint', value: '0x10' }, 'arg'],
  ['a list that is a string', { type: 'list', value: 'ab' }, 'arg'],
  ['a tuple that is a string', { type: 'tuple', value: 'ab' }, 'arg'],
  ['a tuple without entries', { type: 'tuple', value: {} }, 'arg'],
  ['a tuple that is a list', { type: 'tuple', value: [{ type: 'true' }] }, 'arg'],
  [
    'a tuple with a name that begins with a digit',
    { type: 'tuple', value: { '1a': TRUE } },
    'arg.1a',
  ],
  ['a tuple with an empty name', { type: 'tuple', value: { '': TRUE } }, 'arg.'],
  ['a tuple with a name that is not ASCII', { type: 'tuple', value: { é: TRUE } }, 'arg.é'],
  [
    'a tuple with a name of 129 characters',
    { type: 'tuple', value: { ['x'.repeat(129)]: TRUE } },
    `arg.${'x'.repeat(129)}`,
  ],
  [
    'a tuple with an unknown operator as a name',
    { type: 'tuple', value: { '<>': TRUE } },
    'arg.<>',
  ],
  ['a list with a hole', { type: 'list', value: new Array<unknown>(1) }, 'arg[0]'],
  ['a buffer of more than a mebibyte', { type: 'buffer', value: '00'.repeat(2 ** 20 + 1) }, 'arg'],
  [
    'an ASCII string of more than a mebibyte',
    { type: 'ascii', value: 'x'.repeat(2 ** 20 + 1) },
    'arg',
  ],
  ['a string of 262145 characters', { type: 'utf8', value: 'x'.repeat(2 ** 18 + 1) }, 'arg'],
  [
    'a string of 524288 characters of three bytes',
    { type: 'utf8', value: '你'.repeat(2 ** 19) },
    'arg',
  ],
  ['a value of more than two mebibytes', { type: 'list', value: [MEBIBYTE, MEBIBYTE] }, 'arg'],
  ['a value that is nested 33 deep', nested(33), `arg${'.value'.repeat(32)}`],
  ['a contract with an empty name', { type: 'contract', value: `${ADDRESS}.` }, 'arg'],
  ['a contract with an asset name', { type: 'contract', value: ASSET }, 'arg'],
  ['an address that is a contract', { type: 'address', value: CONTRACT }, 'arg'],
  ['a contract of version 6 without its name', { type: 6, address: parts }, 'arg'],
  [
    'an address of version 6 with a name',
    { type: 5, address: parts, contractName: text('a') },
    'arg.contractName',
  ],
  [
    'a contract with an invalid name',
    { type: 6, address: parts, contractName: text('a.b') },
    'arg',
  ],
  [
    'a contract with a name in a list',
    { type: 6, address: parts, contractName: { content: ['a'] } },
    'arg',
  ],
  [
    'an invalid value inside some',
    { type: 'some', value: { type: 'uint', value: -1n } },
    'arg.value',
  ],
  [
    'an invalid value at a greater depth',
    { type: 'tuple', value: { a: { type: 'list', value: [{ type: 'uint', value: -1n }] } } },
    'arg.a[0]',
  ],
];

/** A number in each exact notation. */
const NUMBERS: readonly [value: unknown, hex: string][] = [
  [{ type: 'uint', value: 5 }, serializeCV(Cl.uint(5))],
  [{ type: 'uint', value: '5' }, serializeCV(Cl.uint(5))],
  [{ type: 'int', value: -5 }, serializeCV(Cl.int(-5))],
  [{ type: 'int', value: '-5' }, serializeCV(Cl.int(-5))],
  [{ type: 'uint', value: String(2n ** 128n - 1n) }, serializeCV(Cl.uint(2n ** 128n - 1n))],
  [{ type: 'int', value: String(-(2n ** 127n)) }, serializeCV(Cl.int(-(2n ** 127n)))],
];

describe('a Clarity value becomes hex:', () => {
  it('hex, without its 0x', async () => {
    expect(await clarity('0x03')).to.equal('03');
    expect(await clarity('0x0A03')).to.equal('0a03');
  });
  for (const [what, value, hex] of VERSION_6) {
    it(`${what} of version 6`, async () => expect(await clarity(value)).to.equal(hex));
  }
  for (const [what, value] of Object.entries(VERSION_7)) {
    it(`${what} of version 7`, async () =>
      expect(await clarity(value)).to.equal(serializeCV(value)));
  }
  for (const [index, [value, hex]] of NUMBERS.entries()) {
    it(`a number as a number or as digits (${index + 1})`, async () =>
      expect(await clarity(value)).to.equal(hex));
  }
  for (const [what, value, hex] of WITHIN) {
    it(what, async () => expect(await clarity(value)).to.equal(hex));
  }
  for (const [what, value, place] of NOT_CLARITY) {
    it(`refuses ${what}`, async () => {
      const message = await refused(clarity(value));
      expect(message.slice(0, place.length + 2)).to.equal(`${place}: `);
    });
  }
});

const MORE = {
  'fungible tokens': Pc.principal(ADDRESS).willSendEq(7n).ft(CONTRACT, 'tok'),
  'an NFT that is not sent': Pc.principal(ADDRESS)
    .willNotSendAsset()
    .nft(CONTRACT, 'n', Cl.uint(3)),
  'the origin': Pc.origin().willSendGte(1n).ustx(),
  staking: { type: 'staking-postcondition', address: ADDRESS, condition: 'lte', amount: '5' },
  'proof of transfer': { type: 'pox-postcondition', address: ADDRESS, condition: 'may-perform' },
} as const;

const V6_POST_CONDITIONS: readonly [what: string, value: unknown, hex: string][] = [
  [
    'STX',
    { type: 5, conditionType: 0, principal: { type: 1, prefix: 2, address: parts }, conditionCode: 5, amount: 5n }, // prettier-ignore
    `0002${PRINCIPAL_HEX}050000000000000005`,
  ],
  [
    'fungible tokens of a contract',
    {
      type: 5,
      conditionType: 1,
      principal: { type: 1, prefix: 3, address: parts, contractName: text('token') },
      conditionCode: 1,
      amount: 7n,
      assetInfo: { type: 4, address: parts, contractName: text('token'), assetName: text('tok') },
    },
    `0103${PRINCIPAL_HEX}05746f6b656e${PRINCIPAL_HEX}05746f6b656e03746f6b010000000000000007`,
  ],
  [
    'an NFT',
    {
      type: 5,
      conditionType: 2,
      principal: { type: 1, prefix: 2, address: parts },
      conditionCode: 17,
      assetInfo: { type: 4, address: parts, contractName: text('nft'), assetName: text('n') },
      assetName: { type: 1, value: 3n },
    },
    `0202${PRINCIPAL_HEX}${PRINCIPAL_HEX}036e6674016e010000000000000000000000000000000311`,
  ],
];

/** The numbers of the comparators (SIP-005, SIP-044), and the names of version 7. */
const COMPARATORS: readonly [
  kind: number,
  type: string,
  names: Readonly<Record<number, string>>,
][] = [
  [0, 'stx-postcondition', { 1: 'eq', 2: 'gt', 3: 'gte', 4: 'lt', 5: 'lte' }],
  [2, 'nft-postcondition', { 16: 'sent', 17: 'not-sent', 18: 'maybe-sent' }],
  [3, 'staking-postcondition', { 1: 'eq', 2: 'gt', 3: 'gte', 4: 'lt', 5: 'lte' }],
  [4, 'pox-postcondition', { 48: 'will-not-perform', 49: 'may-perform', 50: 'will-perform' }],
];

/** What the types have besides the principal and the comparator. */
const CONTENT: Readonly<Record<number, object>> = {
  0: { amount: 5n },
  2: { asset: ASSET, assetId: Cl.uint(1) },
  3: { amount: 5n },
};

const stx = { type: 'stx-postcondition', address: ADDRESS, condition: 'lte', amount: '5' };
const NOT_POST_CONDITIONS: readonly [what: string, value: unknown, place: string][] = [
  ['an unknown type', { ...stx, type: 'gas-postcondition' }, 'pc.type'],
  ['an unknown comparator', { ...stx, condition: 'about' }, 'pc.condition'],
  ['a comparator of another type', { ...stx, condition: 'sent' }, 'pc.condition'],
  ['no comparator', { ...stx, condition: undefined }, 'pc.condition'],
  ['a negative amount', { ...stx, amount: -1n }, 'pc.amount'],
  ['an empty amount', { ...stx, amount: '' }, 'pc.amount'],
  ['an amount of 65 bits', { ...stx, amount: 2n ** 64n }, 'pc.amount'],
  ['an invalid principal', { ...stx, address: 'me' }, 'pc.address'],
  ['a list as a principal', { ...stx, address: [Object.create(null)] }, 'pc.address'],
  [
    'a principal of Bitcoin',
    { ...stx, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
    'pc.address',
  ],
  [
    'a principal with an unknown prefix',
    { ...stx, address: undefined, principal: { prefix: 9 } },
    'pc.address',
  ],
  ['an unknown comparator number', { ...stx, condition: null, conditionCode: 6 }, 'pc.condition'],
  ['an unknown type number', { ...stx, type: 5, conditionType: 9 }, 'pc.type'],
  [
    'an asset with a third part',
    { ...stx, type: 'ft-postcondition', asset: `${ASSET}::more` },
    'pc.asset',
  ],
  [
    'an asset of Bitcoin',
    { ...stx, type: 'ft-postcondition', asset: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT.token::tok' },
    'pc.asset',
  ],
  ['a number as the post-condition', 5, 'pc'],
  ['an asset without a name', { ...stx, type: 'ft-postcondition', asset: CONTRACT }, 'pc.asset'],
  [
    'an asset id that is not a Clarity value',
    {
      type: 'nft-postcondition',
      address: ADDRESS,
      condition: 'sent',
      asset: ASSET,
      assetId: { type: 'x' },
    },
    'pc.assetId.type',
  ],
];

const ft = { ...stx, type: 'ft-postcondition', asset: ASSET };
const nft = {
  type: 'nft-postcondition',
  address: ADDRESS,
  condition: 'sent',
  asset: ASSET,
  assetId: Cl.uint(1),
};
const assetInfo = { address: parts, contractName: text('token'), assetName: text('tok') };
const principal = { prefix: 2, address: parts };
const otherParts = { ...parts, version: 20 };

/** Fields that name the same thing: what they hold, and what contradicts it. */
const TWICE: readonly [
  what: string,
  kind: 'clarity' | 'postCondition',
  value: object,
  same: object,
  other: object,
][] = [
  ['conditionCode', 'postCondition', stx, { conditionCode: 5 }, { conditionCode: 2 }],
  ['conditionType', 'postCondition', stx, { conditionType: 2 }, { conditionType: 3 }],
  ['principal', 'postCondition', stx, { principal }, { principal: { prefix: 1 } }],
  ['assetInfo', 'postCondition', ft, { assetInfo }, { assetInfo: { ...assetInfo, assetName: text('to') } }], // prettier-ignore
  ['assetName', 'postCondition', nft, { assetName: Cl.uint(1) }, { assetName: Cl.uint(2) }],
  ['buffer', 'clarity', { type: 'buffer', value: '01' }, { buffer: Uint8Array.of(1) }, { buffer: '02' }], // prettier-ignore
  ['data of a text', 'clarity', { type: 'ascii', value: 'a' }, { data: 'a' }, { data: 'b' }],
  ['list', 'clarity', { type: 'list', value: [TRUE] }, { list: [TRUE] }, { list: [] }],
  ['data of a tuple', 'clarity', { type: 'tuple', value: { a: TRUE } }, { data: { a: TRUE } }, { data: { b: TRUE } }], // prettier-ignore
  ['address', 'clarity', { type: 'address', value: ADDRESS }, { address: parts }, { address: otherParts }], // prettier-ignore
  [
    'contractName',
    'clarity',
    { type: 'contract', value: CONTRACT },
    { address: parts, contractName: text('token') },
    { address: parts, contractName: text('other') },
  ],
];

/** Fields that the type of the value does not have. */
const FOREIGN: readonly [kind: 'clarity' | 'postCondition', value: object, field: string][] = [
  ['postCondition', { ...stx, asset: ASSET }, 'asset'],
  ['postCondition', { ...stx, assetId: Cl.uint(1) }, 'assetId'],
  ['postCondition', { ...nft, amount: 1 }, 'amount'],
  ['postCondition', { ...stx, conditon: 'eq' }, 'conditon'],
  ['clarity', { type: 'true', value: false }, 'value'],
  ['clarity', { type: 'none', value: Cl.uint(1) }, 'value'],
  ['clarity', { type: 'uint', value: 1n, data: 2n }, 'data'],
  ['clarity', { type: 'some', value: TRUE, list: [] }, 'list'],
];

describe('a post-condition becomes hex:', () => {
  for (const [what, value] of Object.entries(MORE)) {
    it(`of version 7, on ${what}`, async () =>
      expect(await postCondition(value)).to.equal(encodeV7(value)));
  }
  for (const [what, value, hex] of V6_POST_CONDITIONS) {
    it(`of version 6, on ${what}`, async () => expect(await postCondition(value)).to.equal(hex));
  }
  for (const [conditionType, type, names] of COMPARATORS) {
    for (const [conditionCode, condition] of Object.entries(names)) {
      it(`of a ${type}, ${condition} by its name and by its number`, async () => {
        const fields = { address: ADDRESS, ...CONTENT[conditionType] };
        const value = { ...fields, type, condition };
        const hex = encodeV7(value as unknown as PostCondition);
        expect(await postCondition(value)).to.equal(hex);
        const byNumber = { ...fields, conditionType, conditionCode: Number(conditionCode) };
        expect(await postCondition(byNumber)).to.equal(hex);
      });
    }
  }

  it('with the largest amount, and with the origin by its number', async () => {
    const most = { ...stx, amount: String(2n ** 64n - 1n) };
    expect(await postCondition(most)).to.equal(encodeV7(most as unknown as PostCondition));
    const { type, condition, amount } = stx;
    expect(await postCondition({ type, condition, amount, principal: { prefix: 1 } })).to.equal(
      encodeV7({ ...stx, address: 'origin' } as unknown as PostCondition),
    );
  });

  for (const [what, value, place] of NOT_POST_CONDITIONS) {
    it(`is refused with ${what}`, async () => {
      expect(await refused(postCondition(value))).to.match(new RegExp(`^${place}: `));
    });
  }
});

describe('the error about a principal', () => {
  it('says that only the checksum is wrong', async () => {
    const mistyped = ADDRESS.replace('J7', 'J8');
    expect(await refused(clarity({ type: 'address', value: mistyped }))).to.contain('checksum');
    expect(await refused(postCondition({ ...stx, address: mistyped }))).to.contain('checksum');
    expect(await refused(clarity({ type: 'address', value: 'x' }))).not.to.contain('checksum');
  });
});

describe('a value with two fields for one content', () => {
  for (const [what, kind, value, same, other] of TWICE) {
    it(`is refused with \`${what}\`, whatever that holds`, () => {
      for (const twice of [same, other]) {
        expect(() => readValue(kind, { ...value, ...twice }, 'it', refuse)).to.throw(/^it/);
      }
    });
  }
  for (const [kind, value, field] of FOREIGN) {
    it(`is refused with \`${field}\`, which its type does not have: ${JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))}`, () => {
      expect(() => readValue(kind, value, 'it', refuse)).to.throw(`it.${field}: `);
    });
  }
});
