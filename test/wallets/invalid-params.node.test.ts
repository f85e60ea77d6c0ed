import { expect } from '@esm-bundle/chai';
import { ask, EVERY_WALLET, isRefused, refusal, sentTo } from '../../src/testing/every-wallet.js';
import { leatherWallet, standardWallet } from '../../src/testing/emulated-wallets.js';
import { STX_ADDRESS } from '../../src/testing/schema-wallet.js';
import { addressOf, psbtFor } from '../../src/testing/psbts.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const BTC = addressOf('other');
const TESTNET_ADDRESS = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';

const transfer = { amount: '1', recipient: RECIPIENT };
const token = { ...transfer, asset: CONTRACT };
const call = { contract: CONTRACT, functionName: 'mint' };
const deploy = { name: 'token', clarityCode: '(ok 1)' };

/** Params with one invalid field, and the path of that field. */
const WRONG: readonly [method: string, params: unknown, field: string][] = [
  ['getAddresses', 'mainnet', 'params'],
  ['getAddresses', [], 'params'],
  ['getAddresses', { network: 5 }, 'network'],
  ['getAddresses', { network: '' }, 'network'],
  ['sendTransfer', undefined, 'params'],
  ['sendTransfer', null, 'params'],
  ['sendTransfer', {}, 'recipients'],
  ['sendTransfer', { recipients: [] }, 'recipients'],
  ['sendTransfer', { recipients: [null] }, 'recipients[0]'],
  ['sendTransfer', { recipients: [{ amount: 1 }] }, 'recipients[0].address'],
  ['sendTransfer', { recipients: [{ address: RECIPIENT, amount: 1 }] }, 'recipients[0].address'],
  ['stx_transferStx', { amount: 1 }, 'recipient'],
  ['stx_transferStx', { ...transfer, recipient: '' }, 'recipient'],
  ['stx_transferStx', { ...transfer, recipient: BTC }, 'recipient'],
  ['stx_transferStx', { ...transfer, recipient: `${RECIPIENT}.` }, 'recipient'],
  ['stx_transferStx', { ...transfer, memo: 5 }, 'memo'],
  ['stx_transferStx', { ...transfer, memo: 'x'.repeat(35) }, 'memo'],
  ['stx_transferStx', { ...transfer, memo: '👋'.repeat(9) }, 'memo'],
  // A lone surrogate has no UTF-8 encoding: something else would be signed.
  ['stx_transferStx', { ...transfer, memo: '\ud83d' }, 'memo'],
  ['stx_deployContract', { ...deploy, clarityCode: '"\udc4b"' }, 'clarityCode'],
  ['stx_signMessage', { message: 'a\ud83d b' }, 'message'],
  ['stx_transferStx', { ...transfer, fee: -1 }, 'fee'],
  ['stx_transferStx', { ...transfer, nonce: '1.5' }, 'nonce'],
  ['stx_transferStx', { ...transfer, sponsored: 'no' }, 'sponsored'],
  ['stx_transferStx', { ...transfer, postConditionMode: 'none' }, 'postConditionMode'],
  ['stx_transferStx', { ...transfer, postConditions: 'none' }, 'postConditions'],
  ['stx_transferStx', { ...transfer, postConditions: [7] }, 'postConditions[0]'],
  ['stx_transferSip10Ft', { ...transfer }, 'asset'],
  ['stx_transferSip10Ft', { ...token, asset: 'token' }, 'asset'],
  ['stx_transferSip9Nft', { recipient: RECIPIENT, asset: CONTRACT }, 'assetId'],
  ['stx_transferSip9Nft', { recipient: RECIPIENT, asset: CONTRACT, assetId: 5 }, 'assetId'],
  ['stx_transferSip9Nft', { recipient: RECIPIENT, asset: CONTRACT, assetId: '10' }, 'assetId'],
  ['stx_callContract', { functionName: 'mint' }, 'contract'],
  ['stx_callContract', { ...call, contract: RECIPIENT }, 'contract'],
  ['stx_callContract', { ...call, contract: `${RECIPIENT}.1st` }, 'contract'],
  ['stx_callContract', { ...call, functionName: '' }, 'functionName'],
  ['stx_callContract', { ...call, functionArgs: {} }, 'functionArgs'],
  ['stx_callContract', { ...call, functionArgs: [1] }, 'functionArgs[0]'],
  ['stx_callContract', { ...call, functionArgs: ['0x0'] }, 'functionArgs[0]'],
  ['stx_callContract', { ...call, functionArgs: ['zz'] }, 'functionArgs[0]'],
  ['stx_callContract', { ...call, functionArgs: [undefined] }, 'functionArgs[0]'],
  [
    'stx_callContract',
    { ...call, functionArgs: ['03', { type: 'list', value: [{ type: 'uint', value: '-1' }] }] },
    'functionArgs[1][0]',
  ],
  // Fields of only one wallet. The others drop them: they sign a call without its arguments, or every input.
  ['stx_callContract', { ...call, arguments: ['0x03'] }, 'arguments'],
  ['signPsbt', { psbt: psbtFor(['taproot']), signAtIndex: 0 }, 'signAtIndex'],
  ['signPsbt', { psbt: psbtFor(['taproot']), inputsToSign: [] }, 'inputsToSign'],
  // Leather reads these before the field that was checked.
  [
    'sendTransfer',
    { recipients: [{ address: BTC, amount: 1 }], address: BTC, amount: 9 },
    'address',
  ],
  ['sendTransfer', { recipients: [{ address: BTC, amount: 1 }], amount: 9 }, 'amount'],
  ['stx_signTransaction', { transaction: '00', txHex: '01' }, 'txHex'],
  ['signPsbt', { psbt: psbtFor(['taproot']), hex: '70736274ff' }, 'hex'],
  ['stx_deployContract', { clarityCode: '' }, 'name'],
  ['stx_deployContract', { ...deploy, name: '1st' }, 'name'],
  ['stx_deployContract', { ...deploy, name: 'x'.repeat(41) }, 'name'],
  ['stx_deployContract', { ...deploy, clarityVersion: 'three' }, 'clarityVersion'],
  ['stx_deployContract', { ...deploy, clarityVersion: 0 }, 'clarityVersion'],
  ['stx_signTransaction', { transaction: 'not hex' }, 'transaction'],
  ['stx_signTransaction', { transaction: '00', broadcast: 1 }, 'broadcast'],
  ['stx_signMessage', {}, 'message'],
  ['stx_signMessage', { message: 5 }, 'message'],
  ['stx_signStructuredMessage', { message: '03' }, 'domain'],
  ['stx_signStructuredMessage', { message: 'text', domain: '03' }, 'message'],
  ['stx_updateProfile', { profile: 'me' }, 'profile'],
];

