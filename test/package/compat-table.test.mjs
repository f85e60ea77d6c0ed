import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compatTable, recordings } from '../../site/generate/wallets.mjs';

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

describe('the compat table', () => {
  it('shows for each method and wallet whether it is supported, and under which name', () => {
    const lines = compatTable(WALLETS).split('\n');
    assert.equal(lines[0], '| method | One | Two |');
    assert.ok(lines.includes('| `pay` | ✓ | `wallet_pay` |'));
    assert.ok(lines.includes('| `name` | – | ✓ |'));
  });

  it('lists rejected params and ignored fields', () => {
    const lines = compatTable(WALLETS).split('\n');
    assert.ok(lines.includes('- One, `pay`: too much: it would round'));
    assert.ok(lines.includes('- One, `pay`: `fee`, `nonce`'));
  });

  it('has a recorded row of every method for every wallet', () => {
    assert.doesNotMatch(compatTable(recordings()), /\| \? \|/);
  });
});
