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
