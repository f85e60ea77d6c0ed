import { expect } from '@open-wc/testing';
import { Cl, serializeCV, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import { clarityToHex } from './clarity.js';
import type { Refuse } from './refuse.js';

/** One value as version 6 and as version 7 of @stacks/transactions hold it. */
interface Both {
  readonly v6: unknown;
  readonly v7: ClarityValue;
}

const refuse: Refuse = (field, value, expected) => {
  throw new RangeError(`${field}: ${String(value)} is not ${expected}`);
};
const encode = (value: unknown) => clarityToHex(value, 'arg', refuse);

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const name = fc.stringMatching(/^[a-z][a-zA-Z0-9-]{0,8}$/);

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
  ),
  nest: fc.oneof(
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 10, value: v6 }, v7: Cl.some(v7) })),
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 7, value: v6 }, v7: Cl.ok(v7) })),
    tie('value').map(({ v6, v7 }) => ({ v6: { type: 8, value: v6 }, v7: Cl.error(v7) })),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => ({
      v6: { type: 11, list: items.map(({ v6 }) => v6) },
      v7: Cl.list(items.map(({ v7 }) => v7)),
    })),
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4 }).map((entries) => ({
      v6: { type: 12, data: mapped(entries, ({ v6 }) => v6) },
      v7: Cl.tuple(mapped(entries, ({ v7 }) => v7)),
    })),
  ),
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('nest')),
}));

function mapped<T>(entries: Record<string, Both>, pick: (both: Both) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([key, both]) => [key, pick(both)]));
}

describe('any Clarity value, however nested,', () => {
  it('is encoded alike from version 6 and version 7, and comes back as it was', () =>
    fc.assert(
      fc.asyncProperty(value, async ({ v6, v7 }) => {
        const hex = serializeCV(v7);
        expect(await encode(v7)).to.equal(hex);
        expect(await encode(v6)).to.equal(hex);
        expect(await encode(Cl.deserialize(hex))).to.equal(hex);
      }),
    ));
});
