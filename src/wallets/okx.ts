import { toDecimal } from '../lib/amount.js';
import { networkFamily } from '../lib/network.js';
import { read } from '../lib/safe-access.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import { modeName, type TransactionParams } from '../methods/transaction.js';
import type { WalletProvider } from '../wire/provider.js';
import {
  asContractCall,
  cannot,
  refuseUnread,
  senderOf,
  wire,
  type TokenTransfer,
} from './outgoing.js';
import { defineWallet } from './standard.js';
import type { RequestContext, WireRequest } from './wallet.js';

/**
 * `okxwallet.stacks`, as OKX documents it (2026): no JSON-RPC, mainnet only. A transaction has no fields for the
 * fee, the nonce, a network or a sponsor, and is always broadcast.
 */
const NO_FIELD = ['fee', 'nonce', 'sponsored'] as const;

function checkNetwork(method: string, { network = 'mainnet' }: RequestContext): void {
  if (networkFamily(network) !== 'mainnet') {
    throw cannot(method, 'network', network, 'OKX Wallet supports only Stacks mainnet');
  }
}

const connect = (method: string) => (_params: object, context: RequestContext) => {
  checkNetwork(method, context);
  return wire('connect');
};

/** The account's address, which OKX requires with each transaction. Refuses fields that OKX does not have. */
function checkedSender(method: string, params: TransactionParams, context: RequestContext): string {
  checkNetwork(method, context);
  refuseUnread(method, params);
  for (const field of NO_FIELD) {
    const value = params[field];
    if (value !== undefined && value !== false) {
      throw cannot(method, field, value, 'OKX Wallet has no field for it');
    }
  }
  return senderOf(method, params, context);
}

function contractCall(
  sender: string,
  params: Pick<
    CallContractParams,
    'contract' | 'functionName' | 'functionArgs' | 'postConditions' | 'postConditionMode'
  >,
): WireRequest {
  const { contract, functionArgs = [], postConditions = [], postConditionMode = 'deny' } = params;
  const [contractAddress, contractName] = contract.split('.', 2);
  return wire('signTransaction', {
    txType: 'contract_call',
    stxAddress: sender,
    contractAddress,
    contractName,
    functionName: params.functionName,
    functionArgs,
    // Always sent: 2 is Deny, in OKX as in SIP-005.
    postConditionMode: modeName(postConditionMode) === 'allow' ? 1 : 2,
    postConditions,
    anchorMode: 3,
  });
}

function tokenTransfer(method: 'stx_transferSip10Ft' | 'stx_transferSip9Nft') {
  return async (params: TokenTransfer, context: RequestContext) => {
    const sender = checkedSender(method, params, context);
    return contractCall(sender, await asContractCall(method, params, sender));
  };
}

/** A provider for OKX's object, which has no `request`. Its code is loaded with the first request. */
function create(page: Window): WalletProvider | undefined {
  const stacks = read(read(page, 'okxwallet'), 'stacks');
  return stacks
    ? { request: async (...args) => (await import('./okx-provider.js')).askOkx(stacks, ...args) }
    : undefined;
}

export const okx = defineWallet({
  order: 5,
  info: {
    id: 'okxwallet.stacks',
    name: 'OKX Wallet',
    // A page with the links of all stores. The link that opens a page in the app is in wallet-links.ts: in `info`, all
    // pages would load it before the first request, although only phones use it.
    webUrl: 'https://okx.com/download',
  },
  create,
  answers: {
    getAddresses: connect('getAddresses'),
    stx_getAddresses: connect('stx_getAddresses'),
    stx_getAccounts: connect('stx_getAccounts'),
    stx_getNetworks: 'missing',
    sendTransfer: 'missing',
    signMessage: 'missing',
    signPsbt: 'missing',
    stx_transferStx: (params, context) => {
      const stxAddress = checkedSender('stx_transferStx', params, context);
      const { recipient, amount, memo = '', postConditions, postConditionMode: mode } = params;
      const none = 'OKX Wallet has no field for it in a transfer';
      if (postConditions?.length) {
        throw cannot('stx_transferStx', 'postConditions', postConditions, none);
      }
      if (mode !== undefined) throw cannot('stx_transferStx', 'postConditionMode', mode, none);
      const units = toDecimal(amount);
      const transfer = { txType: 'token_transfer', stxAddress, recipient, amount: units, memo };
      return wire('signTransaction', { ...transfer, anchorMode: 3 });
    },
    stx_transferSip10Ft: tokenTransfer('stx_transferSip10Ft'),
    stx_transferSip9Nft: tokenTransfer('stx_transferSip9Nft'),
    stx_callContract: (params, context) =>
      contractCall(checkedSender('stx_callContract', params, context), params),
    stx_deployContract: 'missing',
    stx_signTransaction: 'missing',
    stx_signTransactions: 'missing',
    stx_signMessage: ({ message }, context) => {
      checkNetwork('stx_signMessage', context);
      return wire('signMessage', { message });
    },
    stx_signStructuredMessage: 'missing',
    stx_updateProfile: 'missing',
  },
  ignores: {
    getAddresses: ['message'],
    stx_getAddresses: ['message'],
    stx_signMessage: ['publicKey'],
  },
  errorCodes: {},
});
