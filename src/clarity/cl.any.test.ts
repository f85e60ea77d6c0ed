import { expect } from '@open-wc/testing';
import {
  addressToString,
  Cl,
  ClarityType,
  postConditionToHex,
  serializeCV,
  type ClarityValue,
  type PostCondition,
} from '@stacks/transactions';
import fc from 'fast-check';
import { rounds } from '../testing/cdp.js';
import { bytesToHex, hexToBytes } from '../lib/bytes.js';
import { Cl as OurCl, ClarityError, deserialize, Pc, serialize } from './index.js';
import type * as Ours from './index.js';
import { describe as describeValue, type Refuse } from '../errors.js';
import { encodeClarity } from '../stacks/clarity.js';
import { encodePostCondition } from '../stacks/post-conditions.js';
import { readValue } from '../stacks/stacks-transaction.js';

/** One value as version 6 and as version 7 of @stacks/transactions represent it. */
interface Both<V7 = ClarityValue> {
  readonly v6: unknown;
  readonly v7: V7;
}

const refuse: Refuse = (field, value, expected) => {
  throw new RangeError(`${field}: ${describeValue(value)} is not ${expected}`);
};
const encode = (value: unknown) => encodeClarity(value, 'arg', refuse).hex;
const encodeCondition = (value: unknown) => encodePostCondition(value, 'pc', refuse).hex;

/** The numbers of values; together a million in `npm run test:long`. */
const RUNS = await rounds({ usual: 2_000, long: 800_000 });
const CONDITION_RUNS = await rounds({ usual: 1_000, long: 200_000 });
/** Runs before the page yields to its test runner. */
const AT_ONCE = 2_000;

/**
 * The hex that @stacks/transactions returns, with a fix for its one fault: it sorts the names of a tuple in the order
 * of the locale, but the chain sorts them by their bytes.
 */
function reference(serialize: () => string): string {
  const { localeCompare } = String.prototype;
  String.prototype.localeCompare = function (other) {
    return this < other ? -1 : this > other ? 1 : 0;
  };
  try {
    return serialize();
  } finally {
    String.prototype.localeCompare = localeCompare;
  }
}

/** A value after JSON.stringify and JSON.parse, with its integers as digits. */
function throughJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'bigint' ? inner.toString() : inner,
    ),
  );
}

const text = fc.string({ unit: 'binary', maxLength: 20 });
/** The characters that the chain accepts. */
const ascii = fc
  .string({ unit: 'binary-ascii', maxLength: 20 })
  .map((any) => any.replace(/[^\t\n\f\r -~]/g, ''));
const ofLetters = (more: string, maxLength: number) =>
  fc
    .tuple(
      fc.constantFrom(...'abcXYZ'),
      fc.string({ unit: fc.constantFrom(...'abzABZ059-_', ...more), maxLength: maxLength - 1 }),
    )
    .map((parts) => parts.join(''));
const assetName = ofLetters('!?+<>=/*', 127);
const contractName = ofLetters('', 40);
const name = fc.oneof(
  { weight: 9, arbitrary: ofLetters('!?+<>=/*', 9) },
  fc.constantFrom('-', '+', '=', '/', '*', '<', '>', '<=', '>='),
);
const named = (content: string) => ({
  type: 2,
  content,
  lengthPrefixBytes: 1,
  maxLengthBytes: 128,
});

/** Any version and hash, including a hash that begins with zeros. */
const address = fc
  .tuple(
    fc.constantFrom(20, 21, 22, 26),
    fc.nat(20),
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
  )
  .map(([version, zeros, hash]) => {
    const parts = {
      type: 0,
      version,
      hash160: bytesToHex(hash.fill(0, 0, Math.max(0, zeros - 8))),
    };
    return { v6: parts, v7: addressToString(parts) };
  });

/** The type of a value: the items of a list have one. */
type Form =
  | 'int'
  | 'uint'
  | 'bool'
  | 'buffer'
  | 'utf8'
  | 'ascii'
  | 'principal'
  | { readonly optional: Form }
  | { readonly response: readonly [Form, Form] }
  | { readonly list: Form }
  | { readonly tuple: Readonly<Record<string, Form>> };

