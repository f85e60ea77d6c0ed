import { expect } from '@esm-bundle/chai';
import { base64, hex } from '@scure/base';
import * as fc from 'fast-check';
import {
  ask,
  EVERY_WALLET,
  freshClient,
  isRefused,
  sentTo,
} from '../../src/testing/every-wallet.js';
import { leatherWallet, standardWallet, xverseWallet } from '../../src/testing/emulated-wallets.js';
import { addressOn, psbtBytesFor } from '../../src/testing/psbts.js';
import { TESTNET_UNSIGNED, UNSIGNED } from '../../src/testing/transactions.js';
import { networkIn } from '../../src/accounts/addresses.js';

/** Every known name, with the prefix of an address on that network. */
const PREFIXES: Readonly<Record<string, string>> = {
  mainnet: 'bc1',
  testnet: 'tb1',
  testnet4: 'tb1',
  signet: 'tb1',
  sbtcTestnet: 'tb1',
  regtest: 'bcrt1',
  devnet: 'bcrt1',
  mocknet: 'bcrt1',
  sbtcDevenv: 'bcrt1',
};

/** A known name, in any mix of upper and lower case. */
const anyCase = (names: readonly string[]) =>
  fc
    .constantFrom(...names)
    .chain((name) => fc.mixedCase(fc.constant(name)).map((written) => ({ name, written })));
/** Each spelling takes four requests, for each of 21 networks. */
const RUNS = { numRuns: 12 };

const PSBT = psbtBytesFor(['segwit']);
/** Requests with a network: the caller's params, and the params for Leather if they differ. */
const TO_LEATHER: readonly (readonly [method: string, params: object, own?: object])[] = [
  ['stx_deployContract', { name: 'token', clarityCode: '(ok 1)' }],
  ['stx_signTransaction', { transaction: UNSIGNED }],
  ['signPsbt', { psbt: base64.encode(PSBT) }, { hex: hex.encode(PSBT) }],
  ['stx_signMessage', { message: 'hello' }],
];

/** The networks on which each wallet can be connected, under the wallet's names. Undefined: it refuses the network. */
const CONNECTS: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  Leather: {
    mainnet: 'mainnet',
    testnet: 'testnet',
    testnet4: 'testnet4',
    signet: 'signet',
    sbtcTestnet: 'sbtcTestnet',
    sbtcDevenv: 'sbtcDevenv',
    devnet: 'devnet',
    regtest: undefined,
    mocknet: undefined,
    'my-own-net': undefined,
  },
  Xverse: {
    mainnet: 'Mainnet',
    testnet: 'Testnet',
    testnet4: 'Testnet4',
    signet: 'Signet',
    regtest: 'Regtest',
    devnet: 'Regtest',
    sbtcTestnet: undefined,
    sbtcDevenv: undefined,
    mocknet: undefined,
    'my-own-net': undefined,
    toString: undefined,
  },
};

for (const [wallet, networks] of Object.entries(CONNECTS)) {
  const makeWallet = EVERY_WALLET[wallet]!;
  describe(`getAddresses of ${wallet}`, () => {
    for (const [network, name] of Object.entries(networks)) {
      const title = name
        ? `asks for ${network} as ${name}, given in the params or in the options, in upper or lower case`
        : `never asks for ${network}`;
      it(title, () =>
        fc.assert(
          fc.asyncProperty(anyCase([network]), async ({ written }) => {
            if (!name) {
              for (const given of [network, written])
                await isRefused('getAddresses', { network: given }, 'network', makeWallet);
              return;
            }
            for (const [params, options] of [
              [{ network }, {}],
              [{ network: written }, {}],
              [undefined, { network: written }],
              [{ network: undefined }, { network: written }],
            ] as const) {
              const connected = makeWallet();
              await ask(connected, 'getAddresses', params, options);
              expect(connected.calls[0]?.params).to.deep.equal({ network: name });
              expect(connected.violations).to.deep.equal([]);
            }
          }),
          RUNS,
        ),
      );
    }
  });
}