describe('request names the field that is wrong, and asks no wallet:', () => {
  for (const [method, params, field] of WRONG) {
    it(`${method}: ${field} of ${JSON.stringify(params) ?? 'nothing'}`.slice(0, 100), () =>
      isRefused(method, params, field, standardWallet),
    );
  }

  for (const method of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
    it(`a method named ${method}, which Leather never answers`, async () => {
      const wallet = leatherWallet();
      const error = await refusal(ask(wallet, method, {}));
      expect(error).to.deep.include({ code: -32602, data: { field: 'method' } });
      expect(error.message).to.contain(method);
      expect(wallet.calls).to.deep.equal([]);
    });
  }
});

describe('an address that contradicts the network is refused:', () => {
  const CONTRADICTIONS: readonly [
    method: string,
    params: Record<string, unknown>,
    field: string,
  ][] = [
    ['stx_transferStx', { ...transfer, network: 'testnet' }, 'recipient'],
    [
      'stx_transferStx',
      { ...transfer, recipient: TESTNET_ADDRESS, network: 'mainnet' },
      'recipient',
    ],
    ['stx_callContract', { ...call, network: 'devnet' }, 'contract'],
    [
      'sendTransfer',
      { recipients: [{ address: BTC, amount: 1 }], network: 'testnet' },
      'recipients[0].address',
    ],
    ['stx_transferStx', { ...transfer, address: TESTNET_ADDRESS }, 'address'],
  ];
  for (const [method, params, field] of CONTRADICTIONS) {
    it(`${method}: ${field} on ${String(params['network'] ?? 'another network than the rest')}`, () =>
      isRefused(method, params, field, standardWallet));
  }

  it('also if the network is the client’s', async () => {
    const wallet = standardWallet();
    const error = await refusal(ask(wallet, 'stx_transferStx', transfer, { network: 'testnet' }));
    expect(error.message).to.contain('`recipient`');
  });

  it('else the network of an address is sent', async () => {
    const wallet = leatherWallet();
    await ask(wallet, 'stx_transferStx', { ...transfer, recipient: TESTNET_ADDRESS });
    expect(sentTo(wallet)['network']).to.equal('testnet');
  });
});

describe('params:', () => {
  it('deeply frozen objects are accepted', async () => {
    const recipients = Object.freeze([Object.freeze({ address: BTC, amount: 5n })]);
    const params = Object.freeze({ recipients });
    for (const makeWallet of Object.values(EVERY_WALLET)) {
      const wallet = makeWallet();
      await ask(wallet, 'sendTransfer', params);
      expect(wallet.violations).to.deep.equal([]);
    }
  });

  it('a proxy is read only once, so that what was checked is sent', async () => {
    const answers = ['1', '1000000'];
    const params = new Proxy(
      { recipient: RECIPIENT, amount: '' },
      {
        get: (target, name) =>
          name === 'amount' ? answers.shift() : (Reflect.get(target, name) as unknown),
      },
    );
    const wallet = standardWallet();
    await ask(wallet, 'stx_transferStx', params);
    expect(sentTo(wallet)['amount']).to.equal('1');
  });

  it('objects that contain themselves are refused', async () => {
    const profile: Record<string, unknown> = {};
    profile['profile'] = profile;
    expect((await refusal(ask(standardWallet(), 'stx_updateProfile', profile))).code).to.equal(
      -32602,
    );
  });

  it('those of an unknown method are sent unchanged, except for a bigint, which becomes digits', async () => {
    const wallet = standardWallet();
    wallet.results['wallet_new'] = 'done';
    await ask(wallet, 'wallet_new', { type: 'plain', deep: [{ amount: 5n }], none: null });
    expect(sentTo(wallet)).to.deep.equal({ type: 'plain', deep: [{ amount: '5' }], none: null });
  });
});
