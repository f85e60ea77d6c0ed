import type { MethodName, MethodParams } from '../core/index.js';
import { addressOf, psbtFor } from './psbts.js';
import { STX_ADDRESS, UNSIGNED } from './transactions.js';

const CONTRACT = `${STX_ADDRESS}.token`;
const ASSET = `${CONTRACT}::token`;

/** The params that each method requires. They pass the checks, so that the wallet is asked and its answer is read. */
export const VALID_PARAMS = {
  getAddresses: {},
  stx_getAddresses: {},
  stx_getAccounts: {},
  stx_getNetworks: undefined,
  sendTransfer: { recipients: [{ address: addressOf('other'), amount: 5n }] },
  // Xverse needs the address.
  signMessage: { message: 'hello', address: addressOf('taproot') },
  // Xverse needs the inputs.
  signPsbt: { psbt: psbtFor(['taproot']), signInputs: [0] },
  stx_transferStx: { amount: 5n, recipient: STX_ADDRESS },
  stx_transferSip10Ft: { amount: 5n, recipient: STX_ADDRESS, asset: ASSET },
  stx_transferSip9Nft: { recipient: STX_ADDRESS, asset: ASSET, assetId: '03' },
  stx_callContract: { contract: CONTRACT, functionName: 'mint' },
  stx_deployContract: { name: 'token', clarityCode: '(ok 1)' },
  stx_signTransaction: { transaction: UNSIGNED },
  stx_signTransactions: { transactions: [UNSIGNED] },
  stx_signMessage: { message: 'hello' },
  stx_signStructuredMessage: { message: '03', domain: '03' },
  stx_updateProfile: { profile: {} },
} satisfies { readonly [M in MethodName]: MethodParams<M> };

export const METHODS = Object.keys(VALID_PARAMS) as readonly MethodName[];

/** All fields that each type has, at every depth. */
type Full<T> = T extends readonly (infer Item)[]
  ? readonly Full<Exclude<Item, number>>[]
  : T extends object
    ? { [K in keyof T]-?: Full<NonNullable<T[K]>> }
    : T;

const CONDITIONS = [
  { type: 'stx-postcondition', address: STX_ADDRESS, condition: 'lte', amount: 5n },
  { type: 'ft-postcondition', address: STX_ADDRESS, condition: 'eq', asset: ASSET, amount: 5n },
  {
    type: 'nft-postcondition',
    address: STX_ADDRESS,
    condition: 'sent',
    asset: ASSET,
    assetId: { type: 'uint', value: 7n },
  },
  // Version 6 of @stacks/transactions.
  {
    type: 5,
    conditionType: 0,
    principal: {
      type: 1,
      prefix: 2,
      address: { type: 0, version: 22, hash160: '79b000887626b294a914501a4cd226b58b235983' },
    },
    conditionCode: 5,
    amount: 5n,
  },
] as unknown as readonly { readonly type: string }[];

const TRANSACTION = {
  network: 'mainnet',
  address: STX_ADDRESS,
  fee: 200n,
  nonce: 7,
  sponsored: false,
  postConditions: CONDITIONS,
  postConditionMode: 'deny',
} as const;

const SIGHASH = ['ALL'];
const [INPUT] = [
  { index: 0, address: addressOf('taproot'), publicKey: '02', allowedSighash: SIGHASH },
];

/** The params of each method with all of its fields, so that a new field is in the tests of all fields. */
export const FULL_PARAMS = {
  getAddresses: { network: 'mainnet', message: 'Welcome' },
  stx_getAddresses: { network: 'mainnet', message: 'Welcome' },
  stx_getAccounts: { network: 'mainnet' },
  stx_getNetworks: {},
  sendTransfer: { ...VALID_PARAMS.sendTransfer, network: 'mainnet' },
  signMessage: { ...VALID_PARAMS.signMessage, protocol: 'BIP322', network: 'mainnet' },
  signPsbt: {
    psbt: VALID_PARAMS.signPsbt.psbt,
    signInputs: [INPUT],
    allowedSighash: SIGHASH,
    broadcast: false,
    network: 'mainnet',
  },
  stx_transferStx: { ...TRANSACTION, ...VALID_PARAMS.stx_transferStx, memo: 'lunch' },
  stx_transferSip10Ft: { ...TRANSACTION, ...VALID_PARAMS.stx_transferSip10Ft, memo: 'lunch' },
  stx_transferSip9Nft: {
    ...TRANSACTION,
    ...VALID_PARAMS.stx_transferSip9Nft,
    assetId: { type: 'uint', value: 7n },
  },
  stx_callContract: {
    ...TRANSACTION,
    ...VALID_PARAMS.stx_callContract,
    functionArgs: [
      {
        type: 'some',
        value: { type: 'tuple', value: { 'own-name': { type: 'uint', value: 1n } } },
      },
      { type: 'list', value: [{ type: 'uint', value: 1n }] },
      { type: 'none' },
    ],
  },
  stx_deployContract: { ...TRANSACTION, ...VALID_PARAMS.stx_deployContract, clarityVersion: '3' },
  stx_signTransaction: { transaction: UNSIGNED, broadcast: false, network: 'mainnet' },
  stx_signTransactions: { transactions: [UNSIGNED], broadcast: false, network: 'mainnet' },
  stx_signMessage: { message: 'hello', publicKey: '02', network: 'mainnet' },
  stx_signStructuredMessage: {
    message: { type: 'uint', value: 1n },
    domain: { type: 'uint', value: 1n },
    publicKey: '02',
    network: 'mainnet',
  },
  stx_updateProfile: { profile: {} },
} satisfies { readonly [M in MethodName]: Full<NonNullable<MethodParams<M>>> | object };