const { form } = fc.letrec<{ form: Form; leaf: Form; nest: Form }>((tie) => ({
  leaf: fc.constantFrom<Form>('int', 'uint', 'bool', 'buffer', 'utf8', 'ascii', 'principal'),
  nest: fc.oneof(
    fc.record({ optional: tie('form') }),
    fc.record({ response: fc.tuple(tie('form'), tie('form')) }),
    fc.record({ list: tie('form') }),
    fc.record({ tuple: fc.dictionary(name, tie('form'), { minKeys: 1, maxKeys: 5 }) }),
  ),
  form: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('nest')),
}));

const LEAVES: Readonly<Record<Form & string, fc.Arbitrary<Both>>> = {
  uint: fc
    .bigInt({ min: 0n, max: 2n ** 128n - 1n })
    .map((n) => ({ v6: { type: 1, value: n }, v7: Cl.uint(n) })),
  int: fc
    .bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n })
    .map((n) => ({ v6: { type: 0, value: n }, v7: Cl.int(n) })),
  bool: fc.boolean().map((is) => ({ v6: { type: is ? 3 : 4 }, v7: Cl.bool(is) })),
  buffer: fc
    .uint8Array({ maxLength: 20 })
    .map((buffer) => ({ v6: { type: 2, buffer }, v7: Cl.buffer(buffer) })),
  utf8: text.map((data) => ({ v6: { type: 14, data }, v7: Cl.stringUtf8(data) })),
  ascii: ascii.map((data) => ({ v6: { type: 13, data }, v7: Cl.stringAscii(data) })),
  principal: fc.oneof(
    address.map(({ v6, v7 }) => ({ v6: { type: 5, address: v6 }, v7: Cl.standardPrincipal(v7) })),
    fc.tuple(address, contractName).map(([{ v6, v7 }, contract]) => ({
      v6: { type: 6, address: v6, contractName: named(contract) },
      v7: Cl.contractPrincipal(v7, contract),
    })),
  ),
};

/** Any value of a type. */
function anyValue(type: Form): fc.Arbitrary<Both> {
  if (typeof type === 'string') return LEAVES[type];
  if ('optional' in type) {
    return fc.oneof(
      fc.constant({ v6: { type: 9 }, v7: Cl.none() }),
      anyValue(type.optional).map(({ v6, v7 }) => ({
        v6: { type: 10, value: v6 },
        v7: Cl.some(v7),
      })),
    );
  }
  if ('response' in type) {
    const [one, other] = type.response;
    return fc.oneof(
      anyValue(one).map(({ v6, v7 }) => ({ v6: { type: 7, value: v6 }, v7: Cl.ok(v7) })),
      anyValue(other).map(({ v6, v7 }) => ({ v6: { type: 8, value: v6 }, v7: Cl.error(v7) })),
    );
  }
  if ('list' in type) {
    return fc.array(anyValue(type.list), { maxLength: 4 }).map((items) => ({
      v6: { type: 11, list: items.map(({ v6 }) => v6) },
      v7: Cl.list(items.map(({ v7 }) => v7)),
    }));
  }
  const entries = Object.entries(type.tuple).map(([key, entry]) => [key, anyValue(entry)] as const);
  return fc.record(Object.fromEntries(entries)).map((found) => ({
    v6: { type: 12, data: mapped(found, ({ v6 }) => v6) },
    v7: Cl.tuple(mapped(found, ({ v7 }) => v7)),
  }));
}

const value = form.chain(anyValue);

function mapped<T>(entries: Record<string, Both>, pick: (both: Both) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([key, both]) => [key, pick(both)]));
}

/** A principal of a post-condition. */
const principal = fc.oneof(
  fc.constant({ v6: { type: 1, prefix: 1 }, v7: 'origin' }),
  address.map(({ v6, v7 }) => ({ v6: { type: 1, prefix: 2, address: v6 }, v7 })),
  fc.tuple(address, contractName).map(([{ v6, v7 }, contract]) => ({
    v6: { type: 1, prefix: 3, address: v6, contractName: named(contract) },
    v7: `${v7}.${contract}`,
  })),
);
const asset = fc.tuple(address, contractName, assetName).map(([{ v6, v7 }, contract, token]) => ({
  v6: { type: 4, address: v6, contractName: named(contract), assetName: named(token) },
  v7: `${v7}.${contract}::${token}`,
}));
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const fungible = fc.constantFrom(['eq', 1], ['gt', 2], ['gte', 3], ['lt', 4], ['lte', 5]);

