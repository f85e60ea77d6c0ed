import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from '../demo/methods.js';
import { methodNames, methodOf } from '../dist/.build/modules/methods/index.js';

/** With and without a session. */
const ADDRESSES = [
  {},
  {
    stx: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    btc: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  },
];

describe('the playground', () => {
  it('has every method of the library, and no other', () => {
    assert.deepEqual(Object.keys(METHODS).sort(), [...methodNames].sort());
  });

  for (const [name, { params }] of Object.entries(METHODS)) {
    it(`starts with valid params for ${name}`, () => {
      for (const addresses of ADDRESSES) {
        methodOf(name).check(params?.(addresses), 'params', name);
      }
    });
  }
});
