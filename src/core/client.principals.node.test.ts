import { expect } from '@esm-bundle/chai';
import { bech32, bech32m, hex } from '@scure/base';
import { Cl, validateStacksAddress } from '@stacks/transactions';
import fc from 'fast-check';
import { ask, EVERY_WALLET, isRefused, refusal, sentTo } from '../testing/every-wallet.js';
import { newLeather, standardWallet } from '../testing/emulated-wallets.js';
import { memoryStorage } from '../testing/fake-wallet.js';
import { createWalletClient } from './client.js';
import type { Picker } from './types.js';

const ADDRESS = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
const VAULT = `${ADDRESS}.vault`;
const CALL = { contract: VAULT, functionName: 'withdraw' };

const stx = (address: unknown) => ({
  type: 'stx-postcondition',
  address,
  condition: 'eq',
  amount: '1',
});
const ft = (asset: unknown) => ({ ...stx(ADDRESS), type: 'ft-postcondition', asset });
const nft = (asset: unknown) => ({
  type: 'nft-postcondition',
  address: ADDRESS,
  condition: 'sent',
  asset,
  assetId: Cl.uint(1),
});
const staking = (address: unknown) => ({ ...stx(address), type: 'staking-postcondition' });
const pox = (address: unknown) => ({
  type: 'pox-postcondition',
  address,
  condition: 'will-not-perform',
});

/** Invalid principals. An encoder could accept the beginning of some. */
const NOT_PRINCIPALS = [
  `${VAULT}.v2`,
  `${ADDRESS}.`,
  `${ADDRESS}.tok::usd`,
  `${ADDRESS}::usd`,
  `${ADDRESS}.1vault`,
  `${ADDRESS}.-vault`,
  `${ADDRESS}.vault `,
  `${ADDRESS}.vault\n`,
  `${ADDRESS}.va ult`,
  `${ADDRESS}.${'x'.repeat(41)}`,
  `${ADDRESS} `,
  `.${VAULT}`,
  ADDRESS.toLowerCase(),
  '.vault',
  '',
];
/** In the right format, with a wrong checksum. */
const WRONG_CHECKSUM = ADDRESS.replace('J7', 'J8');
/** A zero byte before the 20 bytes of the hash, with the checksum of those 20 bytes. */
const LONGER = ADDRESS.replace('SP', 'SP0');

/** Params with a principal that this library encodes, and the field that the error names. */
const ENCODED: readonly [field: string, params: (principal: unknown) => object][] = [
  ['postConditions[0].address', (principal) => ({ postConditions: [stx(principal)] })],
  ['postConditions[0].address', (principal) => ({ postConditions: [staking(principal)] })],
  ['postConditions[0].address', (principal) => ({ postConditions: [pox(principal)] })],
  [
    'functionArgs[0]',
    (value) => ({
      functionArgs: [{ type: String(value).includes('.') ? 'contract' : 'address', value }],
    }),
  ],
  [
    'functionArgs[0].who[0]',
    (value) => ({
      functionArgs: [
        {
          type: 'tuple',
          value: {
            who: {
              type: 'list',
              value: [{ type: String(value).includes('.') ? 'contract' : 'address', value }],
            },
          },
        },
      ],
    }),
  ],
];

/** The fields with a principal or an asset, by method. */
const PARAMS: readonly [method: string, field: string, params: object][] = [
  ['stx_transferStx', 'recipient', { amount: '1' }],
  ['stx_transferSip10Ft', 'recipient', { amount: '1', asset: `${VAULT}::usd` }],
  ['stx_transferSip9Nft', 'recipient', { asset: VAULT, assetId: '03' }],
  ['stx_callContract', 'contract', { functionName: 'f' }],
  ['stx_transferSip10Ft', 'asset', { amount: '1', recipient: ADDRESS }],
  ['stx_transferSip9Nft', 'asset', { recipient: ADDRESS, assetId: '03' }],
  ['stx_transferStx', 'address', { recipient: ADDRESS, amount: '1' }],
  ['stx_transferSip10Ft', 'address', { recipient: ADDRESS, amount: '1', asset: VAULT }],
  ['stx_transferSip9Nft', 'address', { recipient: ADDRESS, asset: VAULT, assetId: '03' }],
  ['stx_callContract', 'address', CALL],
  ['stx_deployContract', 'address', { name: 'vault', clarityCode: '(ok 1)' }],
];

