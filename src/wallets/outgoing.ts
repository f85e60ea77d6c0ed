import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { agrees, canBeOn, networkFamily } from '../lib/network.js';
import type { RequestContext, WireRequest } from './wallet.js';

export function wire(method: string, params?: unknown): WireRequest {
  return { method, params };
}

/** A copy of the params without some fields. */
export function without<T extends object, K extends string & keyof T>(
  params: T,
  ...fields: readonly K[]
): Omit<T, K> {
  const rest: Partial<T> = { ...params };
  for (const field of fields) delete rest[field];
  return rest as Omit<T, K>;
}

/** For a wallet that supports only the post-condition modes `allow` and `deny`: refuses other modes. */
export function refuseMisread(method: string, params: object): void {
  const { postConditionMode: mode } = params as Record<string, unknown>;
  if (mode === 3 || mode === 'originator') {
    throw cannot(method, 'postConditionMode', mode, 'this wallet supports only allow and deny');
  }
}

/**
 * For a wallet whose methods have no field for the network: it must be on the requested network. If its network
 * is not known, an address in the params is sufficient (a wallet on another network refuses it); a name is not.
 */
export function checkNetwork(method: string, context: RequestContext): void {
  const { network, isNamed, walletNetwork, addresses } = context;
  if (network === undefined || (walletNetwork !== undefined && agrees(network, walletNetwork))) {
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
  const shown = addressKind(addresses[0]?.address);
  if (!networkFamily(network) || (shown && !canBeOn(shown, network))) {
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
