import { networkFamily } from '../lib/network.js';
import type { RequestContext, Wallet, WireRequest } from '../wallets/wallet.js';
import type { Session } from './session.js';

/** Milliseconds. A request without a window is answered immediately, unless the extension has to be started. */
const SILENT_LIMIT = 3_000;

/**
 * Adds the wallet's current network to the context, if the caller named a network and the wallet's requests have
 * no field for it: the network that the wallet reported, if it has network events; else its answer to a request
 * without a window; undefined if it does not answer.
 *
 * That network events report every change is inferred from Xverse.
 */
export async function withWalletNetwork(
  session: Session,
  { silentNetwork }: Wallet,
  context: RequestContext,
  raw: (request: WireRequest) => Promise<unknown>,
): Promise<RequestContext> {
  const { provider, network, isNamed, walletNetwork } = context;
  const isAsked = silentNetwork && isNamed && network !== undefined && networkFamily(network);
  if (!isAsked || (walletNetwork !== undefined && (await session.hasNetworkEvents(provider))))
    return context;
  let timer: unknown;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SILENT_LIMIT);
  });
  const answer = await Promise.race([raw(silentNetwork.request).catch(() => undefined), timeout]);
  clearTimeout(timer as number);
  return { ...context, walletNetwork: silentNetwork.read(answer) };
}
