import { expect } from '@open-wc/testing';
import { Cl, Pc, postConditionToHex } from '@stacks/transactions';
import * as fc from 'fast-check';
import type { MethodName, RequestOptions } from '../../src/core/index.js';
import { ask, freshClient, isRefused, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { leatherMobile, leatherWallet } from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS, type SchemaWallet } from '../../src/testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS } from '../../src/testing/transactions.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const ASSET = `${CONTRACT}::tok` as const;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const STRANGER = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';

const TRANSFERS = {
  stx_transferSip10Ft: { amount: 5n, recipient: RECIPIENT, asset: ASSET },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: ASSET, assetId: Cl.uint(1) },
} as const;

/** Sends a request to the wallet after connecting, and returns the call that the wallet received. */
async function sentConnected(
  wallet: SchemaWallet,
  method: string,
  params: object,
  options: RequestOptions = {},
): Promise<Record<string, unknown>> {
  const client = freshClient().with({ provider: wallet, ...options });
  await client.connect();
  await client.request(method as MethodName, params as never);
  expect(wallet.violations).to.deep.equal([]);
  expect(wallet.calls.at(-1)?.method).to.equal('stx_callContract');
  return sentTo(wallet);
}

const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const memo = fc
  .string({ unit: 'grapheme', maxLength: 34 })
  .filter((text) => new Blob([text]).size <= 34);
const recipient = fc.constantFrom(RECIPIENT, CONTRACT);