/** A post-condition of one type, which version 6 identifies by a number and version 7 by a name. */
function condition(
  conditionType: number,
  kind: string,
  comparator: fc.Arbitrary<readonly [string, number]>,
  rest: fc.Arbitrary<Both<object>>,
): fc.Arbitrary<Both<unknown>> {
  return fc.tuple(principal, comparator, rest).map(([who, [named, conditionCode], more]) => ({
    v6: { type: 5, conditionType, principal: who.v6, conditionCode, ...(more.v6 as object) },
    v7: { type: `${kind}-postcondition`, address: who.v7, condition: named, ...more.v7 },
  }));
}

const ofAmount = amount.map((units) => ({ v6: { amount: units }, v7: { amount: units } }));
const anyCondition = fc.oneof(
  condition(0, 'stx', fungible, ofAmount),
  condition(3, 'staking', fungible, ofAmount),
  condition(
    1,
    'ft',
    fungible,
    fc.tuple(asset, amount).map(([{ v6, v7 }, units]) => ({
      v6: { assetInfo: v6, amount: units },
      v7: { asset: v7, amount: units },
    })),
  ),
  condition(
    2,
    'nft',
    fc.constantFrom(['sent', 16], ['not-sent', 17], ['maybe-sent', 18]),
    fc.tuple(asset, value).map(([{ v6, v7 }, id]) => ({
      v6: { assetInfo: v6, assetName: id.v6 },
      v7: { asset: v7, assetId: id.v7 },
    })),
  ),
  condition(
    4,
    'pox',
    fc.constantFrom(['will-not-perform', 48], ['may-perform', 49], ['will-perform', 50]),
    fc.constant({ v6: {}, v7: {} }),
  ),
);

