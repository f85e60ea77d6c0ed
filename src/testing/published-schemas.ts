import { endpoints } from '@leather.io/rpc';
import * as satsConnect from '@sats-connect/core';
import { safeParse, type GenericSchema } from 'valibot';
import type { EmulationName } from '../../fixtures/dev-wallet/options.js';

/**
 * The schemas of @sats-connect/core 0.16.0 and @leather.io/rpc 2.21.16, the newest versions on npm in November 2026. The
 * wallets use newer ones, whose source was read: sats-connect 0.17.6 has the same fields for these methods, and the
 * schemas of Leather allow `originator` and answers with `status: 'proposed'`.
 */
const SATS_CONNECT: Readonly<Record<string, GenericSchema>> = {
  wallet_connect: satsConnect.connectRequestMessageSchema,
  wallet_disconnect: satsConnect.disconnectRequestMessageSchema,
  wallet_getAccount: satsConnect.getAccountRequestMessageSchema,
  stx_getAccounts: satsConnect.stxGetAccountsRequestMessageSchema,
  sendTransfer: satsConnect.sendTransferRequestMessageSchema,
  signPsbt: satsConnect.signPsbtRequestMessageSchema,
  signMessage: satsConnect.signMessageRequestMessageSchema,
  stx_transferStx: satsConnect.stxTransferStxRequestMessageSchema,
  stx_callContract: satsConnect.stxCallContractRequestMessageSchema,
  stx_deployContract: satsConnect.stxDeployContractRequestMessageSchema,
  stx_signMessage: satsConnect.stxSignMessageRequestMessageSchema,
  stx_signStructuredMessage: satsConnect.stxSignStructuredMessageRequestMessageSchema,
  stx_signTransaction: satsConnect.stxSignTransactionRequestMessageSchema,
  stx_signTransactions: satsConnect.stxSignTransactionsRequestMessageSchema,
  wallet_changeNetwork: satsConnect.changeNetworkRequestMessageSchema,
};
const LEATHER = new Map(
  Object.values(endpoints).map((endpoint) => [endpoint.method as string, endpoint.request]),
);

/** Why the published schema of a wallet does not allow a request; undefined if it does, or if there is none. */
export function publishedFault(
  as: EmulationName,
  method: string,
  params: unknown,
): string | undefined {
  const message = { jsonrpc: '2.0', id: '1', method, params };
  if (as === 'leather') {
    return LEATHER.get(method)?.safeParse({ ...message, params: params ?? {} }).error?.message;
  }
  const schema = as === 'sip030' ? undefined : SATS_CONNECT[method];
  const issues = schema && safeParse(schema, message).issues;
  return issues && JSON.stringify(issues.map((issue) => [issue.message, issue.path?.at(-1)?.key]));
}