describe('a principal that is encoded', () => {
  for (const principal of [...NOT_PRINCIPALS, WRONG_CHECKSUM, LONGER, `${WRONG_CHECKSUM}.vault`]) {
    for (const [index, [field, params]] of ENCODED.entries()) {
      it(`cannot be ${JSON.stringify(principal)} (field ${index + 1})`, async () => {
        for (const makeWallet of Object.values(EVERY_WALLET)) {
          await isRefused('stx_callContract', { ...CALL, ...params(principal) }, field, makeWallet);
        }
      });
    }
  }

  for (const principal of [ADDRESS, VAULT, `${ADDRESS}.${'x'.repeat(40)}`, `${ADDRESS}.a_B-9`]) {
    it(`may be ${principal}`, async () => {
      for (const [, params] of ENCODED) {
        const wallet = newLeather();
        await ask(wallet, 'stx_callContract', { ...CALL, ...params(principal) });
        expect(wallet.calls).to.have.length(1);
      }
    });
  }

  it('is named in the error, with what was expected', async () => {
    const params = { ...CALL, postConditions: [stx(`${VAULT}.v2`)] };
    const { message } = await refusal(ask(standardWallet(), 'stx_callContract', params));
    expect(message).to.contain('`postConditions[0].address`');
    expect(message).to.contain('.vault.v2');
    expect(message).to.contain('`<address>.<contract-name>`');
  });

  it('must be of the given type: a contract has a name, an address has none', async () => {
    const contractName = { type: 2, content: 'vault', lengthPrefixBytes: 1, maxLengthBytes: 128 };
    const address = { type: 0, version: 22, hash160: 'a46ff88886c2ef9762d970b4d2c63678835bd39d' };
    const v6 = (principal: object) => ({
      type: 5,
      conditionType: 0,
      principal: { type: 1, ...principal },
      conditionCode: 1,
      amount: 1n,
    });
    for (const principal of [
      { prefix: 2, address, contractName },
      { prefix: 3, address },
      { prefix: 3, address, contractName: {} },
      { prefix: 3, address, contractName: { ...contractName, content: 5 } },
      { prefix: 3, address, contractName: { ...contractName, content: 'a.b' } },
      { prefix: 3, address, contractName: { ...contractName, content: '' } },
      { prefix: 2, address: { ...address, version: 0 } },
      { prefix: 2, address: { ...address, version: 278 } },
      { prefix: 2, address: { ...address, hash160: `${address.hash160}00` } },
    ]) {
      const params = { ...CALL, postConditions: [v6(principal)] };
      await isRefused('stx_callContract', params, 'postConditions[0].address', standardWallet);
    }
    const wallet = standardWallet();
    const postConditions = [v6({ prefix: 3, address, contractName }), v6({ prefix: 2, address })];
    await ask(wallet, 'stx_callContract', { ...CALL, postConditions });
    const hash = '16a46ff88886c2ef9762d970b4d2c63678835bd39d';
    expect(sentTo(wallet)['postConditions']).to.deep.equal([
      `0003${hash}057661756c74010000000000000001`,
      `0002${hash}010000000000000001`,
    ]);
  });
});

