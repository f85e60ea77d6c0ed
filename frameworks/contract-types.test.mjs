/** The types of contracts with older versions of TypeScript; with others in test/package/contract-types.test.mjs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packageFile } from '../scripts/npm.mjs';
import { compile, EXCHANGE, readTable } from '../test/support/contract-types.mjs';
import { home } from './support/folders.mjs';

for (const [version, name] of [
  ['5.4', 'typescript-5.4'],
  ['5.9', 'typescript'],
]) {
  const tsc = packageFile(home, `${name}/bin/tsc`);

  describe(`the types of contracts, in TypeScript ${version}`, () => {
    for (const [title, files] of [
      [
        'describe every form of a type, as an argument and as an answer',
        { 'table.ts': readTable() },
      ],
      ['fit those of @stacks/transactions in both directions', { 'exchange.ts': EXCHANGE }],
    ]) {
      it(title, () => {
        const said = compile(tsc, files).split('\n');
        // The declarations of @stacks/common 7 need TypeScript 5.7 themselves.
        const own = said.filter((line) => !line.includes('/node_modules/@stacks/'));
        assert.equal(own.join('\n'), '');
      });
    }
  });
}
