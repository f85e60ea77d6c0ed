import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { methodsPage } from '../generate/methods.mjs';

describe('the tables of methods', () => {
  it('have a description in each row', () => {
    const sections = methodsPage().split(/^## /m).slice(1);
    const rows = sections.flatMap((section) =>
      section
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .map((line) => [/^\S+/.exec(section)[0], ...line.split(/(?<!\\)\|/).slice(1, -1)])
        .map((cells) => cells.map((cell) => cell.trim())),
    );
    assert.ok(rows.length > 60, `${rows.length} rows`);
    const empty = rows.filter(([, , , meaning]) => !meaning).map((cells) => cells.join(' '));
    assert.deepEqual(empty, []);
  });
});
