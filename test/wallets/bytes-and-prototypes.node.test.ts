import { expect } from '@esm-bundle/chai';
import { ask, EVERY_WALLET, freshClient } from '../../src/testing/every-wallet.js';
import { addressOf, psbtFor } from '../../src/testing/psbts.js';
import { standardWallet } from '../../src/testing/emulated-wallets.js';
import { VALID_PARAMS } from '../../src/testing/valid-params.js';

describe('bytes', () => {
  it('are copied when the function is called, even from a Buffer, whose slice is not a copy', async () => {
    class Buffer extends Uint8Array {
      override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
        return super.subarray(start, end);
      }
    }
    const wallet = standardWallet();
    const value = new Buffer([1, 2]);
    const sent = ask(wallet, 'stx_callContract', {
      ...VALID_PARAMS.stx_callContract,
      functionArgs: [{ type: 2, buffer: value }],
    });
    value.fill(9);
    await sent;
    expect(wallet.calls[0]?.params).to.deep.include({ functionArgs: ['02000000020102'] });
  });
});

const PARAMS: Readonly<Record<string, object | undefined>> = {
  ...VALID_PARAMS,
  // Two inputs: the additional `signInputs` is valid, so that it would be sent if it were read.
  signPsbt: { psbt: psbtFor(['taproot', 'taproot']), signInputs: [0] },
};
const ADDED: Readonly<Record<string, unknown>> = {
  network: 'testnet',
  broadcast: true,
  signInputs: [1],
  allowedSighash: ['NONE'],
  address: addressOf('other'),
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
    for (const [method, params] of Object.entries(PARAMS)) {
      // Valibot, which checks this request in the emulation of Xverse, fails with such a prototype.
      if (method === 'stx_getAccounts') continue;
      it(`sends ${name} no additional fields: ${method}`, async () => {
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
