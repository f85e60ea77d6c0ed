import type { TransactionMethod } from '../stacks/unsigned-transaction.js';
import { cannotSend } from '../errors.js';
import { cannotSendOn } from './network-remedy.js';
import { read } from '../lib/safe-access.js';
import type { MethodName } from '../methods/index.js';
import { getNetworkFamily } from '../stacks/address.js';
import { okxInfo } from './catalog.js';
import {
  getSender,
  isOneOf,
  missing,
  NOT_STANDARD,
  refuseReordered,
  refuseUnread,
  sip030,
  toContractCall,
} from './sip030.js';
import type { KnownCall, Send, Wallet, WalletCall } from './wallet.js';

const MISSING = [
  'stx_getNetworks',
  'sendTransfer',
  'signMessage',
  'signPsbt',
  'stx_deployContract',
  'stx_signTransaction',
  'stx_signTransactions',
  'stx_signStructuredMessage',
  'stx_updateProfile',
] as const satisfies readonly MethodName[];

/**
 * `okxwallet.stacks`, as OKX documents it (2026): no JSON-RPC, mainnet only. A transaction has no fields for the
 * fee, the nonce, a network or a sponsor, and is always broadcast.
 */
export const okx: Wallet = {
  ...okxInfo,
  matches: (_provider, id) => id === okxInfo.info.id,
  supports: (method) => !(MISSING as readonly MethodName[]).includes(method),
  async request(call, send) {
    if (isOneOf(call, MISSING)) throw missing(call.method);
    if (!call.isKnown) return sip030(call, send);
    switch (call.method) {
      case 'getAddresses':
      case 'stx_getAddresses':
      case 'stx_getAccounts':
        refuseNetwork(call);
        return toAddresses(await send('connect', undefined, { ignores: NOT_STANDARD }));
      case 'stx_transferStx':
        return transferStx(call, send);
      case 'stx_transferSip10Ft':
      case 'stx_transferSip9Nft':
        refuseFields(call);
        return callContract(toContractCall(call), send);
      case 'stx_callContract':
        refuseFields(call);
        return callContract(call, send);
      case 'stx_signMessage':
        refuseNetwork(call);
        return send('signMessage', { message: call.params.message }, { ignores: ['publicKey'] });
      default:
        return call satisfies never;
    }
  },
};

function refuseNetwork({ method, network = 'mainnet' }: WalletCall): void {
  if (getNetworkFamily(network) !== 'mainnet') {
    const reason = 'OKX Wallet supports only Stacks mainnet';
    throw cannotSendOn(method, network, reason, { supported: ['mainnet'] });
  }
}

/** Refuses fields that OKX does not have. */
function refuseFields(call: KnownCall<TransactionMethod>): void {
  refuseNetwork(call);
  // Inferred from the library for Stacks that OKX publishes (2025), which sorts the names like @stacks/transactions. Its
  // answer shows only the id of what it signed.
  refuseReordered(call);
  refuseUnread(call);
  for (const field of ['fee', 'nonce', 'sponsored'] as const) {
    const value = call.params[field];
    if (value !== undefined && value !== false) {
      throw cannotSend(call.method, field, value, 'OKX Wallet has no field for it');
    }
  }
}

function transferStx(call: KnownCall<'stx_transferStx'>, send: Send): Promise<unknown> {
  refuseFields(call);
  const stxAddress = getSender(call);
  const { recipient, amount, memo = '', postConditions = [], postConditionMode } = call.params;
  const cannot = (field: string, value: unknown) =>
    cannotSend(call.method, field, value, 'OKX Wallet has no field for it in a transfer');
  if (postConditions.length > 0) throw cannot('postConditions', postConditions);
  if (postConditionMode !== undefined) throw cannot('postConditionMode', postConditionMode);
  const params = { txType: 'token_transfer', stxAddress, recipient, amount, memo, anchorMode: 3 };
  return sendTransaction(params, send);
}

function callContract(call: KnownCall<'stx_callContract'>, send: Send): Promise<unknown> {
  const { contract, functionName, functionArgs = [], postConditions = [] } = call.params;
  const [contractAddress, contractName] = contract.split('.', 2);
  const params = {
    txType: 'contract_call',
    stxAddress: getSender(call),
    contractAddress,
    contractName,
    functionName,
    functionArgs,
    // Always sent: 2 is Deny, in OKX as in SIP-005.
    postConditionMode: call.params.postConditionMode === 'allow' ? 1 : 2,
    postConditions,
    anchorMode: 3,
  };
  return sendTransaction(params, send);
}

/**
 * It is not documented whether `signature` in the answer is the signed transaction. An answer without `txHash` stays as it is:
 * it may have the id of a sent transaction, which then is in the result or in the error.
 */
async function sendTransaction(params: object, send: Send): Promise<unknown> {
  const answer = await send('signTransaction', params);
  const txid = read(answer, 'txHash');
  return txid ? { txid } : answer;
}

function toAddresses(account: unknown): unknown {
  const address = read(account, 'address');
  if (!address) return account;
  return { addresses: [{ symbol: 'STX', address, publicKey: read(account, 'publicKey') }] };
}
