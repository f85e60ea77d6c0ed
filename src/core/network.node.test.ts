import { expect } from '@esm-bundle/chai';
import { isJsonRpcError } from '../errors.js';
import { read } from '../lib/safe-access.js';
import { listAddresses, resolveNetwork } from './network.js';

const MAIN = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const TEST = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

const RESOLVED: readonly [
  params: unknown,
  fallback: string | undefined,
  network: string | undefined,
][] = [
  [undefined, undefined, undefined],
  [undefined, 'testnet', 'testnet'],
  [{}, undefined, undefined],
  [{ network: 'testnet' }, 'mainnet', 'testnet'],
  [{ recipient: MAIN }, undefined, 'mainnet'],
  [{ contract: `${TEST}.token` }, undefined, 'testnet'],
  [{ asset: `${TEST}.token::tok` }, undefined, 'testnet'],
  [{ address: TEST }, undefined, 'testnet'],
  [{ recipient: TEST, network: 5 }, undefined, 'testnet'],
  [{ network: 5 }, 'testnet', 'testnet'],
  ['testnet', 'mainnet', 'mainnet'],
  [{ recipients: {}, signInputs: [null, 'x'] }, undefined, undefined],
  [{ recipient: TEST }, 'devnet', 'devnet'],
  [{ recipient: MAIN, network: 'my-own-net' }, undefined, 'my-own-net'],
  [
    { recipients: [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' }] },
    undefined,
    'regtest',
  ],
  [{ recipients: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }] }, undefined, undefined],
  [{ recipients: [{ address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }] }, 'signet', 'signet'],
];

const CONTRADICTIONS: readonly [params: unknown, fallback: string | undefined, field: string][] = [
  [{ recipient: MAIN, network: 'testnet' }, undefined, 'recipient'],
  [{ recipient: TEST }, 'mainnet', 'recipient'],
  [{ recipient: MAIN, address: TEST }, undefined, 'address'],
  [{ contract: `${MAIN}.token` }, 'testnet', 'contract'],
  [{ asset: `${MAIN}.token::tok` }, 'testnet', 'asset'],
  [{ recipient: MAIN, asset: `${TEST}.token` }, undefined, 'asset'],
  [
    { recipients: [{ address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, { address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }] }, // prettier-ignore
    undefined,
    'recipients[1].address',
  ],
  [
    { recipients: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }], network: 'regtest' },
    undefined,
    'recipients[0].address',
  ],
  [
    // Base58 does not show which test network it is; the addresses after it must not be on mainnet.
    {
      recipients: ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'].map(
        (address) => ({ address }),
      ),
    },
    undefined,
    'recipients[0].address',
  ],
  [{ recipient: MAIN, network: 'Testnet' }, undefined, 'recipient'],
  [
    { signInputs: [0, { index: 1, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }] },
    'testnet',
    'signInputs[1].address',
  ],
];

/** The network of params, else `fallback`. */
const resolve = (params: unknown, fallback: string | undefined) => {
  const named = read(params, 'network');
  return resolveNetwork({
    method: 'm',
    inParams: typeof named === 'string' ? named : undefined,
    inOptions: fallback,
    addresses: listAddresses({ ...(params as object) }),
  });
};

describe('resolveNetwork', () => {
  for (const [params, fallback, network] of RESOLVED) {
    it(`${JSON.stringify(params)} and ${fallback}: ${network}`, () => {
      expect(resolve(params, fallback)).to.equal(network);
    });
  }
  for (const [params, fallback, field] of CONTRADICTIONS) {
    it(`${JSON.stringify(params)} and ${fallback}: refused for ${field}`, () => {
      expect(() => resolve(params, fallback))
        .to.throw(`\`${field}\``)
        .and.satisfy(isJsonRpcError);
    });
  }
});