describe('a principal with a wrong checksum', () => {
  const TRANSFER = { amount: '1', recipient: ADDRESS };
  const WRONG: readonly [field: string, method: string, params: object][] = [
    ['recipient', 'stx_transferStx', { ...TRANSFER, recipient: `${WRONG_CHECKSUM}.vault` }],
    ['address', 'stx_transferStx', { ...TRANSFER, address: WRONG_CHECKSUM }],
    ['asset', 'stx_transferSip10Ft', { ...TRANSFER, asset: `${WRONG_CHECKSUM}.token::usd` }],
    ['contract', 'stx_callContract', { ...CALL, contract: `${WRONG_CHECKSUM}.vault` }],
  ];
  for (const [field, method, params] of WRONG) {
    it(`is refused as \`${field}\` of ${method}, before the user chooses a wallet`, async () => {
      let opened = 0;
      const picker: Picker = (choice) => {
        opened++;
        choice.close();
      };
      const client = createWalletClient({ storage: memoryStorage(), picker });
      const error = await refusal(client.request({}, method, params));
      expect(error.code, error.message).to.equal(-32602);
      expect(error.data).to.include({ field });
      expect(opened).to.equal(0);
    });
  }

  it('is sent as it is with `enableOverrides: false`', async () => {
    const wallet = standardWallet();
    const params = { ...TRANSFER, recipient: WRONG_CHECKSUM };
    await ask(wallet, 'stx_transferStx', params, { enableOverrides: false });
    expect(sentTo(wallet)).to.include({ recipient: WRONG_CHECKSUM });
  });
});

describe('an asset that is encoded', () => {
  for (const asset of [
    VAULT,
    `${VAULT}::`,
    `${VAULT}::usd::more`,
    `${VAULT}:::usd`,
    `${VAULT}.v2::usd`,
    `${ADDRESS}::usd`,
    `${ADDRESS}.::usd`,
    `${VAULT}::1usd`,
    `${VAULT}::us d`,
    `${VAULT}::usd.b`,
    `${VAULT}::${'x'.repeat(129)}`,
    `${WRONG_CHECKSUM}.vault::usd`,
  ]) {
    it(`cannot be ${asset}`, async () => {
      for (const postCondition of [ft(asset), nft(asset)]) {
        const params = { ...CALL, postConditions: [postCondition] };
        await isRefused('stx_callContract', params, 'postConditions[0].asset', standardWallet);
      }
    });
  }

  for (const name of ['usd', 'a', 'x'.repeat(128), 'a-_!?+<>=/*9']) {
    it(`may be named ${name}`, async () => {
      const wallet = standardWallet();
      const postConditions = [ft(`${VAULT}::${name}`), nft(`${VAULT}::${name}`)];
      await ask(wallet, 'stx_callContract', { ...CALL, postConditions });
      expect(wallet.calls).to.have.length(1);
    });
  }
});

describe('a principal among the params', () => {
  for (const principal of NOT_PRINCIPALS) {
    for (const [method, field, params] of PARAMS) {
      if (field === 'asset' && principal === `${ADDRESS}.tok::usd`) continue;
      it(`cannot be ${JSON.stringify(principal)}: ${field} of ${method}`, () =>
        isRefused(method, { ...params, [field]: principal }, field, standardWallet));
    }
  }

  for (const [method, field, params] of PARAMS) {
    it(`cannot have a wrong checksum, whatever the wallet: ${field} of ${method}`, async () => {
      const suffix = { asset: '.vault::usd', contract: '.vault' }[field] ?? '';
      for (const address of [WRONG_CHECKSUM, LONGER]) {
        for (const makeWallet of Object.values(EVERY_WALLET)) {
          await isRefused(method, { ...params, [field]: address + suffix }, field, makeWallet);
        }
      }
    });
  }
});

