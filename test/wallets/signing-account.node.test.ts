import { expect } from '@esm-bundle/chai';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64 } from '@scure/base';
import { makeUnsignedSTXTokenTransfer } from '@stacks/transactions';
import { EMULATIONS } from '../../fixtures/dev-wallet/emulation/index.js';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';
import {
  DOMAIN,
  MESSAGE,
  PAYMENT,
  psbt,
  unsigned,
} from '../../fixtures/dev-wallet/testing/wire.js';
import type { MethodName } from '../../src/core/index.js';
import { findMethod, methodNames } from '../../src/methods/index.js';
import { devAccounts } from '../../src/testing/dev-accounts.js';
import { refusal } from '../../src/testing/every-wallet.js';

const WALLETS = Object.keys(EMULATIONS) as EmulationName[];
const FRIEND = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const CONTRACT = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
/** An address of nobody here, of each chain. */
const STRANGERS = { stacks: FRIEND, bitcoin: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz' };

/** The params of each method that signs or sends, for the first account of the development wallet. */
const PARAMS: Readonly<Partial<Record<MethodName, object>>> = {
  sendTransfer: { recipients: [{ address: STRANGERS.bitcoin, amount: 1000 }] },
  signMessage: { message: 'Hello' },
  signPsbt: { psbt: base64.encode(psbt()), signInputs: [0] },
  stx_transferStx: { amount: 1, recipient: FRIEND },
  stx_transferSip10Ft: { asset: `${CONTRACT}::honey`, amount: 1, recipient: FRIEND },
  stx_transferSip9Nft: { asset: `${CONTRACT}::jar`, assetId: MESSAGE, recipient: FRIEND },
  stx_callContract: { contract: CONTRACT, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok true)' },
  stx_signTransaction: { transaction: await unsigned() },
  stx_signTransactions: { transactions: [await unsigned()], broadcast: false },
  stx_signMessage: { message: 'Hello' },
  stx_signStructuredMessage: { message: MESSAGE, domain: DOMAIN },
};
const SIGNING = Object.keys(PARAMS) as (keyof typeof PARAMS)[];

/** The params with another signer, by the field that names it. */
function foreign(method: MethodName): Readonly<Record<string, object>> {
  const params = PARAMS[method]!;
  const strange = STRANGERS[findMethod(method)!.chain];
  switch (method) {
    case 'sendTransfer':
    case 'stx_signTransaction':
    case 'stx_signTransactions':
      return {};
    case 'signPsbt':
      return {
        'signInputs[0].address': { ...params, signInputs: [{ index: 0, address: strange }] },
      };
    case 'stx_signMessage':
    case 'stx_signStructuredMessage':
      return { publicKey: { ...params, publicKey: `02${'11'.repeat(32)}` } };
    default:
      return { address: { ...params, address: strange } };
  }
}

/** A transfer whose origin is another account. */
const OF_ANOTHER = (
  await makeUnsignedSTXTokenTransfer({
    publicKey: `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`,
    network: 'mainnet',
    nonce: 0n,
    fee: 1n,
    recipient: FRIEND,
    amount: 5n,
  })
).serialize();
const TRANSACTIONS: readonly (readonly [MethodName, string, object])[] = [
  ['stx_signTransaction', 'transaction', { transaction: OF_ANOTHER }],
  [
    'stx_signTransactions',
    'transactions[1]',
    { transactions: [await unsigned(), OF_ANOTHER], broadcast: false },
  ],
];

it('has params of each method that signs or sends', () => {
  const kinds = ['sign', 'send', 'sign-or-send'];
  const signing = methodNames.filter((name) => kinds.includes(findMethod(name)!.kind));
  // Nothing is signed.
  signing.splice(signing.indexOf('stx_updateProfile'), 1);
  expect(SIGNING).to.have.members(signing);
});

for (const as of WALLETS) {
  describe(`a signer that is not the account of ${as}`, () => {
    for (const method of SIGNING) {
      for (const [field, params] of Object.entries(foreign(method))) {
        it(`is refused in \`${field}\` of ${method}, with the account`, async () => {
          const wallet = devAccounts(as);
          const client = wallet.open();
          await client.connect();
          const { length } = wallet.calls;
          const value = field === 'publicKey' ? '0211' : STRANGERS[findMethod(method)!.chain];
          for (const options of [{}, { network: 'mainnet' }, { enableOverrides: false }]) {
            // A PSBT is not read then, and OKX names no Bitcoin address.
            const isUnknown = method === 'signPsbt' || (as === 'okx' && method === 'signMessage');
            if (isUnknown && 'enableOverrides' in options) continue;
            const error = await refusal(client.request(options, method, params));
            expect(wallet.calls).to.have.length(length);
            if (error.code === -32601) continue;
            expect(error.code, error.message).to.equal(-32602);
            expect(error.message).to.contain(`\`${field}\``).and.contain(value);
            expect(error.data).to.include({ field });
            const { chain } = findMethod(method)!;
            const { stacks, payment, taproot } = wallet.current;
            const own = chain === 'stacks' ? [stacks] : [payment, taproot];
            const named =
              field === 'publicKey' ? [stacks.publicKey] : own.map((key) => key.address);
            for (const one of named) expect(error.message).to.contain(one);
          }
        });
      }
    }
  });
}

for (const as of WALLETS) {
  for (const [method, field, params] of TRANSACTIONS) {
    it(`a transaction of another account is refused in \`${field}\` of ${method}: ${as}`, async () => {
      const wallet = devAccounts(as);
      const client = wallet.open();
      await client.connect();
      const { length } = wallet.calls;
      const error = await refusal(client.request({}, method, params));
      expect(wallet.calls).to.have.length(length);
      if (error.code === -32601) return;
      expect(error.code, error.message).to.equal(-32602);
      expect(error.message).to.contain(`\`${field}\``).and.contain(wallet.current.stacks.address);
    });
  }

  it(`no method has a second field for the account that signs: ${as}`, async () => {
    const wallet = devAccounts(as);
    const client = wallet.open();
    await client.connect();
    const { length } = wallet.calls;
    const { stacks, bitcoin } = STRANGERS;
    for (const method of methodNames) {
      for (const field of ['address', 'stxAddress', 'account', 'from', 'sender']) {
        for (const value of [stacks, bitcoin]) {
          const params = { ...PARAMS[method], [field]: value };
          const error = await refusal(client.request({}, method, params));
          expect(wallet.calls, `${method} ${field}`).to.have.length(length);
          expect(error.code, error.message).to.be.oneOf([-32602, -32601]);
        }
      }
    }
  });
}

for (const as of WALLETS) {
  it(`a public key of a message is compared as a whole: ${as}`, async () => {
    const wallet = devAccounts(as);
    const client = wallet.open();
    await client.connect();
    const { publicKey } = wallet.current.stacks;
    const point = secp256k1.Point.fromHex(publicKey);
    const others = [point.negate().toHex(true), point.toHex(false), publicKey.slice(2), `02${publicKey.slice(4)}`]; // prettier-ignore
    for (const method of ['stx_signMessage', 'stx_signStructuredMessage'] as const) {
      for (const given of others) {
        const { length } = wallet.calls;
        const params = { ...PARAMS[method], publicKey: given };
        const error = await refusal(client.request({}, method, params as never));
        expect(wallet.calls, given).to.have.length(length);
        if (error.code !== -32601) expect(error.message).to.contain('`publicKey`');
      }
      for (const given of [publicKey.toUpperCase(), `0x${publicKey}`]) {
        const params = { ...PARAMS[method], publicKey: given };
        await client.request({}, method, params as never).catch(({ code }) => {
          expect(code).to.equal(-32601);
        });
      }
    }
  });
}

describe('a signer that is the account, or is not known,', () => {
  /** The account on a test network. Its Stacks addresses have the same keys. */
  const TESTNET = { stacks: 'STC5KHM41H6WHAST7MWWDD807YSPRQKJ68T330BQ' };
  const request = async (
    as: EmulationName,
    method: MethodName | 'signLater',
    params: object,
    { isConnected = true, network = 'mainnet' } = {},
  ) => {
    const wallet = devAccounts(as);
    const client = wallet.open();
    if (isConnected) await client.connect({ network });
    const { length } = wallet.calls;
    const error: unknown = await client.request({}, method as string, params).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, isAsked: wallet.calls.length > length };
  };

  it('is accepted as the address of its key on another network of Stacks', async () => {
    const params = { ...PARAMS.stx_callContract, address: TESTNET.stacks };
    for (const as of ['leather', 'sip030'] as const) {
      const contract = 'STB44HYPYAT2BB2QE513NSP81HTMYWBJP02HPGK6.token';
      const { error } = await request(as, 'stx_callContract', { ...params, contract });
      expect(error).to.equal(undefined);
    }
  });

  it('is accepted in upper case on Bitcoin', async () => {
    const address = PAYMENT.toUpperCase();
    for (const as of ['leather', 'xverse'] as const) {
      const { error } = await request(as, 'signMessage', { ...PARAMS.signMessage, address });
      expect(error).to.equal(undefined);
    }
  });

  it('is refused on Bitcoin in a format that is not known', async () => {
    // In mixed case it is no address.
    for (const address of [PAYMENT.replace('q', 'Q'), 'bc1unknown', 'someone']) {
      for (const as of ['leather', 'xverse', 'fordefi'] as const) {
        const params = { ...PARAMS.signMessage, address };
        const { error, isAsked } = await request(as, 'signMessage', params);
        expect(error).to.include({ code: -32602 });
        expect(isAsked).to.equal(false);
      }
    }
  });

  it('is refused by `explain`, too, and `address` is never a field that a wallet ignores', async () => {
    for (const as of WALLETS) {
      const client = devAccounts(as).open();
      await client.connect();
      for (const address of [FRIEND, client.state.stxAddress]) {
        const rows = await client.explain('stx_callContract', {
          ...PARAMS.stx_callContract,
          address,
        });
        // The wallet of SIP-030 is in no registry here.
        const own = rows.find(({ connected }) => connected);
        if (as !== 'sip030')
          expect(own?.outcome, as).to.equal(address === FRIEND ? 'refused' : 'sent');
        for (const { ignores } of rows) expect(ignores).not.to.include('address');
      }
    }
  });

  it('is sent before a wallet is connected', async () => {
    const params = { ...PARAMS.stx_callContract, address: FRIEND };
    for (const as of WALLETS.filter((name) => name !== 'okx')) {
      expect((await request(as, 'stx_callContract', params, { isConnected: false })).isAsked).to.equal(true); // prettier-ignore
    }
  });

  it('is refused as `stxAddress` of a method that this library does not have', async () => {
    const { error, isAsked } = await request('sip030', 'signLater', { stxAddress: FRIEND });
    expect(error).to.include({ code: -32602 });
    expect(isAsked).to.equal(false);
    const other = await request('sip030', 'signLater', { address: FRIEND });
    expect(other.isAsked, 'it may be anything').to.equal(true);
  });

  for (const as of ['leather', 'xverse', 'sip030'] as const) {
    it(`is refused for a Bitcoin key on another network than that of the account: ${as}`, async () => {
      for (const method of ['signMessage', 'signPsbt'] as const) {
        for (const [params, options] of [
          [{ ...PARAMS[method], network: 'testnet' }, {}],
          [{ ...PARAMS[method], network: 'mainnet' }, { network: 'testnet' }],
        ] as const) {
          const { error, isAsked } = await request(as, method, params, options);
          const { code, message } = error as { code: number; message: string };
          expect(isAsked).to.equal(false);
          if (code === -32601) continue;
          expect(code).to.equal(-32602);
          expect(message).to.contain('`network`').and.contain('the connected account is');
        }
      }
    });
  }

  it('is refused by Leather for a Bitcoin key of a test network that is not named', async () => {
    for (const method of ['signMessage', 'signPsbt'] as const) {
      const { error, isAsked } = await request('leather', method, PARAMS[method]!, {
        network: 'testnet',
      });
      expect(error).to.include({ code: -32602 });
      expect(isAsked).to.equal(false);
    }
  });
});