/** Runs a property, and yields to the test runner from time to time. */
async function repeated<T>(runs: number, arbitrary: fc.Arbitrary<T>, holds: (value: T) => void) {
  for (let done = 0; done < runs; done += AT_ONCE) {
    fc.assert(fc.property(arbitrary, holds), { numRuns: Math.min(AT_ONCE, runs - done) });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function same(actual: string, expected: string): void {
  if (actual !== expected) expect(actual).to.equal(expected);
}

describe(`any of ${RUNS} Clarity values, however nested,`, function () {
  this.timeout(60_000 + RUNS * 5);

  it('is encoded as @stacks/transactions encodes it, from version 6, version 7 and JSON', () =>
    repeated(RUNS, value, ({ v6, v7 }) => {
      const hex = reference(() => serializeCV(v7));
      same(encode(v7), hex);
      same(encode(v6), hex);
      same(encode(throughJson(v7)), hex);
      // @stacks/transactions drops a byte order mark at the beginning of a text that it deserializes.
      const read = Cl.deserialize(hex);
      same(
        encode(read),
        reference(() => serializeCV(read)),
      );
    }));
});

/** The same value, made with the functions of this package. */
function remake(given: ClarityValue): Ours.ClarityValue {
  switch (given.type) {
    case ClarityType.Int:
      return OurCl.int(given.value);
    case ClarityType.UInt:
      return OurCl.uint(given.value);
    case ClarityType.BoolTrue:
    case ClarityType.BoolFalse:
      return OurCl.bool(given.type === ClarityType.BoolTrue);
    case ClarityType.Buffer:
      return OurCl.bufferFromHex(given.value);
    case ClarityType.OptionalNone:
      return OurCl.none();
    case ClarityType.OptionalSome:
      return OurCl.some(remake(given.value));
    case ClarityType.ResponseOk:
      return OurCl.ok(remake(given.value));
    case ClarityType.ResponseErr:
      return OurCl.error(remake(given.value));
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return OurCl.principal(given.value);
    case ClarityType.List:
      return OurCl.list(given.value.map(remake));
    case ClarityType.Tuple:
      return OurCl.tuple(
        Object.fromEntries(Object.entries(given.value).map(([key, one]) => [key, remake(one)])),
      );
    case ClarityType.StringASCII:
      return OurCl.stringAscii(given.value);
    case ClarityType.StringUTF8:
      return OurCl.stringUtf8(given.value);
  }
}

/** With bigint as digits, and the entries of tuples in one order. */
const plainJson = (given: unknown): string =>
  JSON.stringify(given, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}n`;
    const isTuple = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
    return isTuple ? Object.fromEntries(Object.entries(inner).sort()) : inner;
  });

describe(`Cl, for any of ${RUNS} values`, function () {
  this.timeout(60_000 + RUNS * 30);

  it('makes the objects of @stacks/transactions, and reads its own bytes and text', () =>
    repeated(RUNS, value, ({ v7 }) => {
      const ours = remake(v7);
      same(plainJson(ours), plainJson(v7));
      const hex = serialize(v7);
      same(serialize(ours), hex);
      same(
        hex,
        reference(() => serializeCV(ours as ClarityValue)),
      );
      same(plainJson(deserialize(hex)), plainJson(v7));
      same(plainJson(deserialize(hexToBytes(hex))), plainJson(v7));
      same(serialize(OurCl.parse(OurCl.stringify(ours))), hex);
      same(serialize(OurCl.parse(OurCl.stringify(ours, 2))), hex);
    }));

  it('refuses its bytes cut at any byte, and with any byte after them', () =>
    repeated(RUNS, fc.tuple(value, fc.nat(255)), ([{ v7 }, more]) => {
      const bytes = hexToBytes(serialize(v7));
      for (let end = 0; end < bytes.length; end++) {
        refused(() => deserialize(bytes.subarray(0, end)));
      }
      refused(() => deserialize(Uint8Array.of(...bytes, more)));
    }));
});

/** As `expect(run).to.throw(ClarityError)`, which takes ten times as long. */
function refused(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (error instanceof ClarityError) return;
    throw error;
  }
  throw new Error('accepted');
}

describe(`Pc, for any of ${CONDITION_RUNS} post-conditions`, function () {
  this.timeout(60_000 + CONDITION_RUNS * 10);

  it('makes and reads the objects of @stacks/transactions', () =>
    repeated(CONDITION_RUNS, anyCondition, ({ v7 }) => {
      const given = v7 as PostCondition;
      const hex = reference(() => postConditionToHex(given));
      const ours = remakeCondition(given);
      const digits = 'amount' in given ? { ...given, amount: String(given.amount) } : given;
      same(plainJson(ours), plainJson(digits));
      same(plainJson(Pc.fromHex(hex)), plainJson(digits));
      same(
        reference(() => postConditionToHex(ours as PostCondition)),
        hex,
      );
      for (let end = 0; end < hex.length; end += 2) refused(() => Pc.fromHex(hex.slice(0, end)));
      refused(() => Pc.fromHex(`${hex}00`));
    }));
});

// prettier-ignore
const METHODS = {
  eq: 'willSendEq', gt: 'willSendGt', gte: 'willSendGte', lt: 'willSendLt', lte: 'willSendLte',
  sent: 'willSendAsset', 'not-sent': 'willNotSendAsset', 'maybe-sent': 'willMaybeSendAsset',
  'will-perform': 'willPerformPox', 'will-not-perform': 'willNotPerformPox', 'may-perform': 'mayPerformPox',
} as const;

function remakeCondition(given: PostCondition): Ours.PostCondition {
  const who = given.address === 'origin' ? Pc.origin() : Pc.principal(given.address);
  switch (given.type) {
    case 'stx-postcondition':
      return who[METHODS[given.condition]](given.amount).ustx();
    case 'staking-postcondition':
      return who[METHODS[given.condition]](given.amount).ustxToLock();
    case 'pox-postcondition':
      return who[METHODS[given.condition]]();
    case 'nft-postcondition':
      return who[METHODS[given.condition]]().nft(given.asset, remake(given.assetId));
    case 'ft-postcondition': {
      const [contract, token] = given.asset.split('::') as [Ours.ContractId, string];
      return who[METHODS[given.condition]](given.amount).ft(contract, token);
    }
  }
}

/** Reads hex as the door of a request does. Undefined if it is refused. */
function read(kind: 'clarity' | 'postCondition', hex: string): string | undefined {
  try {
    return readValue(kind, hex, 'arg', refuse).hex;
  } catch (error) {
    if (error instanceof RangeError && error.message.startsWith('arg')) return undefined;
    throw error;
  }
}

/** The bytes in any order. */
const sorted = (hex: string) => (hex.match(/../g) ?? []).sort().join('');

/** What an attacker can do with the hex of a value. */
const someBytes = fc.uint8Array({ minLength: 1, maxLength: 40 }).map(bytesToHex);

for (const [kind, hexes] of [
  ['clarity', value.map(({ v7 }) => reference(() => serializeCV(v7)))],
  ['postCondition', fc.constant(undefined).chain(() => anyCondition.map(({ v7 }) => reference(() => postConditionToHex(v7 as PostCondition))))], // prettier-ignore
] as const) {
  describe(`the hex of any ${kind}`, function () {
    this.timeout(60_000 + CONDITION_RUNS * 5);

    it('is read, and written as it is, in upper case and with `0x`, too', () =>
      repeated(CONDITION_RUNS, hexes, (hex) => {
        same(read(kind, hex) ?? '', hex);
        same(read(kind, `0x${hex.toUpperCase()}`) ?? '', hex);
      }));

    it('is refused with bytes before or after it, and cut at any byte', () =>
      repeated(CONDITION_RUNS, fc.tuple(hexes, someBytes, fc.nat()), ([hex, more, place]) => {
        expect(read(kind, hex + more)).to.equal(undefined);
        expect(read(kind, hex + hex)).to.equal(undefined);
        expect(read(kind, hex.slice(0, (place % (hex.length / 2)) * 2))).to.equal(undefined);
        // With bytes before it, it may be another value, such as `(some …)`: then it is that one, to its end.
        const before = read(kind, more + hex);
        if (before !== undefined) expect(sorted(before)).to.equal(sorted(more + hex));
      }));

    it('with other bytes inside is refused, or is another value that is written to its last byte', () =>
      repeated(
        CONDITION_RUNS,
        fc.tuple(hexes, someBytes, fc.nat(), fc.nat(3)),
        ([hex, more, place, removed]) => {
          const at = (place % (hex.length / 2)) * 2;
          const changed = hex.slice(0, at) + more + hex.slice(at + 2 * removed);
          const found = read(kind, changed);
          if (found === undefined) return;
          // Only the order of a tuple's entries may differ from what was given.
          expect(sorted(found)).to.equal(sorted(changed));
          expect(read(kind, found)).to.equal(found);
        },
      ));
  });
}

describe('the hex of anything', () => {
  it('is refused, or written to its last byte and read by @stacks/transactions as the same', () =>
    repeated(RUNS, fc.uint8Array({ maxLength: 60 }).map(bytesToHex), (hex) => {
      for (const kind of ['clarity', 'postCondition'] as const) {
        const found = read(kind, hex);
        if (found !== undefined) expect(sorted(found)).to.equal(sorted(hex));
      }
      const one = read('clarity', hex);
      if (one !== undefined)
        same(
          reference(() => serializeCV(Cl.deserialize(one))),
          one,
        );
    })).timeout(60_000 + RUNS * 5);

  it('is refused if it is empty, half a byte, no hex, an empty tuple or too long', () => {
    for (const hex of ['', '0x', '0', '030', '03 ', ' 03', 'true', '0c00000000', '0a0c00000000']) {
      for (const kind of ['clarity', 'postCondition'] as const) {
        expect(read(kind, hex), hex).to.equal(undefined);
      }
    }
    expect(read('clarity', '03'.repeat(2 ** 21 + 1))).to.equal(undefined);
    // A list that says that it has four thousand million entries; a tuple with one name twice.
    expect(read('clarity', '0bffffffff03')).to.equal(undefined);
    expect(read('clarity', '0c00000002016103016104')).to.equal(undefined);
    expect(read('clarity', `${'0a'.repeat(100_000)}03`)).to.equal(undefined);
  });
});

describe(`any of ${CONDITION_RUNS} post-conditions`, function () {
  this.timeout(60_000 + CONDITION_RUNS * 5);

  it('is encoded as @stacks/transactions encodes it, from version 6, version 7 and JSON', () =>
    repeated(CONDITION_RUNS, anyCondition, ({ v6, v7 }) => {
      const hex = reference(() => postConditionToHex(v7 as PostCondition));
      same(encodeCondition(v7), hex);
      same(encodeCondition(v6), hex);
      same(encodeCondition(throughJson(v7)), hex);
    }));
});
