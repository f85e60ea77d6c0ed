import { expect } from '@esm-bundle/chai';
import { Cl, Pc } from '@stacks/transactions';
import { ask, EVERY_WALLET, freshClient, refusal } from '../../src/testing/every-wallet.js';
import { addressOf, psbtFor } from '../../src/testing/psbts.js';
import { STX_ADDRESS } from '../../src/testing/schema-wallet.js';
import { UNSIGNED } from '../../src/testing/transactions.js';
import type { MethodName, MethodParams } from '../../src/core/index.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const RECIPIENT = 'SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE';
const POST_CONDITION = Pc.principal(STX_ADDRESS).willSendLte(5n).ustx();
const DOMAIN = Cl.tuple({
  name: Cl.stringAscii('app'),
  version: Cl.stringAscii('1'),
  'chain-id': Cl.uint(1),
});

/**
 * Ordinary params of every method, in each of their forms. The recorded rows contain Bitcoin's `signMessage`, which
 * is not a method of SIP-030.
 */
const ORDINARY: { readonly [M in Exclude<MethodName, 'signMessage'>]: readonly MethodParams<M>[] } =
  {
    getAddresses: [undefined, {}, { network: 'mainnet' }, { network: 'testnet' }],
    stx_getAddresses: [undefined, { network: 'mainnet' }],
    stx_getAccounts: [undefined, {}, { network: 'mainnet' }],
    stx_getNetworks: [undefined],
    sendTransfer: [
      { recipients: [{ address: addressOf('other'), amount: '1000' }] },
      {
        recipients: [
          { address: addressOf('other'), amount: 1000n },
          { address: addressOf('segwit'), amount: 2_000 },
        ],
        network: 'mainnet',
      },
    ],
    signPsbt: [
      { psbt: psbtFor(['segwit', 'taproot']) },
      { psbt: psbtFor(['taproot', 'nested']), signInputs: [{ index: 0 }], broadcast: true },
      { psbt: psbtFor(['taproot']), signInputs: [0], allowedSighash: ['ALL'] },
    ],
    stx_transferStx: [
      { amount: '1000', recipient: RECIPIENT },
      {
        amount: 1000n,
        recipient: CONTRACT,
        memo: 'lunch',
        network: 'mainnet',
        fee: 200n,
        nonce: 3,
      },
      { amount: 0, recipient: RECIPIENT, postConditionMode: 'deny', postConditions: [] },
    ],
    stx_transferSip10Ft: [
      { amount: '1', recipient: RECIPIENT, asset: `${CONTRACT}::tok` },
      { amount: 9n, recipient: RECIPIENT, asset: `${CONTRACT}::tok`, fee: 200n, nonce: 3 },
    ],
    stx_transferSip9Nft: [
      { recipient: RECIPIENT, asset: `${CONTRACT}::nft`, assetId: Cl.uint(7) },
      {
        recipient: RECIPIENT,
        asset: `${CONTRACT}::nft`,
        assetId: '0x0100000000000000000000000000000007',
      },
    ],
    stx_callContract: [
      { contract: CONTRACT, functionName: 'mint' },
      {
        contract: CONTRACT,
        functionName: 'mint',
        functionArgs: [Cl.uint(1), '0x03', Cl.list([Cl.some(Cl.principal(CONTRACT))])],
        postConditions: [POST_CONDITION],
        postConditionMode: 'deny',
      },
      { contract: CONTRACT, functionName: 'mint', functionArgs: [], postConditionMode: 1 },
    ],
    stx_deployContract: [
      { name: 'token', clarityCode: '(define-public (f) (ok true))' },
      { name: 'token', clarityCode: '(ok 1)', network: 'mainnet' },
    ],
    stx_signTransaction: [
      { transaction: `0x${UNSIGNED}` },
      { transaction: UNSIGNED, broadcast: false },
    ],
    stx_signTransactions: [
      { transactions: [`0x${UNSIGNED}`, UNSIGNED] },
      { transactions: [UNSIGNED], broadcast: true },
    ],
    stx_signMessage: [{ message: 'hello' }, { message: '你好 👋' }],
    stx_signStructuredMessage: [{ message: Cl.stringUtf8('你好 👋'), domain: DOMAIN }],
    stx_updateProfile: [{ profile: { name: 'Someone' } }],
  };

/** What each method's result contains (`MethodResult`, SIP-030). */
const PROMISED: { readonly [M in MethodName]?: readonly string[] } = {
  getAddresses: ['addresses'],
  stx_getAddresses: ['addresses'],
  stx_getAccounts: ['addresses', 'accounts'],
  sendTransfer: ['txid'],
  signPsbt: ['psbt'],
  stx_transferStx: ['txid'],
  stx_transferSip10Ft: ['txid'],
  stx_transferSip9Nft: ['txid'],
  stx_callContract: ['txid'],
  stx_deployContract: ['txid'],
  stx_signTransaction: ['transaction'],
  stx_signTransactions: ['transactions'],
  stx_signMessage: ['signature', 'publicKey'],
  stx_signStructuredMessage: ['signature', 'publicKey'],
};

/** The methods that a wallet does not have. Not from src/wallets/, which this test compares with the emulations. */
const MISSING: Readonly<Record<string, readonly MethodName[]>> = {
  Leather: ['stx_getAccounts', 'stx_getNetworks', 'stx_updateProfile', 'stx_signTransactions'],
  'a wallet that conforms to SIP-030': ['stx_signTransactions'],
  Xverse: ['stx_getNetworks', 'stx_updateProfile', 'stx_transferSip10Ft', 'stx_transferSip9Nft'],
  Fordefi: ['stx_getNetworks', 'stx_updateProfile', 'stx_transferSip10Ft', 'stx_transferSip9Nft'],
};

/** The wallet would do something else, so that it is not asked. */
const REFUSED: Readonly<Record<string, readonly MethodName[]>> = { Xverse: ['stx_deployContract'] };

for (const [name, makeWallet] of Object.entries(EVERY_WALLET)) {
  describe(`request to ${name}`, () => {
    for (const [method, list] of Object.entries(ORDINARY)) {
      const isMissing = MISSING[name]?.includes(method as MethodName);

      const isRefused = REFUSED[name]?.includes(method as MethodName);
      const what = isMissing ? 'is not supported' : isRefused ? 'is refused' : 'conforms to its schema'; // prettier-ignore
      for (const [index, params] of (list as readonly unknown[]).entries()) {
        it(`${method} ${index + 1}: ${what}`, async () => {
          const wallet = makeWallet();
          if (isMissing) {
            expect((await refusal(ask(wallet, method, params))).code).to.equal(-32601);
            return;
          }
          const client = freshClient().with({ provider: wallet });
          // Some wallets have no field for the network: the connection shows which one they use.
          await client.connect();
          if (isRefused) {
            expect((await refusal(client.request(method, params))).code).to.equal(-32602);
            expect(wallet.calls.map((call) => call.method)).not.to.include(method);
            return;
          }
          const result: unknown = await client.request(method, params);
          expect(wallet.violations).to.deep.equal([]);
          const promised = PROMISED[method as MethodName] ?? [];
          if (promised.length > 0) expect(result).to.include.keys(...promised);
        });
      }
    }
  });
}
