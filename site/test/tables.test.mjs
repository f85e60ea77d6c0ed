import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { functionPages } from '../generate/functions.mjs';
import { methodPages } from '../generate/methods.mjs';
import { entryPoints } from '../generate/program.mjs';

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

describe('the reference of an entry point', () => {
  const pages = new Map(functionPages());

  for (const name of ['react', 'contracts', 'verify', 'sign-in', 'payments', 'metadata', 'core']) {
    it(`lists the values that a page can import, and no others: ${name}`, async () => {
      const module = await import(
        pathToFileURL(entryPoints.find((entry) => entry.name === name).module)
      );
      const values = pages.get(`${name}.md`).split('\n## Types')[0];
      const listed = [...values.matchAll(/^### (\w+)/gm)].map(([, title]) => title);
      assert.deepEqual(listed.sort(), Object.keys(module).sort());
    });
  }

  it('has the members of a type, not the name of a value that nobody can import', () => {
    for (const [path, text] of pages) {
      const [wrong] = /^type \w+ = .*\btypeof \w+.*$/m.exec(text) ?? [];
      assert.equal(wrong, undefined, path);
    }
    assert.match(pages.get('sign-in.md'), /type SignInChain =[^;]*stacks:testnet/);
  });
});
