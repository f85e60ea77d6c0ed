import { expect } from '@esm-bundle/chai';
import { Cl, serializeCV } from '@stacks/transactions';
import { ask, freshClient } from '../../src/testing/every-wallet.js';
import { leatherWallet, standardWallet, xverseWallet } from '../../src/testing/emulated-wallets.js';
import { addressOf, psbtFor } from '../../src/testing/psbts.js';
import { STX_PUBLIC_KEY } from '../../src/testing/schema-wallet.js';
import { TESTNET_STX_ADDRESS, TESTNET_UNSIGNED } from '../../src/testing/transactions.js';

const TEST = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const BTC = addressOf('other');
const PSBT = psbtFor(['segwit', 'taproot']);
const KEY = STX_PUBLIC_KEY;
/** Hex in its original case. */
const TRANSACTION = TESTNET_UNSIGNED;
const UINT = Cl.uint(7);
const UINT_HEX = serializeCV(UINT);

/** The params that any transaction may have, and how they are sent to each wallet. */
const carried = {
  network: 'testnet',
  address: TESTNET_STX_ADDRESS,
  fee: 200,
  nonce: 3,
  sponsored: false,
  postConditionMode: 2,
};
const sent = { ...carried, fee: '200', nonce: '3', postConditionMode: 'deny' };

interface Row {
  readonly method: string;
  readonly params: object;
  /** What a wallet that conforms to SIP-030 is sent. Also sent to the others, unless stated below. */
  readonly standard: object;
  /** Null: it is not asked, because it would misread the request, or needs the account's address for it. */
  readonly leather?: object | null | undefined;
  readonly xverse?: object | null | undefined;
  /** The method that is sent to Xverse. */
  readonly xverseMethod?: string;
}

