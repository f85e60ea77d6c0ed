import { expect } from '@open-wc/testing';
import { ask, EVERY_WALLET, freshClient, isRefused, refusal } from '../testing/every-wallet.js';
import { addressOf, psbtFor } from '../testing/psbts.js';
import { STX_ADDRESS } from '../testing/schema-wallet.js';
import { standardWallet } from '../testing/standard-wallet.js';
import type { MethodName } from '../wire/methods.js';

const BTC = addressOf('taproot');
const transfer = { amount: '1', recipient: STX_ADDRESS };
const call = { contract: `${STX_ADDRESS}.token`, functionName: 'mint' };

/** Has the fields of `fields`, and gives JSON others. */
const twoFaced = <T extends object>(fields: T) => ({
  ...fields,
  toJSON: () => ({ ...fields, amount: '1000000' }),
});
/** Is no plain object to a copier, and answers otherwise each time. */
const fickle = (field: string, ...answers: readonly unknown[]) => {
  let reads = 0;
  return {
    ...transfer,
    get [Symbol.toStringTag]() {
      return 'Transfer';
    },
    get [field]() {
      return answers[Math.min(reads++, answers.length - 1)];
    },
  };
};

const STRANGE: readonly [what: string, method: string, params: unknown, field: string][] = [
  ['params that write themselves', 'stx_transferStx', twoFaced(transfer), 'params'],
  ['params that change', 'stx_transferStx', fickle('amount', '1', '1', '1000000'), 'params'],
  [
    'a recipient that writes itself',
    'sendTransfer',
    { recipients: [twoFaced({ address: BTC, amount: '1' })] },
    'recipients[0]',
  ],
  [
    'an input that writes itself',
    'signPsbt',
    { psbt: psbtFor(['taproot', 'taproot']), signInputs: [twoFaced({ index: 0 })] },
    'signInputs[0]',
  ],
  [
    'a Clarity value that writes itself',
    'stx_callContract',
    { ...call, functionArgs: [twoFaced({ type: 'uint', value: 1n })] },
    'functionArgs[0]',
  ],
  [
    'a Clarity value with one inside that writes itself',
    'stx_callContract',
    { ...call, functionArgs: [{ type: 'some', value: twoFaced({ type: 'uint', value: 1n }) }] },
    'functionArgs[0].value',
  ],
  [
    'a post-condition that writes itself',
    'stx_callContract',
    { ...call, postConditions: [twoFaced({ type: 'stx-postcondition' })] },
    'postConditions[0]',
  ],
  [
    'a profile whose content JSON loses',
    'stx_updateProfile',
    { profile: new Map([['name', 'Someone']]) },
    'profile',
  ],
];

describe('request refuses, since what is checked may not be what a wallet reads,', () => {
  for (const [what, method, params, field] of STRANGE) {
    it(what, () => isRefused(method, params, field, standardWallet));
  }

  it('fields that the params inherit, which no wallet gets', async () => {
    const wallet = standardWallet();
    const defaults = { network: 'testnet', signInputs: [0] };
    const params: unknown = Object.assign(Object.create(defaults), { psbt: psbtFor(['taproot']) });
    const error = await refusal(ask(wallet, 'signPsbt', params));
    expect(error.code).to.equal(-32602);
    expect(String(error.cause)).to.contain('network');
    expect(wallet.calls).to.deep.equal([]);
  });
});

describe('bytes', () => {
  it('are those of the call, also in a Buffer, whose slice is no copy', async () => {
    class Buffer extends Uint8Array {
      override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
        return super.subarray(start, end);
      }
    }
    const wallet = standardWallet();
    const value = new Buffer([1, 2]);
    const sent = ask(wallet, 'stx_callContract', {
      ...call,
      functionArgs: [{ type: 2, buffer: value }],
    });
    value.fill(9);
    await sent;
    expect(wallet.calls[0]?.params).to.deep.include({ functionArgs: ['02000000020102'] });
  });
});

/** The least of each method that says where money goes. */
const LEAST: { readonly [M in MethodName]?: object } = {
  getAddresses: {},
  sendTransfer: { recipients: [{ address: BTC, amount: 5 }] },
  signPsbt: { psbt: psbtFor(['taproot', 'taproot']), signInputs: [0] },
  stx_transferStx: transfer,
  stx_transferSip10Ft: { ...transfer, asset: call.contract },
  stx_callContract: call,
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_signTransaction: { transaction: '00' },
  stx_signMessage: { message: 'hello' },
};
const ADDED: Readonly<Record<string, unknown>> = {
  network: 'testnet',
  broadcast: true,
  signInputs: [1],
  allowedSighash: ['NONE'],
  address: addressOf('stranger'),
  fee: 1_000_000,
  nonce: 7,
  sponsored: true,
  memo: 'theirs',
  postConditions: ['00'],
  postConditionMode: 'allow',
  functionArgs: ['03'],
  arguments: ['03'],
  clarityVersion: 1,
  publicKey: '02',
  enableOverrides: false,
  provider: standardWallet(),
};

describe('a page whose Object.prototype was polluted', () => {
  for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
    for (const [method, params] of Object.entries(LEAST)) {
      it(`asks ${name} for nothing more: ${method}`, async () => {
        const sentBy = async () => {
          const wallet = makeWallet();
          await freshClient()
            .request({ provider: wallet }, method, params)
            .catch(() => undefined);
          return wallet.calls;
        };
        const expected = await sentBy();
        for (const [field, value] of Object.entries(ADDED)) {
          Object.defineProperty(Object.prototype, field, {
            value,
            configurable: true,
            enumerable: true,
            writable: true,
          });
          try {
            const sent = await sentBy();
            if (sent.length) expect(sent, field).to.deep.equal(expected);
          } finally {
            delete (Object.prototype as Record<string, unknown>)[field];
          }
        }
      });
    }
  }
});
