import { JsonRpcErrorCode } from '../errors.js';
import { toDecimal } from '../lib/amount.js';
import { getNetworkFamily } from '../stacks/network.js';
import { read } from '../lib/safe-access.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import { modeName, type TransactionParams } from '../methods/transaction.js';
import { okxInfo } from './okx-info.js';
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
  if (getNetworkFamily(network) !== 'mainnet') {
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

/** The functions of OKX's object for Stacks, with the conversion of their answers to the form of SIP-030. */
const FUNCTIONS: ReadonlyMap<string, (answer: unknown) => unknown> = new Map([
  [
    'connect',
    (account: unknown) => ({
      addresses: [
        {
          symbol: 'STX',
          address: read(account, 'address'),
          publicKey: read(account, 'publicKey'),
        },
      ],
    }),
  ],
  // It is not documented whether `signature` is the signed transaction.
  ['signTransaction', (sent: unknown) => ({ txid: read(sent, 'txHash') })],
  ['signMessage', (signed: unknown) => signed],
]);

/**
 * Calls a function of OKX's object by its name. Rejects with OKX's error: `{ code: 4001 }` if the user rejected.
 *
 * @param stacks `window.okxwallet.stacks`
 */
export async function askOkx(stacks: unknown, name: string, params?: unknown): Promise<unknown> {
  const convert = FUNCTIONS.get(name);
  const own = read(stacks, name);
  if (!convert || typeof own !== 'function') {
    const error = { code: JsonRpcErrorCode.MethodNotFound, message: `OKX Wallet has no ${name}.` };
    return { jsonrpc: '2.0', error };
  }
  const answer: unknown = await own.call(stacks, params);
  return { jsonrpc: '2.0', result: convert(answer) };
}

export const okx = defineWallet({
  ...okxInfo,
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
