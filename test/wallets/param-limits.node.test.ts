import { expect } from '@esm-bundle/chai';
import { POST_CONDITION } from '../../src/testing/transactions.js';
import { createWalletClient } from '../../src/core/client.js';
import { ask, EVERY_WALLET, isRefused, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { memoryStorage } from '../../src/testing/fake-wallet.js';
import { standardWallet } from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS, STX_PUBLIC_KEY } from '../../src/testing/schema-wallet.js';
import { addressOf, OWNERS, psbtFor } from '../../src/testing/psbts.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const BTC = addressOf('other');
const U64 = 2n ** 64n;

const transfer = { amount: '1', recipient: RECIPIENT };
const token = { ...transfer, asset: CONTRACT };
const nft = { recipient: RECIPIENT, asset: CONTRACT, assetId: '03' };
const call = { contract: CONTRACT, functionName: 'mint' };
const deploy = { name: 'token', clarityCode: '(ok 1)' };
const psbt = psbtFor(['segwit', 'taproot']);

/** Every method that makes a Stacks transaction, with what it needs. */
const TRANSACTIONS: Readonly<Record<string, object>> = {
  stx_transferStx: transfer,
  stx_transferSip10Ft: token,
  stx_transferSip9Nft: nft,
  stx_callContract: call,
  stx_deployContract: deploy,
};

/** Invalid values of the fields that each of them may have (SIP-030). The path is the field unless given. */
const WRONG_IN_ANY: readonly [field: string, value: unknown, place?: string][] = [
  ['network', ''],
  ['network', 5],
  ['network', null],
  ['address', ''],
  ['address', 5],
  ['fee', U64],
  ['fee', -1n],
  ['nonce', U64],
  ['nonce', -1n],
  ['sponsored', 1],
  ['sponsored', null],
  ['postConditions', {}],
  ['postConditions', [{}], 'postConditions[0]'],
  ['postConditions', ['0x00', 'zz'], 'postConditions[1]'],
  ['postConditionMode', 0],
  ['postConditionMode', 4],
  ['postConditionMode', 'Allow'],
  ['postConditionMode', null],
];

const RIGHT_IN_ANY: readonly [field: string, value: unknown, sent: unknown][] = [
  ['fee', 0, '0'],
  ['fee', 200, '200'],
  ['fee', U64 - 1n, '18446744073709551615'],
  ['nonce', 3, '3'],
  ['nonce', U64 - 1n, '18446744073709551615'],
  ['address', STX_ADDRESS, STX_ADDRESS],
  ['sponsored', false, false],
  ['postConditions', [`0x${POST_CONDITION}`], [POST_CONDITION]],
  ['postConditionMode', 'allow', 'allow'],
  ['network', 'mainnet', 'mainnet'],
];

describe('any Stacks transaction', () => {
  for (const [method, params] of Object.entries(TRANSACTIONS)) {
    for (const [field, value, place = field] of WRONG_IN_ANY) {
      it(`${method} is refused with the ${field} ${String(value)}`, () =>
        isRefused(method, { ...params, [field]: value }, place, standardWallet));
    }
    for (const [field, value, sent] of RIGHT_IN_ANY) {
      it(`${method} is sent with the ${field} ${String(value)}`, async () => {
        const wallet = standardWallet();
        await ask(wallet, method, { ...params, [field]: value });
        expect(sentTo(wallet)[field]).to.deep.equal(sent);
      });
    }
  }

  it('is sent with fee and nonce as digits to every wallet, if it is a transfer of STX', async () => {
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      await ask(wallet, 'stx_transferStx', { ...transfer, fee: 200, nonce: 3n });
      expect(sentTo(wallet)).to.include({ fee: '200', nonce: '3' });
    }
  });
});

