import { expect } from '@esm-bundle/chai';
import { base64 } from '@scure/base';
import { Cl, deserializeTransaction } from '@stacks/transactions';
import { ask, sentTo } from '../../src/testing/every-wallet.js';
import {
  fordefiWallet,
  leatherWallet,
  standardWallet,
  xverseWallet,
} from '../../src/testing/emulated-wallets.js';
import { addressOf, psbtBytesFor, psbtFor, sign, txidOf } from '../../src/testing/psbts.js';
import { signStacksMessage } from '../../src/testing/messages.js';
import { STX_PUBLIC_KEY } from '../../src/testing/schema-wallet.js';
import { SIGNED_TRANSACTION, UNSIGNED } from '../../src/testing/transactions.js';

const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const TXID = `0x${'01'.repeat(32)}`;
const recipients = [{ address: addressOf('other'), amount: 5n }];
const transfer = { amount: 5n, recipient: RECIPIENT };
const PSBT = psbtFor(['taproot']);
const SIGNED_PSBT = base64.encode(sign(psbtBytesFor(['taproot']), [0], ['taproot']));
const SIGNED_TXID = deserializeTransaction(SIGNED_TRANSACTION).txid();
const PSBT_TXID = txidOf(base64.decode(SIGNED_PSBT));
const SIGNED_MESSAGE = signStacksMessage('x');
const TO_SIGN = { transaction: UNSIGNED };

describe('the format of SIP-030', () => {
  it('has no public key in a request to sign a message', async () => {
    for (const wallet of [leatherWallet(), standardWallet()]) {
      const params = { message: 'hello', network: 'mainnet' };
      await ask(wallet, 'stx_signMessage', { ...params, publicKey: STX_PUBLIC_KEY });
      expect(sentTo(wallet)).to.deep.equal(params);
    }
  });

  it('has `txid`, which Fordefi returns as `txId`', async () => {
    expect(await ask(fordefiWallet(), 'sendTransfer', { recipients })).to.have.property('txid');
  });

  it('has names for the modes of @stacks/transactions', async () => {
    for (const [mode, name] of [
      [1, 'allow'],
      [2, 'deny'],
    ] as const) {
      const wallet = standardWallet();
      await ask(wallet, 'stx_transferStx', { ...transfer, postConditionMode: mode });
      expect(sentTo(wallet)['postConditionMode']).to.equal(name);
    }
  });
});

/** Methods that send a transaction of Stacks. */
const SENDS = {
  stx_transferStx: transfer,
  stx_transferSip10Ft: { ...transfer, asset: `${RECIPIENT}.token` },
  stx_transferSip9Nft: { recipient: RECIPIENT, asset: `${RECIPIENT}.nft`, assetId: Cl.uint(1) },
  stx_callContract: { contract: `${RECIPIENT}.token`, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
} as const;

describe('a signature', () => {
  it('starts with 0x', async () => {
    for (const wallet of [leatherWallet(), xverseWallet(), standardWallet()]) {
      const result = (await ask(wallet, 'stx_signMessage', { message: 'x' })) as {
        signature: string;
      };
      expect(result.signature).to.match(/^0x[0-9a-f]{130}$/);
    }
  });
});

/** An answer in another format than SIP-030's, and the result for the caller. */
const ANSWERS: readonly (readonly [
  method: string,
  params: object,
  answer: object,
  result: object,
])[] = [
  ['sendTransfer', { recipients }, { txId: TXID }, { txid: '01'.repeat(32) }],
  ['sendTransfer', { recipients }, { txid: 'AB'.repeat(32), txId: TXID }, { txid: 'ab'.repeat(32) }], // prettier-ignore
  ['stx_transferStx', transfer, { txId: TXID, more: 1 }, { txid: TXID }],
  ...Object.entries(SENDS).map(
    ([method, params]) => [method, params, { txId: TXID, txHex: '00' }, { txid: TXID }] as const,
  ),
  ['stx_signTransaction', TO_SIGN, { txHex: SIGNED_TRANSACTION }, { transaction: SIGNED_TRANSACTION }], // prettier-ignore
  [
    'stx_signTransaction',
    TO_SIGN,
    { transaction: SIGNED_TRANSACTION, txHex: '00cd', txId: SIGNED_TXID },
    { transaction: SIGNED_TRANSACTION, txid: SIGNED_TXID },
  ],
  ['signPsbt', { psbt: PSBT }, { psbt: SIGNED_PSBT, hex: '00' }, { psbt: SIGNED_PSBT }],
  ['signPsbt', { psbt: PSBT }, { psbt: SIGNED_PSBT, txId: `0x${PSBT_TXID}` }, { psbt: SIGNED_PSBT, txid: PSBT_TXID }], // prettier-ignore
  ['stx_signMessage', { message: 'x' }, { ...SIGNED_MESSAGE, more: 1 }, { ...SIGNED_MESSAGE, signature: `0x${SIGNED_MESSAGE.signature}` }], // prettier-ignore
];

describe('results', () => {
  for (const [index, [method, params, answer, result]] of ANSWERS.entries()) {
    it(`of ${method} are in the format of SIP-030 (${index + 1})`, async () => {
      const wallet = standardWallet();
      wallet.results[method] = answer;
      expect(await ask(wallet, method, params)).to.deep.equal(result);
    });
  }
});
