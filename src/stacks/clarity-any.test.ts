import { expect } from '@open-wc/testing';
import {
  addressToString,
  Cl,
  postConditionToHex,
  serializeCV,
  type ClarityValue,
  type PostCondition,
} from '@stacks/transactions';
import fc from 'fast-check';
import { rounds } from '../testing/cdp.js';
import { bytesToHex } from '../lib/bytes.js';
import { describe as describeValue, type Refuse } from '../errors.js';
import { encodeClarity } from './clarity.js';
import { encodePostCondition } from './post-conditions.js';
import { readValue } from './stacks-transaction.js';

/** One value as version 6 and as version 7 of @stacks/transactions represent it. */
interface Both<V7 = ClarityValue> {
  readonly v6: unknown;
  readonly v7: V7;
}

const refuse: Refuse = (field, value, expected) => {
  throw new RangeError(`${field}: ${describeValue(value)} is not ${expected}`);
};
const encode = (value: unknown) => encodeClarity(value, 'arg', refuse);
const encodeCondition = (value: unknown) => encodePostCondition(value, 'pc', refuse);

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

const { value } = fc.letrec<{ value: Both; leaf: Both; nest: Both }>((tie) => ({
  leaf: fc.oneof(
    fc
      .bigInt({ min: 0n, max: 2n ** 128n - 1n })
      .map((n) => ({ v6: { type: 1, value: n }, v7: Cl.uint(n) })),
    fc
      .bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n })
      .map((n) => ({ v6: { type: 0, value: n }, v7: Cl.int(n) })),
    fc.boolean().map((is) => ({ v6: { type: is ? 3 : 4 }, v7: Cl.bool(is) })),
    fc.constant({ v6: { type: 9 }, v7: Cl.none() }),
    fc
      .uint8Array({ maxLength: 20 })
      .map((buffer) => ({ v6: { type: 2, buffer }, v7: Cl.buffer(buffer) })),
    text.map((data) => ({ v6: { type: 14, data }, v7: Cl.stringUtf8(data) })),
    ascii.map((data) => ({ v6: { type: 13, data }, v7: Cl.stringAscii(data) })),
    address.map(({ v6, v7 }) => ({
      v6: { type: 5, address: v6 },
      v7: Cl.standardPrincipal(v7),
    })),
    fc.tuple(address, contractName).map(([{ v6, v7 }, contract]) => ({
      v6: { type: 6, address: v6, contractName: named(contract) },
      v7: Cl.contractPrincipal(v7, contract),
    })),
  ),
  nest: fc.oneof(
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 10, value: v6 }, v7: Cl.some(v7) })),
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 7, value: v6 }, v7: Cl.ok(v7) })),
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 8, value: v6 }, v7: Cl.error(v7) })),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => ({
      v6: { type: 11, list: items.map(({ v6 }) => v6) },
      v7: Cl.list(items.map(({ v7 }) => v7)),
    })),
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 5 }).map((entries) => ({
      v6: { type: 12, data: mapped(entries, ({ v6 }) => v6) },
      v7: Cl.tuple(mapped(entries, ({ v7 }) => v7)),
    })),
  ),
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('nest')),
}));

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
    this.timeout(120_000);

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
    })).timeout(120_000);

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
