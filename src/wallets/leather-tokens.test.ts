import { expect } from '@open-wc/testing';
import { Cl, Pc } from '@stacks/transactions';
import * as fc from 'fast-check';
import { ask, isRefused, refusal, sentTo } from '../testing/every-wallet.js';
import { leatherMobile, leatherWallet } from '../testing/emulated-wallets.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const ASSET = `${CONTRACT}::tok`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const POST_CONDITION = Pc.principal(STX_ADDRESS).willSendLte(5n).ft(CONTRACT, 'tok');

/** The token transfers, for which Leather builds the contract call itself. */
const TRANSFERS = {
  stx_transferSip10Ft: { amount: 5n, recipient: RECIPIENT, asset: ASSET },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: ASSET, assetId: Cl.uint(1) },
} as const;

describe('Leather, for a token transfer,', () => {
  for (const [method, params] of Object.entries(TRANSFERS)) {
    const refused: readonly [why: string, field: string, value: unknown][] = [
      ['post-conditions, which it replaces with its own', 'postConditions', [POST_CONDITION]],
      ['a mode, which it replaces with its own', 'postConditionMode', 'allow'],
      ['`deny`, although it uses that mode itself', 'postConditionMode', 'deny'],
      ['an asset without its name, which makes the transfer abort', 'asset', CONTRACT],
      ['a contract as the recipient, which crashes its window', 'recipient', CONTRACT],
      ['a fee that is not a safe integer', 'fee', 2n ** 53n],
      ['a nonce that is not a safe integer', 'nonce', '9007199254740993'],
      ['`sponsored`, before connecting', 'sponsored', true],
    ];
    for (const [why, field, value] of refused) {
      it(`is not asked for ${method} with ${why}`, () =>
        isRefused(method, { ...params, [field]: value }, field, leatherWallet));
    }

    it(`gets the fee and the nonce of ${method} as numbers, the only type that it accepts`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.maxSafeNat(),
          fc.constantFrom(Number, BigInt, String),
          async (n, as) => {
            const wallet = leatherWallet();
            await ask(wallet, method, { ...params, fee: as(n), nonce: as(n) });
            expect(sentTo(wallet)).to.include({ fee: n, nonce: n });
            expect(wallet.violations).to.deep.equal([]);
          },
        ),
        { numRuns: 30 },
      );
    });

    it(`is asked for ${method} with an empty list of post-conditions`, async () => {
      const wallet = leatherWallet();
      await ask(wallet, method, { ...params, postConditions: [] });
      expect(wallet.violations).to.deep.equal([]);
    });
  }

  it('is not asked with a memo, which it drops', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 8 }), (memo) =>
        isRefused(
          'stx_transferSip10Ft',
          { ...TRANSFERS.stx_transferSip10Ft, memo },
          'memo',
          leatherWallet,
        ),
      ),
      { numRuns: 30 },
    );
  });

  it('is asked with an empty memo', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'stx_transferSip10Ft', { ...TRANSFERS.stx_transferSip10Ft, memo: '' });
    expect(wallet.calls).to.have.length(1);
    expect(wallet.violations).to.deep.equal([]);
  });
});

describe('the message windows of Leather', () => {
  const MESSAGES = {
    stx_signMessage: { message: 'hello' },
    stx_signStructuredMessage: {
      message: Cl.uint(1),
      domain: Cl.tuple({ 'chain-id': Cl.uint(1) }),
    },
  } as const;
  for (const [method, params] of Object.entries(MESSAGES)) {
    it(`show mainnet for ${method} if no network is given, else that network`, async () => {
      for (const [options, network] of [
        [{}, 'mainnet'],
        [{ network: 'testnet' }, 'testnet'],
        [{ network: 'Devnet' }, 'devnet'],
      ] as const) {
        const wallet = leatherWallet();
        await ask(wallet, method, params, options);
        expect(sentTo(wallet)).to.include({ network });
        expect(wallet.violations).to.deep.equal([]);
      }
    });
  }
});

describe('a sponsored transaction of Leather', () => {
  const SPONSORED = {
    stx_transferStx: { amount: 1, recipient: RECIPIENT, sponsored: true },
    stx_callContract: { contract: CONTRACT, functionName: 'mint', sponsored: true },
    stx_deployContract: { name: 'token', clarityCode: '(ok 1)', sponsored: true },
  } as const;
  for (const [method, params] of Object.entries(SPONSORED)) {
    it(`by ${method} is refused before a connection, whatever the version`, async () => {
      await isRefused(method, params, 'sponsored', leatherMobile);
      for (const getProductInfo of [
        undefined,
        () => undefined,
        () => ({}),
        () => ({ version: 6 }),
        () => {
          throw new Error('no');
        },
      ]) {
        const make = () => Object.assign(leatherWallet(), { getProductInfo });
        await isRefused(method, params, 'sponsored', make);
      }
    });
  }
});

describe('Leather, in other versions,', () => {
  it('answers with code 16 that the page must connect first, and is not asked twice', async () => {
    let asked = 0;
    const wallet = {
      isLeather: true,
      request: () => {
        asked++;
        const error = { code: 16, message: 'Wallet no longer available.' };
        return Promise.reject({ jsonrpc: '2.0', id: '1', error });
      },
    };
    const transfer = { amount: 1, recipient: RECIPIENT };
    const error = await refusal(ask(wallet as never, 'stx_transferStx', transfer));
    expect(error).to.include({ code: -32002, message: 'Wallet no longer available.' });
    expect(asked).to.equal(1);
  });

  it('on the phone is not asked for a method or a recipient that it would never answer', async () => {
    const wallet = leatherMobile();
    expect((await refusal(ask(wallet, 'stx_anything', {}))).code).to.equal(-32601);
    const recipient = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVT0';
    const error = await refusal(ask(wallet, 'stx_transferStx', { amount: 1, recipient }));
    expect(error.data).to.include({ field: 'recipient' });
    expect(wallet.calls).to.deep.equal([]);
    // It answers this one, and the extension answers all.
    await ask(wallet, 'getInfo').catch(() => undefined);
    expect(wallet.calls).to.have.length(1);
    const extension = leatherWallet();
    await ask(extension, 'stx_anything', {}).catch(() => undefined);
    await ask(extension, 'stx_transferStx', { amount: 1, recipient }).catch(() => undefined);
    expect(extension.calls).to.have.length(2);
  });

  it('on the phone is not asked for what it never answers', async () => {
    for (const [method, params] of [
      ['stx_getAccounts', undefined],
      ['stx_getNetworks', undefined],
      ['stx_updateProfile', { profile: {} }],
    ] as const) {
      const wallet = leatherMobile();
      const error = await refusal(ask(wallet, method, params));
      expect(error.code).to.equal(-32601);
      expect(error.message).to.contain(method);
      expect(wallet.calls).to.deep.equal([]);
    }
  });
});
