/** The page of promises names a test file for each. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const text = readFileSync(new URL('../../site/guide/promises.md', import.meta.url), 'utf8');
/** The promises, each with its tests. Results, whose tests are those of the answers, are in a list of their own. */
const promises = text
  .replace(/^## What a result proves\n[^]*?^(?=## )/m, '')
  .split('\n')
  .filter((line) => line.startsWith('- '));

describe('site/guide/promises.md', () => {
  it('names a test file for each promise', () => {
    assert.ok(promises.length > 20);
    for (const promise of promises) {
      const files = [...promise.matchAll(/\]\(([^)]+\.test\.(?:ts|mjs))\)/g)];
      assert.ok(files.length > 0, promise);
    }
  });
});