describe('Leather, for a token transfer,', () => {
  it('gets a call of `transfer` with every digit, the memo and a post-condition for exactly the amount', () =>
    fc.assert(
      fc.asyncProperty(amount, memo, recipient, async (units, text, to) => {
        const params = { amount: units, recipient: to, asset: ASSET, memo: text };
        expect(await sentConnected(leatherWallet(), 'stx_transferSip10Ft', params)).to.deep.equal({
          contract: CONTRACT,
          functionName: 'transfer',
          functionArgs: [
            Cl.uint(units),
            Cl.principal(STX_ADDRESS),
            Cl.principal(to),
            text === '' ? Cl.none() : Cl.some(Cl.bufferFromUtf8(text)),
          ].map((value) => Cl.serialize(value)),
          postConditions: [
            postConditionToHex(Pc.principal(STX_ADDRESS).willSendEq(units).ft(CONTRACT, 'tok')),
          ],
          postConditionMode: 'deny',
          network: 'mainnet',
        });
      }),
      { numRuns: 40 },
    ));

  it('gets a call of `transfer` with the id of the token, and a post-condition for exactly that token', () =>
    fc.assert(
      fc.asyncProperty(amount, recipient, async (id, to) => {
        const params = { recipient: to, asset: ASSET, assetId: Cl.uint(id) };
        expect(await sentConnected(leatherWallet(), 'stx_transferSip9Nft', params)).to.deep.equal({
          contract: CONTRACT,
          functionName: 'transfer',
          functionArgs: [Cl.uint(id), Cl.principal(STX_ADDRESS), Cl.principal(to)].map((value) =>
            Cl.serialize(value),
          ),
          postConditions: [
            postConditionToHex(Pc.principal(STX_ADDRESS).willSendAsset().nft(ASSET, Cl.uint(id))),
          ],
          postConditionMode: 'deny',
          network: 'mainnet',
        });
      }),
      { numRuns: 20 },
    ));

  for (const [method, params] of Object.entries(TRANSFERS)) {
    const refused: readonly [why: string, more: object, field: string, reason: string][] = [
      ['another account’s address', { address: STRANGER }, 'address', STX_ADDRESS],
      [
        'an asset without its name, which a post-condition needs',
        { asset: CONTRACT },
        'asset',
        '::',
      ],
    ];
    for (const [why, more, field, reason] of refused) {
      it(`is not asked for ${method} with ${why}`, async () => {
        const wallet = leatherWallet();
        const client = freshClient().with({ provider: wallet });
        await client.connect();
        const request = client.request(method as MethodName, { ...params, ...more } as never);
        const error = await refusal(request);
        expect(error.code).to.equal(-32602);
        expect(error.data).to.include({ field });
        expect(error.message).to.contain(reason);
        expect(wallet.calls).to.have.length(1);
      });
    }

    it(`is not asked for ${method} before the sender is known: the error says to connect first`, async () => {
      for (const makeWallet of [leatherWallet, leatherMobile]) {
        for (const more of [{}, { address: STX_ADDRESS }, { sponsored: true }]) {
          const wallet = makeWallet();
          const error = await refusal(ask(wallet, method, { ...params, ...more }));
          expect(error.code).to.equal(-32602);
          expect(error.message).to.match(/connect (a wallet )?first/);
          expect(wallet.calls).to.deep.equal([]);
        }
      }
    });

    it(`is not asked for ${method} on another network than that of the sender`, async () => {
      const wallet = leatherWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      const error = await refusal(
        client.request({ network: 'testnet' }, method as MethodName, { ...params, recipient: TESTNET_STX_ADDRESS, asset: `${TESTNET_STX_ADDRESS}.token::tok` } as never), // prettier-ignore
      );
      expect(error.message).to.contain('connect on testnet first');
      expect(wallet.calls).to.have.length(1);
    });

    it(`gets own post-conditions, their mode, the fee and the nonce of ${method}`, async () => {
      const condition = Pc.principal(STX_ADDRESS).willSendLte(9n).ft(CONTRACT, 'tok');
      const own = { postConditions: [condition], postConditionMode: 'allow', fee: 200n, nonce: 3 };
      const sent = await sentConnected(leatherWallet(), method, { ...params, ...own });
      expect(sent).to.include({ postConditionMode: 'allow', fee: '200', nonce: '3' });
      expect(sent['postConditions']).to.deep.equal([postConditionToHex(condition)]);
      // Without a post-condition, a transfer would abort in Deny mode.
      const [exact, none] = await Promise.all(
        ['deny', 'allow'].map(
          (postConditionMode) =>
          sentConnected(leatherWallet(), method, { ...params, postConditions: [], postConditionMode }), // prettier-ignore
        ),
      );
      expect(exact?.['postConditions']).to.have.length(1);
      expect(none?.['postConditions']).to.deep.equal([]);
    });

    it(`is shown by explain with the call of ${method} and the fields that it ignores`, async () => {
      const wallet = leatherWallet();
      const client = freshClient().with({ provider: wallet });
      await client.connect();
      Object.assign(window, { LeatherProvider: wallet });
      try {
        const explained = await client.explain(method, { ...params, fee: 200, nonce: 3 });
        const own = explained.find(({ providerId }) => providerId === 'LeatherProvider');
        expect(own).to.include({ outcome: 'sent' });
        expect(own?.ignores).to.deep.equal(['fee', 'nonce']);
        await client.request(method as MethodName, { ...params, fee: 200, nonce: 3 } as never);
        expect(wallet.calls.at(-1)).to.deep.equal(own?.request);
      } finally {
        delete (window as { LeatherProvider?: unknown }).LeatherProvider;
      }
    });
  }

  it('gets an amount that a post-condition cannot name only with own post-conditions', async () => {
    const big = { ...TRANSFERS.stx_transferSip10Ft, amount: 2n ** 64n };
    const error = await refusal(sentConnected(leatherWallet(), 'stx_transferSip10Ft', big));
    expect(error.data).to.include({ field: 'amount' });
    const own = { postConditions: [], postConditionMode: 'allow' };
    const sent = await sentConnected(leatherWallet(), 'stx_transferSip10Ft', { ...big, ...own });
    expect((sent['functionArgs'] as string[])[0]).to.equal(Cl.serialize(Cl.uint(2n ** 64n)));
  });

  it('gets the call on the phone, too, and on a test network', async () => {
    const params = {
      amount: 5n,
      recipient: TESTNET_STX_ADDRESS,
      asset: `${TESTNET_STX_ADDRESS}.token::tok`,
    };
    for (const makeWallet of [leatherWallet, leatherMobile]) {
      const wallet = makeWallet();
      wallet.network = 'testnet';
      const sent = await sentConnected(wallet, 'stx_transferSip10Ft', params, {
        network: 'testnet',
      });
      expect(sent).to.include({ network: 'testnet' });
      expect((sent['functionArgs'] as string[])[1]).to.equal(
        Cl.serialize(Cl.principal(TESTNET_STX_ADDRESS)),
      );
    }
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

  it('on the phone is not asked for a method that it would never answer', async () => {
    const wallet = leatherMobile();
    expect((await refusal(ask(wallet, 'stx_anything', {}))).code).to.equal(-32601);
    expect(wallet.calls).to.deep.equal([]);
    // It answers this one, and the extension answers all.
    await ask(wallet, 'getInfo').catch(() => undefined);
    expect(wallet.calls).to.have.length(1);
    const extension = leatherWallet();
    await ask(extension, 'stx_anything', {}).catch(() => undefined);
    expect(extension.calls).to.have.length(1);
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