describe('the name of a network, in upper or lower case,', () => {
  it('is sent to Leather in Leather’s spelling, or refused if Leather does not support it', async () => {
    for (const [method, params, own = params] of TO_LEATHER) {
      const takes = (network: string) =>
        leatherWallet()
          .request(method, { ...own, network })
          .then(
            () => true,
            () => false,
          );
      await fc.assert(
        fc.asyncProperty(anyCase(Object.keys(PREFIXES)), async ({ name, written }) => {
          const given = {
            ...params,
            ...('transaction' in params && name !== 'mainnet' && { transaction: TESTNET_UNSIGNED }),
          };
          // 6.73 accepts it for messages; newer versions refuse it for every method.
          if (name === 'mocknet' || !(await takes(name))) {
            await isRefused(method, { ...given, network: written }, 'network', leatherWallet);
            return;
          }
          for (const [named, options] of [
            [{ network: written }, {}],
            [{}, { network: written }],
          ] as const) {
            const wallet = leatherWallet();
            await ask(wallet, method, { ...given, ...named }, options);
            expect(sentTo(wallet)).to.include({ network: name });
            expect(wallet.violations).to.deep.equal([]);
          }
        }),
        RUNS,
      );
    }
  });

  it('is sent to a wallet that conforms to SIP-030 in the spelling of SIP-030', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase(Object.keys(PREFIXES)), async ({ name, written }) => {
        const wallet = standardWallet();
        await ask(wallet, 'stx_signMessage', { message: 'hello', network: written });
        expect(sentTo(wallet)).to.include({ network: name });
      }),
      RUNS,
    );
  });

  it('is sent unchanged to a wallet that conforms to SIP-030 if it is unknown, and refused for Leather', async () => {
    for (const network of ['MyOwnNet', 'https://API.example', 'toString', '__proto__']) {
      const wallet = standardWallet();
      await ask(wallet, 'stx_signMessage', { message: 'hello', network });
      expect(sentTo(wallet)).to.include({ network });
      await isRefused('stx_signMessage', { message: 'hello', network }, 'network', leatherWallet);
    }
  });

  it('selects the network of the addresses in `signInputs` of Xverse', async () => {
    const psbt = base64.encode(psbtBytesFor(['segwit', 'taproot']));
    await fc.assert(
      fc.asyncProperty(anyCase(Object.keys(PREFIXES)), async ({ name, written }) => {
        const family = ({ bc1: 'mainnet', tb1: 'testnet', bcrt1: 'regtest' } as const)[
          PREFIXES[name] as 'bc1'
        ];
        const wallet = xverseWallet({ network: family, holds: ['segwit', 'taproot'] });
        // It reports the name of its Bitcoin network as the Stacks network (0.54).
        const own = { name: family[0]?.toUpperCase() + family.slice(1) };
        const answer = {
          addresses: (['segwit', 'taproot'] as const).map((owner) => ({
            address: addressOn(family, owner),
            publicKey: '02',
          })),
          network: { bitcoin: own, stacks: own },
        };
        Object.assign(wallet.results, { wallet_connect: answer, wallet_getAccount: answer });
        const client = freshClient().with({ provider: wallet });
        await client.connect();
        // The wallet refuses the name of another network of the family.
        const request = client.request('signPsbt', { psbt, signInputs: [0, 1], network: written });
        await (name === family ? request : request.catch(() => undefined));
        expect(sentTo(wallet)['signInputs']).to.deep.equal({
          [addressOn(family, 'segwit')]: [0],
          [addressOn(family, 'taproot')]: [1],
        });
      }),
      RUNS,
    );
  });

  it('is read from what a wallet reports', () => {
    fc.assert(
      fc.property(anyCase(Object.keys(PREFIXES)), ({ name, written }) => {
        expect(networkIn({ active: written })).to.equal(name);
        expect(networkIn({ network: { stacks: { name: written } } })).to.equal(name);
      }),
    );
    expect(networkIn({ active: 'my-own-net' })).to.equal('my-own-net');
  });
});
