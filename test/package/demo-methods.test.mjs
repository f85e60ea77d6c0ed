import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { findMethod, methodNames } from '../../dist/methods/index.js';
import { dataModule, readMethods } from '../../scripts/demo-data.mjs';
import { root } from '../support/program.mjs';

const urlOf = (code) => `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
const { GROUPS, METHODS } = await import(
  urlOf(readFileSync(`${root}demo/methods.js`, 'utf8').replace('./data.js', urlOf(dataModule())))
);

/** With and without a session. */
const ADDRESSES = [
  {},
  {
    stx: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    btc: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
];

describe('the comments in src/methods', () => {
  it('say what every method does', () => {
    const described = readMethods().map(({ name, about }) => about && name);
    assert.deepEqual(described.sort(), [...methodNames].sort());
  });

  for (const { name, params } of readMethods()) {
    it(`have valid sample params for ${name}`, () => {
      findMethod(name).checkParams(params, 'params', name);
    });
  }
});

describe('the playground', () => {
  it('has every method in one group', () => {
    const shown = GROUPS.flatMap(({ methods }) => methods);
    assert.deepEqual(shown.sort(), [...methodNames].sort());
  });

  for (const [name, { params }] of Object.entries(METHODS)) {
    it(`starts with valid params for ${name}`, () => {
      for (const addresses of ADDRESSES) {
        findMethod(name).checkParams(params?.(addresses), 'params', name);
      }
    });
  }

  it('uses the addresses of the session', () => {
    const [, own] = ADDRESSES;
    assert.equal(METHODS.signMessage.params(own).address, own.btc);
    assert.equal(METHODS.signMessage.params({}).address, undefined);
    assert.equal(METHODS.stx_callContract.params(own).functionArgs[1].value, own.stx);
  });
});