describe('a Bitcoin address of a recipient', () => {
  const pay = (address: string) => ({ recipients: [{ address, amount: 1 }] });
  for (const address of [
    'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  ]) {
    it(`cannot have a wrong checksum: ${address} with another last character`, async () => {
      const wrong = address.slice(0, -1) + (address.endsWith('2') ? '3' : '2');
      const field = 'recipients[0].address';
      for (const makeWallet of Object.values(EVERY_WALLET)) {
        await isRefused('sendTransfer', pay(wrong), field, makeWallet);
      }
      const wallet = standardWallet();
      await ask(wallet, 'sendTransfer', pay(address));
      expect(wallet.calls).to.have.length(1);
    });
  }

  /** With a valid checksum. */
  const unusable = (version: number, program: string, prefix = 'bc') =>
    (version ? bech32m : bech32).encode(prefix, [version, ...bech32.toWords(hex.decode(program))]);
  for (const [title, address] of [
    ['Taproot with x = 0, which is not on the curve', unusable(1, '00'.repeat(32))],
    ['Taproot with x = 5, which is not on the curve', unusable(1, `${'00'.repeat(31)}05`)],
    ['Taproot with x above the field', unusable(1, 'ff'.repeat(32))],
    ['Taproot of a test network with no key', unusable(1, 'ff'.repeat(32), 'tb')],
    ['version 0 with 21 bytes', unusable(0, '01'.repeat(21))],
    ['version 1 with 20 bytes', unusable(1, '01'.repeat(20))],
    ['version 2 with 1 byte', unusable(2, '01')],
    ['version 2 with 41 bytes', unusable(2, '01'.repeat(41))],
    ['version 17', unusable(17, '01'.repeat(32))],
    ['version 2 with a wrong checksum', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcq'],
    ['version 2 with the checksum of version 0', bech32.encode('bc', [2, ...bech32.toWords(hex.decode('01'.repeat(20)))])], // prettier-ignore
  ] as const) {
    it(`cannot be ${title}`, async () => {
      for (const makeWallet of Object.values(EVERY_WALLET)) {
        await isRefused('sendTransfer', pay(address), 'recipients[0].address', makeWallet);
      }
    });
  }

  it('may be of a later witness version, which a wallet may know', async () => {
    const wallet = standardWallet();
    await ask(wallet, 'sendTransfer', pay('bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'));
    expect(wallet.calls).to.have.length(1);
  });
});

/** Any string that begins like a principal or is similar to one. */
const nearly = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(ADDRESS, WRONG_CHECKSUM, LONGER, ADDRESS.slice(1), 'SP', ''),
      fc.constantFrom('', '.', '..', '.vault', '.v', '::', '.vault::usd', '.vault.v2'),
      fc.oneof(
        fc.constant(''),
        fc.string({ unit: fc.constantFrom('a', '1', '-', '_', '.', ':', ' ', '\n', 'é') }),
      ),
    )
    .map((parts) => parts.join('')),
  fc
    .tuple(fc.nat(ADDRESS.length - 1), fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZILOUa'))
    .map(([at, letter]) => ADDRESS.slice(0, at) + letter + ADDRESS.slice(at + 1)),
  fc.string(),
);

function isPrincipal(text: string): boolean {
  const dot = text.indexOf('.');
  const [address, name] = dot < 0 ? [text, 'a'] : [text.slice(0, dot), text.slice(dot + 1)];
  // The library also accepts an address in lower case, and the letters O, I and L as digits.
  const isStrict = /^S[PMTN][0-9A-HJKMNP-TV-Z]+$/.test(address) && validateStacksAddress(address);
  return isStrict && /^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/.test(name);
}

describe('any value that is not a valid principal', () => {
  it('is refused in every field, and valid ones are sent', () =>
    fc.assert(
      fc.asyncProperty(nearly, fc.constantFrom(...ENCODED), async (text, [field, params]) => {
        const wallet = newLeather();
        const asked = ask(wallet, 'stx_callContract', { ...CALL, ...params(text) });
        if (isPrincipal(text)) {
          await asked;
          expect(wallet.calls).to.have.length(1);
        } else {
          expect((await refusal(asked)).data).to.include({ field });
          expect(wallet.calls).to.deep.equal([]);
        }
      }),
      { numRuns: 300 },
    ));
});
