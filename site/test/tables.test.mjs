import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methodPages } from '../generate/methods.mjs';

describe('the tables of methods', () => {
  it('have a description in each row', () => {
    const rows = methodPages().flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => [path, ...line.split(/(?<!\\)\|/).slice(1, -1)])
        .map((cells) => cells.map((cell) => cell.trim())),
    );
    assert.ok(rows.length > 60, `${rows.length} rows`);
    const empty = rows.filter(([, , , meaning]) => !meaning).map((cells) => cells.join(' '));
    assert.deepEqual(empty, []);
  });
});
