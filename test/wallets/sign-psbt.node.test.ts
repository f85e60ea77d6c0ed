import { expect } from '@esm-bundle/chai';
import { base64, hex } from '@scure/base';
import { p2wpkh, SigHash, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { ask, EVERY_WALLET, freshClient, refusal, sentTo } from '../../src/testing/every-wallet.js';
import {
  addressOf,
  finalized,
  OWNERS,
  psbtBytesFor,
  psbtFor,
  sign,
  signedIndexes,
} from '../../src/testing/psbts.js';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import type { SchemaWallet } from '../../src/testing/schema-wallet.js';
import type { SignedPsbtResult } from '../../src/core/index.js';

/** Leather and standard have segwit and taproot addresses; Xverse has nested and taproot addresses. */
const FOUR = ['taproot', 'taproot', 'other', 'taproot'] as const;
const PSBT = psbtFor(FOUR);
const SEGWIT_ON_TESTNET = p2wpkh(pubECDSA(OWNERS.segwit.key), TEST_NETWORK).address;
const OTHER_ON_TESTNET = p2wpkh(pubECDSA(OWNERS.nested.key), TEST_NETWORK).address;

/** The caller's signInputs, and exactly the inputs that must be signed. */
const SELECTIONS: readonly [
  what: string,
  signInputs: readonly unknown[] | undefined,
  signed: number[],
][] = [
  ['nothing named: all that are the wallet’s', undefined, [0, 1, 3]],
  ['numbers', [0, 3], [0, 3]],
  ['one number', [1], [1]],
  ['objects with an index', [{ index: 3 }], [3]],
  ['objects with an address', [{ index: 0, address: addressOf('taproot') }], [0]],
  ['both forms', [1, { index: 3, address: addressOf('taproot') }], [1, 3]],
  ['one index twice', [3, 3], [3]],
  ['one object twice', [{ index: 1 }, { index: 1 }], [1]],
  ['an input with a public key', [{ index: 0, publicKey: OWNERS.taproot.publicKey }], [0]],
];

describe('signPsbt signs exactly the selected inputs', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const [what, signInputs, signed] of SELECTIONS) {
      it(`${name}: ${what}`, async () => {
        const wallet = makeWallet();
        const params = signInputs ? { psbt: PSBT, signInputs } : { psbt: PSBT };
        const result = (await ask(wallet, 'signPsbt', params)) as SignedPsbtResult;
        expect(wallet.violations).to.deep.equal([]);
        expect(signedIndexes(result.psbt)).to.deep.equal(signed);
      });
    }

    it(`${name}: accepts hex, with and without 0x, and returns base64`, async () => {
      const bytes = psbtBytesFor(['taproot']);
      for (const psbt of [hex.encode(bytes), `0x${hex.encode(bytes)}`, base64.encode(bytes)]) {
        const wallet = makeWallet();
        const result = (await ask(wallet, 'signPsbt', { psbt })) as SignedPsbtResult;
        expect(wallet.violations).to.deep.equal([]);
        expect(signedIndexes(result.psbt)).to.deep.equal([0]);
      }
    });
  }
});

/** Requests that must not be sent to any wallet. */
const REFUSED: readonly [what: string, params: Record<string, unknown>, field: string][] = [
  ['an empty list, which Leather reads as all', { signInputs: [] }, 'signInputs'],
  ['an index that the PSBT does not have', { signInputs: [4] }, 'signInputs[0]'],
  [
    'an index that the PSBT does not have, though its signer is named',
    { signInputs: [{ index: 4, address: addressOf('taproot') }] },
    'signInputs[0].index',
  ],
  ['an index below zero', { signInputs: [-1] }, 'signInputs[0]'],
  ['a fraction of an index', { signInputs: [{ index: 0.5 }] }, 'signInputs[0].index'],
  ['an index in a string', { signInputs: ['0'] }, 'signInputs[0]'],
  ['an object without an index', { signInputs: [{}] }, 'signInputs[0].index'],
  [
    'two signers for one input',
    {
      signInputs: [
        { index: 0, address: addressOf('taproot') },
        { index: 0, address: addressOf('segwit') },
      ],
    },
    'signInputs[1]',
  ],
  ['an object in place of a list', { signInputs: { [addressOf('taproot')]: [0] } }, 'signInputs'],
  ['a broadcast that is no boolean', { broadcast: 'false' }, 'broadcast'],
  ['an empty list of SIGHASH types', { allowedSighash: [] }, 'allowedSighash'],
  [
    'an empty list for an input, beside a list for all inputs',
    { allowedSighash: ['ALL'], signInputs: [{ index: 0, allowedSighash: [] }] },
    'signInputs[0].allowedSighash',
  ],
  ['no PSBT', { psbt: undefined }, 'psbt'],
  ['a text that is no PSBT', { psbt: 'aGVsbG8=' }, 'psbt'],
  ['broken base64', { psbt: `${PSBT}=` }, 'psbt'],
];

