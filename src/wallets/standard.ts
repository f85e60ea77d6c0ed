import { invalidParams } from '../errors.js';
import { toDecimal } from '../lib/amount.js';
import { networkName } from '../lib/network.js';
import { isPlain } from '../lib/plain-data.js';
import { namedInputs } from '../lib/psbt-inputs.js';
import { psbtToBase64 } from '../lib/psbt-text.js';
import type { NetworksResult, ProfileResult } from '../wire/methods.js';
import { toAccounts, toAddresses, toStacksAddresses } from './addresses.js';
import { toSendResult, toSignature, toSignedPsbt, toSignedTransaction } from './incoming.js';
import { reportedNetwork } from './networks.js';
import {
  cannot,
  networkField,
  networkOnly,
  plainHex,
  recipientsWith,
  transactionFields,
  wire,
} from './outgoing.js';
import type { Wallet } from './wallet.js';

/** A wallet that keeps to SIP-030: what every table differs from. */
export const standard: Wallet = {
  info: { id: 'standard', name: 'Wallet' },
  matches: () => true,
  outgoing: {
    getAddresses: (params, context) => wire('getAddresses', networkOnly(params, context)),
    stx_getAddresses: (params, context) => wire('stx_getAddresses', networkOnly(params, context)),
    stx_getAccounts: (params, context) => wire('stx_getAccounts', networkOnly(params, context)),
    sendTransfer: (params, context) =>
      wire('sendTransfer', {
        ...params,
        ...networkField(context),
        recipients: recipientsWith(params, toDecimal),
      }),
    signPsbt: (params, context) => {
      const { signInputs } = params;
      return wire('signPsbt', {
        ...params,
        ...networkField(context),
        psbt: psbtToBase64(params.psbt),
        ...(signInputs && {
          signInputs: signInputs.every((entry) => typeof entry === 'number')
            ? [...new Set(signInputs)]
            : namedInputs(params),
        }),
      });
    },
    stx_transferStx: (params, context) =>
      wire('stx_transferStx', {
        ...params,
        ...transactionFields(params, context),
        amount: toDecimal(params.amount),
      }),
    stx_transferSip10Ft: (params, context) =>
      wire('stx_transferSip10Ft', {
        ...params,
        ...transactionFields(params, context),
        amount: toDecimal(params.amount),
      }),
    stx_transferSip9Nft: (params, context) =>
      wire('stx_transferSip9Nft', { ...params, ...transactionFields(params, context) }),
    stx_callContract: (params, context) =>
      wire('stx_callContract', { ...params, ...transactionFields(params, context) }),
    stx_deployContract: (params, context) =>
      wire('stx_deployContract', {
        ...params,
        ...transactionFields(params, context),
        ...(params.clarityVersion === undefined
          ? {}
          : { clarityVersion: Number(toDecimal(params.clarityVersion)) }),
      }),
    stx_signTransaction: (params, context) =>
      wire('stx_signTransaction', {
        ...params,
        ...networkField(context),
        transaction: plainHex(params.transaction),
      }),
    stx_signMessage: ({ publicKey: _, ...params }, context) =>
      wire('stx_signMessage', { ...params, ...networkField(context) }),
    stx_signStructuredMessage: ({ publicKey: _, ...params }, context) =>
      wire('stx_signStructuredMessage', { ...params, ...networkField(context) }),
  },
  incoming: {
    getAddresses: toAddresses,
    stx_getAddresses: toStacksAddresses,
    stx_getAccounts: toAccounts,
    stx_getNetworks: (result) => result as NetworksResult,
    sendTransfer: toSendResult,
    signPsbt: toSignedPsbt,
    stx_transferStx: toSendResult,
    stx_transferSip10Ft: toSendResult,
    stx_transferSip9Nft: toSendResult,
    stx_callContract: toSendResult,
    stx_deployContract: toSendResult,
    stx_signTransaction: toSignedTransaction,
    stx_signMessage: toSignature,
    stx_signStructuredMessage: toSignature,
    stx_updateProfile: (result) => result as ProfileResult,
  },
  errorCodes: {},
  reportedNetwork,
};

/**
 * True where the network of the options is meant for the params of a method that no table adjusts: one that
 * this library does not know, or any with `enableOverrides: false`.
 *
 * @throws JsonRpcError -32602 where the params hold another value in its place that is no name
 */
export function addsNetwork(method: string, params: unknown, network: string | undefined): boolean {
  const hasField =
    Object.hasOwn(standard.outgoing, method) || !Object.hasOwn(standard.incoming, method);
  if (network === undefined || !hasField) return false;
  const own = isPlain(params) ? params['network'] : undefined;
  if (own === undefined || own === null) return true;
  if (typeof own !== 'string' || own === '') {
    throw invalidParams(method, 'network', own, 'the name of a network');
  }
  return false;
}

/**
 * The params as they are, with the network of the options where {@link addsNetwork} says so.
 *
 * @throws JsonRpcError -32602 where the params are no object that a network could be added to
 */
export function withNetwork(method: string, params: unknown, network: string | undefined): unknown {
  if (network === undefined || !addsNetwork(method, params, network)) return params;
  if (params !== undefined && params !== null && !isPlain(params)) {
    throw cannot(method, 'network', network, 'its params are not an object that could hold it');
  }
  return { ...params, network: networkName(network) };
}

/** `enableOverrides: false`: nothing is adjusted, whichever wallet it is. */
export const unadjusted = {
  __proto__: null,
  info: standard.info,
  matches: () => false,
  outgoing: {},
  incoming: {},
  errorCodes: {},
  reportedNetwork,
} as unknown as Wallet;
