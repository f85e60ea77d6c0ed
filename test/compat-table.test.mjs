import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { compatTable, recordings, withTable } from '../scripts/compat-table.mjs';

/** Two wallets, with one of each kind of row. */
const WALLETS = [
  {
    wallet: 'One',
    source: 'seen.',
    ignores: { pay: ['fee', 'nonce'] },
    rows: [
      { what: 'paid', method: 'pay', wire: { method: 'pay' }, result: {} },
      { what: 'too much: it would round', method: 'pay', refused: 'amount' },
      { what: 'named', method: 'name', wire: { method: 'name' }, error: { code: -32601 } },
    ],
  },
  {
    wallet: 'Two',
    source: 'read.',
    ignores: {},
    rows: [
      { what: 'paid', method: 'pay', wire: { method: 'wallet_pay' }, result: null },
      { what: 'named', method: 'name', wire: { method: 'name' }, result: 'x' },
    ],
  },
];

describe('the table of wallets', () => {
  it('says of each method and wallet whether it is there, and under which name', () => {
    const lines = compatTable(WALLETS).split('\n');
    assert.equal(lines[0], '| method | One | Two |');
    assert.ok(lines.includes('| `pay` | ✓ | `wallet_pay` |'));
    assert.ok(lines.includes('| `name` | – | ✓ |'));
  });

  it('says what a wallet is not asked, and what it ignores', () => {
    const lines = compatTable(WALLETS).split('\n');
    assert.ok(lines.includes('- One, `pay`: too much: it would round'));
    assert.ok(lines.includes('- One, `pay`: `fee`, `nonce`'));
  });

  it('has a row of every method for every wallet', () => {
    assert.doesNotMatch(compatTable(recordings()), /\| \? \|/);
  });

  it('in the README is that of the recorded rows', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    assert.equal(await withTable(readme), readme, 'run: node scripts/compat-table.mjs');
  });
});