describe('signPsbt refuses, before any wallet is asked,', () => {
  for (const [what, change, field] of REFUSED) {
    it(what, async () => {
      for (const makeWallet of Object.values(EVERY_WALLET)) {
        const wallet = makeWallet();
        const error = await refusal(ask(wallet, 'signPsbt', { psbt: PSBT, ...change }));
        expect(error.code).to.equal(-32602);
        expect(error.message).to.contain(`\`${field}\``);
        expect(wallet.calls).to.deep.equal([]);
      }
    });
  }

  it('a PSBT on several lines, and says so', async () => {
    const inHex = hex.encode(base64.decode(PSBT));
    for (const text of [`${PSBT}\n`, PSBT.replace(/.{64}/g, '$&\r\n'), ` ${PSBT}`, `${inHex}\n`]) {
      const error = await refusal(ask(standardWallet(), 'signPsbt', { psbt: text }));
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('without white space and line breaks; got "');
    }
  });

  it('a PSBT that ends too early, if its inputs must be known', async () => {
    const cut = base64.encode(psbtBytesFor(['taproot']).slice(0, 40));
    const error = await refusal(ask(leatherWallet(), 'signPsbt', { psbt: cut, signInputs: [0] }));
    expect(error.code).to.equal(-32602);
    expect(error.data).to.deep.equal({ field: 'psbt' });
    expect(error.cause).to.be.instanceOf(Error);
  });
});

describe('a PSBT with a transaction of another version', () => {
  for (const version of [-2, 0, 3, 4, 0x7fff_ffff]) {
    for (const owner of ['segwit', 'taproot', 'nested', 'legacy'] as const) {
      it(`is signed and verified: ${version}, ${owner}`, async () => {
        const unsigned = psbtBytesFor([owner], { version });
        const wallet = standardWallet();
        wallet.results['signPsbt'] = { psbt: base64.encode(sign(unsigned, [0], [owner])) };
        const psbt = base64.encode(unsigned);
        const result = (await ask(wallet, 'signPsbt', { psbt, signInputs: [0] })) as object;
        expect(result).to.have.property('psbt');
        expect(result).to.not.have.property('unverified');
        const other = psbtBytesFor([owner], { version: 1 });
        wallet.results['signPsbt'] = { psbt: base64.encode(sign(other, [0], [owner])) };
        await refusal(ask(wallet, 'signPsbt', { psbt, signInputs: [0] }));
      });
    }
  }
});

describe('signPsbt to Leather', () => {
  it('sends hex and indexes, and no fields that it does not read', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'signPsbt', { psbt: PSBT, signInputs: [0, { index: 3 }], broadcast: true });
    expect(sentTo(wallet)).to.deep.equal({
      hex: hex.encode(base64.decode(PSBT)),
      signAtIndex: [0, 3],
      broadcast: true,
    });
  });

  it('sends the allowed SIGHASH types as numbers, including those of an input', async () => {
    const psbt = psbtFor(['taproot', 'segwit'], { sighashes: [SigHash.NONE, undefined] });
    for (const [params, sent] of [
      [{ allowedSighash: ['NONE', 'ALL'] }, [0, 1, 2]],
      [{ allowedSighash: ['DEFAULT', 2] }, [0, 1, 2]],
      [{ allowedSighash: ['NONE'], signInputs: [0] }, [2]],
      [{ signInputs: [{ index: 0, allowedSighash: ['SIGHASH_NONE'] }] }, [2]],
      [
        { signInputs: [{ index: 0, allowedSighash: [2, 'SINGLE|ANYONECANPAY'] }, 1] },
        [0, 1, 2, 0x83],
      ],
      [{ signInputs: [1] }, undefined],
    ] as const) {
      const wallet = leatherWallet();
      await ask(wallet, 'signPsbt', { psbt, ...params });
      expect(wallet.violations).to.deep.equal([]);
      expect(sentTo(wallet)['allowedSighash']).to.deep.equal(sent);
    }
  });
});

