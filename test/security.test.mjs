/** SECURITY.md names a test file for each promise. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('SECURITY.md', root), 'utf8');
/** The rows of the tables of promises. */
const rows = [...text.matchAll(/^\| promise.*\n.*\n((?:\|.*\n)+)/gm)].flatMap(([, table]) =>
  table.trim().split('\n'),
);

describe('SECURITY.md', () => {
  it('names a test file for each promise', () => {
    assert.ok(rows.length > 20);
    for (const row of rows) {
      const files = [...row.matchAll(/\]\(([^)]+\.test\.(?:ts|mjs))\)/g)].map(([, file]) => file);
      assert.ok(files.length > 0, row);
    }
  });

  it('links to files that exist', () => {
    for (const [, file] of text.matchAll(/\]\(([^)]+)\)/g)) {
      assert.ok(existsSync(new URL(file, root)), file);
    }
  });
});