/** Every method with all its fields, and exactly what each wallet is sent. */
const ROWS: readonly Row[] = [
  {
    method: 'getAddresses',
    params: { network: 'testnet', message: 'Welcome' },
    standard: { network: 'testnet', message: 'Welcome' },
    leather: { network: 'testnet' },
    xverse: { network: 'Testnet', message: 'Welcome' },
    xverseMethod: 'wallet_connect',
  },
  {
    method: 'stx_getAddresses',
    params: { network: 'testnet', message: 'Welcome' },
    standard: { network: 'testnet', message: 'Welcome' },
    leather: { network: 'testnet' },
    xverse: { network: 'Testnet', message: 'Welcome' },
    xverseMethod: 'wallet_connect',
  },
  {
    method: 'stx_getAccounts',
    params: { network: 'testnet' },
    standard: { network: 'testnet' },
    xverse: undefined,
  },
  {
    method: 'sendTransfer',
    params: { recipients: [{ address: BTC, amount: 5n }], network: 'mainnet' },
    standard: { recipients: [{ address: BTC, amount: '5' }], network: 'mainnet' },
    xverse: { recipients: [{ address: BTC, amount: 5 }], network: 'mainnet' },
  },
  {
    method: 'signPsbt',
    params: { psbt: PSBT, signInputs: [1, { index: 0 }, 1], network: 'mainnet', broadcast: false },
    standard: {
      psbt: PSBT,
      signInputs: [{ index: 1 }, { index: 0 }],
      network: 'mainnet',
      broadcast: false,
    },
    leather: {
      hex: [...atob(PSBT)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
      signAtIndex: [1, 0],
      network: 'mainnet',
      broadcast: false,
    },
    xverse: {
      psbt: PSBT,
      signInputs: { [addressOf('taproot')]: [1], [addressOf('segwit')]: [0] },
      network: 'mainnet',
      broadcast: false,
    },
  },
  {
    method: 'signPsbt',
    params: { psbt: PSBT, signInputs: [1, 0, 1], allowedSighash: ['ALL'] },
    standard: { psbt: PSBT, signInputs: [1, 0], allowedSighash: ['ALL'] },
    leather: {
      hex: [...atob(PSBT)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
      signAtIndex: [1, 0],
      allowedSighash: [0, 1],
    },
    xverse: {
      psbt: PSBT,
      signInputs: { [addressOf('taproot')]: [1], [addressOf('segwit')]: [0] },
      broadcast: false,
    },
  },
  {
    method: 'stx_transferStx',
    params: { amount: 5n, recipient: TEST, memo: 'lunch', ...carried },
    standard: { amount: '5', recipient: TEST, memo: 'lunch', ...sent },
    xverse: { amount: '5', recipient: TEST, memo: 'lunch', ...sent, postConditionMode: 2 },
  },
  {
    method: 'stx_transferSip10Ft',
    params: { amount: 5n, recipient: TEST, asset: `${TEST}.token`, memo: 'lunch', ...carried },
    standard: { amount: '5', recipient: TEST, asset: `${TEST}.token`, memo: 'lunch', ...sent },
    leather: null,
  },
  {
    method: 'stx_transferSip9Nft',
    params: { recipient: TEST, asset: `${TEST}.nft::n`, assetId: UINT, ...carried },
    standard: { recipient: TEST, asset: `${TEST}.nft::n`, assetId: UINT_HEX, ...sent },
    leather: null,
  },
  {
    method: 'stx_callContract',
    params: { contract: `${TEST}.token`, functionName: 'mint', functionArgs: [UINT], ...carried },
    standard: {
      contract: `${TEST}.token`,
      functionName: 'mint',
      functionArgs: [UINT_HEX],
      ...sent,
    },
    xverse: {
      contract: `${TEST}.token`,
      functionName: 'mint',
      functionArgs: [UINT_HEX],
      arguments: [UINT_HEX],
      ...sent,
    },
  },
  {
    method: 'stx_callContract',
    params: { contract: `${TEST}.token`, functionName: 'mint' },
    standard: { contract: `${TEST}.token`, functionName: 'mint', network: 'testnet' },
    xverse: {
      contract: `${TEST}.token`,
      functionName: 'mint',
      functionArgs: [],
      arguments: [],
      network: 'testnet',
    },
  },
  {
    method: 'stx_deployContract',
    params: { name: 'token', clarityCode: '(ok 1)', clarityVersion: 3, ...carried },
    standard: { name: 'token', clarityCode: '(ok 1)', clarityVersion: 3, ...sent },
    xverse: null,
  },
  {
    method: 'stx_signTransaction',
    params: { transaction: `0x${TRANSACTION.toUpperCase()}`, broadcast: false, network: 'testnet' },
    standard: { transaction: TRANSACTION, broadcast: false, network: 'testnet' },
    leather: { transaction: TRANSACTION, network: 'testnet' },
  },
  {
    method: 'stx_signMessage',
    params: { message: 'hello', publicKey: KEY, network: 'testnet' },
    standard: { message: 'hello', network: 'testnet' },
    xverse: { message: 'hello', network: 'testnet', publicKey: KEY },
  },
  {
    method: 'stx_signMessage',
    params: { message: 'hello' },
    standard: { message: 'hello' },
    leather: { message: 'hello', network: 'mainnet' },
  },
  {
    method: 'stx_signStructuredMessage',
    params: { message: UINT, domain: UINT, publicKey: KEY, network: 'testnet' },
    standard: { message: UINT_HEX, domain: UINT_HEX, network: 'testnet' },
    xverse: { message: UINT_HEX, domain: UINT_HEX, network: 'testnet', publicKey: KEY },
  },
  {
    method: 'stx_updateProfile',
    params: { profile: { name: 'Someone' } },
    standard: { profile: { name: 'Someone' } },
    leather: { person: { name: 'Someone' } },
  },
];

const WALLETS = { standard: standardWallet, leather: leatherWallet, xverse: xverseWallet };

for (const [name, makeWallet] of Object.entries(WALLETS)) {
  describe(`the request that ${name} receives:`, () => {
    for (const [index, row] of ROWS.entries()) {
      it(`${row.method} (${index + 1})`, async () => {
        const { network } = row.params as { network?: string };
        const hasNetworkField = name !== 'xverse' || network === undefined;
        const on = network === 'testnet' ? 'Testnet' : 'Mainnet';
        const wallet = hasNetworkField ? makeWallet() : xverseWallet({ network: on });
        const client = freshClient().with({ provider: wallet });
        // A request without a field for the network is sent only if the wallet is known to be on it.
        if (!hasNetworkField) await client.connect();
        wallet.calls.length = 0;
        // Some wallets lack a method: only the request is checked here.
        await client.request(row.method, row.params).catch(() => undefined);
        const own = name in row ? row[name as keyof typeof WALLETS] : row.standard;
        const method = (name === 'xverse' && row.xverseMethod) || row.method;
        const isAsked = own !== null;
        expect(wallet.calls[0]).to.deep.equal(isAsked ? { method, params: own } : undefined);
      });
    }
  });
}

/** Params that show no network, for every method that has a field for it. */
const WITHOUT_NETWORK: Readonly<Record<string, object | undefined>> = {
  getAddresses: undefined,
  stx_getAddresses: undefined,
  stx_getAccounts: undefined,
  signPsbt: { psbt: PSBT },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_signTransaction: { transaction: TESTNET_UNSIGNED },
  stx_signMessage: { message: 'hello' },
  stx_signStructuredMessage: { message: '03', domain: '03' },
};

describe('the network in the options', () => {
  for (const [method, params] of Object.entries(WITHOUT_NETWORK)) {
    it(`is sent with ${method}`, async () => {
      for (const makeWallet of [standardWallet, leatherWallet]) {
        const wallet = makeWallet();
        await ask(wallet, method, params, { network: 'testnet' }).catch(() => undefined);
        expect(wallet.calls[0]?.params).to.include({ network: 'testnet' });
      }
    });
  }
});
