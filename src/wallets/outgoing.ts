import { describe, JsonRpcError, JsonRpcErrorCode } from '../errors.js';
import { addressKind } from '../lib/address.js';
import { agrees, canBeOn, networkFamily } from '../lib/network.js';
import type { RequestContext, WireRequest } from './wallet.js';

export function wire(method: string, params?: unknown): WireRequest {
  return { method, params };
}

/** Params without what is sent in another form, or not at all. */
export function without<T extends object, K extends string & keyof T>(
  params: T,
  ...fields: readonly K[]
): Omit<T, K> {
  const rest: Partial<T> = { ...params };
  for (const field of fields) delete rest[field];
  return rest as Omit<T, K>;
}

/**
 * For a wallet whose transactions know the modes `allow` and `deny` alone, so that SIP-040's would be
 * misread, and that broadcasts what it signs, save for a transaction that the page made.
 */
export function refuseMisread(method: string, params: object): void {
  const { postConditionMode: mode, broadcast = true } = params as Record<string, unknown>;
  if (mode === 3 || mode === 'originator') {
    throw cannot(method, 'postConditionMode', mode, 'this wallet knows allow and deny alone');
  }
  if (broadcast !== true && method !== 'stx_signTransaction') {
    throw cannot(method, 'broadcast', broadcast, 'this wallet broadcasts what it signs');
  }
}

/**
 * For a wallet whose methods have no field for the network: it must be on the one meant. Where that is not
 * known, an address in the params holds the wallet to its network; a mere name does not.
 */
export function checkNetwork(method: string, context: RequestContext): void {
  const { network, isNamed, walletNetwork, addresses } = context;
  if (network === undefined || (walletNetwork !== undefined && agrees(network, walletNetwork))) {
    return;
  }
  const refuse = (reason: string) => cannot(method, 'network', network, reason);
  if (walletNetwork !== undefined) {
    throw refuse(`the wallet is on ${walletNetwork}, and takes none with a request`);
  }
  // Behind the same permission as the question, this is asked again once it is connected.
  if (isNamed && method !== 'stx_getAccounts') {
    throw refuse('the wallet takes none, and did not tell which it is on; connect to it first');
  }
  const shown = addressKind(addresses[0]?.address);
  if (!networkFamily(network) || (shown && !canBeOn(shown, network))) {
    throw refuse('the wallet is on the one of its addresses, and takes none with a request');
  }
}

/** -32602 for what a wallet would drop, or do otherwise than asked: it is not called. */
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
