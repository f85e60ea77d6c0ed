import { expect } from '@esm-bundle/chai';
import { explorerUrl, type ExplorerTarget } from './explorer-url.js';

const STX = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TESTNET = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ID = '5a'.repeat(32);

const URLS: readonly (readonly [ExplorerTarget, string | undefined])[] = [
  [{ address: STX }, `https://explorer.hiro.so/address/${STX}?chain=mainnet`],
  [{ address: TESTNET }, `https://explorer.hiro.so/address/${TESTNET}?chain=testnet`],
  [{ address: BTC }, `https://mempool.space/address/${BTC}`],
  [{ txid: ID }, `https://explorer.hiro.so/txid/0x${ID}?chain=mainnet`],
  [{ txid: `0x${ID}`, network: 'testnet' }, `https://explorer.hiro.so/txid/0x${ID}?chain=testnet`],
  [{ txid: ID, chain: 'bitcoin' }, `https://mempool.space/tx/${ID}`],
  [{ txid: `0x${ID}`, chain: 'bitcoin' }, `https://mempool.space/tx/${ID}`],
  [{ txid: ID, network: 'devnet' }, undefined],
  [{ address: TESTNET, network: 'devnet' }, undefined],
  [{ txid: '../admin' }, undefined],
  [{ address: 'javascript:alert(1)' }, undefined],
];

describe('explorerUrl()', () => {
  for (const [target, url] of URLS) {
    it(`${JSON.stringify(target)} is ${url}`, () => {
      expect(explorerUrl(target)).to.equal(url);
    });
  }

  it('refuses the name of a network that is almost a known one', () => {
    for (const network of ['mainet', 'test', 'devnt']) {
      expect(() => explorerUrl({ txid: ID, network })).to.throw(
        TypeError,
        /explorerUrl: `network` must be the name of a network; got ".*Did you mean `/,
      );
    }
  });
});
