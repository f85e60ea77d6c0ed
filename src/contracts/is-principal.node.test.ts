import { expect } from '@esm-bundle/chai';
import { validateStacksAddress } from '@stacks/transactions';
import { isPrincipal } from './is-principal.js';

const MAINNET = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const MULTISIG = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4';
const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const NONE: readonly unknown[] = [
  `${MAINNET.slice(0, -1)}8`,
  MAINNET.toLowerCase(),
  ` ${MAINNET}`,
  `${MAINNET}.`,
  `${MAINNET}.1token`,
  `${MAINNET}.token::token`,
  'alice.btc',
  'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz',
  ...['', undefined, null, 5, {}, [MAINNET], new String(MAINNET)],
];

describe('isPrincipal(value)', () => {
  for (const value of [MAINNET, MULTISIG, TESTNET, `${MAINNET}.honey-token`]) {
    it(`is true for ${value}`, () => {
      expect(isPrincipal(value)).to.equal(true);
      expect(validateStacksAddress(value.split('.')[0]!)).to.equal(true);
    });
  }

  for (const value of NONE) {
    it(`is false for ${typeof value} ${String(value)}`, () => {
      expect(isPrincipal(value)).to.equal(false);
    });
  }

  it('is false for the address of another network', () => {
    expect(isPrincipal(MAINNET, { network: 'mainnet' })).to.equal(true);
    expect(isPrincipal(MAINNET, { network: 'testnet' })).to.equal(false);
    expect(isPrincipal(`${TESTNET}.token`, { network: 'mainnet' })).to.equal(false);
    for (const network of ['testnet', 'devnet', 'signet'])
      expect(isPrincipal(TESTNET, { network }), network).to.equal(true);
  });

  it('refuses a network that is misspelled or empty', () => {
    expect(() => isPrincipal(MAINNET, { network: 'mainet' })).to.throw(TypeError, '`mainnet`');
    expect(() => isPrincipal(MAINNET, { network: '' })).to.throw(TypeError, '`network`');
  });

  it('leaves a text a text if it is none', () => {
    const typed: string = 'alice.btc';
    expect(isPrincipal(typed) ? '' : typed.toUpperCase()).to.equal('ALICE.BTC');
    const value: unknown = MAINNET;
    expect(isPrincipal(value) ? value.length : 0).to.equal(MAINNET.length);
  });
});
