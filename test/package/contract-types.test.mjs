import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  compile,
  describeErrors,
  EXCHANGE,
  manyCalls,
  readTable,
} from '../support/contract-types.mjs';
import { root } from '../support/program.mjs';

/** Versions 5.4 and 5.9: frameworks/contract-types.test.mjs. */
const TSC = {
  6: `${root}node_modules/typescript/bin/tsc`,
  7: `${root}node_modules/typescript-native/bin/tsc`,
};

for (const [version, tsc] of Object.entries(TSC)) {
  describe(`the types of contracts, in TypeScript ${version}`, () => {
    it('describe every form of a type, as an argument and as an answer', () => {
      assert.equal(compile(tsc, { 'table.ts': readTable() }), '');
    });

    it('fit those of @stacks/transactions in both directions', () => {
      assert.equal(compile(tsc, { 'exchange.ts': EXCHANGE }), '');
    });

    it('cost the compiler little for 300 calls of an interface with 300 functions', () => {
      // Without the declarations of packages, which an app checks in any case.
      const said = compile(tsc, { 'many.ts': manyCalls(300, 300) }, ['--skipLibCheck', '--extendedDiagnostics']); // prettier-ignore
      assert.doesNotMatch(said, /error TS/);
      const instantiations = Number(/Instantiations:\s+(\d+)/.exec(said)[1]);
      assert.ok(instantiations < 60_000, `${instantiations} instantiations`);
    });
  });
}

describe('an error of the compiler', () => {
  it('names the argument and what is expected', () => {
    const file = `${root}test/types/errors.txt`;
    const said = describeErrors(TSC[6]);
    if (process.env.UPDATE) writeFileSync(file, said);
    assert.equal(said, readFileSync(file, 'utf8'));
  });
});
