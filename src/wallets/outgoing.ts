import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { getAddressFormat } from '../stacks/address.js';
import { loadModule } from '../lib/promises.js';
import { isSameNetwork, canBeOn, getNetworkFamily } from '../stacks/network.js';
import { mergeOptions } from '../lib/read-options.js';
import type { TokenTransferFields } from '../stacks/unsigned-transaction.js';
import type { CallContractParams } from '../methods/stx_callContract.js';
import type { TransferSip10FtParams } from '../methods/stx_transferSip10Ft.js';
import type { TransferSip9NftParams } from '../methods/stx_transferSip9Nft.js';
import type { TransactionParams } from '../methods/transaction.js';
import type { RequestContext, WireRequest } from './wallet.js';

/** The params of a transfer of SIP-010 or SIP-009 tokens. */
export type TokenTransfer = TransferSip10FtParams | TransferSip9NftParams;

export function wire(method: string, params?: unknown): WireRequest {
  return { method, params };
}

/** A copy of the params without some fields, and without a prototype. */
export function without<T extends object, K extends string & keyof T>(
  params: T,
  ...fields: readonly K[]
): Omit<T, K> {
  const rest = mergeOptions<Partial<T>>(params);
  for (const field of fields) delete rest[field];
  return rest as Omit<T, K>;
}

/**
 * Refuses what only the newest extension of Leather reads: the post-condition mode `originator` (SIP-040), in whose
 * place another wallet might use `allow`, and the `descriptor` of a PSBT.
 */
export function refuseUnread(
  method: string,
  params: object,
  reason = 'only the extension of Leather is known to read it',
): void {
  const { postConditionMode: mode, descriptor } = params as Record<string, unknown>;
  if (mode === 3 || mode === 'originator') throw cannot(method, 'postConditionMode', mode, reason);
  if (method === 'signPsbt' && descriptor !== undefined) {
    throw cannot(method, 'descriptor', descriptor, reason);
  }
}

/** The connected account's Stacks address on the network of the request; undefined if it is not known. */
export function ownStacksAddress({
  addresses,
  network = 'mainnet',
}: RequestContext): string | undefined {
  return addresses.find(({ symbol, address }) => {
    const kind = symbol === 'STX' && getAddressFormat(address);
    return kind && canBeOn(kind, network);
  })?.address;
}

/**
 * The account that sends, for a wallet that needs it in the request.
 *
 * @throws JsonRpcError -32602 if it is not known, or if `address` names another account
 */
export function senderOf(
  method: string,
  { address }: TransactionParams,
  context: RequestContext,
): string {
  const sender = ownStacksAddress(context);
  if (sender === undefined) {
    const { addresses, network = 'mainnet' } = context;
    const other = addresses.find(({ symbol }) => symbol === 'STX')?.address;
    const reason = other
      ? `the connected account is ${other}; connect on ${network} first`
      : 'this wallet needs the account that sends; connect first';
    throw cannot(method, 'address', address, reason);
  }
  if (address !== undefined && address !== sender) {
    throw cannot(method, 'address', address, `the connected account is ${sender}`);
  }
  return sender;
}

/** The params of the contract call of a token transfer, with the fields that both methods have. */
export async function asContractCall(
  method: string,
  params: TokenTransfer,
  sender: string,
): Promise<CallContractParams> {
  const { createTokenCall } = await loadModule(
    'builds token transfers',
    () => import('../stacks/unsigned-transaction.js'),
  );
  const call = createTokenCall(params as TokenTransferFields, sender, (...refused) => {
    throw cannot(method, ...refused);
  });
  const common = without(
    params as TransactionParams & TokenTransferFields,
    ...(['asset', 'recipient', 'amount', 'memo', 'assetId'] as const),
  );
  return mergeOptions<object>(common, call) as CallContractParams;
}

/**
 * For a wallet whose methods have no field for the network: it must be on the requested network. If its network
 * is not known, an address in the params is sufficient (a wallet on another network refuses it); a name is not.
 */
export function checkNetwork(method: string, context: RequestContext): void {
  const { network, isNamed, walletNetwork, addresses } = context;
  if (
    network === undefined ||
    (walletNetwork !== undefined && isSameNetwork(network, walletNetwork))
  ) {
    return;
  }
  const refuse = (reason: string) => cannot(method, 'network', network, reason);
  if (walletNetwork !== undefined) {
    throw refuse(`the wallet is on ${walletNetwork}, and its requests have no network`);
  }
  // Before a connection the wallet does not report its network. stx_getAccounts is sent again after the connection.
  if (isNamed && method !== 'stx_getAccounts') {
    throw refuse('its requests have no network, and it did not report its own; connect first');
  }
  const shown = getAddressFormat(addresses[0]?.address);
  if (!getNetworkFamily(network) || (shown && !canBeOn(shown, network))) {
    throw refuse('the wallet is on the network of its addresses, and its requests have no network');
  }
}

/** Error -32602 for a value that the wallet would drop or misread. The wallet is not called. */
export function cannot(
  method: string,
  field: string,
  value: unknown,
  reason: string,
): JsonRpcError {
  return new JsonRpcError(
    JsonRpcErrorCode.InvalidParams,
    `${method}: \`${field}\` cannot be sent as asked (${describe(value)}): ${reason}.`,
    { data: { field, reason } },
  );
}
