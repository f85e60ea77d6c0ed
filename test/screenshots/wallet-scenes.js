/* The approval dialogs of the development wallet. */
import { installDevWallet } from '/fixtures/dev-wallet/index.ts';
import { Transaction } from '@scure/btc-signer';
import { base64, hex } from '@scure/base';
import { onReset } from './reset.js';

const OTHER = 'SP3XHES5990FYDV5BHBZCJRFYFD2Z4X3FMD2N3MGH';
const TOKEN = 'SPJFYRRX59BQRNRCASSA356JF5ZA7X6YXSV71EHE.honey-token';
const PAYMENT = '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2';

const CODE = `;; A counter that anyone may raise.
(define-data-var count uint u0)

(define-read-only (get-count)
  (var-get count))

(define-public (raise (by uint))
  (begin
    (asserts! (> by u0) (err u1))
    (var-set count (+ (var-get count) by))
    (ok (var-get count))))`;

const tuple = (value) => ({ type: 'tuple', value });
const ascii = (value) => ({ type: 'ascii', value });
const uint = (value) => ({ type: 'uint', value });

/** One input of the account and one of another party, signed with ALL|ANYONECANPAY. */
function psbt() {
  const transaction = new Transaction();
  for (const [at, script] of [PAYMENT, `0014${'11'.repeat(20)}`].entries()) {
    transaction.addInput({
      txid: String(at + 1).repeat(64),
      index: at,
      sighashType: 0x81,
      witnessUtxo: { script: hex.decode(script), amount: 100_000n },
    });
    transaction.addOutput({ script: hex.decode(`0014${'22'.repeat(20)}`), amount: 90_000n });
  }
  return base64.encode(transaction.toPSBT());
}

/** Sends a request, and waits until the dialog is shown. */
async function approval(method, params, as) {
  const wallet = installDevWallet(as ? { as } : {});
  onReset(() => wallet.uninstall());
  let refusal;
  wallet.provider.request(method, params).catch((error) => (refusal ??= error));
  while (!document.querySelector('#dev-wallet-approval')) {
    if (refusal) throw new Error(JSON.stringify(refusal));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return document.querySelector('#dev-wallet-approval').shadowRoot;
}

export const walletScenes = {
  'ask-addresses': () => approval('getAddresses'),
  'ask-stx': () =>
    approval('stx_transferStx', { amount: '1500000', recipient: OTHER, memo: 'Lunch' }),
  'ask-sip10': () =>
    approval(
      'stx_transferSip10Ft',
      { amount: '250', recipient: OTHER, asset: `${TOKEN}::honey` },
      'leather',
    ),
  'ask-foreign-tokens': () =>
    approval('stx_callContract', {
      contract: TOKEN,
      functionName: 'transfer',
      functionArgs: [
        uint('5'),
        { type: 'address', value: OTHER },
        { type: 'address', value: OTHER },
        { type: 'none' },
      ],
    }),
  'ask-call': () =>
    approval('stx_callContract', {
      contract: TOKEN,
      functionName: 'vote',
      functionArgs: [ascii('a-proposal-with-a-name-that-is-long'), uint('12'), { type: 'true' }],
      postConditions: [
        { type: 'stx-postcondition', address: 'origin', condition: 'lte', amount: '9000000' },
      ],
    }),
  'ask-deploy': () => approval('stx_deployContract', { name: 'counter', clarityCode: CODE }),
  'ask-message': () =>
    approval('stx_signMessage', { message: 'Sign in to Larkspur Exchange.\nNonce: 8f2c' }),
  'ask-structured-message': () =>
    approval('stx_signStructuredMessage', {
      domain: tuple({ name: ascii('Larkspur'), version: ascii('1.0.0'), 'chain-id': uint('1') }),
      message: tuple({ action: ascii('list'), price: uint('25000000'), token: uint('7') }),
    }),
  'ask-psbt': () => approval('signPsbt', { psbt: psbt(), allowedSighash: ['ALL|ANYONECANPAY'] }),
  'ask-bitcoin': () =>
    approval('sendTransfer', {
      recipients: [{ address: 'bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', amount: '70000' }],
    }),
  'ask-raw': async () => {
    const root = await approval('stx_transferStx', { amount: '1500000', recipient: OTHER });
    root.querySelector('details').open = true;
    root.querySelector('details').scrollIntoView();
  },
};
