import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../dist/lib/safe-access.js';

describe('parseJson', () => {
  it('reads the same data as JSON.parse, with objects that have no prototype at any depth', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const json = parseJson(text);
        assert.equal(JSON.stringify(json), JSON.stringify(JSON.parse(text)));
        const left = [json];
        while (left.length > 0) {
          const value = left.pop();
          if (typeof value !== 'object' || value === null) continue;
          if (!Array.isArray(value)) assert.equal(Object.getPrototypeOf(value), null);
          left.push(...Object.values(value));
        }
      }),
    );
  });

  it('reads `__proto__` as an ordinary field, and objects of any depth', () => {
    const json = parseJson('{"__proto__":{"ok":true}}');
    assert.equal(json.ok, undefined);
    assert.equal(Object.getPrototypeOf(json), null);
    const depth = 100_000;
    assert.ok(parseJson('{"a":['.repeat(depth) + ']}'.repeat(depth)).a);
  });

  for (const text of ['', '{', '<!doctype html>', '{"a":1}x', 'undefined']) {
    it(`throws a SyntaxError for ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseJson(text), SyntaxError);
    });
  }
});
