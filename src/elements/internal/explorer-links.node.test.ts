import { expect } from '@esm-bundle/chai';
import * as fc from 'fast-check';
import { BTC_ADDRESS, STX_ADDRESS } from '../../testing/fake-wallet.js';
import { explorerLink } from '../../core/explorer-url.js';

const STX = { chain: 'stacks', address: STX_ADDRESS } as const;
const BTC = { chain: 'bitcoin', address: BTC_ADDRESS } as const;
/** For every known network: the value of `chain` for Hiro's explorer, and the path of mempool.space. */
const EXPLORERS: Readonly<Record<string, readonly [stx?: string, btc?: string]>> = {
  mainnet: ['mainnet', ''],
  testnet: ['testnet', '/testnet'],
  testnet4: ['testnet', '/testnet4'],
  signet: ['testnet', '/signet'],
  sbtcTestnet: ['testnet'],
  regtest: [],
  devnet: [],
  mocknet: [],
  sbtcDevenv: [],
  'my-own-net': [],
};

/** BIP-173's example, on regtest. */
const REGTEST_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

describe('explorerLink', () => {
  for (const [network, [stx, btc]] of Object.entries(EXPLORERS)) {
    it(`on ${network}, in upper or lower case`, () => {
      fc.assert(
        fc.property(fc.mixedCase(fc.constant(network)), (written) => {
          expect(explorerLink({ ...STX, network: written }, undefined)).to.equal(
            stx && `https://explorer.hiro.so/address/${STX_ADDRESS}?chain=${stx}`,
          );
          expect(explorerLink({ ...BTC, network: written }, undefined)).to.equal(
            btc === undefined ? undefined : `https://mempool.space${btc}/address/${BTC_ADDRESS}`,
          );
        }),
      );
    });
  }

  it('prefers the network to the prefix of the address', () => {
    expect(explorerLink({ ...STX, address: 'ST2J6', network: 'mainnet' }, undefined)).to.contain(
      'chain=mainnet',
    );
  });

  it('depends on the prefix of the address if there is no network', () => {
    expect(explorerLink({ ...STX, network: undefined }, undefined)).to.equal(
      `https://explorer.hiro.so/address/${STX_ADDRESS}?chain=mainnet`,
    );
    expect(explorerLink({ ...STX, address: 'ST2J6', network: undefined }, undefined)).to.contain(
      'chain=testnet',
    );
    expect(explorerLink({ ...BTC, network: undefined }, undefined)).to.equal(
      `https://mempool.space/address/${BTC_ADDRESS}`,
    );
    expect(explorerLink({ ...BTC, address: 'tb1qx', network: undefined }, undefined)).to.contain(
      '/testnet/address/',
    );
  });

  it('is undefined for an address of a local network', () => {
    expect(
      explorerLink({ ...BTC, address: REGTEST_ADDRESS, network: undefined }, undefined),
    ).to.equal(undefined);
  });

  it('fills in a template with escaped values, and accepts only https', () => {
    expect(
      explorerLink({ ...BTC, network: 'testnet' }, 'https://x.test/{chain}/{network}/{address}'),
    ).to.equal(`https://x.test/bitcoin/testnet/${BTC_ADDRESS}`);
    const unescaped = { ...STX, address: 'a/../b?c' };
    expect(explorerLink({ ...unescaped, network: undefined }, 'https://x.test/{address}')).to.equal(
      'https://x.test/a%2F..%2Fb%3Fc',
    );
    for (const template of [
      'javascript:alert("{address}")',
      'http://x.test/{address}',
      '{address}',
    ]) {
      expect(explorerLink({ ...STX, network: undefined }, template), template).to.equal(undefined);
    }
  });
});