/** A param of one method just outside its limit, and its path. */
const PAST: readonly [method: string, params: unknown, place: string][] = [
  ['stx_getAddresses', { network: '' }, 'network'],
  ['stx_getAccounts', { network: '' }, 'network'],
  ['stx_getNetworks', 'all', 'params'],
  ['sendTransfer', { recipients: [{ address: BTC, amount: 1 }], network: '' }, 'network'],
  ['sendTransfer', { recipients: [{ address: BTC }] }, 'recipients[0].amount'],
  ['sendTransfer', { recipients: [{ address: '', amount: 1 }] }, 'recipients[0].address'],
  ['sendTransfer', { recipients: [{ address: `${BTC} `, amount: 1 }] }, 'recipients[0].address'],
  ['signPsbt', { psbt: 'zz' }, 'psbt'],
  ['signPsbt', { psbt: 5 }, 'psbt'],
  ['signPsbt', { psbt, network: '' }, 'network'],
  ['signPsbt', { psbt, broadcast: 1 }, 'broadcast'],
  ['signPsbt', { psbt, allowedSighash: 'ALL' }, 'allowedSighash'],
  ['signPsbt', { psbt, descriptor: '' }, 'descriptor'],
  ['signPsbt', { psbt, descriptor: 'wsh(' }, 'descriptor'],
  ['signPsbt', { psbt, descriptor: ' wsh(pk(02ab))' }, 'descriptor'],
  ['signPsbt', { psbt, descriptor: 'sh(wsh(pk(02ab)))' }, 'descriptor'],
  ['signPsbt', { psbt, descriptor: 'wsh(pk(02ab)) or wpkh(02ab)' }, 'descriptor'],
  ['signPsbt', { psbt, descriptor: ['wsh(x)'] }, 'descriptor'],
  ['signPsbt', { psbt, allowedSighash: ['ALL', null] }, 'allowedSighash[1]'],
  ['signPsbt', { psbt, signInputs: [] }, 'signInputs'],
  ['signPsbt', { psbt, signInputs: null }, 'signInputs'],
  ['signPsbt', { psbt, signInputs: ['0'] }, 'signInputs[0]'],
  ['signPsbt', { psbt, signInputs: [0, -1] }, 'signInputs[1]'],
  ['signPsbt', { psbt, signInputs: [0.5] }, 'signInputs[0]'],
  ['signPsbt', { psbt, signInputs: [{ address: BTC }] }, 'signInputs[0].index'],
  ['signPsbt', { psbt, signInputs: [{ index: '0' }] }, 'signInputs[0].index'],
  ['signPsbt', { psbt, signInputs: [{ index: 0, address: RECIPIENT }] }, 'signInputs[0].address'],
  ['signPsbt', { psbt, signInputs: [{ index: 0, publicKey: 'zz' }] }, 'signInputs[0].publicKey'],
  [
    'signPsbt',
    { psbt, signInputs: [{ index: 0, allowedSighash: 'ALL' }] },
    'signInputs[0].allowedSighash',
  ],
  [
    'signPsbt',
    { psbt, signInputs: [{ index: 0, allowedSighash: [true] }] },
    'signInputs[0].allowedSighash[0]',
  ],
  // Two entries for one input that differ.
  ['signPsbt', { psbt, signInputs: [0, { index: 0, address: BTC }] }, 'signInputs[1]'],
  [
    'signPsbt',
    { psbt, signInputs: [0, { index: 0, publicKey: OWNERS.segwit.publicKey }] },
    'signInputs[1]',
  ],
  ['signPsbt', { psbt, signInputs: [0, { index: 0, allowedSighash: ['ALL'] }] }, 'signInputs[1]'],
  ['stx_transferStx', { ...transfer, amount: U64 }, 'amount'],
  ['stx_transferStx', { ...transfer, recipient: `${BTC}.token` }, 'recipient'],
  ['stx_transferStx', { ...transfer, recipient: `${CONTRACT}.more` }, 'recipient'],
  ['stx_transferStx', { ...transfer, memo: 'é'.repeat(18) }, 'memo'],
  ['stx_transferSip10Ft', { ...token, recipient: undefined }, 'recipient'],
  ['stx_transferSip10Ft', { ...token, memo: 'x'.repeat(35) }, 'memo'],
  ['stx_transferSip10Ft', { ...token, asset: `${CONTRACT}::` }, 'asset'],
  ['stx_transferSip10Ft', { ...token, asset: 'SP.token' }, 'asset'],
  ['stx_transferSip9Nft', { ...nft, recipient: undefined }, 'recipient'],
  ['stx_transferSip9Nft', { ...nft, asset: undefined }, 'asset'],
  ['stx_transferSip9Nft', { ...nft, assetId: '0f' }, 'assetId'],
  ['stx_transferSip9Nft', { ...nft, assetId: {} }, 'assetId'],
  ['stx_callContract', { ...call, contract: `${RECIPIENT}.${'x'.repeat(41)}` }, 'contract'],
  ['stx_callContract', { ...call, contract: `${CONTRACT}::tok` }, 'contract'],
  ['stx_callContract', { ...call, functionName: undefined }, 'functionName'],
  ['stx_callContract', { ...call, functionArgs: null }, 'functionArgs'],
  ['stx_callContract', { ...call, functionArgs: ['03', {}] }, 'functionArgs[1]'],
  ['stx_deployContract', { ...deploy, clarityCode: '' }, 'clarityCode'],
  ['stx_deployContract', { ...deploy, name: 'token!' }, 'name'],
  ['stx_deployContract', { ...deploy, name: ' token' }, 'name'],
  ['stx_deployContract', { ...deploy, clarityVersion: 8 }, 'clarityVersion'],
  ['stx_deployContract', { ...deploy, clarityVersion: '3.0' }, 'clarityVersion'],
  ['stx_deployContract', { ...deploy, clarityVersion: 3n }, 'clarityVersion'],
  ['stx_signTransaction', { transaction: 'abc' }, 'transaction'],
  ['stx_signTransaction', { transaction: '00', network: '' }, 'network'],
  ['stx_signMessage', { message: 'x', publicKey: 'zz' }, 'publicKey'],
  ['stx_signMessage', { message: 'x', network: '' }, 'network'],
  ['stx_signStructuredMessage', { domain: '03' }, 'message'],
  ['stx_signStructuredMessage', { message: '03', domain: '03', publicKey: 'zz' }, 'publicKey'],
  ['stx_signStructuredMessage', { message: '03', domain: '03', network: '' }, 'network'],
  ['stx_updateProfile', {}, 'profile'],
  ['stx_updateProfile', { profile: [] }, 'profile'],
];

