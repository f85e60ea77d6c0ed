import { expect } from '@esm-bundle/chai';
import { toIdentity, toKey } from './to-key.js';

const loop: { self?: object } = {};
loop.self = loop;

/** Values that differ, some of which JSON or text would write alike. */
const DIFFERENT: readonly unknown[] = [
  ...[1, '1', 1n, '1n', 'number 1', 'bigint 1', -1, 0],
  ...[undefined, null, 'undefined', 'null', NaN, Infinity, '', false, 'false'],
  ...[[], {}, [undefined], [null], [[]], [1n], ['1n'], [1, 2], [12], ['a,b'], ['a', 'b']],
  ...[{ a: 1 }, { a: 1n }, { a: '1n' }, { a: undefined }, { a: null }, { b: 1 }, { a: [1] }],
  ...[{ value: 'bigint 1' }, { value: 1n }, new Uint8Array([1]), new Uint8Array([1, 2]), [1n, 2n]],
  ...[new URL('https://a.example/'), new URL('https://b.example/'), { 0: 1 }],
];

describe('toKey', () => {
  it('has another text for each value', () => {
    const keys = DIFFERENT.map(toKey);
    for (const [index, key] of keys.entries()) {
      expect(keys.indexOf(key), `${key} of ${index}`).to.equal(index);
    }
  });

  it('has the same text for equal values', () => {
    const create = () => ({ a: [1n, { b: undefined }], c: new Uint8Array([1]), d: () => 1 });
    expect(toKey(create())).to.equal(toKey(create()));
    expect(toKey(Object.assign(Object.create(null), { a: 1 }))).to.equal(toKey({ a: 1 }));
  });

  it('does not throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const value of [
      loop,
      proxy,
      Symbol('a'),
      {
        get a(): never {
          throw new Error('no');
        },
      },
    ]) {
      // prettier-ignore
      expect(toKey(value)).to.be.a('string');
    }
  });

  it('is not changed by a `toJSON` that a page added to arrays and bigints', () => {
    const expected = toKey([1n, [2n]]);
    const added: readonly object[] = [Array.prototype, BigInt.prototype];
    for (const prototype of added) Object.assign(prototype, { toJSON: () => 'same' });
    try {
      expect(toKey([1n, [2n]])).to.equal(expected);
    } finally {
      for (const prototype of added) Reflect.deleteProperty(prototype, 'toJSON');
    }
  });
});

describe('toIdentity', () => {
  it('is the same for the same object only', () => {
    const [a, b] = [{}, {}];
    expect(toIdentity(a)).to.equal(toIdentity(a));
    expect(toIdentity(a)).not.to.equal(toIdentity(b));
  });
});