describe('signPsbt to Xverse and Fordefi', () => {
  const both: readonly (() => SchemaWallet)[] = [xverseWallet, fordefiWallet];

  it('groups the inputs by the address that signs them', async () => {
    for (const makeWallet of both) {
      const wallet = makeWallet();
      const psbt = psbtFor(['taproot', 'nested', 'taproot']);
      await ask(wallet, 'signPsbt', { psbt, signInputs: [0, 1, 2] });
      expect(sentTo(wallet)).to.deep.equal({
        psbt,
        signInputs: { [addressOf('taproot')]: [0, 2], [addressOf('nested')]: [1] },
        broadcast: false,
      });
    }
  });

  it('selects only the inputs of the connected account if the caller selects none', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.connect({ provider: wallet });
    const provided = await client.request({ provider: wallet }, 'signPsbt', {
      psbt: psbtFor(['other', 'taproot', 'nested']),
    });
    expect(signedIndexes((provided as SignedPsbtResult).psbt)).to.deep.equal([1, 2]);

    const ofOther = client.request({ provider: wallet }, 'signPsbt', {
      psbt: psbtFor(['other']),
    });
    expect((await refusal(ofOther)).message).to.contain('signInputs');
    expect(wallet.violations).to.deep.equal([]);
  });

  it('uses the signers that the caller names, and looks up only the others', async () => {
    const wallet = xverseWallet();
    const signInputs = [{ index: 0, address: addressOf('nested') }, 1];
    const psbt = psbtFor(['segwit', 'taproot']);
    await ask(wallet, 'signPsbt', { psbt, signInputs }).catch(() => undefined);
    expect(sentTo(wallet)['signInputs']).to.deep.equal({
      [addressOf('nested')]: [0],
      [addressOf('taproot')]: [1],
    });
  });

  it('selects all unsigned inputs if the session has no Bitcoin address', async () => {
    const wallet = xverseWallet();
    const client = freshClient();
    await client.request({ provider: wallet }, 'stx_getAddresses');
    const params = { psbt: psbtFor(['other', 'taproot']) };
    await client.request({ provider: wallet }, 'signPsbt', params);
    expect(sentTo(wallet)['signInputs']).to.deep.equal({
      [addressOf('other')]: [0],
      [addressOf('taproot')]: [1],
    });
  });

  /** Where the network of an address comes from: the request, the wallet, or its addresses. */
  const TESTNETS: readonly [from: string, listed: string, answer: object, network?: 'testnet'][] = [
    ['the request', OTHER_ON_TESTNET, {}, 'testnet'],
    ['the wallet', OTHER_ON_TESTNET, { network: { bitcoin: { name: 'Testnet' } } }],
    ['the addresses that it listed', SEGWIT_ON_TESTNET, {}],
  ];
  for (const [from, address, answer, network] of TESTNETS) {
    it(`writes the address of an input on the network of ${from}`, async () => {
      const wallet = xverseWallet();
      const addresses = [{ address, publicKey: '02' }];
      wallet.results['wallet_connect'] = { addresses, ...answer };
      wallet.network = 'Testnet';
      const client = freshClient();
      await client.connect({ provider: wallet });
      const options = { provider: wallet, ...(network !== undefined && { network }) };
      const params = { psbt: psbtFor(['segwit']), signInputs: [0] };
      await client.request(options, 'signPsbt', params).catch(() => undefined);
      expect(wallet.calls.at(-1)?.method).to.equal('signPsbt');
      expect(sentTo(wallet)['signInputs']).to.deep.equal({ [SEGWIT_ON_TESTNET]: [0] });
    });
  }

  it('writes an upper-case address like the wallet does', async () => {
    const wallet = xverseWallet();
    const address = addressOf('taproot').toUpperCase();
    const psbt = psbtFor(['taproot']);
    const result = await ask(wallet, 'signPsbt', { psbt, signInputs: [{ index: 0, address }] });
    expect(signedIndexes((result as SignedPsbtResult).psbt)).to.deep.equal([0]);
  });

  it('converts bech32 of every network to lower case, and leaves base58 unchanged', async () => {
    for (const [address, written] of [
      ['TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
      ['BCRT1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KYGT080', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'], // prettier-ignore
      ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ] as const) {
      const wallet = xverseWallet();
      const params = { psbt: psbtFor(['segwit']), signInputs: [{ index: 0, address }] };
      await ask(wallet, 'signPsbt', params).catch(() => undefined);
      expect(sentTo(wallet)['signInputs']).to.deep.equal({ [written]: [0] });
    }
  });

  it('does not select a finalized input', async () => {
    const wallet = xverseWallet();
    const signed = sign(psbtBytesFor(['taproot', 'taproot']), [1], ['taproot']);
    const psbt = base64.encode(finalized(signed, 1));
    await ask(wallet, 'signPsbt', { psbt });
    expect(sentTo(wallet)['signInputs']).to.deep.equal({ [addressOf('taproot')]: [0] });
  });

  it('refuses an input whose owner neither the caller nor the PSBT names', async () => {
    const wallet = xverseWallet();
    const psbt = psbtFor(['taproot'], { bare: true });
    for (const params of [{ psbt, signInputs: [0] }, { psbt }]) {
      expect((await refusal(ask(wallet, 'signPsbt', params))).message).to.contain('signInputs');
    }
    expect(wallet.calls).to.deep.equal([]);
  });

  it('accepts an allowed SIGHASH type only if the PSBT has it', async () => {
    const single = psbtFor(['taproot'], { sighash: SigHash.SINGLE_ANYONECANPAY });
    const allowed = ['SINGLE|ANYONECANPAY'];
    const wallet = xverseWallet();
    await ask(wallet, 'signPsbt', { psbt: single, allowedSighash: allowed });
    for (const params of [
      { psbt: psbtFor(['taproot']), allowedSighash: allowed },
      { psbt: single, allowedSighash: ['ALL'] },
      { psbt: single, signInputs: [{ index: 0, allowedSighash: ['NONE'] }] },
    ]) {
      expect((await refusal(ask(wallet, 'signPsbt', params))).code).to.equal(-32602);
    }
    expect(wallet.calls).to.have.length(1);
  });
});

describe('signPsbt to a wallet that conforms to SIP-030', () => {
  it('passes on the fields of SIP-030', async () => {
    const wallet = standardWallet();
    const signInputs = [{ index: 0, address: addressOf('taproot'), allowedSighash: ['ALL'] }];
    await ask(wallet, 'signPsbt', {
      psbt: PSBT,
      signInputs,
      allowedSighash: ['ALL'],
      broadcast: false,
    });
    expect(sentTo(wallet)).to.deep.equal({
      psbt: PSBT,
      signInputs,
      allowedSighash: ['ALL'],
      broadcast: false,
      // The address of the first input shows it.
      network: 'mainnet',
    });
  });
});

describe('the result of signPsbt', () => {
  it('has no txid unless it was broadcast', async () => {
    for (const makeWallet of [leatherWallet, xverseWallet, fordefiWallet]) {
      const params = { psbt: psbtFor(['taproot']) };
      expect(await ask(makeWallet(), 'signPsbt', params)).not.to.have.property('txid');
      expect(await ask(makeWallet(), 'signPsbt', { ...params, broadcast: true })).to.have.property(
        'txid',
      );
    }
  });

  it('is base64, even if the wallet returns hex as psbt', async () => {
    const wallet = standardWallet();
    const signed = sign(base64.decode(PSBT), [0], ['taproot']);
    wallet.results['signPsbt'] = { psbt: `0x${hex.encode(signed)}` };
    const answer = await ask(wallet, 'signPsbt', { psbt: PSBT });
    expect(answer).to.include({ psbt: base64.encode(signed) });
  });
});