/** A post-condition with only the codes of SIP-005, and as version 6 of @stacks/transactions writes it. */
const WIRE_POST_CONDITION = {
  conditionType: 0,
  principal: { prefix: 1 },
  conditionCode: 5,
  amount: 5n,
};
const V6_POST_CONDITION = { type: 5, ...WIRE_POST_CONDITION };

/** Values at the limits, and ordinary values that are easily refused by mistake. */
const WITHIN: readonly [method: string, params: unknown][] = [
  ['getAddresses', null],
  ['stx_transferStx', { ...transfer, amount: U64 - 1n }],
  ['stx_transferStx', { ...transfer, memo: 'x'.repeat(34) }],
  ['stx_transferStx', { ...transfer, memo: 'é'.repeat(17) }],
  ['stx_transferStx', { ...transfer, recipient: `${RECIPIENT}.a_b-C9` }],
  ['stx_transferSip10Ft', { ...token, asset: `${CONTRACT}::tok` }],
  ['stx_transferSip9Nft', { ...nft, assetId: '0x03' }],
  ['stx_transferSip9Nft', { ...nft, assetId: '0E00000000' }],
  ['stx_transferSip9Nft', { ...nft, assetId: { type: 3 } }],
  ['stx_callContract', { ...call, contract: `${RECIPIENT}.${'x'.repeat(40)}` }],
  ['stx_callContract', { ...call, postConditions: [V6_POST_CONDITION, WIRE_POST_CONDITION] }],
  ['stx_deployContract', { ...deploy, name: 'x'.repeat(40) }],
  ['stx_deployContract', { ...deploy, clarityVersion: 1 }],
  ['stx_deployContract', { ...deploy, clarityVersion: '6' }],
  ['stx_deployContract', { ...deploy, clarityVersion: '7' }],
  ['stx_signMessage', { message: '' }],
  ['stx_signMessage', { message: 'x', publicKey: `0x${STX_PUBLIC_KEY.toUpperCase()}` }],
  ['sendTransfer', { recipients: [{ address: BTC, amount: 2_100_000_000_000_000n }] }],
  [
    'signPsbt',
    { psbt, signInputs: [0, { index: 0 }, { index: 1, publicKey: OWNERS.taproot.publicKey }] },
  ],
];

describe('request, with params at their limits,', () => {
  for (const [method, params, place] of PAST) {
    it(`names ${place} of ${method}, and asks no wallet`, () =>
      isRefused(method, params, place, standardWallet));
  }

  for (const [index, [method, params]] of WITHIN.entries()) {
    it(`sends ${method} (${index + 1})`, async () => {
      const wallet = standardWallet();
      await ask(wallet, method, params);
      expect(wallet.calls).to.have.length(1);
    });
  }

  it('does not let the user choose a wallet for an invalid request', async () => {
    const wrong: readonly [method: string, params: object][] = [
      ['stx_transferSip9Nft', { ...nft, assetId: {} }],
      ['stx_transferSip9Nft', { ...nft, assetId: 'zz' }],
      ['stx_callContract', { ...call, functionArgs: [{ type: null }] }],
      ['stx_callContract', { ...call, postConditions: [{}] }],
      ['stx_callContract', { ...call, postConditions: ['zz'] }],
    ];
    for (const [method, params] of wrong) {
      let opened = 0;
      const client = createWalletClient({
        storage: memoryStorage(),
        picker: () => Promise.reject(new Error(`opened ${++opened} times`)),
      });
      expect((await refusal(client.request(method, params))).code).to.equal(-32602);
      expect(opened).to.equal(0);
    }
  });
});
