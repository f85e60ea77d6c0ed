import { getNetworkFamily } from '../stacks/network.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import type { Session } from './session.js';

/** Milliseconds. A wallet answers a request without a window immediately, unless the extension has to be started. */
export const SILENT_LIMIT = 3_000;

/**
 * Adds the wallet's current network to the context, if the caller named a network and the wallet's requests have
 * no field for it: the network that the wallet reported, if it has network events; else its answer to a request
 * without a window; undefined if it does not answer.
 *
 * Assumes that network events report every change (inferred from Xverse).
 */
export async function withWalletNetwork(
  session: Session,
  { silentNetwork }: Wallet,
  context: RequestContext,
  raw: (request: WireRequest) => Promise<unknown>,
): Promise<RequestContext> {
  if (!silentNetwork || !asksNetwork(session, context)) return context;
  const answer = await within(
    SILENT_LIMIT,
    raw(silentNetwork.request).catch(() => undefined),
  );
  return { ...context, walletNetwork: silentNetwork.read(answer) };
}

/** True if the wallet must be asked for its network before a request that has no field for the network. */
export function asksNetwork(
  session: Session,
  { provider, network, isNamed, walletNetwork }: RequestContext,
): boolean {
  const isAsked = isNamed && network !== undefined && getNetworkFamily(network) !== undefined;
  return isAsked && (walletNetwork === undefined || !session.hasNetworkEvents(provider));
}

/** The answer, or undefined after `limit` milliseconds. */
export async function within<T>(limit: number, answer: Promise<T>): Promise<T | undefined> {
  let timer: unknown;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limit);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer as number);
  }
}
